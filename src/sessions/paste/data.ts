import type { Candidates, CookiePlace } from "./candidates.ts";
import type { LooseEntry, LooseGroup } from "./loose-data.ts";
import { addCookieText, addSetCookie } from "./pairs.ts";

/** What names a field of a cookie's record, letters only, as programs and extensions spell it. */
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
 * Finds cookies in data, wherever they stand in it: records with a name and a value, maps from name to value,
 * lists of pairs, headers (a HAR's or a program's). Gives whether there were records.
 */
export function addData(root: LooseGroup, found: Candidates): boolean {
  const waiting: Waiting[] = [{ group: root, host: undefined }];
  let hasRecords = false;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const host = requestHost(next.group) ?? next.host;
    hasRecords = addRecords(next.group, found, host) || hasRecords;
    // Words that follow one another outside of all brackets are a sentence's.
    if (next.group !== root) addRow(next.group, found, host);
    const inner = addEntries(next.group, found, host);
    waiting.push(...inner.toReversed());
  }
  return hasRecords;
}

/** The address a HAR's entry was asked from. */
function requestHost({ entries }: LooseGroup): string | undefined {
  const request = entries.find(({ key }) => key === "request")?.value;
  if (request === undefined || typeof request === "string") return undefined;
  return textOf(request, (key) => key === "url");
}

/** Records that lie flat in a group, one behind the other: a field that comes again begins the next. */
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

function fieldOf(key: string | undefined): Field | undefined {
  if (key === undefined || key.length > 40) return undefined;
  const letters = key
    .slice(key.lastIndexOf(".") + 1)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "");
  if (NAMES.has(letters)) return "name";
  if (VALUES.has(letters)) return "value";
  if (ENDS.has(letters)) return "end";
  return HOSTS.has(letters) ? "host" : undefined;
}

/** `["portald", "123", "/", ".portal.test"]`: a pair, a table's row, or the arguments of a call. */
function addRow({ entries }: LooseGroup, found: Candidates, outerHost: string | undefined): void {
  const [name, value] = entries;
  if (name?.key !== undefined || typeof name?.value !== "string" || !found.isWanted(name.value)) return;
  if (value?.key !== undefined || typeof value?.value !== "string") return;
  const rest = entries.slice(2, 12).flatMap(({ value }) => (typeof value === "string" ? [value] : []));
  const host = rest.find((text) => text.includes(".") && !text.includes(" ") && !/^\d/.test(text));
  found.add(name.value, value.value, { host: host ?? outerHost });
}

/** Single members, and the groups to look into next. */
function addEntries({ entries }: LooseGroup, found: Candidates, host: string | undefined): Waiting[] {
  const inner: Waiting[] = [];
  let near = host;
  for (const { key, value } of entries) {
    if (typeof value === "string") {
      if (key === undefined && value.includes("://")) near = value;
      else addText({ key, value }, found, near);
      continue;
    }
    if (key !== undefined && found.isWanted(key)) addDetail(key, value, found, near);
    addHeaderList(key, value, found, near);
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
}

/** A header by its name, or a cookie by its own: neither name nor value holds a line's end, but what tore it. */
function addNamed(given: string, value: string, place: CookiePlace, found: Candidates): void {
  const name = untorn(given);
  if (found.isWanted(name)) return found.add(name, untorn(value), place);
  const { host } = place;
  const header = name.length > 20 ? "" : name.toLowerCase();
  if (header === "cookie" || header === "cookies") addCookieText(value, found, { host });
  if (header === "set-cookie") for (const line of value.split("\n")) addSetCookie(line, found, { host });
}

function untorn(text: string): string {
  return text.includes("\n")
    ? text
        .split("\n")
        .map((line) => line.trim())
        .join("")
    : text;
}

/** `{"portald": {"value": "123", "path": "/"}}`, or a list with one value in it. */
function addDetail(name: string, group: LooseGroup, found: Candidates, host: string | undefined): void {
  const value = textOf(group, isValue) ?? (group.entries.length === 1 ? textOf(group, isUnnamed) : undefined);
  if (value === undefined) return;
  found.add(name, value, { host: textOf(group, isHost) ?? host, end: textOf(group, isEnd) });
}

/** `"set-cookie": ["a=1; Path=/", "b=2"]`. */
function addHeaderList(
  key: string | undefined,
  { entries }: LooseGroup,
  found: Candidates,
  host: string | undefined,
): void {
  const header = key?.slice(0, 20).toLowerCase();
  if (header !== "set-cookie" && header !== "cookie") return;
  for (const { key: inner, value } of entries) {
    if (inner === undefined && typeof value === "string") addNamed(header, value, { host }, found);
  }
}

function addLine(text: string, found: Candidates, host: string | undefined): void {
  const isSetCookie = /;\s*(?:path|domain|expires|max-age|samesite)=/i.test(text.slice(0, 8_192));
  if (isSetCookie) addSetCookie(text, found, { host });
  else addCookieText(text, found, { host });
}

const isValue = (key: string | undefined) => fieldOf(key) === "value";
const isHost = (key: string | undefined) => fieldOf(key) === "host";
const isEnd = (key: string | undefined) => fieldOf(key) === "end";
const isUnnamed = (key: string | undefined) => key === undefined;

function isHostLike(key: string | undefined): boolean {
  return key !== undefined && key.length <= 253 && key.includes(".") && !/[\s/=]/.test(key);
}

function textOf({ entries }: LooseGroup, isIt: (key: string | undefined) => boolean): string | undefined {
  const entry: LooseEntry | undefined = entries.find(
    ({ key, value }) => isIt(key) && typeof value === "string",
  );
  return typeof entry?.value === "string" ? entry.value : undefined;
}
