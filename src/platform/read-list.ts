import type { z } from "zod";

import { MilepostError } from "../base/errors.ts";
import type { Page } from "./client.ts";
import type { Decoders } from "./decode/decoders.ts";
import { isObject, listAt, type ListMember, valueAt } from "./json/path.ts";
import { type Place, valueAtPlace, withValueAt } from "./resources/place.ts";
import type { ListTemplate, PagedTemplate } from "./profile/schema.ts";

export interface ListReading<T extends z.ZodType> {
  readonly operation: string;
  readonly template: Pick<ListTemplate, "pick" | "one"> &
    Partial<Pick<PagedTemplate, "more" | "pageSize">> & { readonly items?: string | undefined };
  /** The list's schema. */
  readonly schema: z.ZodArray<T>;
  /** The field a dictionary's key or a plain value becomes. */
  readonly keyPath: Place | undefined;
  /** A value for a path that an entry lacks. */
  readonly fill?: { readonly path: Place; readonly value: string } | undefined;
}

/** Returns a list, and whether there is more, from an operation's payload. */
export function readList<T extends z.ZodType>(
  decoders: Decoders,
  payload: unknown,
  { operation, template, schema, keyPath, fill }: ListReading<T>,
): Page<z.output<T>> {
  const picked = valueAt(payload, template.pick);
  const { items: path = "" } = template;
  const at = [template.pick, path].filter((one) => one !== "").join(".");
  const found = template.one === true ? oneAt(picked, path) : listAt(picked, path);
  if (found === null)
    throw new MilepostError("platform-answer", { operation, path: at, reason: "not a list" });
  const items = (found ?? []).map((member) => filled(itemOf(member, keyPath), fill));
  const count = items.length;
  const entries = decoders.decode(schema, items, operation, at);
  const ordered = isNumbered(found ?? [], entries) ? entries.toReversed() : entries;
  return { entries: ordered, hasMore: goesOn(template, picked, count) };
}

/**
 * Returns whether a list of news or articles is a dictionary by numeric ids, which JSON.parse puts in ascending order,
 * whatever the answer's was: the newest, with the highest id, should be first.
 */
function isNumbered(found: readonly ListMember[], entries: readonly unknown[]): boolean {
  const keys = new Set(found.map(({ key }) => key));
  return entries.every((entry) => {
    const { identifier, contentId = identifier } = entry as { identifier?: unknown; contentId?: unknown };
    return typeof contentId === "string" && keys.has(contentId) && /^\d+$/.test(contentId);
  });
}

/** Returns the same from what a profile's `read` returns: the entries, or `{ entries, hasMore }`. */
export function readListOfCode<T extends z.ZodType>(
  decoders: Decoders,
  given: unknown,
  { operation, schema, fill }: Pick<ListReading<T>, "operation" | "schema" | "fill">,
): Page<z.output<T>> {
  const { entries, hasMore } = isObject(given) && !Array.isArray(given) ? given : { entries: given };
  const items: unknown = Array.isArray(entries) ? entries.map((item) => filled(item, fill)) : (entries ?? []);
  return { entries: decoders.decode(schema, items, operation, "entries"), hasMore: hasMore === true };
}

/** Returns a list as a dictionary keyed by a place of its records; anything else unchanged. */
export function dictionaryOf(found: unknown, place: Place): unknown {
  if (!Array.isArray(found)) return found;
  return Object.fromEntries(
    found.map((one: unknown, index) => {
      const key = valueAtPlace(one, place);
      return [isBare(key) ? String(key) : `#${index}`, one];
    }),
  );
}

/** Returns the list of a single record. */
function oneAt(picked: unknown, path: string): readonly ListMember[] | undefined {
  const value = valueAt(picked, path) ?? undefined;
  return value === undefined ? undefined : [{ value }];
}

function goesOn(template: ListReading<z.ZodType>["template"], picked: unknown, count: number): boolean {
  if (template.more !== undefined) return saysMore(valueAt(picked, template.more));
  return template.pageSize !== undefined && count >= template.pageSize;
}

/** True, a remaining count, or something about the next page, such as its URL. */
function saysMore(value: unknown): boolean {
  if (typeof value === "number") return value > 0;
  if (typeof value === "string") return value !== "" && value !== "false" && value !== "0";
  return value === true || isObject(value);
}

/** Returns a list's entry with its key; a plain value becomes a record with one field. */
function itemOf({ key, value: item }: ListMember, keyPath: Place | undefined): unknown {
  if (keyPath === undefined) return item;
  if (key !== undefined) return withValueAt(isObject(item) ? item : {}, keyPath, key);
  return isBare(item) ? withValueAt({}, keyPath, item) : item;
}

function filled(item: unknown, fill: ListReading<z.ZodType>["fill"]): unknown {
  return fill !== undefined && isObject(item) ? withValueAt(item, fill.path, fill.value) : item;
}

function isBare(item: unknown): item is string | number {
  return typeof item === "string" || typeof item === "number";
}
