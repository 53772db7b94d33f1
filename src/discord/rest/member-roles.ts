import type { REST } from "@discordjs/rest";
import { type APIGuild, type APIGuildChannel, type APIGuildMember, Routes } from "discord-api-types/v10";

import type { Clock } from "../../base/clock.ts";
import { CachedLookup } from "./cached-lookup.ts";
import { type Refusal, refusalOf } from "./refusal.ts";

/** A role of a server, with where it stands among the others. */
export interface GuildRole {
  readonly id: string;
  readonly position: number;
  readonly permissions: bigint;
  /** What single channels allow it beyond that, all counted together. */
  readonly inChannels: bigint;
  /** It belongs to a bot, a subscription or the like. */
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
  /** Whether the member is to have it. */
  readonly has: boolean;
}

/** So short that a role that was given powers is not handed out for long, so long that a crowd is one look. */
const SEEN_FOR_MS = 10_000;

export type MemberRoles = ReturnType<typeof createMemberRoles>;

/** Roles of servers and their members, over the bot's own line. Never throws for what Discord or the network does. */
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
  return {
    /** What is seen is remembered for ten seconds. */
    look: (guildId: string, signal: AbortSignal): Promise<SeenRoles | Refusal> =>
      look(guildId, signal).catch(refusalOf),
    /** Ids of a member's roles, remembered as long; "member-gone" for who is not in the server. */
    of: (guildId: string, memberId: string, signal: AbortSignal): Promise<readonly string[] | Refusal> =>
      asked
        .get<APIGuildMember>(Routes.guildMember(guildId, memberId), guildId, signal)
        .then(({ roles }) => roles)
        .catch(refusalOf),
    set({ guildId, memberId, roleId, has }: RoleChange, signal: AbortSignal): Promise<Done | Refusal> {
      const route = Routes.guildMemberRole(guildId, memberId, roleId);
      const changed = has ? rest.put(route, { signal }) : rest.delete(route, { signal });
      return changed.then((): Done => ({ kind: "done" })).catch(refusalOf);
    },
  };
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
