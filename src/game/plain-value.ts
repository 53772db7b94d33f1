/** Returns a text of the platform; undefined for absent and blank ones. */
export function toText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  return text === "" ? undefined : text;
}

/** Returns a hash; undefined for 0, which means "none" on the wire. */
export function toHash(value: number | null | undefined): number | undefined {
  return value === null || value === 0 ? undefined : value;
}

/** Returns the distinct hashes, without "none". */
export function toHashes(
  values: readonly (number | null | undefined)[] | null | undefined,
): readonly number[] {
  return [...new Set((values ?? []).flatMap((value) => toHash(value) ?? []))];
}
