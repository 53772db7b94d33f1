/** Names that differ more are no misspellings of each other. */
export const TYPING_ERRORS = 2;

/**
 * Returns the edit distance: how many insertions, deletions or replacements turn one text into the other. Takes time
 * proportional to the product of their lengths, so limit untrusted input.
 */
export function levenshtein(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let index = 1; index <= other.length; index += 1) {
      const replaced = (row[index - 1] ?? 0) + (one[at - 1] === other[index - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
