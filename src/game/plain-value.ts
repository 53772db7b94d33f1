/** A text of the platform with something to read in it; absent, empty and blank ones are undefined. */
export function toText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  return text === "" ? undefined : text;
}

/** Hashes that name something: 0 means "none" on the wire. Each once. */
export function toHashes(
  values: readonly (number | null | undefined)[] | null | undefined,
): readonly number[] {
  const known = (values ?? []).filter((value): value is number => typeof value === "number" && value !== 0);
  return [...new Set(known)];
}
