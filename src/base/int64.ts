/**
 * A platform's id as text: of a user, an account, a character, an article. A 64-bit integer is decimal, since a
 * `number` would change those above 2^53.
 */
export type PlatformId = string & { readonly __platformId: unique symbol };

export type IdKind = "int64" | "text";

const DECIMAL = /^-?\d{1,20}$/;
const MIN = -(2n ** 63n);
/** uint64 looks the same on the wire, so its upper bound serves both. */
const MAX = 2n ** 64n - 1n;

/** Returns a decimal string or a safe integer as an id; undefined for anything else. */
export function toInt64(value: unknown): PlatformId | undefined {
  if (typeof value === "number")
    return Number.isSafeInteger(value) ? (String(value) as PlatformId) : undefined;
  if (typeof value !== "string" || !DECIMAL.test(value)) return undefined;
  const parsed = BigInt(value);
  if (parsed < MIN || parsed > MAX) return undefined;
  return parsed.toString() as PlatformId;
}

const LONGEST_TEXT = 200;
/** Control characters, lone surrogates, and line and paragraph separators. */
const UNFIT = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * Returns an id of this kind; undefined for anything else. Ids that are text are compared letter by letter, so that
 * `007` and `7` are two.
 */
export function toPlatformId(value: unknown, kind: IdKind): PlatformId | undefined {
  if (kind === "int64" || typeof value !== "string") return toInt64(value);
  if (value.length > LONGEST_TEXT || value.trim() === "" || UNFIT.test(value)) return undefined;
  return value as PlatformId;
}

/** For literals in code and tests. Throws a RangeError for anything but an integer in range. */
export function int64(value: string | bigint): PlatformId {
  const parsed = toInt64(value.toString());
  if (parsed === undefined) throw new RangeError("not a 64-bit integer in decimal");
  return parsed;
}
