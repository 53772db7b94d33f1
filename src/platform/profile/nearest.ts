/** The name somebody will have meant: the same but for capitals and two characters at most. */
export function nearest(written: string, known: readonly string[]): string | undefined {
  const far = (one: string) => distance(one.toLowerCase(), written.slice(0, 60).toLowerCase());
  return known.find((one) => far(one) <= Math.min(2, Math.floor(one.length / 3)));
}

/** Levenshtein's. */
function distance(one: string, other: string): number {
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
