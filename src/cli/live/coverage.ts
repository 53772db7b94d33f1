import type { z } from "zod";

import { nearest } from "../../platform/profile/shape-faults.ts";
import type { Profile } from "../../platform/profile/schema.ts";
import { isOf } from "../../platform/resources/answers.ts";
import { readDate } from "../../platform/resources/dates.ts";
import { pathsIn } from "../../platform/resources/place.ts";
import { isOwnName, meaningOf } from "../../platform/resources/wire.ts";

interface Seen {
  readonly fields: readonly string[];
  readonly found: Set<string>;
  /** Members of the wire that no field reads. */
  readonly unread: Set<string>;
  /** Date fields with a text that is no date. */
  readonly undated: Set<string>;
  /** Paths of texts with characters their charset can't encode. */
  readonly garbled: Set<string>;
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

interface Noted {
  readonly record: string;
  readonly shape: Shape;
  readonly value: object;
  /** Members that another record in the same object reads. */
  readonly readElsewhere: ReadonlySet<string>;
}

const MOST_NAMES = 12;
const MOST_ENTRIES = 200;

/** Which fields a service's answers had, by record. */
export class Coverage {
  readonly #renames: Profile["renames"];
  /** What `definitions.paths` reads of a definition, besides its fields. */
  readonly #definitionMembers: readonly string[];
  readonly #records = new Map<string, Seen>();

  constructor({ renames, definitions }: Pick<Profile, "renames" | "definitions">) {
    this.#renames = renames;
    this.#definitionMembers = Object.values(definitions?.paths ?? {})
      .flatMap(pathsIn)
      .map(firstStep);
  }

  /** Adds one decoded answer. */
  note(schema: z.core.$ZodType, value: unknown): void {
    this.#note(schema, value, new Set());
  }

  /**
   * Returns one line per record: how much was found, what never, which members are unread, and which rename may be
   * missing.
   */
  describe(): string {
    if (this.#records.size === 0) return "";
    const whole: string[] = [];
    const lines: string[] = [];
    for (const [record, { fields, found, unread, undated }] of this.#records) {
      const never = fields.filter((field) => !found.has(field));
      const parts = [
        never.length === 0
          ? undefined
          : `never ${names(never.map((field) => this.#lookedFor(record, field)))}`,
        unread.size === 0 ? undefined : `nobody reads ${names([...unread])}`,
        undated.size === 0 ? undefined : `no date in ${names([...undated])}`,
      ].filter((part) => part !== undefined);
      if (parts.length === 0) whole.push(record);
      else {
        lines.push(`  ${record}: ${found.size} of ${fields.length} fields; ${parts.join("; ")}`);
        lines.push(...guesses(record, never, [...unread]));
      }
    }
    if (whole.length > 0) lines.push(`  Every field: ${whole.join(", ")}`);
    return `\nFields of the answers:\n${lines.join("\n")}\n${this.#garbledLines()}`;
  }

  #garbledLines(): string {
    const paths = [...this.#records].flatMap(([record, { garbled }]) =>
      [...garbled].map((path) => `  ${record}.${path}\n`),
    );
    if (paths.length === 0) return "";
    return `\nBroken letters (\uFFFD): the charset isn't UTF-8, nor the one in the Content-Type.\n${paths.join("")}`;
  }

  #note(schema: z.core.$ZodType, value: unknown, readElsewhere: ReadonlySet<string>): void {
    if (value === null || value === undefined) return;
    const { def } = schema._zod;
    const { dictionary, record } = meaningOf(schema);
    if (dictionary !== undefined) this.note(dictionary, value);
    else if (isOf(def, "optional") || isOf(def, "nullable")) this.#note(def.innerType, value, readElsewhere);
    else if (isOf(def, "array")) this.#noteEach(def.element, value);
    else if (isOf(def, "record")) this.#noteEach(def.valueType, value);
    else if (isOf(def, "object") && record !== undefined)
      this.#noteRecord({ record, shape: def.shape, value, readElsewhere });
  }

  #lookedFor(record: string, field: string): string {
    const place = this.#renames[record]?.[field];
    return place === undefined ? field : `${field} (looked for as ${[place].flat().join(" or ")})`;
  }

  #noteEach(schema: z.core.$ZodType, value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    for (const one of Object.values(value).slice(0, MOST_ENTRIES)) this.note(schema, one);
  }

  #noteRecord({ record, shape, value, readElsewhere }: Noted): void {
    const fields = this.#fieldsOf(record, shape);
    const seen = this.#records.get(record) ?? {
      fields,
      found: new Set(),
      unread: new Set(),
      undated: new Set(),
      garbled: new Set(),
    };
    this.#records.set(record, seen);
    const read = new Set([...readElsewhere, ...this.#namesRead(record, shape)]);
    const isAllRead = this.#readsAll(record, shape);
    for (const [name, member] of Object.entries(value)) {
      const schema = shape[name];
      if (schema === undefined || !fields.includes(name)) {
        if (!isAllRead && !read.has(name)) seen.unread.add(name);
      } else if (member !== null && member !== undefined) {
        seen.found.add(name);
        if (!hasRecords(schema)) noteGarbled(member, name, seen.garbled);
        if (isDate(schema) && readDate(String(member)) === undefined) seen.undated.add(name);
        this.#note(schema, member, this.#renames[record]?.[name] === "" ? read : new Set());
      }
    }
  }

  /** Returns the fields that are read: a name of the record's own only where the profile says where. */
  #fieldsOf(record: string, shape: Shape): readonly string[] {
    return Object.keys(shape).filter(
      (field) => !isOwnName(shape[field]) || this.#renames[record]?.[field] !== undefined,
    );
  }

  /** Returns whether a dictionary, or one of its records, is the object it is in. */
  #readsAll(record: string, shape: Shape): boolean {
    return Object.entries(shape).some(([field, schema]) => {
      if (this.#renames[record]?.[field] !== "") return false;
      const inner = recordIn(schema);
      return inner === undefined || this.#readsAll(inner.record, inner.shape);
    });
  }

  /** Returns the members read for a record, and for records that renames place in the same object. */
  #namesRead(record: string, shape: Shape): readonly string[] {
    const renames = this.#renames[record] ?? {};
    const inside = Object.entries(shape).flatMap(([field, schema]) => {
      const inner = renames[field] === "" ? recordIn(schema) : undefined;
      return inner === undefined ? [] : this.#namesRead(inner.record, inner.shape);
    });
    const ofDefinition = record === "Definition" ? this.#definitionMembers : [];
    return [
      ...this.#fieldsOf(record, shape),
      ...Object.values(renames).flatMap(pathsIn).map(firstStep),
      ...inside,
      ...ofDefinition,
    ];
  }
}

function recordIn(schema: z.core.$ZodType): Pick<Noted, "record" | "shape"> | undefined {
  const { def } = schema._zod;
  if (isOf(def, "optional") || isOf(def, "nullable")) return recordIn(def.innerType);
  const { record } = meaningOf(schema);
  return record !== undefined && isOf(def, "object") ? { record, shape: def.shape } : undefined;
}

function hasRecords(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod;
  if (isOf(def, "optional") || isOf(def, "nullable")) return hasRecords(def.innerType);
  if (isOf(def, "array")) return hasRecords(def.element);
  if (isOf(def, "record")) return hasRecords(def.valueType);
  const { record, dictionary } = meaningOf(schema);
  return record !== undefined || (dictionary !== undefined && hasRecords(dictionary));
}

/** Records texts with replacement characters; not inside other records. */
function noteGarbled(value: unknown, path: string, garbled: Set<string>): void {
  if (typeof value === "string" && value.includes("\uFFFD")) garbled.add(path);
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value).slice(0, MOST_ENTRIES))
    noteGarbled(inner, Array.isArray(value) ? path : `${path}.${key}`, garbled);
}

const firstStep = (path: string) => path.split(".", 1)[0] ?? "";

function isDate(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod;
  if (isOf(def, "optional") || isOf(def, "nullable")) return isDate(def.innerType);
  return meaningOf(schema).leaf === "date";
}

function names(all: readonly string[]): string {
  if (all.length === 0) return "nothing";
  const more = all.length - MOST_NAMES;
  return all.slice(0, MOST_NAMES).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** Returns unread members whose name resembles a field that never came. */
function guesses(record: string, never: readonly string[], unread: readonly string[]): readonly string[] {
  return never.flatMap((field) => {
    // Slips are seldom in the first letter: a height is no weight.
    const alike = unread.filter((name) => name[0]?.toLowerCase() === field[0]?.toLowerCase());
    const same = unread.find((name) => plain(name) === plain(field)) ?? nearest(field, alike);
    return same === undefined ? [] : [`    maybe "renames": {"${record}": {"${field}": "${same}"}}`];
  });
}

const plain = (name: string) => name.replaceAll(/[_-]/g, "").toLowerCase();
