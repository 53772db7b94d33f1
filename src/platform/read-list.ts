import type { z } from "zod";

import { MilepostError } from "../base/errors.ts";
import type { Page } from "./client.ts";
import type { Decoders } from "./decode/decoders.ts";
import { isObject, listAt, type ListMember, valueAt } from "./json/path.ts";
import { linesOf, type RawAnswer } from "./http/request.ts";
import { type Place, withValueAt } from "./resources/place.ts";
import type { ListTemplate, PagedTemplate } from "./profile/schema.ts";

/** Returns the target with `rel="next"` among Link headers (RFC 8288); undefined without one. */
export function nextLink(lines: readonly string[]): string | undefined {
  for (const [, target, parameters = ""] of lines.join(",").matchAll(LINK)) {
    const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters) ?? [];
    if ((quoted ?? bare)?.toLowerCase().split(/\s+/).includes("next") === true) return target;
  }
  return undefined;
}

/** A target and its parameters up to the next target. */
const LINK = /<([^<>]{1,4096})>([^<]*)/g;

export interface ListReading<T extends z.ZodType> {
  readonly operation: string;
  readonly template: Pick<ListTemplate, "pick" | "one" | "query"> &
    Partial<Pick<PagedTemplate, "more" | "pageSize" | "pages">> & { readonly items?: string | undefined };
  readonly headers?: RawAnswer["headers"];
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
  { operation, template, schema, keyPath, fill, headers = {} }: ListReading<T>,
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
  return { entries: ordered, ...followUp(template, { picked, headers, count }) };
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

/** Returns the list of a single record. */
function oneAt(picked: unknown, path: string): readonly ListMember[] | undefined {
  const value = valueAt(picked, path) ?? undefined;
  return value === undefined ? undefined : [{ value }];
}

/** Returns whether another page follows, and by which cursor. */
function followUp(
  { more, pages, pageSize, query }: ListReading<z.ZodType>["template"],
  {
    picked,
    headers,
    count,
  }: { readonly picked: unknown; readonly headers: RawAnswer["headers"]; readonly count: number },
): Omit<Page<never>, "entries"> {
  const said = (place: string) => saidAt(place, picked, headers);
  const total = pages === undefined ? Number.NaN : Number(said(pages));
  const ofPages = Number.isSafeInteger(total) ? { pages: total } : {};
  if (more === undefined)
    return { hasMore: pages === undefined && pageSize !== undefined && count >= pageSize, ...ofPages };
  const [name] = Object.entries(query).find(([, template]) => template.includes("{cursor}")) ?? [];
  if (name === undefined) return { hasMore: saysMore(said(more)), ...ofPages };
  const next = cursorIn(said(more), name);
  return { hasMore: next !== undefined, ...(next !== undefined && { next }) };
}

const IN_HEADER = "header:";

function saidAt(place: string, picked: unknown, headers: RawAnswer["headers"]): unknown {
  if (!place.startsWith(IN_HEADER)) return valueAt(picked, place);
  const name = place.slice(IN_HEADER.length).toLowerCase();
  const lines = linesOf(headers[name]);
  return name === "link" ? nextLink(lines) : lines[0];
}

const LONGEST_CURSOR = 2_000;

/** Returns a cursor: the value itself, or in an address its query member of this name. */
function cursorIn(value: unknown, name: string): string | undefined {
  if (!isBare(value)) return undefined;
  const text = String(value);
  const start = text.indexOf("?");
  const cursor = start < 0 ? text : (new URLSearchParams(text.slice(start)).get(name) ?? "");
  return cursor === "" || cursor.length > LONGEST_CURSOR ? undefined : cursor;
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
