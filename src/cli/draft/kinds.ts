import type { z } from "zod";

import { toInt64 } from "../../base/int64.ts";
import { isOf } from "../../platform/resources/answers.ts";
import { readDate } from "../../platform/resources/dates.ts";
import { type Leaf, meaningOf } from "../../platform/resources/wire.ts";
import { type Schema, typeOf } from "./document.ts";

/** What an answer's member can be read as, and what a field has to be. */
export type Kind = Leaf | "string" | "enum" | "list" | "object" | "any";

/** Returns a field's kind, and whether it is required. */
export function kindOfField(schema: z.core.$ZodType): { readonly kind: Kind; readonly isRequired: boolean } {
  const { def } = schema._zod;
  const { leaf, enum: table, dictionary } = meaningOf(schema);
  const required = (kind: Kind) => ({ kind, isRequired: true });
  if (leaf !== undefined) return required(leaf);
  if (table !== undefined) return required("enum");
  if (dictionary !== undefined) return required("object");
  if (isOf(def, "optional") || isOf(def, "nullable"))
    return { ...kindOfField(def.innerType), isRequired: false };
  return required(KINDS_OF_FIELDS[def.type] ?? "any");
}

const KINDS_OF_FIELDS: Readonly<Partial<Record<z.core.$ZodTypeDef["type"], Kind>>> = {
  string: "string",
  number: "number",
  int: "number",
  array: "list",
  object: "object",
  record: "object",
};

/** Returns what a value can be read as; undefined for `null`, which says nothing. */
export function kindsOfValue(value: unknown): ReadonlySet<Kind> | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "boolean") return new Set(["boolean", "any"]);
  if (Array.isArray(value)) return new Set(["list", "any"]);
  if (typeof value !== "string" && typeof value !== "number") return new Set(["object", "any"]);
  const kinds = new Set<Kind>(["any", "text", "enum"]);
  if (typeof value === "string") {
    kinds.add("string");
    if (/^\d{4}-\d\d-\d\d/.test(value) && readDate(value) !== undefined) kinds.add("date");
  }
  if (toInt64(value) !== undefined) kinds.add("int64");
  if (typeof value !== "number" && !/^-?\d{1,20}$/.test(value)) return kinds;
  const number = Number(value);
  if (typeof value === "number") kinds.add("number");
  if (Number.isInteger(number)) {
    if (Math.abs(number) < 2 ** 31) kinds.add("int32");
    if (number >= 0 && number < 2 ** 32) kinds.add("uint32");
    if (typeof value === "number" && number > 1e9) kinds.add("date");
  }
  return kinds;
}

/** Where a schema made of samples has the kinds of their values; no document can hold a set. */
export const KINDS = "x-kinds";

/** Returns what a described member (JSON Schema's `type`, OpenAPI's `format`) can be read as; undefined: unknown. */
export function kindsOfSchema(schema: Schema): ReadonlySet<Kind> | undefined {
  const sampled = schema[KINDS];
  // Only `inferSchema` makes one.
  if (sampled instanceof Set) return sampled as ReadonlySet<Kind>;
  const { format } = schema;
  const type = typeOf(schema);
  const byFormat = Object.hasOwn(KINDS_OF_TYPE, type) ? KINDS_OF_TYPE[type] : undefined;
  const kinds = byFormat?.(typeof format === "string" ? format : "");
  return kinds && new Set([...kinds, "any"]);
}

type KindsByFormat = (format: string) => readonly Kind[];

const WHOLE: readonly Kind[] = ["int64", "number", "text", "enum", "date"];

const KINDS_OF_TYPE: Readonly<Partial<Record<string, KindsByFormat>>> = {
  boolean: () => ["boolean"],
  array: () => ["list"],
  object: () => ["object"],
  // Types that no standard has.
  timestamp: () => ["date"],
  datetime: () => ["date"],
  date: () => ["date"],
  // Some generators know no whole numbers.
  number: () => [...WHOLE, "int32", "uint32"],
  integer: (format) => (format.includes("64") ? WHOLE : [...WHOLE, "int32", "uint32"]),
  string: (format) => {
    if (format === "date-time" || format === "date") return ["date"];
    if (format.includes("int64")) return ["int64", "text", "string"];
    // Ids are often described as text only, and so are dates.
    return ["string", "text", "enum", "int64", "date"];
  },
};
