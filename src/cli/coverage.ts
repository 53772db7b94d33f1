import type { z } from "zod";

import { nearest } from "../platform/profile/fault.ts";
import type { Profile } from "../platform/profile/schema.ts";
import { isOf } from "../platform/resources/answers.ts";
import { meaningOf } from "../platform/resources/wire.ts";

interface Seen {
  readonly fields: readonly string[];
  readonly found: Set<string>;
  /** Members of the wire that no field reads. */
  readonly unread: Set<string>;
}

const MOST_NAMES = 12;
const MOST_ENTRIES = 200;

/** Which fields of which records a service's answers had, gathered from what was decoded. */
export class Coverage {
  readonly #renames: Profile["renames"];
  readonly #records = new Map<string, Seen>();

  constructor({ renames }: Pick<Profile, "renames">) {
    this.#renames = renames;
  }

  /** Takes in one decoded answer. */
  note(schema: z.core.$ZodType, value: unknown): void {
    if (value === null || value === undefined) return;
    const { def } = schema._zod;
    const { dictionary, record } = meaningOf(schema);
    if (dictionary !== undefined) this.note(dictionary, value);
    else if (isOf(def, "optional") || isOf(def, "nullable")) this.note(def.innerType, value);
    else if (isOf(def, "array")) this.#noteEach(def.element, value);
    else if (isOf(def, "record")) this.#noteEach(def.valueType, value);
    else if (isOf(def, "object") && record !== undefined) this.#noteRecord(record, def.shape, value);
  }

  /** One line a record: how much was found, what never, what nobody reads, and which rename may be missing. */
  describe(): string {
    if (this.#records.size === 0) return "";
    const whole: string[] = [];
    const lines: string[] = [];
    for (const [record, { fields, found, unread }] of this.#records) {
      const never = fields.filter((field) => !found.has(field));
      const parts = [
        never.length === 0
          ? undefined
          : `never ${names(never.map((field) => this.#lookedFor(record, field)))}`,
        unread.size === 0 ? undefined : `nobody reads ${names([...unread])}`,
      ].filter((part) => part !== undefined);
      if (parts.length === 0) whole.push(record);
      else {
        lines.push(`  ${record}: ${found.size} of ${fields.length} fields; ${parts.join("; ")}`);
        lines.push(...guesses(record, never, [...unread]));
      }
    }
    if (whole.length > 0) lines.push(`  Every field: ${whole.join(", ")}`);
    return `\nFields of the answers:\n${lines.join("\n")}\n`;
  }

  #lookedFor(record: string, field: string): string {
    const path = this.#renames[record]?.[field];
    return path === undefined ? field : `${field} (looked for as ${path})`;
  }

  #noteEach(schema: z.core.$ZodType, value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    for (const one of Object.values(value).slice(0, MOST_ENTRIES)) this.note(schema, one);
  }

  #noteRecord(record: string, shape: Readonly<Record<string, z.core.$ZodType>>, value: object): void {
    const fields = Object.keys(shape);
    const seen = this.#records.get(record) ?? { fields, found: new Set<string>(), unread: new Set<string>() };
    this.#records.set(record, seen);
    const read = new Set(Object.values(this.#renames[record] ?? {}).map((path) => path.split(".", 1)[0]));
    for (const [name, member] of Object.entries(value)) {
      const schema = shape[name];
      if (schema === undefined) {
        if (!read.has(name)) seen.unread.add(name);
      } else if (member !== null && member !== undefined) {
        seen.found.add(name);
        this.note(schema, member);
      }
    }
  }
}

function names(all: readonly string[]): string {
  if (all.length === 0) return "nothing";
  const more = all.length - MOST_NAMES;
  return all.slice(0, MOST_NAMES).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** A member nobody reads whose name is nearly, or ends like, that of a field that never came. */
function guesses(record: string, never: readonly string[], unread: readonly string[]): readonly string[] {
  return never.flatMap((field) => {
    const same = unread.find((name) => plain(name) === plain(field)) ?? nearest(field, unread);
    return same === undefined ? [] : [`    maybe "renames": {"${record}": {"${field}": "${same}"}}`];
  });
}

const plain = (name: string) => name.replaceAll(/[_-]/g, "").toLowerCase();
