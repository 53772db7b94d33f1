import type { REST } from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";

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

/** Roles of servers and their members, over the bot's own line. Never throws for what Discord or the network does. */
export interface MemberRoles {
  /** What is seen is remembered for ten seconds. */
  look(guildId: string, signal: AbortSignal): Promise<SeenRoles | Refusal>;
  /** Ids of a member's roles, remembered as long; "member-gone" for who is not in the server. */
  of(guildId: string, memberId: string, signal: AbortSignal): Promise<readonly string[] | Refusal>;
  set(change: RoleChange, signal: AbortSignal): Promise<{ readonly kind: "done" } | Refusal>;
}

/** So short that a role that was given powers is not handed out for long, so long that a crowd is one look. */
const SEEN_FOR_MS = 10_000;

export function createMemberRoles(parts: { readonly rest: REST; readonly clock: Clock }): MemberRoles {
  const { rest } = parts;
  const asked = new CachedLookup({ ...parts, keptMs: SEEN_FOR_MS });
  return {
    async look(guildId, signal) {
      try {
        const [guild, channels] = await Promise.all([
          asked.get<Guild>(Routes.guild(guildId), guildId, signal),
          asked.get<readonly Channel[]>(Routes.guildChannels(guildId), guildId, signal),
        ]);
        const inChannels = allowedInChannels(channels);
        const roles = guild.roles.map((role) => toRole(role, inChannels.get(role.id)));
        return { kind: "seen", ownerId: guild.owner_id, roles };
      } catch (error) {
        return refusalOf(error);
      }
    },
    async of(guildId, memberId, signal) {
      try {
        const route = Routes.guildMember(guildId, memberId);
        return (await asked.get<Member>(route, guildId, signal)).roles;
      } catch (error) {
        return refusalOf(error);
      }
    },
    async set({ guildId, memberId, roleId, has }, signal) {
      const route = Routes.guildMemberRole(guildId, memberId, roleId);
      try {
        await (has ? rest.put(route, { signal }) : rest.delete(route, { signal }));
        return { kind: "done" };
      } catch (error) {
        return refusalOf(error);
      }
    },
  };
}

interface Guild {
  readonly owner_id: string;
  readonly roles: readonly {
    readonly id: string;
    readonly position: number;
    readonly permissions: string;
    readonly managed: boolean;
  }[];
}

interface Channel {
  readonly permission_overwrites?: readonly { readonly id: string; readonly allow: string }[];
}

interface Member {
  readonly roles: readonly string[];
}

function allowedInChannels(channels: readonly Channel[]): ReadonlyMap<string, bigint> {
  const allowed = new Map<string, bigint>();
  for (const { id, allow } of channels.flatMap(({ permission_overwrites: all = [] }) => all)) {
    allowed.set(id, (allowed.get(id) ?? 0n) | BigInt(allow));
  }
  return allowed;
}

function toRole({ id, position, permissions, managed }: Guild["roles"][number], inChannels = 0n): GuildRole {
  return { id, position, permissions: BigInt(permissions), inChannels, isManaged: managed };
}
