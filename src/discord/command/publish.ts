import { createHash } from "node:crypto";

import { DiscordAPIError, RateLimitError, type REST } from "@discordjs/rest";
import { ApplicationCommandType, RESTJSONErrorCodes, Routes } from "discord-api-types/v10";

import type { Log } from "../../base/log.ts";
import type { Definition, OptionDefinition } from "./definition.ts";
import { GONE } from "../rest/guild.ts";
import { refusalOf } from "../rest/refusal.ts";

/** Where this bot's commands are registered, so that a scope it no longer uses can be emptied. */
export interface CommandScopes {
  get(): Promise<readonly string[]>;
  set(scopes: readonly string[]): Promise<void>;
  /** Stores the mark that `isStillPublished` compares. */
  published?(mark: string): Promise<void>;
}

/** The name under which that mark is stored. */
export const PUBLISHED_FACT = "discord.commands";

/** Returns whether Discord still has the commands it had when this mark was made. */
export async function isStillPublished(mark: string, access: Access): Promise<boolean> {
  const [route = ""] = mark.split(" ");
  const published = await listAt(route as Route, access);
  return markOf(route, published) === mark;
}

/** Returns where the commands are registered, and a hash of them. */
function markOf(route: string, commands: readonly (Definition | Published)[]): string {
  const own = commands.filter(({ type }) => type !== ApplicationCommandType.PrimaryEntryPoint);
  const fingerprint = listFingerprint(own, !route.includes("/guilds/"));
  return `${route} ${createHash("sha256").update(fingerprint).digest("base64url")}`;
}

export interface PublishTarget {
  readonly rest: REST;
  readonly applicationId: string;
  readonly guildId?: string | undefined;
  readonly scopes?: CommandScopes | undefined;
  readonly log: Log;
  readonly signal?: AbortSignal | undefined;
}

/** The slash commands' ids by name. `late`: Discord accepts no more today, and these are the ids of an earlier list. */
interface PublishedCommands {
  readonly ids: ReadonlyMap<string, string>;
  readonly isLate: boolean;
}

type Route = ReturnType<typeof Routes.applicationCommands | typeof Routes.applicationGuildCommands>;

/** A command as Discord returns it; unknown fields are ignored. */
type Published = Omit<Definition, "type"> & {
  readonly id: string;
  readonly type?: ApplicationCommandType;
  readonly handler?: number;
};

/**
 * Makes Discord's list of our commands equal to `definitions`, globally or in one server, then empties the scope used
 * before. Sends the list only if it differs: a PUT replaces all of it and counts towards a daily limit.
 */
export async function publishCommands(
  definitions: readonly Definition[],
  target: PublishTarget,
): Promise<PublishedCommands> {
  const { applicationId, guildId, scopes, log, signal } = target;
  const route =
    guildId === undefined
      ? Routes.applicationCommands(applicationId)
      : Routes.applicationGuildCommands(applicationId, guildId);
  const known = (await scopes?.get()) ?? [];
  if (!known.includes(route)) await scopes?.set([...known, route]);
  const published = await listAt(route, target);
  let current = published;
  if (markOf(route, published) === markOf(route, definitions)) {
    log.debug("Discord's command list is up to date");
  } else {
    try {
      current = await replaceAt(route, { definitions, published }, target);
    } catch (error) {
      if (signal?.aborted === true || !isDailyLimit(error)) throw error;
      log.warn("Discord allows no more command changes today; the bot keeps those it has", {}, error);
      return { ids: slashIds(published), isLate: true };
    }
    log.info("Commands registered at Discord", { count: definitions.length });
  }
  await scopes?.published?.(markOf(route, definitions));
  await emptyOthers(route, known, target);
  return { ids: slashIds(current), isLate: false };
}

/**
 * Discord accepts 200 new commands a day:
 * https://discord.com/developers/docs/interactions/application-commands#registering-a-command
 */
function isDailyLimit(error: unknown): boolean {
  const isRefused =
    error instanceof DiscordAPIError &&
    error.code === RESTJSONErrorCodes.MaximumDailyApplicationCommandCreatesReached;
  return isRefused || error instanceof RateLimitError;
}

type Access = Pick<PublishTarget, "rest" | "signal">;

async function listAt(route: Route, { rest, signal }: Access): Promise<readonly Published[]> {
  const query = new URLSearchParams({ with_localizations: "true" });
  return (await rest.get(route, { query, signal })) as Published[];
}

/** An application with Activities has an entry-point command; Discord refuses a list without it. */
async function replaceAt(
  route: Route,
  { definitions, published }: { definitions: readonly Definition[]; published: readonly Published[] },
  { rest, signal }: Access,
): Promise<readonly Published[]> {
  const kept = published
    .filter(({ type }) => type === ApplicationCommandType.PrimaryEntryPoint)
    .map(toRequest);
  const body = [...definitions, ...kept];
  return (await rest.put(route, { body, signal })) as Published[];
}

const REQUEST_FIELDS: ReadonlySet<string> = new Set([
  "id",
  "type",
  "name",
  "name_localizations",
  "description",
  "description_localizations",
  "default_member_permissions",
  "integration_types",
  "contexts",
  "handler",
  "nsfw",
]);

function toRequest(command: Published): object {
  return Object.fromEntries(Object.entries(command).filter(([name]) => REQUEST_FIELDS.has(name)));
}

/** Empties the scopes used before: members would see those commands twice. */
async function emptyOthers(route: Route, known: readonly string[], target: PublishTarget): Promise<void> {
  const { applicationId, scopes } = target;
  const left = known.filter((other) => other !== route && other.split("/")[2] === applicationId);
  if (left.length === 0) return;
  const kept: string[] = [];
  for (const other of left) if (!(await isEmptied(other as Route, target))) kept.push(other);
  await scopes?.set([route, ...kept]);
}

/**
 * Returns whether the scope is empty now. A failure is tried again at the next start; a server the bot was removed from
 * counts as empty.
 */
async function isEmptied(route: Route, target: PublishTarget): Promise<boolean> {
  const { log, signal } = target;
  try {
    const published = await listAt(route, target);
    const isFilled = published.some(({ type }) => type !== ApplicationCommandType.PrimaryEntryPoint);
    if (isFilled) await replaceAt(route, { definitions: [], published }, target);
    log.info("Commands removed where they were registered before", { count: published.length });
    return true;
  } catch (error) {
    if (signal?.aborted === true) throw error;
    if (GONE.has(refusalOf(error).name)) return true;
    log.warn("Commands couldn't be removed where they were registered before", {}, error);
    return false;
  }
}

function slashIds(published: readonly Published[]): ReadonlyMap<string, string> {
  const slash = published.filter(
    ({ type = ApplicationCommandType.ChatInput }) => type === ApplicationCommandType.ChatInput,
  );
  return new Map(slash.map(({ name, id }) => [name, id]));
}

type Listed = Omit<Definition, "type"> & { readonly type?: number };

/**
 * Returns a text that is equal for equal lists of commands. Compares only what we send, in a fixed order, since Discord
 * fills in defaults and sorts.
 */
export function listFingerprint(commands: readonly Listed[], isGlobal: boolean): string {
  return commands
    .map((command) => commandFingerprint(command, isGlobal))
    .sort()
    .join("\n");
}

function commandFingerprint(command: Listed, isGlobal: boolean): string {
  return JSON.stringify([
    command.type ?? 1,
    command.name,
    localizations(command.name_localizations),
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
    localizations(option.name_localizations),
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
