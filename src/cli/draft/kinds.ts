import type { z } from "zod";

import { toInt64 } from "../../base/int64.ts";
import { isOf } from "../../platform/resources/answers.ts";
import { readDate } from "../../platform/resources/dates.ts";
import { type Leaf, meaningOf } from "../../platform/resources/wire.ts";

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
  return required(KINDS[def.type] ?? "any");
}

const KINDS: Readonly<Partial<Record<z.core.$ZodTypeDef["type"], Kind>>> = {
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

const KINDS_OF_TYPE: Readonly<Record<string, Kind>> = {
  boolean: "boolean",
  array: "list",
  object: "object",
  number: "number",
};

/** Returns what a described leaf (JSON Schema's `type`, OpenAPI's `format`) can be read as. */
export function kindsOfType(type: string, format: string | undefined): ReadonlySet<Kind> | undefined {
  if (type === "string") return new Set(stringKinds(format));
  if (type === "integer") return new Set(integerKinds(format));
  const kind = Object.hasOwn(KINDS_OF_TYPE, type) ? KINDS_OF_TYPE[type] : undefined;
  return kind && new Set([kind, "any"]);
}

function stringKinds(format: string | undefined): readonly Kind[] {
  if (format === "date-time" || format === "date") return ["date", "any"];
  if (format?.includes("int64") === true) return ["int64", "text", "string", "any"];
  // Ids are often described as text only, and so are dates.
  return ["string", "text", "enum", "int64", "date", "any"];
}

function integerKinds(format: string | undefined): readonly Kind[] {
  const both: readonly Kind[] = ["int64", "number", "text", "enum", "any"];
  if (format?.includes("64") === true) return both;
  return format === "int32" ? [...both, "int32"] : [...both, "int32", "uint32"];
}
