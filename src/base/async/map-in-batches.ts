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
