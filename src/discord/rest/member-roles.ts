import type { REST } from "@discordjs/rest";
import { PermissionFlagsBits as FLAG, Routes } from "discord-api-types/v10";

import { type Refusal, refusalOf } from "./refusal.ts";

/** A role of a server, with where it stands among the others. */
export interface GuildRole {
  readonly id: string;
  readonly position: number;
  readonly permissions: bigint;
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
  look(guildId: string, signal: AbortSignal): Promise<SeenRoles | Refusal>;
  set(change: RoleChange, signal: AbortSignal): Promise<{ readonly kind: "done" } | Refusal>;
}

/** What a role may not be able to do if anybody can take it by a button. */
const POWERS =
  FLAG.Administrator |
  FLAG.ManageGuild |
  FLAG.ManageRoles |
  FLAG.ManageChannels |
  FLAG.ManageMessages |
  FLAG.ManageThreads |
  FLAG.ManageWebhooks |
  FLAG.ManageNicknames |
  FLAG.ManageEvents |
  FLAG.ManageGuildExpressions |
  FLAG.KickMembers |
  FLAG.BanMembers |
  FLAG.ModerateMembers |
  FLAG.MoveMembers |
  FLAG.MuteMembers |
  FLAG.DeafenMembers |
  FLAG.ViewAuditLog |
  FLAG.ViewGuildInsights |
  FLAG.MentionEveryone;

export function memberRoles({ rest }: { readonly rest: REST }): MemberRoles {
  return {
    async look(guildId, signal) {
      try {
        const { owner_id, roles } = (await rest.get(Routes.guild(guildId), { signal })) as Guild;
        return { kind: "seen", ownerId: owner_id, roles: roles.map(toRole) };
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

export type HandOutRefusal = "mayNot" | "tooHigh" | "powerful" | "managed";

/** Why a member may not have this role handed out by a button; undefined: they may. */
export function handOutRefusal(
  role: GuildRole,
  by: { readonly id: string; readonly roleIds?: readonly string[] },
  { ownerId, roles, guildId }: SeenRoles & { readonly guildId: string },
): HandOutRefusal | undefined {
  if (role.isManaged) return "managed";
  if ((role.permissions & POWERS) !== 0n) return "powerful";
  if (by.id === ownerId) return undefined;
  const own = roles.filter(({ id }) => id === guildId || by.roleIds?.includes(id) === true);
  const permissions = own.reduce((sum, each) => sum | each.permissions, 0n);
  if ((permissions & (FLAG.ManageRoles | FLAG.Administrator)) === 0n) return "mayNot";
  return own.some(({ position }) => position > role.position) ? undefined : "tooHigh";
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

function toRole({ id, position, permissions, managed }: Guild["roles"][number]): GuildRole {
  return { id, position, permissions: BigInt(permissions), isManaged: managed };
}
