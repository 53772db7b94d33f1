import type { Dated } from "../../../platform/client.ts";
import type { Age } from "../view/view-context.ts";

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
