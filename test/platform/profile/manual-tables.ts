import { z } from "zod";

import { tableNamedBy } from "../../../src/game/names.ts";
import { enumTables } from "../../../src/platform/profile/enum-tables.ts";
import { operations } from "../../../src/platform/profile/operations.ts";
import { operationParameters } from "../../../src/platform/profile/parameters.ts";
import { ProfileSchema } from "../../../src/platform/profile/schema.ts";
import { provider } from "../../../src/platform/profile/sign-in-schema.ts";
import { definitionTables } from "../../../src/platform/resources/definitions.ts";
import { isOf, recordShapes } from "../../../src/platform/resources/answers.ts";
import { enumNames, meaningOf } from "../../../src/platform/resources/wire.ts";

/** The tables of src/platform/profile/README.md, written from the schemas. */
export const manualTables: Readonly<Record<string, () => string>> = {
  keys: () => keyTable(ProfileSchema, new Set(["operations"])),
  provider: () => keyTable(provider),
  "operation-keys": () => keyTable(everyOperationKey()),
  operations: operationTable,
  records: recordTable,
  hashes: hashTable,
  enumerations: enumTable,
};

interface Key {
  readonly path: string;
  readonly meaning: string;
  readonly byDefault: string;
}

function keyTable(schema: z.ZodObject, closed: ReadonlySet<string> = new Set()): string {
  const rows = keysOf(schema, "", closed).map(({ path, meaning, byDefault }) => [
    `\`${path}\``,
    meaning,
    byDefault,
  ]);
  return table(["Key", "Meaning", "Default"], rows);
}

/** The keys of an object with a description; those without one are what holds further keys. */
function keysOf(schema: z.ZodObject, prefix: string, closed: ReadonlySet<string>): readonly Key[] {
  return Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>).flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    const inner = unwrapped(member);
    const nested = inner instanceof z.ZodObject && !closed.has(name) && !path.startsWith("cookies.");
    const isHolder = nested && path !== "hosts.providers";
    const below = isHolder ? keysOf(inner, `${path}.`, closed) : [];
    const { description } = member;
    if (description === undefined && below.length === 0) throw new Error(`${path} has no description`);
    const own = { path, meaning: description ?? "", byDefault: defaultOf(member) };
    return description === undefined ? below : [own, ...below];
  });
}

function unwrapped(schema: z.ZodType): z.ZodType {
  const { innerType } = schema.def as { readonly innerType?: z.ZodType };
  return innerType === undefined ? schema : unwrapped(innerType);
}

function defaultOf(schema: z.ZodType): string {
  const { def } = schema;
  if (def.type === "default" || def.type === "prefault") {
    const { defaultValue } = def as unknown as { readonly defaultValue: unknown };
    return `\`${typeof defaultValue === "string" && defaultValue !== "" ? defaultValue : JSON.stringify(defaultValue)}\``;
  }
  return def.type === "optional" ? "none" : "needed";
}

/** Every key any operation has, each once. */
function everyOperationKey(): z.ZodObject {
  const shapes = Object.values(operations.shape).map((operation) => {
    const inner = unwrapped(operation);
    if (!(inner instanceof z.ZodObject)) throw new Error("an operation is no object");
    return inner.shape;
  });
  return z.object(Object.assign({}, ...shapes) as z.ZodRawShape);
}

function operationTable(): string {
  const rows = Object.entries(operationParameters).map(([id, { required, optional, isLocalised }]) => {
    const needed = required.map((name) => `**\`${name}\`**`);
    const more = optional
      .filter((name) => !name.includes(".") && !required.includes(name))
      .map((name) => `\`${name}\``);
    const language = isLocalised === true ? "member's" : "default";
    return [`\`${id}\``, [...needed, ...more].join(", "), language, ANSWERS[id] ?? ""];
  });
  return table(["Operation", "Parameters", "Language", "What has to stand at `pick` (and `items`)"], rows);
}

const ANSWERS: Readonly<Record<string, string>> = {
  "trending.list": "list of TrendingStub (`stubs`) or TrendingEntry (`details`)",
  "trending.entry": "TrendingEntry",
  "content.byId": "ContentItemPublicContract",
  "content.search": "list of ContentItemPublicContract",
  "user.byId": "GeneralUser",
  "user.search": "list of GeneralUser; `name` is a prefix",
  "account.current": "CurrentAccount (private)",
  "accounts.of": "list of GameAccount",
  characters: "list of Character, dictionary by id, or list of ids",
  progression: "CharacterProgressions",
  "stats.account": "GameHistoricalStatsWithMerged",
  "stats.character":
    "dictionary of GameHistoricalStatsByPeriod by mode; `from` and `to` are `YYYY-MM-DD`. " +
    "Members are offered days where it takes both, and months where it takes `period`",
  "milestones.public":
    "dictionary by hash, or list, of GamePublicMilestone (say it with `pick`, not `items`)",
  "milestones.content": "GameMilestoneContent",
  "definitions.manifest":
    "see `version` and `file`; a file is a dictionary by hash, or a list, of Definition, without an envelope",
  "definitions.one": "Definition; `table` is the service's name",
  vault: "any JSON object (private)",
};

type Schema = z.core.$ZodType;

function recordTable(): string {
  const rows = [...recordShapes()].map(([name, shape]) => [
    name,
    Object.entries(shape)
      .map(([field, schema]) => `\`${field}\`${isNeeded(schema) ? "\\*" : ""} ${kindOf(schema)}`)
      .join(", "),
  ]);
  return table(["Record", "Fields"], rows);
}

function hashTable(): string {
  const fields = [...recordShapes().values()].flatMap((shape) => Object.keys(shape));
  const hashes = [...new Set(fields)].filter((field) => /[a-z]Hash(?:es)?$/.test(field));
  const rows = definitionTables.map((name) => [
    `\`${name}\``,
    hashes
      .filter((field) => tableOf(field) === name)
      .map((field) => `\`${field}\``)
      .join(", "),
  ]);
  return table(["Table", "Hashes"], rows);
}

const tableOf = (field: string) =>
  /^(?:quest|questItem|step)Hash$/.test(field) ? "quest" : tableNamedBy(field);

function isNeeded(schema: Schema): boolean {
  return !isOf(schema._zod.def, "optional");
}

/** The kind of a field in words: `int64`, `list of GameProgression`. */
function kindOf(schema: Schema): string {
  const { record, dictionary, leaf, enum: enumeration } = meaningOf(schema);
  const { def } = schema._zod;
  if (record !== undefined) return record;
  if (dictionary !== undefined) return kindOf(dictionary);
  if (enumeration !== undefined) return enumeration;
  if (leaf !== undefined) return leaf;
  if (isOf(def, "optional") || isOf(def, "nullable")) return kindOf(def.innerType);
  if (isOf(def, "array")) return `list of ${kindOf(def.element)}`;
  if (isOf(def, "record")) return `dictionary of ${kindOf(def.valueType)}`;
  if (isOf(def, "union")) return def.options.map(kindOf).join(" or ");
  return def.type === "unknown" ? "any" : def.type;
}

function enumTable(): string {
  const known = enumTables({ enums: {} });
  const rows = enumNames.map((name) => [
    `\`${name}\``,
    known[name]?.map(({ value, name: label }) => `${value} ${label}`).join(", ") ?? "none: the service's own",
  ]);
  return table(["Enumeration", "Values"], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
