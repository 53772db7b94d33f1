import { jsonOrNothing } from "../../base/json.ts";
import type { WantedCookies } from "../../platform/cookie-rules.ts";
import { plainCharacters } from "./clean.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  quot: '"',
  apos: "'",
  nbsp: " ",
  "#34": '"',
  "#39": "'",
  "#61": "=",
  lt: "<",
};
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "", t: "\t" };
/** Strings within strings are opened this often. */
const MOST_STRINGS = 3;

/**
 * Returns a text that was encoded as a whole: as a program's string, for mail, HTML, a URL or in base64. Escapes inside
 * values are kept.
 */
export function decoded(text: string, { cookies }: WantedCookies): string {
  const content = withoutMailEscapes(stringContent(text), cookies);
  const plain = content.includes('"')
    ? content
    : content
        .replaceAll(/\\([nrt])/g, (all, letter: string) => ESCAPES[letter] ?? all)
        .replaceAll(/&([\w#]{2,4});/g, (all, name: string) => ENTITIES[name] ?? all);
  const whole = plain.trim();
  const names = (of: string, mark = "") => cookies.some(({ name }) => of.includes(name + mark));
  const isInAddress = !/[="\s]/.test(whole) && ["%3D", "%3d", "%22"].some((mark) => names(whole, mark));
  if (isInAddress) return tried(decodeURIComponent, whole) ?? plain;
  if (names(plain)) return plain;
  const isBase64 = /^[\w+/=\s-]{40,}$/.test(whole);
  const inside = isBase64 ? tried(atob, whole.replaceAll("-", "+").replaceAll("_", "/")) : undefined;
  return inside !== undefined && names(inside) ? inside : plain;
}

/** Returns what a text that is one JSON string contains. */
function stringContent(given: string): string {
  let text = given;
  for (let depth = 0; depth < MOST_STRINGS && /^\s{0,20}"/.test(text); depth += 1) {
    const content = jsonOrNothing(text);
    if (typeof content !== "string") break;
    text = plainCharacters(content);
  }
  return text;
}

/** Returns a mail's source (RFC 2045, 6.7) as it reads: there no `=` stands alone, and lines may end in one. */
function withoutMailEscapes(text: string, cookies: WantedCookies["cookies"]): string {
  const isEscaped =
    cookies.some(({ name }) => text.includes(`${name}=3D`)) && !/=(?![0-9A-F]{2}|\n)/.test(text);
  if (!isEscaped) return text;
  return text
    .replaceAll("=\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The text without the capital that a phone gives a name at the start of a line. */
export function uncapitalized(text: string, { cookies }: WantedCookies): string {
  const is = (wanted: string) => cookies.some(({ name }) => name === wanted);
  return text.replaceAll(
    /^([^\w\n]{0,8})([A-Z][\w-]{0,200})(?=["'`*]{0,3}[ \t]{0,3}[:= \t])/gm,
    (all, marks: string, word: string) => {
      const name = word.charAt(0).toLowerCase() + word.slice(1);
      return is(name) && !is(word) ? marks + name : all;
    },
  );
}

function tried(decode: (text: string) => string, text: string): string | undefined {
  try {
    return decode(text);
  } catch {
    return undefined;
  }
}
