import type { Rule } from "./next-slot.ts";
import type { Repeating } from "./repeating.ts";

/** What is due by a clock on the wall. */
export type WallRule = Repeating | Extract<Rule, { kind: "once" }>;

export type When =
  /** So long before something begins or ends; "any": it wasn't said which. */
  | { readonly kind: "edge"; readonly edge: "start" | "end" | "any"; readonly leadMs: number }
  /** So long before the game's next day or week; where neither was said, whichever fits. */
  | { readonly kind: "reset"; readonly every?: "day" | "week"; readonly leadMs: number }
  /** Several rules: no hour was said, and it is one of these. `untilEnd`: until what it is about ends. */
  | { readonly kind: "wall"; readonly rules: readonly [WallRule, ...WallRule[]]; readonly untilEnd?: true }
  | { readonly kind: "in"; readonly ms: number }
  /** A length of time and nothing else: before something, or from now. */
  | { readonly kind: "bare"; readonly ms: number }
  /** Whenever there is something new. */
  | { readonly kind: "news" };

/** Why a phrase says nothing that could be followed. */
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
] as const;
export type WhenRefusal = (typeof whenRefusals)[number];

export interface Here {
  readonly now: number;
  /** The IANA zone times on the wall are meant in. */
  readonly zone: string;
  /** Discord's code of the language it is typed in, beside English. */
  readonly locale?: string;
  /** The IANA zone of a name, an abbreviation or an offset that was typed. */
  readonly zoneNamed?: (word: string) => string | undefined;
}
