import { foldAccents } from "../../../base/text.ts";

/**
 * Returns the items reordered: exact names first, then those equal in any case, then without accents and lookalike
 * letters, then those that begin with the text. So a name that only resembles another is never above it.
 */
export function closestFirst<T>(
  all: readonly T[],
  typed: string,
  nameOf: (one: T) => string | undefined,
): readonly T[] {
  const wanted = typed.trim();
  return all
    .map((one) => ({ one, rank: rankOf(nameOf(one)?.trim() ?? "", wanted) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

function rankOf(name: string, wanted: string): number {
  if (name === wanted) return 0;
  if (name.toLowerCase() === wanted.toLowerCase()) return 1;
  const folded = foldAccents(name);
  if (folded === foldAccents(wanted)) return 2;
  return folded.startsWith(foldAccents(wanted)) ? 3 : 4;
}
