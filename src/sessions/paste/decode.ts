import type { WantedCookies } from "../../platform/cookie-rules.ts";

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", quot: '"', "#34": '"', "#39": "'", lt: "<" };

/** Returns a text that was encoded as a whole, for HTML, a URL or in base64. Escapes inside values are kept. */
export function decoded(text: string, { cookies }: WantedCookies): string {
  const plain = text.includes('"')
    ? text
    : text.replaceAll(/&([\w#]{2,4});/g, (all, name: string) => ENTITIES[name] ?? all);
  const whole = plain.trim();
  const names = (of: string, mark = "") => cookies.some(({ name }) => of.includes(name + mark));
  const isInAddress = !/[="\s]/.test(whole) && ["%3D", "%3d", "%22"].some((mark) => names(whole, mark));
  if (isInAddress) return tried(decodeURIComponent, whole) ?? plain;
  if (names(plain)) return plain;
  const isBase64 = /^[\w+/=\s-]{40,}$/.test(whole);
  const inside = isBase64 ? tried(atob, whole.replaceAll("-", "+").replaceAll("_", "/")) : undefined;
  return inside !== undefined && names(inside) ? inside : plain;
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
