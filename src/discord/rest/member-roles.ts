import type { REST } from "@discordjs/rest";
import {
  type APIGuild,
  type APIGuildChannel,
  type APIGuildMember,
  type APIUser,
  PermissionFlagsBits as FLAG,
  Routes,
} from "discord-api-types/v10";

import type { Clock } from "../../base/clock.ts";
import { CachedLookup } from "./cached-lookup.ts";
import { type Refusal, refusalOf } from "./refusal.ts";

/** A role of a server, with its position. */
export interface GuildRole {
  readonly id: string;
  readonly position: number;
  readonly permissions: bigint;
  /** The permissions that channel overwrites add to it, all channels together. */
  readonly inChannels: bigint;
  /** Whether it belongs to an integration, such as a bot or a subscription. */
  readonly isManaged: boolean;
}

export interface SeenRoles {
  readonly kind: "seen";
  readonly ownerId: string;
  readonly roles: readonly GuildRole[];
}

export interface RoleChange {
  readonly guildId: string;
  readonly memberId: string;
  readonly roleId: string;
  /** Whether the member should have it. */
  readonly has: boolean;
}

/**
 * Short, so that a role that gained permissions is not given for long; long enough for one lookup to serve many
 * presses.
 */
const SEEN_FOR_MS = 10_000;

export type MemberRoles = ReturnType<typeof createMemberRoles>;

/** Reads and gives roles, with the bot's own REST client. Never throws for failures of Discord or the network. */
export function createMemberRoles({ rest, clock }: { readonly rest: REST; readonly clock: Clock }) {
  const asked = new CachedLookup({ rest, clock, keptMs: SEEN_FOR_MS });
  const look = async (guildId: string, signal: AbortSignal): Promise<SeenRoles> => {
    const [guild, channels] = await Promise.all([
      asked.get<APIGuild>(Routes.guild(guildId), guildId, signal),
      asked.get<readonly APIGuildChannel[]>(Routes.guildChannels(guildId), guildId, signal),
    ]);
    const inChannels = allowedInChannels(channels);
    const roles = guild.roles.map(({ id, position, permissions, managed }): GuildRole => {
      const own = { permissions: BigInt(permissions), inChannels: inChannels.get(id) ?? 0n };
      return { id, position, ...own, isManaged: managed };
    });
    return { kind: "seen", ownerId: guild.owner_id, roles };
  };
  let ownId: string | undefined;
  const own = async (guildId: string, signal: AbortSignal): Promise<BotRoles> => {
    const id = (ownId ??= (await asked.get<APIUser>(Routes.user(), "", signal)).id);
    const { roles: roleIds } = await asked.get<APIGuildMember>(
      Routes.guildMember(guildId, id),
      guildId,
      signal,
    );
    return { kind: "own", id, roleIds };
  };
  return {
    /** Returns the server's roles, cached for ten seconds. */
    look: (guildId: string, signal: AbortSignal): Promise<SeenRoles | Refusal> =>
      look(guildId, signal).catch(refusalOf),
    /** Returns the ids of a member's roles, cached as long; "member-gone" for someone not in the server. */
    of: (guildId: string, memberId: string, signal: AbortSignal): Promise<readonly string[] | Refusal> =>
      asked
        .get<APIGuildMember>(Routes.guildMember(guildId, memberId), guildId, signal)
        .then(({ roles }) => roles)
        .catch(refusalOf),
    /** Returns the bot's own id and roles there, cached as long. */
    own: (guildId: string, signal: AbortSignal): Promise<BotRoles | Refusal> =>
      own(guildId, signal).catch(refusalOf),
    /** Drops the cache: someone says that it was fixed. */
    forget: (guildId: string): void => asked.forget(guildId),
    set({ guildId, memberId, roleId, has }: RoleChange, signal: AbortSignal): Promise<Done | Refusal> {
      const route = Routes.guildMemberRole(guildId, memberId, roleId);
      const changed = has ? rest.put(route, { signal }) : rest.delete(route, { signal });
      return changed.then((): Done => ({ kind: "done" })).catch(refusalOf);
    },
  };
}

interface BotRoles {
  readonly kind: "own";
  readonly id: string;
  readonly roleIds: readonly string[];
}

interface Done {
  readonly kind: "done";
}

function allowedInChannels(channels: readonly APIGuildChannel[]): ReadonlyMap<string, bigint> {
  const allowed = new Map<string, bigint>();
  for (const { id, allow } of channels.flatMap(({ permission_overwrites: all = [] }) => all)) {
    allowed.set(id, (allowed.get(id) ?? 0n) | BigInt(allow));
  }
  return allowed;
}

/**
 * The only permissions a role may have to be given by a button: seeing, joining, writing. An allow-list, so that
 * whatever Discord adds is refused.
 */
const HARMLESS =
  FLAG.ViewChannel |
  FLAG.ReadMessageHistory |
  FLAG.SendMessages |
  FLAG.SendMessagesInThreads |
  FLAG.SendTTSMessages |
  FLAG.SendVoiceMessages |
  FLAG.SendPolls |
  FLAG.CreatePublicThreads |
  FLAG.CreatePrivateThreads |
  FLAG.EmbedLinks |
  FLAG.AttachFiles |
  FLAG.AddReactions |
  FLAG.UseExternalEmojis |
  FLAG.UseExternalStickers |
  FLAG.UseApplicationCommands |
  FLAG.UseExternalApps |
  FLAG.UseEmbeddedActivities |
  FLAG.ChangeNickname |
  FLAG.CreateInstantInvite |
  FLAG.Connect |
  FLAG.Speak |
  FLAG.UseVAD |
  FLAG.Stream |
  FLAG.UseSoundboard |
  FLAG.UseExternalSounds |
  FLAG.RequestToSpeak;

export type HandOutRefusal = "mayNot" | "tooHigh" | "powerful" | "managed";

/** The member who picked the role; undefined where that is no longer known. */
export type Chooser = { readonly id: string; readonly roleIds?: readonly string[] } | undefined;

/** Returns why a role must not be given by a button that this member made, or undefined if it may. */
export function handOutRefusal(
  role: GuildRole,
  by: Chooser,
  { ownerId, roles, guildId }: SeenRoles & { readonly guildId: string },
): HandOutRefusal | undefined {
  if (role.isManaged) return "managed";
  if (((role.permissions | role.inChannels) & ~HARMLESS) !== 0n) return "powerful";
  if (by === undefined || by.id === ownerId) return undefined;
  const own = roles.filter(({ id }) => id === guildId || by.roleIds?.includes(id) === true);
  const permissions = own.reduce((sum, each) => sum | each.permissions, 0n);
  if ((permissions & (FLAG.ManageRoles | FLAG.Administrator)) === 0n) return "mayNot";
  return own.some(({ position }) => position > role.position) ? undefined : "tooHigh";
}
