/** A text of the platform with something to read in it; absent, empty and blank ones are undefined. */
export function toText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  return text === "" ? undefined : text;
}

/** A hash that names something: 0 means "none" on the wire. */
export function toHash(value: number | null | undefined): number | undefined {
  return value === null || value === 0 ? undefined : value;
}

/** Hashes that name something, each once. */
export function toHashes(
  values: readonly (number | null | undefined)[] | null | undefined,
): readonly number[] {
  return [...new Set((values ?? []).flatMap((value) => toHash(value) ?? []))];
}
