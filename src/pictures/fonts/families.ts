import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { CodePointRange } from "./cmap.ts";

export type FamilyName =
  | "Inter"
  | "Noto Sans Arabic"
  | "Noto Sans Hebrew"
  | "Noto Sans Thai"
  | "Noto Sans Devanagari"
  | "Noto Sans JP"
  | "Noto Sans KR"
  | "Noto Sans SC"
  | "Noto Sans TC"
  | "Twemoji";

/** A file of a family, and the code points it was made for, not all of which need be in it. */
export interface Slice {
  readonly file: string;
  readonly claims: readonly CodePointRange[];
}

const EVERYTHING: readonly CodePointRange[] = [[0, 0x10ffff]];
const SCRIPTS: readonly FamilyName[] = [
  "Inter",
  "Noto Sans Arabic",
  "Noto Sans Hebrew",
  "Noto Sans Thai",
  "Noto Sans Devanagari",
];
const HAN = {
  ja: "Noto Sans JP",
  ko: "Noto Sans KR",
  "zh-CN": "Noto Sans SC",
  "zh-TW": "Noto Sans TC",
} as const;

/**
 * Returns the families to look for a text's characters in. Kana or hangul in the text decide on the form of Han
 * characters, else the reader's language.
 */
export function familiesFor(text: string, locale: string): readonly FamilyName[] {
  const own = /[\u3040-\u30ff]/.test(text) ? "ja" : /\p{Script=Hangul}/u.test(text) ? "ko" : locale;
  const preferred = Object.entries(HAN).find(([language]) => own.startsWith(language))?.[1] ?? HAN.ja;
  const han = Object.values(HAN).filter((name) => name !== preferred);
  return [...SCRIPTS, preferred, ...han, "Twemoji"];
}

const require = createRequire(import.meta.url);

/** Returns a family's files, as listed in its package. */
export function slicesOf(family: FamilyName): readonly Slice[] {
  if (family === "Twemoji") {
    return [{ file: require.resolve("twemoji-colr-font/twemoji.woff2"), claims: EVERYTHING }];
  }
  const name = family.toLowerCase().replaceAll(" ", "-");
  const path = `@fontsource-variable/${name}`;
  const listed = JSON.parse(readFileSync(require.resolve(`${path}/unicode.json`), "utf8")) as Record<
    string,
    string
  >;
  const axis = family === "Inter" ? "opsz" : "wght";
  return Object.entries(listed).map(([slice, ranges]) => ({
    file: require.resolve(`${path}/files/${name}-${slice.replaceAll(/[[\]]/g, "")}-${axis}-normal.woff2`),
    claims: ranges.split(",").map(readRange),
  }));
}

/** Parses CSS's `U+41` or `U+41-5a`. */
function readRange(range: string): CodePointRange {
  const [first = "", last = first] = range.slice("U+".length).split("-");
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}
