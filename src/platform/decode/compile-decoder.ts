import { compileFunction } from "node:vm";
import type { z } from "zod";

import { type IdKind, toInt64, toPlatformId } from "../../base/int64.ts";
import { cutText } from "../../base/text.ts";
import { isObject } from "../json/path.ts";
import { toHtml } from "../resources/markup.ts";
import { compose, something } from "../resources/place.ts";
import {
  type DefinitionTable,
  type EnumName,
  NUMBER_TEXT,
  type OwnName,
  readBoolean,
} from "../resources/wire.ts";
import { readDate, readDuration } from "../resources/dates.ts";
import { Emitter, type Mapping } from "./emit.ts";
import { TextHashes } from "./text-hashes.ts";

/** The parts of an answer that were unreadable and left out. */
export interface Losses {
  /** How many entries of lists and dictionaries. */
  readonly records: number;
  /** Where and why: `GameProgression.level: not a whole number`. At most twenty, never with values. */
  readonly faults: readonly string[];
}

/** The value in the contract's words, or where and why it breaks the schema. */
type Decoded<T> =
  | { readonly ok: true; readonly value: T; readonly losses?: Losses }
  | { readonly ok: false; readonly path: string; readonly problem: string };

/** Checks a parsed value and changes it in place. Never keeps, logs or quotes it. */
export type Decoder<T> = (value: unknown) => Decoded<T>;

export interface DecoderOptions extends Partial<Omit<Mapping, "readsNames" | "hasTextHashes">> {
  /** What ids are; 64-bit integers by default. */
  readonly ids?: IdKind;
  /** What hashes are; whole numbers by default. */
  readonly hashes?: TextHashes;
  /** Returns the number of an enumeration's name. */
  readonly enumNumber?: (name: EnumName, text: string) => number;
  /** Called for each name that a record carries. */
  readonly onNamed?: (table: DefinitionTable, hash: number, name: OwnName) => void;
  /** Returns whether an entry of a type, as on the wire, may have a field of TrendingEntry. */
  readonly fills?: (type: unknown, field: string) => boolean;
}

const LONGEST_NAME = 200;
const LONGEST_DESCRIPTION = 600;
const LONGEST_ICON = 500;
/** How deep values of unknown structure may be nested. */
const DEEPEST = 64;
const FAIL = Symbol("fail");

/**
 * Compiles a schema of `platform/resources` to a decoder, several times as fast as zod. A bad record costs that record
 * alone, a bad optional field that field. Whatever is left zod would accept: tests compare them.
 */
export function compileDecoder<T extends z.ZodType>(
  schema: T,
  options: DecoderOptions = {},
): Decoder<z.output<T>> {
  const { renames = {}, noDates = [], noHashes = [], enumNumber, ids = "int64" } = options;
  const hasTextHashes = ids === "text";
  const mapping = {
    renames,
    noDates,
    noHashes,
    keys: options.keys ?? {},
    readsNames: enumNumber !== undefined,
    hasTextHashes,
    markup: options.markup ?? "html",
    hasOwnNames: options.hasOwnNames ?? true,
  };
  const program = new Emitter(mapping).program(schema);
  const fault = new Fault();
  const surroundings = {
    ...surroundingsOf(fault, options),
    fills: options.fills ?? (() => true),
    shallow: (value: unknown) => isShallow(value, fault),
  };
  // The program returns the function for the schema's root.
  const read = (compileFunction(program, Object.keys(surroundings)) as (...parts: unknown[]) => Read)(
    ...Object.values(surroundings),
  );
  return (value) => {
    const decoded = read(value);
    const losses = fault.takeLosses();
    if (decoded === FAIL) return { ok: false, ...fault.take() };
    return { ok: true, value: decoded as z.output<T>, ...(losses !== undefined && { losses }) };
  };
}

type Read = (value: unknown) => unknown;

/** Returns the helpers the emitted code calls by name. */
function surroundingsOf(
  fault: Fault,
  {
    enumNumber = () => 0,
    ids = "int64",
    hashes = new TextHashes({ ids }),
    onNamed,
    markup = "html",
  }: DecoderOptions,
) {
  const fail: Fail = (problem, value) =>
    fault.start(isUnmet(problem) ? `${problem}, but ${kindOf(value)}` : problem);
  return {
    FAIL,
    fail,
    at: (key: string) => fault.step(key),
    isHere: () => fault.isHere(),
    failWhole: () => fault.startWhole(),
    lose: (record: string, isRecord: boolean) => fault.lose(record, isRecord),
    missing: (key: string) => {
      fault.start("missing");
      return fault.step(key);
    },
    isArray: Array.isArray,
    isFinite: Number.isFinite,
    isSafeInteger: Number.isSafeInteger,
    compose,
    something,
    html: (text: string) => toHtml(text, markup),
    keyed,
    values: Object.values,
    keys: Object.keys,
    own: (value: unknown, name: string): unknown =>
      typeof value === "object" && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    named: (table: DefinitionTable, hash: number, record: Readonly<Record<string, unknown>>) => {
      const { name, description, icon } = record as Partial<Record<keyof OwnName, string | null>>;
      if (!name) return;
      onNamed?.(table, hash, {
        name: cutText(name, LONGEST_NAME),
        description: cutText(description ?? "", LONGEST_DESCRIPTION),
        icon: cutText(icon ?? "", LONGEST_ICON),
      });
    },
    /** Sets a renamed field. If the wire has none, another field that happens to have its name is removed. */
    set: (record: Record<string, unknown>, name: string, value: unknown) => {
      if (value !== undefined) record[name] = value;
      else if (Object.hasOwn(record, name)) delete record[name];
    },
    int64: (value: unknown) =>
      ids === "int64" ? readInt64(value, fail) : (toPlatformId(value, ids) ?? fail(NO_TEXT_ID, value)),
    hash: (value: unknown) => hashes.toHash(value) ?? fail(ids === "int64" ? NO_UINT32 : NO_TEXT_ID, value),
    whole: (value: unknown, min: number, max: number) => readWhole(value, min, max, fail),
    boolean: (value: unknown) => readBoolean(value) ?? fail("neither true nor false", value),
    date: (value: unknown) =>
      (typeof value === "string" || typeof value === "number" ? readDate(value) : undefined) ??
      fail("not a date", value),
    number: (value: unknown) =>
      typeof value === "string" && NUMBER_TEXT.test(value)
        ? finite(Number(value), fail)
        : (readDuration(value) ?? fail("not a number", value)),
    enumNumber,
  };
}

/** Returns a list as a dictionary; one without a key is counted as unreadable by its place. */
function keyed(list: readonly unknown[], keyOf: (entry: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(
    list.map((entry, index) => {
      const key = keyOf(entry);
      const isKey = typeof key === "number" || (typeof key === "string" && key !== "");
      return [isKey ? String(key) : `#${index}`, entry];
    }),
  );
}

/** Notes a problem, with what stands there; its value itself may be a player's own. */
type Fail = (problem: string, value: unknown) => symbol;

const isUnmet = (problem: string) => /^n(?:ot|either) /.test(problem);

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a record";
  if (typeof value === "number") return "another number";
  return typeof value === "string" ? "a text" : `a ${typeof value}`;
}

const NO_UINT32 = "not a whole number from 0 to 4294967295";
const NO_TEXT_ID = "neither a text nor a whole number";

function readInt64(value: unknown, fail: Fail): unknown {
  if (typeof value === "string" && isPlainDecimal(value)) return value;
  const parsed = toInt64(value);
  if (parsed !== undefined) return parsed;
  const isWhole = Number.isInteger(value);
  return fail(isWhole ? "a 64-bit integer beyond 2^53 sent as a number" : "not a 64-bit integer", value);
}

function readWhole(value: unknown, min: number, max: number, fail: Fail): unknown {
  const number =
    typeof value === "string" && /^(?:0|-?[1-9]\d{0,9})$/.test(value) ? Number(value) : Number.NaN;
  return number >= min && number <= max ? number : fail(`not a whole number from ${min} to ${max}`, value);
}

/** A quick test for the common form: at most 18 digits, no sign, no leading zero. */
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

function finite(value: number, fail: Fail): unknown {
  return Number.isFinite(value) ? value : fail("not a number", String(value));
}

/** Returns whether a value is nested at most DEEPEST levels once what is deeper was dropped; never recurses further. */
function isShallow(value: unknown, fault: Fault, left = DEEPEST): boolean {
  if (!isObject(value)) return true;
  if (left === 0) return false;
  for (const [key, member] of Object.entries(value)) {
    if (isShallow(member, fault, left - 1)) continue;
    fault.start("nested too deep");
    fault.lose("a value", false);
    value[key] = null;
  }
  return true;
}

const MOST_FAULTS = 20;

/** Collects where reading failed while calls return, and what was left out. */
class Fault {
  #problem = "";
  #steps: string[] = [];
  #records = 0;
  #lost = new Set<string>();

  start(problem: string): symbol {
    this.#problem = problem;
    this.#steps = [];
    return FAIL;
  }

  step(key: string): symbol {
    this.#steps.push(key);
    return FAIL;
  }

  /** Returns whether the value itself is at fault, not something inside it. */
  isHere(): boolean {
    return this.#steps.length === 0;
  }

  lose(record: string, isRecord: boolean): void {
    if (isRecord) this.#records += 1;
    if (this.#lost.size === MOST_FAULTS) return;
    const { path, problem } = this.take();
    this.#lost.add(`${[record, path].filter((part) => part !== "").join(".")}: ${problem}`);
  }

  startWhole(): symbol {
    const [first = "each was null"] = this.#lost;
    return this.start(`none of its records could be read (${first})`);
  }

  takeLosses(): Losses | undefined {
    if (this.#lost.size === 0) return undefined;
    const losses = { records: this.#records, faults: [...this.#lost] };
    this.#records = 0;
    this.#lost.clear();
    return losses;
  }

  take(): { readonly path: string; readonly problem: string } {
    return { path: this.#steps.toReversed().join("."), problem: this.#problem };
  }
}
