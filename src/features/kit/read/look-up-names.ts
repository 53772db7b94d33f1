import type { NamedThing, NameTable, Names } from "../../../game/names.ts";
import type { Dated } from "../../../platform/client.ts";
import { decodeEntities } from "../../../game/readable.ts";
import type { CommandContext } from "../command/command-context.ts";
import type { Age } from "../view/view-context.ts";
import { type MilestoneContent, toMilestoneContent } from "../../../game/milestones.ts";
import { orElse } from "../../../base/errors.ts";

export type Wanted = Readonly<Partial<Record<NameTable, readonly number[]>>>;

/**
 * Returns the names of all hashes a view needs, in the reader's language: those that records carry, those of
 * the player shown first, else of their definitions. Never fails.
 */
export async function lookUpNames(
  { definitions, platform, locale, signal }: CommandContext,
  wanted: Wanted,
  ofPlayer?: Dated<unknown>["names"],
): Promise<Names> {
  const carried = (table: NameTable, hash: number) => platform.ownName({ table, hash }, locale, ofPlayer);
  const tables = Object.entries(wanted) as [NameTable, readonly number[]][];
  const found = await Promise.all(
    tables.map(async ([table, hashes]): Promise<[NameTable, ReadonlyMap<number, NamedThing>]> => {
      const distinct = [...new Set(hashes)];
      // An objective's goal is in its definition alone.
      const unnamed =
        table === "objective" ? distinct : distinct.filter((hash) => carried(table, hash) === undefined);
      if (unnamed.length === 0) return [table, new Map()];
      return [table, await definitions.lookUp(table, unnamed, { locale, signal })];
    }),
  );
  const byTable = new Map(found);
  return {
    of: (table, hash) => {
      if (hash === undefined) return undefined;
      const [defined, own] = [byTable.get(table)?.get(hash), carried(table, hash)];
      const name = own?.name ?? defined?.name;
      return name === undefined ? undefined : { ...defined, ...own, name: decodeEntities(name) };
    },
  };
}

/** Returns the hashes of several views together. */
export function mergeWanted(...all: readonly Wanted[]): Wanted {
  const merged: Partial<Record<NameTable, number[]>> = {};
  for (const wanted of all) {
    for (const [table, hashes] of Object.entries(wanted) as [NameTable, readonly number[]][]) {
      merged[table] = [...(merged[table] ?? []), ...hashes];
    }
  }
  return merged;
}

/**
 * Returns the age of a reply made of several parts: the oldest part's, stale if any is, with all unreadable entries
 * counted.
 */
export function ageOf(parts: readonly Dated<unknown>[]): Age | undefined {
  const [first, ...rest] = parts;
  if (first === undefined) return undefined;
  return rest.reduce<Age>(
    (age, part) => ({
      at: Math.min(age.at, part.at),
      isStale: age.isStale || part.isStale,
      isMaintenance: (age.isMaintenance ?? false) || (part.isMaintenance ?? false),
      unread: (age.unread ?? 0) + (part.unread ?? 0),
    }),
    first,
  );
}

/** Returns a milestone's texts and rewards; none where it has none or the platform fails. */
export async function readMilestoneContent(
  { platform, locale, signal }: CommandContext,
  hash: number,
): Promise<MilestoneContent | undefined> {
  if (!platform.offers("milestones.content")) return undefined;
  const dated = await orElse(platform.milestonesContent({ hash, locale, signal }), undefined);
  return dated && toMilestoneContent(dated.data);
}
