import type { z } from "zod";

import { ContentItemPublicContract } from "./content.ts";
import { Definition } from "./definitions.ts";
import { GameMilestoneContent, PublicMilestones } from "./milestones.ts";
import { CharacterProgressions } from "./progression.ts";
import { GameHistoricalStatsResults, GameHistoricalStatsWithMerged } from "./stats.ts";
import { TrendingEntry, TrendingStub } from "./trending.ts";
import { Character, CurrentAccount, GameAccount, GeneralUser } from "./user.ts";
import { Vault, VaultItem } from "./vault.ts";
import { meaningOf } from "./wire.ts";

/**
 * The record or list entry each operation returns. `trending.list` holds stubs or, where the profile says so, what
 * `trending.entry` returns; the manifest is read by the profile's paths.
 */
export const answers = {
  "trending.list": TrendingStub,
  "trending.entry": TrendingEntry,
  "content.byId": ContentItemPublicContract,
  "content.search": ContentItemPublicContract,
  "user.byId": GeneralUser,
  "user.search": GeneralUser,
  "account.current": CurrentAccount,
  "accounts.of": GameAccount,
  characters: Character,
  progression: CharacterProgressions,
  "stats.account": GameHistoricalStatsWithMerged,
  "stats.character": GameHistoricalStatsResults,
  "milestones.public": PublicMilestones,
  "milestones.content": GameMilestoneContent,
  "definitions.one": Definition,
  vault: Vault,
} as const satisfies Readonly<Record<string, z.ZodType>>;

/** Returns every record's fields by its name: what a profile may rename. */
export function recordFields(): ReadonlyMap<string, readonly string[]> {
  return new Map([...recordShapes()].map(([name, shape]) => [name, Object.keys(shape)]));
}

/** Records that services send as the plain value of one field. */
const PLAIN: Readonly<Record<string, string>> = { GameHistoricalStatsValuePair: "value" };

/**
 * Returns whether a field may be renamed to the empty path, its parent: it holds a record or dictionary, or is its
 * record's only field.
 */
export function mayStandForItsRecord(record: string, field: string): boolean {
  const schema = recordShapes().get(record)?.[field];
  return schema !== undefined && (PLAIN[record] === field || isObjectInside(schema));
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** Returns every record's fields with their schemas, by its name. */
export function recordShapes(): ReadonlyMap<string, Shape> {
  const found = new Map<string, Shape>();
  for (const schema of [...Object.values(answers), VaultItem]) collect(schema, found);
  return found;
}

function isObjectInside(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod;
  if (isOf(def, "optional") || isOf(def, "nullable")) return isObjectInside(def.innerType);
  return isOf(def, "object") || meaningOf(schema).dictionary !== undefined;
}

function collect(schema: z.core.$ZodType, found: Map<string, Shape>): void {
  const { def } = schema._zod;
  const { record, dictionary } = meaningOf(schema);
  if (dictionary !== undefined) collect(dictionary, found);
  if (isOf(def, "object")) {
    if (record === undefined || found.has(record)) return;
    found.set(record, def.shape);
    for (const member of Object.values(def.shape)) collect(member, found);
  }
  if (isOf(def, "array")) collect(def.element, found);
  if (isOf(def, "record")) collect(def.valueType, found);
  if (isOf(def, "optional") || isOf(def, "nullable")) collect(def.innerType, found);
}

interface Definitions {
  object: z.core.$ZodObjectDef;
  array: z.core.$ZodArrayDef;
  record: z.core.$ZodRecordDef;
  optional: z.core.$ZodOptionalDef;
  nullable: z.core.$ZodNullableDef;
  union: z.core.$ZodUnionDef;
}

/** Returns whether a schema's definition is of this kind. */
export function isOf<Kind extends keyof Definitions>(
  def: z.core.$ZodTypeDef,
  kind: Kind,
): def is Definitions[Kind] {
  return def.type === kind;
}
