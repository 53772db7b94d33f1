import { foldAccents } from "../base/text.ts";
import type { TrendKind } from "./trend-kinds.ts";
import type { Trend, TrendKey } from "./trending.ts";

/** The kinds members may pick; "other" covers all kinds without a choice. */
export const trendChoices = [
  "news",
  "help",
  "event",
  "activity",
  "item",
  "creation",
  "stream",
  "other",
] as const;
export type TrendChoice = (typeof trendChoices)[number];

export interface TrendFilter {
  readonly kind?: TrendChoice | undefined;
  readonly search?: string | undefined;
}

export function toTrendChoice(text: unknown): TrendChoice | undefined {
  return trendChoices.find((choice) => choice === text);
}

export function isOfKind(trend: Pick<Trend, "kind">, choice: TrendChoice | undefined): boolean {
  return choice === undefined || choiceOf(trend.kind) === choice;
}

function choiceOf(kind: TrendKind): TrendChoice {
  return toTrendChoice(kind) ?? "other";
}

/** Returns whether the title contains every word, regardless of case and accents. */
export function hasWords(title: string, typed: string): boolean {
  const folded = foldAccents(title);
  return foldAccents(typed)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

/** Discord's limit for a select's value. */
const KEY_TEXT_LENGTH = 100;

/** Returns a key as text for a select; undefined when it is too long. */
export function trendKeyText(key: TrendKey): string | undefined {
  const text = `${key.type}:${key.id}`;
  return text.length > KEY_TEXT_LENGTH || key.id === "" ? undefined : text;
}

/** Parses what `trendKeyText` wrote; undefined for anything else. */
export function toTrendKey(text: unknown): TrendKey | undefined {
  if (typeof text !== "string" || text.length > KEY_TEXT_LENGTH) return undefined;
  const [, type, id] = /^(article|-?\d{1,10}):(.+)$/s.exec(text) ?? [];
  if (type === undefined || id === undefined) return undefined;
  return { type: type === "article" ? "article" : Number(type), id };
}

export function isSameTrend(a: TrendKey, b: TrendKey): boolean {
  return a.type === b.type && a.id === b.id;
}
