import type { REST } from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";

import type { Log } from "../../base/log.ts";
import { type Definition, menuLabel } from "./definition.ts";
import type { OptionDefinition } from "./option-definition.ts";
import type { PickerTexts } from "./command-texts.ts";

interface PublishTarget {
  readonly rest: REST;
  readonly applicationId: string;
  readonly guildId?: string | undefined;
  readonly log: Log;
  readonly signal?: AbortSignal | undefined;
}

/** What Discord answers of a command; unknown fields are ignored. */
type Published = Definition & { readonly id: string };

/**
 * Makes Discord's list of our commands equal to `definitions`, globally or in one server. A PUT replaces the
 * whole list and counts against a daily limit, so it is sent on a difference only. Gives the ids by name.
 */
export async function publishCommands(
  definitions: readonly Definition[],
  { rest, applicationId, guildId, log, signal }: PublishTarget,
): Promise<ReadonlyMap<string, string>> {
  const route =
    guildId === undefined
      ? Routes.applicationCommands(applicationId)
      : Routes.applicationGuildCommands(applicationId, guildId);
  const stop = signal === undefined ? {} : { signal };
  const query = new URLSearchParams({ with_localizations: "true" });
  const published = (await rest.get(route, { query, ...stop })) as Published[];
  const isGlobal = guildId === undefined;
  if (listFingerprint(published, isGlobal) === listFingerprint(definitions, isGlobal)) {
    log.debug("Discord's command list is up to date");
    return slashIds(published);
  }
  const replaced = (await rest.put(route, { body: definitions, ...stop })) as Published[];
  log.info("commands published", { count: definitions.length });
  return slashIds(replaced);
}

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
  readonly approximate_guild_count?: number;
}

export interface ApplicationTexts {
  readonly description: string;
  readonly tags: readonly string[];
  /** What earlier versions set. */
  readonly earlier: {
    readonly descriptions: readonly string[];
    readonly tags: readonly (readonly string[])[];
  };
}

/**
 * Tells readers of the bot's profile where to begin, where its operator wrote nothing of their own. Sent on a
 * difference only; a refusal is no reason not to start.
 */
export async function describeApplication(
  application: Application,
  texts: ApplicationTexts,
  { rest, log, signal }: ApplicationTarget,
): Promise<void> {
  const body = {
    ...(isOurs(application.description ?? "", texts.earlier.descriptions) && {
      description: texts.description,
    }),
    ...(isOurs(listed(application.tags ?? []), texts.earlier.tags.map(listed)) && { tags: texts.tags }),
  };
  if (Object.keys(body).length === 0) return;
  try {
    await rest.patch(Routes.currentApplication(), { body, ...(signal !== undefined && { signal }) });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    log.warn("the application's description could not be set", {}, error);
  }
}

/** Empty, or what an earlier version set; what is set now already stays as it is. */
function isOurs(shown: string, earlier: readonly string[]): boolean {
  return shown === "" || earlier.includes(shown);
}

function listed(tags: readonly string[]): string {
  return [...tags].sort().join(",");
}

/** By the label in the user menu: the command it runs. */
export function menuTargets(names: readonly string[], texts: PickerTexts): ReadonlyMap<string, string> {
  return new Map(names.map((name) => [menuLabel(name, texts), name]));
}

function slashIds(published: readonly Published[]): ReadonlyMap<string, string> {
  return new Map(published.filter(({ type }) => (type ?? 1) === 1).map(({ name, id }) => [name, id]));
}

function listFingerprint(commands: readonly Definition[], isGlobal: boolean): string {
  return commands
    .map((command) => commandFingerprint(command, isGlobal))
    .sort()
    .join("\n");
}

/** Discord fills in defaults and sorts as it likes: only what we say is compared, in one order. */
function commandFingerprint(command: Definition, isGlobal: boolean): string {
  return JSON.stringify([
    command.type ?? 1,
    command.name,
    command.description ?? "",
    localizations(command.description_localizations),
    command.default_member_permissions ?? null,
    isGlobal ? [numbers(command.integration_types), numbers(command.contexts)] : null,
    (command.options ?? []).map(optionFingerprint),
  ]);
}

function optionFingerprint(option: OptionDefinition): unknown[] {
  return [
    option.type,
    option.name,
    option.description,
    localizations(option.description_localizations),
    option.required ?? false,
    option.autocomplete ?? false,
    option.max_length ?? null,
    numbers(option.channel_types),
    (option.options ?? []).map(optionFingerprint),
    (option.choices ?? []).map((choice) => [
      choice.name,
      choice.value,
      localizations(choice.name_localizations),
    ]),
  ];
}

function localizations(texts: Readonly<Record<string, string>> | null | undefined): [string, string][] {
  return Object.entries(texts ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
}

function numbers(list: readonly number[] | null | undefined): number[] {
  return [...(list ?? [])].sort((a, b) => a - b);
}
