import { z } from "zod";

import { type Int64, toInt64 } from "../../base/int64.ts";

/**
 * The leaves every record is made of. They read both shapes of the wire: empty members `null` or left out,
 * 64-bit integers as decimal strings or safe numbers (given out as decimal strings, always).
 */

/** `integer:int64` and `integer:uint64`: a decimal string. An unsafe number is refused, naming the field. */
export const int64Field = z.union([z.string(), z.number()]).transform((value, context): Int64 => {
  const parsed = toInt64(value);
  if (parsed !== undefined) return parsed;
  context.addIssue({
    code: "custom",
    message:
      typeof value === "number" ? "64-bit integer beyond 2^53 sent as a number" : "not a 64-bit integer",
  });
  return z.NEVER;
});

export const int32Field = z
  .int()
  .min(-(2 ** 31))
  .max(2 ** 31 - 1);

/** `integer:uint32`; every `...Hash`. */
export const uint32Field = z
  .int()
  .min(0)
  .max(2 ** 32 - 1);

/** An integer-valued enumeration. Values nobody knew yet pass through; names are mapped by the profile before. */
export const enumField = z.int();

/** `string:date-time`: ISO 8601, kept as text. */
export const dateTimeField = z.string();

/** A member that may be `null` or left out: the two shapes of one record. Readers treat both alike. */
export function maybe<T extends z.ZodType>(schema: T) {
  return schema.nullish();
}

/** A list; the real shape leaves empty ones out. */
export function listOf<T extends z.ZodType>(schema: T) {
  return z.array(schema).nullish();
}

/** A `Dictionary<K,V>`. Keys stay text, whatever K is. */
export function dictionaryOf<T extends z.ZodType>(schema: T) {
  return z.record(z.string(), schema).nullish();
}

/** A record: the listed members are checked, unknown ones pass through. */
export function record<T extends z.ZodRawShape>(shape: T) {
  return z.looseObject(shape);
}
