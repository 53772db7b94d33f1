import { foldAccents } from "../base/text.ts";

/** What can be waited for by name. */
export const WATCHED = ["news", "item", "modifier", "milestone", "creation"] as const;
export type Watched = (typeof WATCHED)[number];

/** The longest name: with its language it has to fit into a suggestion's value. */
export const WATCHED_LENGTH = 70;

/** What is waited for, by a name or words in a language. */
export interface Watch {
  readonly of: Watched;
  readonly name: string;
  readonly language: string;
}

const SCOPE = /^watch:([a-z]+):([A-Za-z0-9-]+)$/;
const VALUE = /^(watch:[a-z]+:[A-Za-z0-9-]+):(.+)$/s;

/** Returns what all watches for the same kind of thing in a language look at together. */
export function scopeOf({ of, language }: Omit<Watch, "name">): string {
  return `watch:${of}:${language}`;
}

/** Returns what such a scope is of; undefined for other texts. */
export function readScope(scope: string): Omit<Watch, "name"> | undefined {
  const [, kind, language] = SCOPE.exec(scope) ?? [];
  const of = WATCHED.find((one) => one === kind);
  return of === undefined || language === undefined ? undefined : { of, language };
}

export function watchValue(watch: Watch): string {
  return `${scopeOf(watch)}:${watch.name}`;
}

/** Returns the watch of what `watchValue` wrote; undefined for other texts. */
export function readWatchValue(value: string): Watch | undefined {
  const [, scope = "", name = ""] = VALUE.exec(value) ?? [];
  const read = readScope(scope);
  return read === undefined || name.length > WATCHED_LENGTH ? undefined : { ...read, name };
}

/** Languages that write no spaces between words, or build words from smaller ones. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]/u;
const WORDS = /[\p{L}\p{N}]+/gu;

/** Returns whether a text has every word of a name, or a longer one that begins with it: "ring" is in "Two Rings". */
export function isNamedIn(text: FoldedText, name: string): boolean {
  const wanted = foldAccents(name).match(WORDS) ?? [];
  return (
    wanted.length > 0 &&
    wanted.every((word) =>
      UNSPACED.test(word) ? text.whole.includes(word) : text.words.some((one) => one.startsWith(word)),
    )
  );
}

/** A text made ready for many names. */
export interface FoldedText {
  readonly whole: string;
  readonly words: readonly string[];
}

export function foldText(text: string): FoldedText {
  const whole = foldAccents(text);
  return { whole, words: whole.match(WORDS) ?? [] };
}
