import type { Rule } from "./next-slot.ts";
import type { Repeating } from "./repeating.ts";

/** A rule by wall-clock time. */
export type WallRule = Repeating | Extract<Rule, { kind: "once" }>;

export type When =
  /** This long before a start or an end; "any": the text didn't say which; "half": in the middle. */
  | { readonly kind: "edge"; readonly edge: "start" | "end" | "any" | "half"; readonly leadMs: number }
  /** This long before the daily or weekly reset, after it where negative; without `every`, whichever fits. */
  | { readonly kind: "reset"; readonly every?: "day" | "week"; readonly leadMs: number }
  /** Several rules where no hour was given: it is one of these. `untilEnd`: until the subject ends. */
  | { readonly kind: "wall"; readonly rules: readonly [WallRule, ...WallRule[]]; readonly untilEnd?: true }
  | { readonly kind: "in"; readonly ms: number }
  /** Only a length of time: before something, or from now. */
  | { readonly kind: "bare"; readonly ms: number }
  /** Whenever there is something new. */
  | { readonly kind: "news" }
  /** One of these: the text leaves open which. */
  | { readonly kind: "either"; readonly of: readonly When[] };

/** Why a phrase can't be followed. */
export const whenRefusals = [
  "empty",
  "unknown",
  "not-a-time",
  "no-lead",
  "after",
  "too-early",
  "too-far",
  "not-a-date",
  "ambiguous-date",
  "past",
  "often",
  "whole-hours",
] as const;
export type WhenRefusal = (typeof whenRefusals)[number];

export interface Here {
  readonly now: number;
  /** The IANA zone of wall-clock times. */
  readonly zone: string;
  /** The language typed beside English, as Discord's locale code. */
  readonly locale?: string;
  /** Returns the IANA zone of a typed name, abbreviation or offset. */
  readonly zoneNamed?: (word: string) => string | undefined;
}
