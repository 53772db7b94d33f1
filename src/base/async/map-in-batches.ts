/** Runs `work` for each entry, at most `size` at once. Returns the results in the order of the entries. */
export async function inBatches<Entry, Result>(
  entries: readonly Entry[],
  size: number,
  work: (entry: Entry) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < entries.length; at += size) {
    results.push(...(await Promise.all(entries.slice(at, at + size).map(work))));
  }
  return results;
}

/** Returns the items in their order, `size` at a time; the last ones may be fewer. */
export function chunks<T>(items: readonly T[], size: number): readonly T[][] {
  return [...Map.groupBy(items, (_, index) => Math.floor(index / size)).values()];
}
