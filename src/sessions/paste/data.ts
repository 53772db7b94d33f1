import type { Candidates, CookiePlace } from "./candidates.ts";
import type { LooseGroup } from "./loose-data.ts";
import { addCookieText, addSetCookie } from "./pairs.ts";
import { addTable, isHostLike, NAME_HEADING, VALUE_HEADING } from "./table.ts";

/** Names of the name field in cookie records, letters only. */
const NAMES = new Set(["name", "key", "nameraw", "cookiename", "cookie"]);
const VALUES = new Set(["value", "valueraw", "content", "contentraw", "cookievalue", "val"]);
const HOSTS = new Set(["domain", "host", "hostraw", "hostkey", "site", "url", "cookiedomain", "uri"]);

const ENDS = new Set(["expirationdate", "expires", "expiresat", "expiresdate", "expiry", "expiration"]);

type Field = "name" | "value" | "host" | "end";

interface Waiting {
  readonly group: LooseGroup;
  readonly host: string | undefined;
}

/**
 * Finds cookies anywhere in data: records with a name and a value, maps, lists of pairs, headers (of a HAR or program).
 * Returns whether there were records.
 */
export function addData(root: LooseGroup, found: Candidates): boolean {
  const waiting: Waiting[] = [{ group: root, host: undefined }];
  let hasRecords = false;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const host = requestHost(next.group) ?? next.host;
    hasRecords = addRecords(next.group, found, host) || hasRecords;
    // Words outside of all brackets are a sentence.
    if (next.group !== root) addRow(next.group, found, host);
    const inner = addEntries(next.group, found, host);
    waiting.push(...inner.toReversed());
  }
  return hasRecords;
}

/** Returns the URL's host in a HAR entry. */
function requestHost({ entries }: LooseGroup): string | undefined {
  const request = entries.find(({ key }) => key === "request")?.value;
  if (request === undefined || typeof request === "string") return undefined;
  return textOf(request, (key) => key === "url");
}

/** Reads records that follow each other in a flat group: a repeated field begins the next. */
function addRecords({ entries }: LooseGroup, found: Candidates, outerHost: string | undefined): boolean {
  let record: { [Name in Field]?: string } = {};
  let hasRecords = false;
  const finish = () => {
    const { name, value, host = outerHost, end } = record;
    if (name !== undefined && value !== undefined) {
      addNamed(name, value, { host, end }, found);
      hasRecords ||= found.isWanted(name);
    }
    record = {};
  };
  for (const { key, value } of entries) {
    const field = fieldOf(key);
    if (field === undefined || typeof value !== "string") continue;
    if (record[field] !== undefined && (field === "name" || field === "value")) finish();
    record[field] ??= value;
  }
  finish();
  return hasRecords;
}

function fieldOf(key = ""): Field | undefined {
  const letters = key.toLowerCase().replaceAll(/^.*\.|[^a-z]/gs, "");
  if (NAMES.has(letters) || NAME_HEADING.test(key)) return "name";
  if (VALUES.has(letters) || VALUE_HEADING.test(key)) return "value";
  if (ENDS.has(letters)) return "end";
  return HOSTS.has(letters) ? "host" : undefined;
}

/** Reads `["portald", "123", "/", ".portal.test"]`: a pair, a table's row, or a call's arguments. */
function addRow({ entries }: LooseGroup, found: Candidates, outerHost: string | undefined): void {
  const texts = entries
    .slice(0, 12)
    .map(({ key, value }) => (key === undefined && typeof value === "string" ? value : undefined));
  const [name, value, ...rest] = texts;
  if (name === undefined || value === undefined) return;
  const named = textOf({ entries }, isField("host"));
  found.add(name, value, { host: rest.find(isHostLike) ?? named ?? outerHost });
}

/** Reads single members, and returns the groups to visit next. */
function addEntries({ entries }: LooseGroup, found: Candidates, host: string | undefined): Waiting[] {
  const inner: Waiting[] = [];
  let near = host;
  for (const { key, value } of entries) {
    if (typeof value === "string") {
      if (key === undefined && value.includes("://")) near = value;
      else addText({ key, value }, found, near);
      continue;
    }
    addDetail(key ?? "", value, found, near);
    inner.push({ group: value, host: isHostLike(key) ? key : near });
  }
  return inner;
}

function addText(
  { key, value }: { readonly key: string | undefined; readonly value: string },
  found: Candidates,
  host: string | undefined,
): void {
  if (key !== undefined) addNamed(key, value, { host }, found);
  else if (value.includes("=")) addLine(value, found, host);
  // A file of cookies, kept in a string.
  if (value.includes("\t")) addTable(value, found);
}

/**
 * Adds a header or cookie by its name. Neither name nor value contains line ends, except where something wrapped them.
 */
function addNamed(given: string, value: string, place: CookiePlace, found: Candidates): void {
  const name = untorn(given);
  if (found.isWanted(name)) return found.add(name, untorn(value), place);
  const { host } = place;
  const header = name.toLowerCase();
  if (header === "cookie" || header === "cookies") addCookieText(value, found, { host });
  if (header === "set-cookie") for (const line of value.split("\n")) addSetCookie(line, found, { host });
}

function untorn(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .join("");
}

/** Reads `{"portald": {"value": "123", "path": "/"}}`, or a list with one value. */
function addDetail(name: string, group: LooseGroup, found: Candidates, host: string | undefined): void {
  const value = textOf(group, isField("value")) ?? textOf(group, isUnnamed);
  if (value === undefined) return;
  found.add(name, value, {
    host: textOf(group, isField("host")) ?? host,
    end: textOf(group, isField("end")),
  });
}

function addLine(text: string, found: Candidates, host: string | undefined): void {
  const isSetCookie = /;\s*(?:path|domain|expires|max-age|samesite)=/i.test(text.slice(0, 8_192));
  if (isSetCookie) addSetCookie(text, found, { host });
  else addCookieText(text, found, { host });
}

const isField = (field: Field) => (key: string | undefined) => fieldOf(key) === field;
const isUnnamed = (key: string | undefined) => key === undefined;

function textOf({ entries }: LooseGroup, isIt: (key: string | undefined) => boolean): string | undefined {
  for (const { key, value } of entries) if (typeof value === "string" && isIt(key)) return value;
  return undefined;
}
