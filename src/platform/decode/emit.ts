import type { z } from "zod";

import { isOf } from "../resources/answers.ts";
import type { Markup } from "../resources/markup.ts";
import { isComposed, partsOfPlace, type Place } from "../resources/place.ts";
import { type EnumName, isOwnName, type Leaf, meaningOf } from "../resources/wire.ts";

/** What a profile changes between wire and contract. */
export interface Mapping {
  readonly renames: Readonly<Record<string, Readonly<Record<string, Place>>>>;
  readonly noDates: readonly (string | number)[];
  readonly noHashes: readonly number[];
  /** By record: where its key is, where a list stands for a dictionary. */
  readonly keys: Readonly<Record<string, Place>>;
  /** Whether enumerations may come by name. */
  readonly readsNames: boolean;
  /** What texts are written in. */
  readonly markup: Markup;
  /** Whether hashes may be texts. */
  readonly hasTextHashes: boolean;
  /** Whether records may carry names where the profile doesn't say where. */
  readonly hasOwnNames: boolean;
}

/** Inside a list or dictionary, a fault costs at most its record, and at the top an optional field. */
type Depth = "top" | "inside";

/**
 * Emits one JavaScript function a record, which checks a parsed value and puts it into the contract's words in
 * place. Only names of fields and paths become part of the code, always quoted by JSON.stringify.
 *
 * What the code finds around it: `fail(problem, value)` notes a problem and gives FAIL; `at(key)` notes a step of the
 * path on the way out and gives FAIL; `lose(record, isRecord)` takes what was noted, so that reading goes on;
 * `failWhole()` gives FAIL where nothing was left; `fills(type, field)` says what an entry of a type has; `named` notes the name
 * of a thing; `int64`, `hash`, `number`, `enumNumber`, `shallow` are helpers.
 */
export class Emitter {
  readonly #mapping: Mapping;
  readonly #functions: string[] = [];
  readonly #names = { top: new Map<z.core.$ZodType, string>(), inside: new Map<z.core.$ZodType, string>() };

  /** The field whose value is being read: what is lost in it has no name of its own. */
  #owner = "";

  constructor(mapping: Mapping) {
    this.#mapping = mapping;
  }

  /** Returns the body of a function that returns the decoder of `schema`. */
  program(schema: z.core.$ZodType): string {
    const root = this.#reader(schema, "top");
    return `"use strict";\n${this.#functions.join("\n")}\nreturn ${root};`;
  }

  /** Returns the name of the function that reads a value by `schema`. */
  #reader(schema: z.core.$ZodType, depth: Depth): string {
    const names = this.#names[depth];
    const known = names.get(schema);
    if (known !== undefined) return known;
    const name = `${depth}${names.size}`;
    names.set(schema, name);
    this.#functions.push(`function ${name}(v) {\n${this.#body(schema, depth)}\n}`);
    return name;
  }

  #body(schema: z.core.$ZodType, depth: Depth): string {
    const { def } = schema._zod;
    const { leaf, enum: enumName, dictionary } = meaningOf(schema);
    if (dictionary !== undefined) {
      return `if (isArray(v) && v.length === 0) return {};\nreturn ${this.#reader(dictionary, depth)}(v);`;
    }
    if (leaf !== undefined) return `${leafCheck(leaf)}\nreturn v;`;
    if (enumName !== undefined) return `${this.#enumCheck(enumName)}\nreturn v;`;
    if (isOf(def, "object")) return this.#object(schema, def.shape, depth);
    if (isOf(def, "array")) return this.#array(def.element, depth);
    if (isOf(def, "record")) return this.#dictionary(schema, def.valueType, depth);
    if (isOf(def, "optional") || isOf(def, "nullable")) {
      return `if (v === null || v === undefined) return v;\nreturn ${this.#reader(def.innerType, depth)}(v);`;
    }
    if (isOf(def, "union")) return this.#union(def.options);
    return `${plainCheck(def.type)}\nreturn v;`;
  }

  #object(schema: z.core.$ZodType, shape: Readonly<Record<string, z.core.$ZodType>>, depth: Depth): string {
    const { record = "" } = meaningOf(schema);
    const renames = this.#mapping.renames[record] ?? {};
    const lines = ["let m, r;"];
    const moved = Object.entries(renames);
    // A field that stands for its whole record may be a plain value or a list: a flag among numbers is no lost record.
    const [alone] = moved.find(([, path]) => path === "") ?? [];
    const isPlain = `typeof v === "number" || typeof v === "string" || typeof v === "boolean" || isArray(v)`;
    if (alone !== undefined) lines.push(`if (${isPlain}) v = { ${JSON.stringify(alone)}: v }; else`);
    lines.push(`{ if (typeof v !== "object" || v === null || isArray(v)) return fail("not an object", v);`);
    // All renamed fields are read before any is written, since two may swap places.
    for (const [index, [, path]] of moved.entries()) lines.push(`const w${index} = ${placeRead(path)};`);
    const isShared = (path: Place) => moved.filter(([, other]) => String(other) === String(path)).length > 1;
    const type = record === "TrendingEntry" ? placeRead(renames["entityType"] ?? "entityType") : undefined;
    if (type !== undefined) lines.push(`const type = ${type};`);
    for (const [index, [field, path]] of moved.entries()) {
      const key = JSON.stringify(field);
      // One place for whatever an entry's type fills.
      const own =
        type !== undefined && isShared(path) ? `fills(type, ${key}) ? w${index} : undefined` : `w${index}`;
      lines.push(`set(v, ${key}, ${own});`);
    }
    lines.push("}");
    const { names } = meaningOf(schema);
    const mayBeThere = (field: string) =>
      !isOwnName(shape[field]) || this.#mapping.hasOwnNames || field in renames;
    for (const [field, member] of Object.entries(shape)) {
      if (mayBeThere(field)) lines.push(this.#member(field, member, { record, depth }));
    }
    if (names !== undefined && mayBeThere("name"))
      lines.push(`named(${JSON.stringify(names.table)}, v[${JSON.stringify(names.hash)}], v);`);
    lines.push("return v;");
    return lines.join("\n");
  }

  #member(
    field: string,
    schema: z.core.$ZodType,
    { record, depth }: { readonly record: string; readonly depth: Depth },
  ): string {
    const key = JSON.stringify(field);
    const inner = withoutMaybe(schema);
    const outside = this.#owner;
    this.#owner = `${record}.${field}`;
    const read = `m = v[${key}];`;
    const isOptional = inner !== schema;
    const none = isOptional ? this.#noneCheck(field, key, inner) : "";
    const { isEssential = false } = meaningOf(schema);
    const there = isEssential || !isOptional ? depth : "inside";
    const keepsText = meaningOf(inner).leaf === "date";
    const failed = isOptional
      ? this.#withoutMember(key, { record, isEssential: isEssential && depth === "top", keepsText })
      : `return at(${key});`;
    const isMarked = meaningOf(inner).isProse === true && this.#mapping.markup !== "html";
    const marked = isMarked ? ` if (typeof v[${key}] === "string") v[${key}] = html(v[${key}]);` : "";
    const test = `r = ${this.#inline(inner, there)}; if (r !== m) { if (r === FAIL) ${failed} else v[${key}] = r; }${marked}`;
    this.#owner = outside;
    if (!isOptional) return `${read} if (m === undefined) return missing(${key}); ${test}`;
    return `${read} if (m !== undefined && m !== null) { ${none}{ ${test} } }`;
  }

  /**
   * An unreadable optional field counts as missing, unless it is essential. A date's text is kept, since "no end"
   * differs from "an unreadable end".
   */
  #withoutMember(
    key: string,
    {
      record,
      isEssential,
      keepsText,
    }: { readonly record: string; readonly isEssential: boolean; readonly keepsText: boolean },
  ): string {
    const step = isEssential ? `if (isHere()) return at(${key}); ` : "";
    const left = keepsText ? `if (typeof m !== "string") ` : "";
    return `{ ${step}at(${key}); lose(${JSON.stringify(record)}, false); ${left}v[${key}] = null; }`;
  }

  /** Turns other spellings of "none" into null. */
  #noneCheck(field: string, key: string, schema: z.core.$ZodType): string {
    const { leaf } = meaningOf(schema);
    const { noDates, noHashes } = this.#mapping;
    const none: readonly (string | number)[] =
      leaf === "date"
        ? noDates.flatMap(bothSpellings)
        : leaf === "uint32" && field.endsWith("Hash")
          ? noHashes.flatMap(bothSpellings)
          : [];
    if (none.length === 0) return "";
    const test = none.map((value) => `m === ${JSON.stringify(value)}`).join(" || ");
    return `if (${test}) v[${key}] = null; else `;
  }

  /** Returns an expression over `m`: quick tests inline, everything else as a call. */
  #inline(schema: z.core.$ZodType, depth: Depth): string {
    const { leaf, enum: enumName } = meaningOf(schema);
    const { type } = schema._zod.def;
    const call = `${this.#reader(schema, depth)}(m)`;
    // `>>>` and `|` would turn a list into a text first, with recursion.
    if (leaf === "uint32") return `typeof m === "number" && (m >>> 0) === m ? m : ${call}`;
    if (leaf === "int32" || enumName !== undefined)
      return `typeof m === "number" && (m | 0) === m ? m : ${call}`;
    // A hyphen after the year and a final Z mean that it is ISO 8601 already.
    if (leaf === "date")
      return `typeof m === "string" && m.charCodeAt(4) === 45 && m.charCodeAt(m.length - 1) === 90 ? m : ${call}`;
    if (leaf === "text" || (leaf === undefined && type === "string"))
      return `typeof m === "string" ? m : ${call}`;
    if (leaf === "boolean") return `typeof m === "boolean" ? m : ${call}`;
    return call;
  }

  #array(element: z.core.$ZodType, depth: Depth): string {
    return [
      `if (!isArray(v)) return fail("not a list", v);`,
      `let gone = 0;`,
      `for (let i = 0; i < v.length; i++) {`,
      `  const m = v[i], r = ${this.#inline(element, "inside")};`,
      `  if (r === m && gone === 0) continue;`,
      `  if (r === FAIL) { ${this.#withoutEntry(element, "gone++; continue;")} }`,
      `  v[i - gone] = r;`,
      `}`,
      `if (gone > 0) { v.length -= gone; ${noneLeft(depth, "v.length === 0", element)} }`,
      `return v;`,
    ].join("\n");
  }

  #dictionary(schema: z.core.$ZodType, value: z.core.$ZodType, depth: Depth): string {
    const key = this.#listKey(value);
    return [
      ...(key === undefined ? [] : [`if (isArray(v)) v = keyed(v, (v) => ${placeRead(key)});`]),
      `if (typeof v !== "object" || v === null || isArray(v)) return fail("not an object", v);`,
      `const members = values(v);`,
      `let gone = 0, names;`,
      `for (let i = 0; i < members.length; i++) {`,
      `  const m = members[i];`,
      this.#keyInside(value),
      `  const r = ${this.#inline(value, "inside")};`,
      ...(this.#mapping.hasTextHashes && meaningOf(schema).hasHashKeys === true ? [REKEY] : []),
      `  if (r === m) continue;`,
      `  const k = (names ??= keys(v))[i];`,
      `  if (r === FAIL) { ${this.#withoutEntry(value, "gone++; delete v[k]; continue;")} }`,
      `  v[k] = r;`,
      `}`,
      noneLeft(depth, "gone > 0 && gone === members.length", value),
      `return v;`,
    ].join("\n");
  }

  /** Returns where a record has its key, for a list that stands for a dictionary. */
  #listKey(value: z.core.$ZodType): Place | undefined {
    const { record = "", keyField = LIST_KEYS[record] } = meaningOf(value);
    const { keys, renames } = this.#mapping;
    return keys[record] ?? (keyField === undefined ? undefined : (renames[record]?.[keyField] ?? keyField));
  }

  #withoutEntry(schema: z.core.$ZodType, goOn: string): string {
    const { record } = meaningOf(schema);
    const said = record ?? this.#owner;
    // null in place of a record is no loss.
    return `lose(${JSON.stringify(said)}, ${record !== undefined} && m !== null); ${goOn}`;
  }

  /** A record without its own hash gets its key's. */
  #keyInside(schema: z.core.$ZodType): string {
    const { record = "", keyField } = meaningOf(schema);
    if (keyField === undefined) return "";
    const path = this.#mapping.renames[record]?.[keyField] ?? keyField;
    if (typeof path !== "string" || /[.{]/.test(path)) return "";
    const wire = JSON.stringify(path);
    return `  if (typeof m === "object" && m !== null && m[${wire}] == null) m[${wire}] = (names ??= keys(v))[i];`;
  }

  /** Emits alternatives that a value's type tells apart; none of them changes the value. */
  #union(options: readonly z.core.$ZodType[]): string {
    const tests = options.map((option) => {
      const { type } = option._zod.def;
      if (type !== "string" && type !== "number") throw new TypeError(`no check for a union with ${type}`);
      return type === "number" ? "isFinite(v)" : `typeof v === "string"`;
    });
    return `if (${tests.join(" || ")}) return v;\nreturn fail("of none of the allowed types");`;
  }

  #enumCheck(name: EnumName): string {
    const byName = this.#mapping.readsNames
      ? `if (typeof v === "string") return enumNumber(${JSON.stringify(name)}, v);\n`
      : "";
    return `${byName}if (!isSafeInteger(v)) return fail("not a whole number", v);`;
  }
}

/** Fields that say a record's key in a list, besides those that repeat it in a dictionary. */
const LIST_KEYS: Readonly<Record<string, string>> = {
  GameHistoricalStatsValue: "statId",
  Definition: "hash",
};

/** A text as key becomes its hash. */
const REKEY = `  { const n = (names ??= keys(v))[i], h = String(hash(n)); if (r !== FAIL && h !== n) { delete v[n]; v[h] = r; continue; } }`;

/** A number may come as text, and numeric text as a number. */
function bothSpellings(value: string | number): readonly (string | number)[] {
  const number = value === "" ? Number.NaN : Number(value);
  return Number.isNaN(number) ? [value] : [number, String(value)];
}

/** If all records of a list fail, the answer is not the expected one; it must not look empty. */
function noneLeft(depth: Depth, test: string, element: z.core.$ZodType): string {
  if (depth !== "top" || !holdsMore(element)) return "";
  return `if (${test}) return failWhole();`;
}

/** Returns whether a schema's values are records, lists or dictionaries. */
function holdsMore(schema: z.core.$ZodType): boolean {
  const { def } = withoutMaybe(schema)._zod;
  const isDictionary = meaningOf(withoutMaybe(schema)).dictionary !== undefined;
  return isDictionary || isOf(def, "object") || isOf(def, "array") || isOf(def, "record");
}

function leafCheck(leaf: Leaf): string {
  switch (leaf) {
    case "int64":
      return "return int64(v);";
    case "uint32":
      return `if (typeof v !== "number" || (v >>> 0) !== v) return hash(v);`;
    case "int32":
      return `if (typeof v !== "number" || (v | 0) !== v) return whole(v, -2147483648, 2147483647);`;
    case "number":
      return `if (!isFinite(v)) return number(v);`;
    case "boolean":
      return `if (typeof v !== "boolean") return boolean(v);`;
    case "date":
      return `return date(v);`;
    case "text":
      return `if (isFinite(v)) return String(v);\n${plainCheck("string")}`;
  }
}

function plainCheck(type: string): string {
  if (type === "string") return `if (typeof v !== "string") return fail("not a text", v);`;
  if (type === "unknown") return `if (typeof v === "object" && !shallow(v)) return fail("nested too deep");`;
  throw new TypeError(`no check for the type ${type}`);
}

function withoutMaybe(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  return isOf(def, "optional") || isOf(def, "nullable") ? withoutMaybe(def.innerType) : schema;
}

/** Emits a read of a place of `v`, undefined where nothing is there. */
function placeRead(place: Place): string {
  if (typeof place !== "string") return place.map((one) => `something(${placeRead(one)})`).join(" ?? ");
  if (!isComposed(place)) return pathRead(place);
  const { texts, paths } = partsOfPlace(place);
  return `compose(${JSON.stringify(texts)}, [${paths.map(pathRead).join(", ")}])`;
}

/** Emits a read of a dotted path of `v`, undefined where it doesn't exist; the empty path copies `v`. */
function pathRead(path: string): string {
  if (path === "") return "{ ...v }";
  let read = "v";
  for (const step of path.split(".")) read = `own(${read}, ${JSON.stringify(step)})`;
  return read;
}
