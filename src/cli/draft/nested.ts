import type { z } from "zod";

import { isOf } from "../../platform/resources/answers.ts";
import { meaningOf } from "../../platform/resources/wire.ts";
import { type Matching, matchRecord } from "./match.ts";
import type { FoundRecord } from "./places.ts";

/** A record inside another one, and how it was matched. */
export interface NestedRecord extends Matching {
  readonly record: string;
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

const MOST_DEPTH = 5;

/**
 * Matches the records inside a found record, at the members their fields were matched with. A record that occurs
 * several times counts at its first place.
 */
export function nestedRecords(shape: Shape, found: FoundRecord): readonly NestedRecord[] {
  const nested = new Map<string, NestedRecord>();
  const waiting = [{ shape, proposals: found.proposals, at: found.place.at, depth: 0 }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (const { field, member, sure } of next.proposals) {
      const inner = recordInside(next.shape[field]);
      if (sure === "maybe" || inner === undefined || nested.has(inner.record)) continue;
      const place = next.at(member.path);
      const matching = place && matchRecord({ name: inner.record, shape: inner.shape }, place.members);
      if (place === undefined || matching === undefined || matching.score === 0) continue;
      nested.set(inner.record, { record: inner.record, ...matching });
      if (next.depth < MOST_DEPTH)
        waiting.push({
          shape: inner.shape,
          proposals: matching.proposals,
          at: place.at,
          depth: next.depth + 1,
        });
    }
  }
  return [...nested.values()];
}

/** Returns the record that a field holds, one or many. */
function recordInside(schema: z.core.$ZodType | undefined): { record: string; shape: Shape } | undefined {
  if (schema === undefined) return undefined;
  const { def } = schema._zod;
  const { record, dictionary } = meaningOf(schema);
  if (dictionary !== undefined) return recordInside(dictionary);
  if (isOf(def, "object")) return record === undefined ? undefined : { record, shape: def.shape };
  if (isOf(def, "array")) return recordInside(def.element);
  if (isOf(def, "record")) return recordInside(def.valueType);
  return isOf(def, "optional") || isOf(def, "nullable") ? recordInside(def.innerType) : undefined;
}
