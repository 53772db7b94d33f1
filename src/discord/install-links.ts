import { ApplicationIntegrationType as INSTALL, PermissionFlagsBits as FLAG } from "discord-api-types/v10";

import { permissionBits, POSTING } from "./rest/permissions.ts";

const POSTING_BITS = permissionBits(POSTING);

/** The default permissions of an installation. Discord makes a role only for a bot that is added with permissions. */
export const INSTALL_PARAMS = {
  [INSTALL.GuildInstall]: { scopes: ["bot", "applications.commands"], permissions: Number(POSTING_BITS) },
  [INSTALL.UserInstall]: { scopes: ["applications.commands"], permissions: 0 },
} as const;

export interface InstallLinks {
  /** Adds the bot for replies only: no permissions, no role. */
  readonly answers: string;
  /** Adds the bot, or adds the permissions that posting takes. */
  readonly posts: string;
  readonly user: string;
}

interface Wanted {
  /** Preselects this server. */
  readonly guildId?: string | undefined;
  /** Adds Manage Roles, for the button that gives a role. */
  readonly handsOutRoles?: boolean;
  /** Adds what entries in the server's calendar take. */
  readonly keepsCalendar?: boolean;
}

/** Returns the install links. https://discord.com/developers/docs/topics/oauth2#bot-authorization-flow */
export function installLinks(
  applicationId: string,
  { guildId, handsOutRoles = false, keepsCalendar = false }: Wanted = {},
): InstallLinks {
  const begin = `https://discord.com/oauth2/authorize?client_id=${applicationId}`;
  const where = guildId === undefined ? "" : `&guild_id=${guildId}&disable_guild_select=true`;
  const toServer = (permissions: bigint) =>
    `${begin}&integration_type=0&permissions=${permissions}&scope=bot+applications.commands${where}`;
  return {
    answers: toServer(0n),
    posts: toServer(
      POSTING_BITS | (handsOutRoles ? FLAG.ManageRoles : 0n) | (keepsCalendar ? FLAG.CreateEvents : 0n),
    ),
    user: `${begin}&integration_type=1&scope=applications.commands`,
  };
}
