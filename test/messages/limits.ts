import { LIMITS } from "../../src/discord/reply/limits.ts";

/** Where a text stands, by its path, and how long it may be there. The first that fits holds. */
const PLACES: readonly (readonly [RegExp, number])[] = [
  [/^commands\.\w+\.(user|message)Menu$/, 32],
  [/^commands\./, LIMITS.description],
  [/(^|\.)\w*[fF]orm\.title$/, LIMITS.modalTitle],
];

/** Returns how many characters a text may have; undefined where it is part of something longer. */
export function mostOf(path: string): number | undefined {
  return PLACES.find(([place]) => place.test(path))?.[1];
}
