import type { Dated } from "../../platform/client.ts";
import type { Age } from "./view/view-context.ts";

/** The age of an answer made of several: that of its oldest part, stale if any part is, short of what all lack. */
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
