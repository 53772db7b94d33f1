import { isDeepStrictEqual } from "node:util";

import type { ApplicationCommandType } from "discord-api-types/v10";

import { DAY_MS } from "../../base/duration.ts";
import { isRecord, type Json } from "./json.ts";
import type { World } from "./world/world.ts";

const MOST_CREATES_A_DAY = 200;

/** A published command in Discord's shape, with the parts the code reads. */
export interface PublishedCommand {
  readonly id: string;
  readonly type: ApplicationCommandType;
  readonly name: string;
  readonly guildId?: string;
  readonly version: string;
  /** The body as Discord keeps it, with its defaults. */
  readonly body: Json;
}

export class CommandRegistry {
  readonly #world: World;
  readonly #creates = new Map<string, readonly number[]>();
  readonly #scopes = new Map<string, readonly PublishedCommand[]>();
  /** The default_member_permissions that server admins set, by `server command`. */
  readonly access = new Map<string, string>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Returns the commands of a server, or the global ones. */
  list(guildId?: string): readonly PublishedCommand[] {
    return this.#scopes.get(guildId ?? "") ?? [];
  }

  /** Counts the commands that are new. Returns whether Discord's limit of a day allows them. */
  takeCreates(list: readonly Json[], guildId?: string): boolean {
    const known = new Set(this.list(guildId).map(({ type, name }) => `${type} ${name}`));
    const made = list.filter(({ type, name }) => !known.has(`${Number(type ?? 1)} ${String(name)}`));
    const now = this.#world.clock.now();
    const scope = guildId ?? "";
    const lately = (this.#creates.get(scope) ?? []).filter((at) => Math.abs(now - at) < DAY_MS);
    if (lately.length + made.length > MOST_CREATES_A_DAY) return false;
    this.#creates.set(scope, [...lately, ...made.map(() => now)]);
    return true;
  }

  get #all(): readonly PublishedCommand[] {
    return [...this.#scopes.values()].flat();
  }

  get size(): number {
    return this.#all.length;
  }

  find(id: string): PublishedCommand | undefined {
    return this.#all.find((command) => command.id === id);
  }

  /** Replaces and returns all commands of a server, or all global ones. A command keeps its id by type and name. */
  replace(list: readonly Json[], guildId?: string): readonly PublishedCommand[] {
    const before = this.list(guildId);
    const after = list.map((body) => this.#publish(body, before, guildId));
    this.#scopes.set(guildId ?? "", after);
    return after;
  }

  /** Adds a command, or replaces the one with the same type and name. Returns it, and whether it is new. */
  upsert(body: Json, guildId?: string): { readonly command: PublishedCommand; readonly isNew: boolean } {
    const before = this.list(guildId);
    const command = this.#publish(body, before, guildId);
    const others = before.filter((other) => other.id !== command.id);
    this.#scopes.set(guildId ?? "", [...others, command]);
    return { command, isNew: others.length === before.length };
  }

  remove(id: string, guildId?: string): boolean {
    const before = this.list(guildId);
    const after = before.filter((command) => command.id !== id);
    this.#scopes.set(guildId ?? "", after);
    return after.length < before.length;
  }

  #publish(given: Json, before: readonly PublishedCommand[], guildId?: string): PublishedCommand {
    const kept = normalised(given, guildId);
    const type: ApplicationCommandType = Number(kept["type"]);
    const name = String(given["name"]);
    const old = before.find((command) => command.type === type && command.name === name);
    if (old !== undefined && isDeepStrictEqual(old.body, kept)) return old;
    const id = old?.id ?? this.#world.ids.next();
    const version = this.#world.ids.next();
    const scope = guildId === undefined ? {} : { guildId };
    return { id, type, name, version, body: kept, ...scope };
  }
}

/** Returns the command as Discord answers it; localizations only on request. */
export function commandJson(world: World, command: PublishedCommand, withLocalizations: boolean): Json {
  const body = withLocalizations ? command.body : withoutLocalizations(command.body);
  return {
    id: command.id,
    application_id: world.application.id,
    version: command.version,
    ...(command.guildId === undefined ? {} : { guild_id: command.guildId }),
    ...body,
  };
}

function normalised(given: Json, guildId?: string): Json {
  const { id: _id, options, ...rest } = given;
  const permissions = (given["default_member_permissions"] ?? null) as string | number | null;
  const isSlash = (given["type"] ?? 1) === 1;
  return {
    ...rest,
    type: given["type"] ?? 1,
    description: given["description"] ?? "",
    name_localizations: given["name_localizations"] ?? null,
    description_localizations: given["description_localizations"] ?? null,
    default_member_permissions: permissions === null ? null : String(permissions),
    nsfw: given["nsfw"] ?? false,
    ...(isSlash && Array.isArray(options) ? { options: options.map(normalisedOption) } : {}),
    ...(guildId === undefined
      ? {
          dm_permission: given["dm_permission"] ?? true,
          contexts: given["contexts"] ?? null,
          integration_types: given["integration_types"] ?? [0],
        }
      : {}),
  };
}

/** Drops what Discord leaves out of options: nulls, false flags, empty lists. */
function normalisedOption(option: unknown): unknown {
  if (!isRecord(option)) return option;
  const entries = Object.entries(option).filter(([, value]) => {
    if (value === null || value === undefined || value === false) return false;
    return !(Array.isArray(value) && value.length === 0);
  });
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      (name === "options" || name === "choices") && Array.isArray(value)
        ? value.map(normalisedOption)
        : value,
    ]),
  );
}

function withoutLocalizations<T>(value: T): T;
function withoutLocalizations(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutLocalizations<unknown>(one));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([name]) => !name.endsWith("_localizations"));
  return Object.fromEntries(entries.map(([name, held]) => [name, withoutLocalizations(held)]));
}
