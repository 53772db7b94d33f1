import { ApplicationIntegrationType as INSTALL, PermissionFlagsBits as FLAG } from "discord-api-types/v10";

import { permissionBits, POSTING } from "./rest/permissions.ts";

const POSTING_BITS = permissionBits(POSTING);

/**
 * What an application is installed with where whoever installs it chooses nothing else. Discord makes a role for a bot
 * that is added with permissions, and none for others.
 */
export const INSTALL_PARAMS = {
  [INSTALL.GuildInstall]: { scopes: ["bot", "applications.commands"], permissions: Number(POSTING_BITS) },
  [INSTALL.UserInstall]: { scopes: ["applications.commands"], permissions: 0 },
} as const;

export interface InstallLinks {
  /** Adds it to a server to answer commands: no permission, and no role. */
  readonly answers: string;
  /** Adds it, or gives it anew, what posting takes. */
  readonly posts: string;
  readonly user: string;
}

interface Wanted {
  /** The server that is chosen already. */
  readonly guildId?: string | undefined;
  /** It gives roles by a button there. */
  readonly handsOutRoles?: boolean;
  /** It makes entries in its calendar. */
  readonly keepsCalendar?: boolean;
}

/** https://discord.com/developers/docs/topics/oauth2#bot-authorization-flow */
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
