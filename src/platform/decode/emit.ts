import type { z } from "zod";

import { isOf } from "../resources/answers.ts";
import { type EnumName, type Leaf, meaningOf } from "../resources/wire.ts";

/** What a profile changes between wire and contract. */
export interface Mapping {
  readonly renames: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly noDates: readonly string[];
  readonly noHashes: readonly number[];
  /** How dates are spelled on the wire. */
  readonly dates: "iso" | "seconds" | "milliseconds" | "text";
  /** Whether enumerations may come by name. */
  readonly readsNames: boolean;
}

/**
 * Emits one JavaScript function a record, which checks a parsed value and puts it into the contract's words in
 * place. Only names of fields and paths become part of the code, always quoted by JSON.stringify.
 *
 * What the code finds around it: `fail(problem)` notes a problem and gives FAIL; `at(key)` notes a step of the
 * path on the way out and gives FAIL; `int64`, `long`, `enumNumber`, `shallow` are helpers.
 */
export class Emitter {
  readonly #mapping: Mapping;
  readonly #functions: string[] = [];
  readonly #names = new Map<z.core.$ZodType, string>();

  constructor(mapping: Mapping) {
    this.#mapping = mapping;
  }

  /** The body of a function that gives the decoder of `schema`. */
  program(schema: z.core.$ZodType): string {
    const root = this.#reader(schema);
    return `"use strict";\n${this.#functions.join("\n")}\nreturn ${root};`;
  }

  /** The name of the function that reads a value by `schema`. */
  #reader(schema: z.core.$ZodType): string {
    const known = this.#names.get(schema);
    if (known !== undefined) return known;
    const name = `read${this.#names.size}`;
    this.#names.set(schema, name);
    this.#functions.push(`function ${name}(v) {\n${this.#body(schema)}\n}`);
    return name;
  }

  #body(schema: z.core.$ZodType): string {
    const { def } = schema._zod;
    const { leaf, enum: enumName, dictionary } = meaningOf(schema);
    if (dictionary !== undefined) {
      return `if (isArray(v) && v.length === 0) return {};\nreturn ${this.#reader(dictionary)}(v);`;
    }
    if (leaf === "date" && this.#mapping.dates !== "iso")
      return `return date(v, ${JSON.stringify(this.#mapping.dates)});`;
    if (leaf !== undefined) return `${leafCheck(leaf)}\nreturn v;`;
    if (enumName !== undefined) return `${this.#enumCheck(enumName)}\nreturn v;`;
    if (isOf(def, "object")) return this.#object(schema, def.shape);
    if (isOf(def, "array")) return this.#array(def.element);
    if (isOf(def, "record")) return this.#dictionary(def.valueType);
    if (isOf(def, "optional") || isOf(def, "nullable")) {
      return `if (v === null || v === undefined) return v;\nreturn ${this.#reader(def.innerType)}(v);`;
    }
    if (isOf(def, "union")) return this.#union(def.options);
    return `${plainCheck(def.type)}\nreturn v;`;
  }

  #object(schema: z.core.$ZodType, shape: Readonly<Record<string, z.core.$ZodType>>): string {
    const renames = this.#mapping.renames[meaningOf(schema).record ?? ""] ?? {};
    const lines = [`if (typeof v !== "object" || v === null || isArray(v)) return fail("not an object");`];
    lines.push("let m, r;");
    // All renamed members are read before any is written: two may have changed places.
    const moved = Object.entries(renames);
    for (const [index, [, path]] of moved.entries()) lines.push(`const w${index} = ${pathRead(path)};`);
    for (const [index, [field]] of moved.entries())
      lines.push(`set(v, ${JSON.stringify(field)}, w${index});`);
    for (const [field, member] of Object.entries(shape)) lines.push(this.#member(field, member));
    lines.push("return v;");
    return lines.join("\n");
  }

  #member(field: string, schema: z.core.$ZodType): string {
    const key = JSON.stringify(field);
    const inner = withoutMaybe(schema);
    const read = `m = v[${key}];`;
    const isOptional = inner !== schema;
    const none = isOptional ? this.#noneCheck(field, key, inner) : "";
    const test = `r = ${this.#inline(inner)}; if (r !== m) { if (r === FAIL) return at(${key}); v[${key}] = r; }`;
    if (!isOptional) return `${read} if (m === undefined) return missing(${key}); ${test}`;
    return `${read} if (m !== undefined && m !== null) { ${none}{ ${test} } }`;
  }

  /** "None" in its other spellings becomes null. */
  #noneCheck(field: string, key: string, schema: z.core.$ZodType): string {
    const { leaf } = meaningOf(schema);
    const { noDates, noHashes, dates } = this.#mapping;
    const zero = dates === "seconds" || dates === "milliseconds" ? [0, "0"] : [];
    // Read as ISO 8601 it passes, as any text does; in another spelling it would be a fault.
    const empty = dates === "iso" ? [] : [""];
    const none: readonly (string | number)[] =
      leaf === "date"
        ? [...new Set([...noDates, ...zero, ...empty])]
        : leaf === "uint32" && field.endsWith("Hash")
          ? [...noHashes, ...noHashes.map(String)]
          : [];
    if (none.length === 0) return "";
    const test = none.map((value) => `m === ${JSON.stringify(value)}`).join(" || ");
    return `if (${test}) v[${key}] = null; else `;
  }

  /** An expression over `m`: quick tests in place, everything else a call. */
  #inline(schema: z.core.$ZodType): string {
    const { leaf, enum: enumName } = meaningOf(schema);
    const { type } = schema._zod.def;
    const call = `${this.#reader(schema)}(m)`;
    if (leaf === "uint32") return `(m >>> 0) === m ? m : ${call}`;
    if (leaf === "int32" || enumName !== undefined) return `(m | 0) === m ? m : ${call}`;
    if (leaf === "date" && this.#mapping.dates !== "iso") return call;
    // What ends in Z names its zone.
    if (leaf === "date") return `typeof m === "string" && m.charCodeAt(m.length - 1) === 90 ? m : ${call}`;
    if (leaf === "text" || (leaf === undefined && type === "string"))
      return `typeof m === "string" ? m : ${call}`;
    if (type === "boolean") return `typeof m === "boolean" ? m : ${call}`;
    return call;
  }

  #array(element: z.core.$ZodType): string {
    return [
      `if (!isArray(v)) return fail("not a list");`,
      `for (let i = 0; i < v.length; i++) {`,
      `  const m = v[i], r = ${this.#inline(element)};`,
      `  if (r !== m) { if (r === FAIL) return at(i); v[i] = r; }`,
      `}`,
      `return v;`,
    ].join("\n");
  }

  #dictionary(value: z.core.$ZodType): string {
    const lines = [`if (typeof v !== "object" || v === null || isArray(v)) return fail("not an object");`];
    lines.push(
      `const members = values(v);`,
      `for (let i = 0; i < members.length; i++) {`,
      `  const m = members[i], r = ${this.#inline(value)};`,
      `  if (r !== m) { const k = keys(v)[i]; if (r === FAIL) return at(k); v[k] = r; }`,
      `}`,
      `return v;`,
    );
    return lines.join("\n");
  }

  /** Alternatives that a value's type tells apart; none of them changes the value. */
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
    return `${byName}if (!isSafeInteger(v)) return fail("not a whole number");`;
  }
}

function leafCheck(leaf: Leaf): string {
  switch (leaf) {
    case "int64":
      return "return int64(v);";
    case "uint32":
      return `if ((v >>> 0) !== v) return whole(v, 0, 4294967295);`;
    case "int32":
      return `if ((v | 0) !== v) return whole(v, -2147483648, 2147483647);`;
    case "number":
      return `if (!isFinite(v)) return long(v);`;
    case "date":
      return `${plainCheck("string")}\nreturn withZone(v);`;
    case "text":
      return `if (isFinite(v)) return String(v);\n${plainCheck("string")}`;
  }
}

function plainCheck(type: string): string {
  if (type === "string") return `if (typeof v !== "string") return fail("not a text");`;
  if (type === "boolean") return `if (typeof v !== "boolean") return fail("neither true nor false");`;
  if (type === "unknown") return `if (typeof v === "object" && !shallow(v)) return fail("nested too deep");`;
  throw new TypeError(`no check for the type ${type}`);
}

function withoutMaybe(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  return isOf(def, "optional") || isOf(def, "nullable") ? withoutMaybe(def.innerType) : schema;
}

/** Reads a dotted path of `v`, giving undefined where it leads nowhere; the empty path is a copy of `v` itself. */
function pathRead(path: string): string {
  if (path === "") return "{ ...v }";
  let read = "v";
  for (const step of path.split(".")) read = `own(${read}, ${JSON.stringify(step)})`;
  return read;
}
