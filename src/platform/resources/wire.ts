import { z } from "zod";

import { type PlatformId, toInt64 } from "../../base/int64.ts";
import { readDate } from "./dates.ts";

/**
 * The basic types of records. They read both shapes of the wire: empty members `null` or left out, 64-bit integers as
 * decimal strings or safe numbers (returned as decimal strings).
 */

/**
 * The enumerations a profile can have tables for. The last three have no record in the contract: account types (E5),
 * periods of statistics and modes of play.
 */
export const enumNames = [
  "TrendingEntryType",
  "PartnershipType",
  "IgnoreStatus",
  "ComponentPrivacySetting",
  "MembershipType",
  "PeriodType",
  "ActivityMode",
] as const;
export type EnumName = (typeof enumNames)[number];

export type Leaf = "int64" | "int32" | "uint32" | "number" | "boolean" | "date" | "text";

/** What a schema of this module means, beyond its zod type. */
interface Meaning {
  readonly record?: string;
  readonly enum?: EnumName;
  readonly leaf?: Leaf;
  /** The field that repeats a dictionary's key. */
  readonly keyField?: string;
  /** Whether a text may have the service's markup. */
  readonly isProse?: boolean;
  /** Whose name the record may carry: the table and the field of its hash. */
  readonly names?: { readonly table: DefinitionTable; readonly hash: string };
  /** Whether an answer without this member is invalid. */
  readonly isEssential?: boolean;
  /** Whether a dictionary's keys are hashes that its records don't repeat. */
  readonly hasHashKeys?: boolean;
  readonly dictionary?: z.core.$ZodType;
}
const meanings = new WeakMap<z.core.$ZodType, Meaning>();

function withMeaning<T extends z.core.$ZodType>(schema: T, meaning: Meaning): T {
  meanings.set(schema, meaning);
  return schema;
}

export function meaningOf(schema: z.core.$ZodType): Meaning {
  return meanings.get(schema) ?? {};
}

export const LARGEST_UINT32 = 2 ** 32 - 1;
/** Hashes of what a service names by a text are whole numbers from here on. */
export const FIRST_TEXT_HASH = 2 ** 52;

/** Returns whether it is a uint32, or the hash of a text. */
export function isHash(hash: number): boolean {
  return Number.isSafeInteger(hash) && hash >= 0 && (hash <= LARGEST_UINT32 || hash >= FIRST_TEXT_HASH);
}

const textOrNumber = z.union([z.string(), z.number()]);

/**
 * `integer:int64` and `integer:uint64`: a decimal string. An unsafe number is refused, naming the field. Where a profile's
 * ids are text, any.
 */
export const int64 = withMeaning(
  textOrNumber.transform((value, context): PlatformId => {
    const read = toInt64(value);
    const isUnsafe = typeof value === "number";
    if (read === undefined)
      context.addIssue(isUnsafe ? "64-bit integer beyond 2^53 sent as a number" : "not a 64-bit integer");
    return read ?? z.NEVER;
  }),
  { leaf: "int64" },
);

export const int32 = withMeaning(wholeNumber(-(2 ** 31), 2 ** 31 - 1), { leaf: "int32" });

/** `integer:uint32`; every `...Hash`. */
export const uint32 = withMeaning(wholeNumber(0, LARGEST_UINT32), { leaf: "uint32" });

/** A text that some services send as a number: `identifier`. */
export const text = withMeaning(textOrNumber.transform(String), { leaf: "text" });

/** A JSON number as text: long integers come from `parseJson`, others from services. */
export const NUMBER_TEXT = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** A number that may have a fraction. */
export const number = withMeaning(
  z
    .union([z.number(), z.string().regex(NUMBER_TEXT)])
    .transform(Number)
    .pipe(z.number()),
  { leaf: "number" },
);

/** Returns a boolean, also from numbers and texts; undefined for anything else. */
export function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (value === 1 || value === "1" || value === "true") return true;
  return value === 0 || value === "0" || value === "false" ? false : undefined;
}

export const boolean = withMeaning(
  z.union([z.boolean(), z.string(), z.number()]).transform((value, context): boolean => {
    const read = readBoolean(value);
    if (read === undefined) context.addIssue("neither true nor false");
    return read ?? z.NEVER;
  }),
  { leaf: "boolean" },
);

/** An integer-valued enumeration. Unknown values pass through; the profile has mapped names before. */
export function enumOf(name: EnumName) {
  return withMeaning(z.int(), { enum: name });
}

/** `string:date-time`: ISO 8601 as text; without a zone it becomes UTC. Other texts stay. */
export const dateTime = withMeaning(
  textOrNumber.transform((value, context) => {
    const date = readDate(value) ?? (typeof value === "string" ? value : undefined);
    if (date === undefined) context.addIssue("not a date");
    return date ?? z.NEVER;
  }),
  { leaf: "date" },
);

/** A text that may have the service's markup, which becomes HTML. */
export const prose = withMeaning(z.string(), { isProse: true });

/** A member that may be `null` or left out; readers treat both alike. */
export function maybe<T extends z.ZodType>(schema: T) {
  return schema.nullish();
}

/** A member without which the answer counts as invalid. */
export function essential<T extends z.ZodType>(schema: T): T {
  return withMeaning(schema, { isEssential: true });
}

/** A list, which may be left out when empty. */
export function listOf<T extends z.ZodType>(schema: T) {
  return z.array(schema).nullish();
}

/** A `Dictionary<K,V>` that may be left out. */
export function dictionaryOf<T extends z.ZodType>(schema: T) {
  return dictionary(schema).nullish();
}

/** A `Dictionary<uint32,V>` that may be left out, and whose records don't have their keys. */
export function hashDictionaryOf<T extends z.ZodType>(schema: T) {
  return dictionary(schema, { hasHashKeys: true }).nullish();
}

/** A `Dictionary<K,V>` with text keys. An empty list counts as an empty dictionary, as some languages write it. */
export function dictionary<T extends z.ZodType>(schema: T, meaning: Pick<Meaning, "hasHashKeys"> = {}) {
  const read = withMeaning(z.record(z.string(), schema), meaning);
  const lenient = z.preprocess((value) => (Array.isArray(value) && value.length === 0 ? {} : value), read);
  return withMeaning(lenient, { dictionary: read });
}

/**
 * A record of the contract: listed members are checked, unknown ones pass through. Profiles rename members by its name.
 * In a dictionary the record may leave out `keyField`, which the key provides.
 */
export function record<T extends z.ZodRawShape>(name: string, shape: T, keyField?: keyof T & string) {
  return withMeaning(z.looseObject(shape), { record: name, ...(keyField !== undefined && { keyField }) });
}

/**
 * A record that may carry the name, text and picture of what it is about, where a profile says where. Its definition
 * then only fills gaps.
 */
export function namedRecord<T extends z.ZodRawShape>(
  name: string,
  names: { readonly table: DefinitionTable; readonly hash: keyof T & string },
  shape: T,
  keyField?: keyof T & string,
) {
  const schema = z.looseObject({ ...shape, ...ownName });
  return withMeaning(schema, { record: name, names, ...(keyField !== undefined && { keyField }) });
}

const ownName: Readonly<Record<"name" | "description" | "icon", ReturnType<typeof maybe<z.ZodString>>>> = {
  name: maybe(z.string()),
  description: maybe(prose),
  icon: maybe(z.string()),
};

/** Returns whether a field is of the name that records may carry, which is read only where a profile says where. */
export function isOwnName(schema: z.core.$ZodType | undefined): boolean {
  return Object.values<z.core.$ZodType | undefined>(ownName).includes(schema);
}

/** Also reads decimal digits, since some services send numbers as text. */
function wholeNumber(min: number, max: number) {
  const digits = z.string().regex(/^(?:0|-?[1-9]\d{0,9})$/);
  return z.union([z.int().min(min).max(max), digits.transform(Number).pipe(z.int().min(min).max(max))]);
}

/** The tables every `...Hash` of the contract points into. */
export const definitionTables = [
  "item",
  "quest",
  "activity",
  "milestone",
  "progression",
  "faction",
  "objective",
  "vendor",
  "destination",
  "modifier",
] as const;
export type DefinitionTable = (typeof definitionTables)[number];

/** What a record says of the thing it is about; empty texts where it says nothing. */
export interface OwnName {
  readonly name: string;
  readonly description: string;
  /** Its picture's path or address. */
  readonly icon: string;
}

/** The names an answer's records carry, by `nameKey`. */
export type OwnNames = ReadonlyMap<string, OwnName>;

export function nameKey(table: DefinitionTable, hash: number): string {
  return `${table}/${hash}`;
}
