import { compileFunction } from "node:vm";
import type { z } from "zod";

import { MilepostError } from "../../base/errors.ts";
import { toInt64 } from "../../base/int64.ts";
import type { Profile } from "../profile/schema.ts";
import { type EnumName, withZone } from "../resources/wire.ts";
import { readDate } from "./dates.ts";
import { Emitter, type Mapping } from "./emit.ts";
import type { Enums } from "./enums.ts";

/** The decoders of one profile, each compiled when it is first needed. */
export class Decoders {
  readonly #profile: Profile;
  readonly #enums: Enums;
  readonly #compiled = new Map<z.ZodType, Decoder<unknown>>();

  constructor(profile: Profile, enums: Enums) {
    this.#profile = profile;
    this.#enums = enums;
  }

  /** Decodes in place. Throws one "platform-answer" that names operation and path; `at` is where `value` stands. */
  decode<T extends z.ZodType>(schema: T, value: unknown, operation: string, at = ""): z.output<T> {
    const decoded = this.#decoder(schema)(value);
    // The decoder of a schema gives that schema's output.
    if (decoded.ok) return decoded.value as z.output<T>;
    throw new MilepostError("platform-answer", {
      operation,
      path: joined(at, decoded.path),
      reason: decoded.problem,
    });
  }

  #decoder(schema: z.ZodType): Decoder<unknown> {
    const known = this.#compiled.get(schema);
    if (known !== undefined) return known;
    const { renames, wire } = this.#profile;
    const compiled = compileDecoder(schema, {
      renames,
      noDates: wire.noDates,
      noHashes: wire.noHashes,
      dates: wire.dates,
      enumNumber: (name, text) => this.#enums.toNumber(name, text),
    });
    this.#compiled.set(schema, compiled);
    return compiled;
  }
}

/** What decoding gives: the value in the contract's words, or where and why it breaks the schema. */
type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly path: string; readonly problem: string };

/** Checks a parsed value and changes it in place. Never keeps, logs or quotes it. */
export type Decoder<T> = (value: unknown) => Decoded<T>;

export interface DecoderOptions extends Partial<Mapping> {
  /** The number of an enumeration's name. */
  readonly enumNumber?: (name: EnumName, text: string) => number;
}

/** How deep values of unknown structure may be nested. */
const DEEPEST = 64;
const FAIL = Symbol("fail");

/**
 * Compiles a schema of `platform/resources` to a decoder. Its verdict is zod's (the tests hold that); it is
 * several times as fast.
 */
export function compileDecoder<T extends z.ZodType>(
  schema: T,
  options: DecoderOptions = {},
): Decoder<z.output<T>> {
  const { renames = {}, noDates = [], noHashes = [], dates = "iso", enumNumber } = options;
  const mapping = { renames, noDates, noHashes, dates, readsNames: enumNumber !== undefined };
  const program = new Emitter(mapping).program(schema);
  const fault = new Fault();
  const surroundings = surroundingsOf(fault, enumNumber ?? (() => 0));
  // The program gives the function of the schema's root.
  const read = (compileFunction(program, Object.keys(surroundings)) as (...parts: unknown[]) => Read)(
    ...Object.values(surroundings),
  );
  return (value) => {
    const decoded = read(value);
    if (decoded === FAIL) return { ok: false, ...fault.take() };
    return { ok: true, value: decoded as z.output<T> };
  };
}

type Read = (value: unknown) => unknown;

/** What the emitted code calls by name. */
function surroundingsOf(fault: Fault, enumNumber: (name: EnumName, text: string) => number) {
  const fail = (problem: string) => fault.start(problem);
  return {
    FAIL,
    fail,
    at: (key: string | number) => fault.step(key),
    missing: (key: string) => {
      fault.start("missing");
      return fault.step(key);
    },
    isArray: Array.isArray,
    isFinite: Number.isFinite,
    isSafeInteger: Number.isSafeInteger,
    values: Object.values,
    keys: Object.keys,
    own: (value: unknown, name: string): unknown =>
      typeof value === "object" && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    /** Sets a renamed member; one that is nowhere on the wire is not left with what else bears its name. */
    set: (record: Record<string, unknown>, name: string, value: unknown) => {
      if (value !== undefined) record[name] = value;
      else if (Object.hasOwn(record, name)) delete record[name];
    },
    int64: (value: unknown) => readInt64(value, fail),
    whole: (value: unknown, min: number, max: number) => readWhole(value, min, max, fail),
    date: (value: unknown, spelling: Mapping["dates"]) => readDate(value, spelling) ?? fail("not a date"),
    long: (value: unknown) =>
      typeof value === "string" && /^-?[1-9]\d{15,}$/.test(value)
        ? finite(Number(value), fail)
        : fail("not a number"),
    enumNumber,
    withZone,
    shallow: (value: unknown) => isShallow(value),
  };
}

function readInt64(value: unknown, fail: (problem: string) => symbol): unknown {
  if (typeof value === "string" && isPlainDecimal(value)) return value;
  const parsed = toInt64(value);
  if (parsed !== undefined) return parsed;
  return fail(
    typeof value === "number" ? "a 64-bit integer beyond 2^53 sent as a number" : "not a 64-bit integer",
  );
}

function readWhole(value: unknown, min: number, max: number, fail: (problem: string) => symbol): unknown {
  const number =
    typeof value === "string" && /^(?:0|-?[1-9]\d{0,9})$/.test(value) ? Number(value) : Number.NaN;
  return number >= min && number <= max ? number : fail(`not a whole number from ${min} to ${max}`);
}

/** The common spelling, told without arithmetic: at most 18 digits, no sign, no leading zero. */
function isPlainDecimal(text: string): boolean {
  if (text.length === 0 || text.length > 18) return false;
  const first = text.charCodeAt(0);
  if (first === 48) return text.length === 1;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 48 || code > 57) return false;
  }
  return true;
}

function finite(value: number, fail: (problem: string) => symbol): unknown {
  return Number.isFinite(value) ? value : fail("not a number");
}

/** Whether a value is nested at most DEEPEST levels; without recursion beyond them. */
function isShallow(value: unknown, left = DEEPEST): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (left === 0) return false;
  for (const member of Object.values(value)) if (!isShallow(member, left - 1)) return false;
  return true;
}

/** Where reading failed, gathered while the calls return. */
class Fault {
  #problem = "";
  #steps: (string | number)[] = [];

  start(problem: string): symbol {
    this.#problem = problem;
    this.#steps = [];
    return FAIL;
  }

  step(key: string | number): symbol {
    this.#steps.push(key);
    return FAIL;
  }

  take(): { readonly path: string; readonly problem: string } {
    let path = "";
    for (const step of this.#steps.reverse()) path += stepText(step, path === "");
    return { path, problem: this.#problem };
  }
}

/** `entries[3].identifier`. A dictionary's key is the platform's text: shown only when it is plain. */
function stepText(step: string | number, isFirst: boolean): string {
  if (typeof step === "number") return `[${step}]`;
  const name = /^[\w-]{1,64}$/.test(step) ? step : "?";
  return isFirst ? name : `.${name}`;
}

function joined(at: string, path: string): string {
  if (at === "" || path === "") return at + path;
  return path.startsWith("[") ? at + path : `${at}.${path}`;
}
