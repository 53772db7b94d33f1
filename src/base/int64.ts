/** A 64-bit integer as a decimal string. The platform's ids are above 2^53, so a `number` would change them. */
export type Int64 = string & { readonly __int64: unique symbol };

const DECIMAL = /^-?\d{1,20}$/;
const MIN = -(2n ** 63n);
/** uint64 looks the same on the wire, so its upper bound serves both. */
const MAX = 2n ** 64n - 1n;

/** Returns a decimal string or a safe integer as Int64; undefined for anything else. */
export function toInt64(value: unknown): Int64 | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) ? (String(value) as Int64) : undefined;
  if (typeof value !== "string" || !DECIMAL.test(value)) return undefined;
  const parsed = BigInt(value);
  if (parsed < MIN || parsed > MAX) return undefined;
  return parsed.toString() as Int64;
}

/** For literals in code and tests. Throws a RangeError for anything but an integer in range. */
export function int64(value: string | bigint): Int64 {
  const parsed = toInt64(value.toString());
  if (parsed === undefined) throw new RangeError("not a 64-bit integer in decimal");
  return parsed;
}
