/** Returns the items in their order, `size` at a time; the last ones may be fewer. */
export function chunks<T>(items: readonly T[], size: number): readonly T[][] {
  return [...Map.groupBy(items, (_, index) => Math.floor(index / size)).values()];
}
