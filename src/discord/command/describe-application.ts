import type { REST } from "@discordjs/rest";
import {
  ApplicationIntegrationType as INSTALL,
  PermissionFlagsBits as FLAG,
  Routes,
} from "discord-api-types/v10";

import type { Log } from "../../base/log.ts";
import { permissionBits, POSTING } from "../rest/permissions.ts";

interface ApplicationTarget {
  readonly rest: REST;
  readonly log: Log;
  readonly signal?: AbortSignal | undefined;
}

export interface Application {
  readonly id: string;
  readonly name: string;
  readonly description?: string | null;
  readonly tags?: readonly string[] | null;
  readonly bot_public?: boolean;
  readonly custom_install_url?: string | null;
  readonly integration_types_config?: Readonly<Record<string, InstallConfig | undefined>> | null;
  readonly approximate_guild_count?: number;
  /** The public key Discord signs posted interactions with, in hexadecimal. */
  readonly verify_key?: string;
  readonly interactions_endpoint_url?: string | null;
}

interface InstallConfig {
  readonly oauth2_install_params?: {
    readonly scopes: readonly string[];
    readonly permissions: string;
  };
}

export interface ApplicationTexts {
  readonly description: string;
  readonly tags: readonly string[];
  /** Values that earlier versions set. */
  readonly earlier: {
    readonly descriptions: readonly string[];
    readonly tags: readonly (readonly string[])[];
  };
}

/**
 * Sets the permissions Discord's own "Add App" button asks for, unless the operator set some. Skipped for private
 * applications and those with a custom install link, which may have none.
 */
export async function setInstallParams(
  { bot_public, custom_install_url, integration_types_config: config }: Application,
  target: ApplicationTarget,
): Promise<void> {
  const ways = Object.entries(config ?? {});
  const isSet = ways.every(([, way]) => way?.oauth2_install_params !== undefined);
  if (isSet || bot_public === false || typeof custom_install_url === "string") return;
  const body = { integration_types_config: Object.fromEntries(ways.map(withParams)) };
  await change(body, "The default invite permissions couldn't be set", target);
}

/** Discord sends permissions as text and expects them as a number. */
function withParams([way, given]: [string, InstallConfig | undefined]) {
  const own = given?.oauth2_install_params;
  const usual = (INSTALL_PARAMS as Readonly<Record<string, object>>)[way];
  const params = own === undefined ? usual : { ...own, permissions: Number(own.permissions) };
  return [way, params === undefined ? {} : { oauth2_install_params: params }];
}

/** Sets the bot's profile description, unless the operator wrote their own. Sends nothing where it is already right. */
export async function describeApplication(
  application: Application,
  texts: ApplicationTexts,
  target: ApplicationTarget,
): Promise<void> {
  const body = {
    ...(isOurs(application.description ?? "", texts.earlier.descriptions) && {
      description: texts.description,
    }),
    ...(isOurs(listed(application.tags ?? []), texts.earlier.tags.map(listed)) && { tags: texts.tags }),
  };
  if (Object.keys(body).length > 0)
    await change(body, "The application's description couldn't be set", target);
}

/** Logs a refusal instead of throwing it: the bot starts all the same. */
async function change(
  body: object,
  failure: string,
  { rest, log, signal }: ApplicationTarget,
): Promise<void> {
  try {
    await rest.patch(Routes.currentApplication(), { body, signal });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    log.warn(failure, {}, error);
  }
}

/** Returns whether a value is empty or one that an earlier version set, so that it may be replaced. */
function isOurs(shown: string, earlier: readonly string[]): boolean {
  return shown === "" || earlier.includes(shown);
}

function listed(tags: readonly string[]): string {
  return [...tags].sort().join(",");
}

const POSTING_BITS = permissionBits(POSTING);

/** The default permissions of an installation. Discord makes a role only for a bot that is added with permissions. */
const INSTALL_PARAMS = {
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
