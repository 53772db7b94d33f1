import type { z } from "zod";

import { type Kind, kindOfField } from "./kinds.ts";
import { isWeak, likeness, meaningsOf } from "./names.ts";

/** A member of an answer, received or described. */
export interface Member {
  /** Its path within the record: `profile.name`. */
  readonly path: string;
  /** Undefined: unknown. */
  readonly kinds: ReadonlySet<Kind> | undefined;
  readonly example?: string | undefined;
}

export type Sureness = "same" | "likely" | "maybe";

/** A field, and its likely name on the wire. */
export interface Proposal {
  readonly field: string;
  readonly isRequired: boolean;
  readonly kind: Kind;
  readonly member: Member;
  readonly score: number;
  readonly sure: Sureness;
}

/** A field without a match, with the members of its kind. */
interface Unfound {
  readonly field: string;
  readonly kind: Kind;
  readonly isRequired: boolean;
  readonly candidates: readonly string[];
}

export interface Matching {
  readonly proposals: readonly Proposal[];
  readonly unfound: readonly Unfound[];
  /** Higher means that more of the record was found. */
  readonly score: number;
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

const LIKELY = 0.75;
const MAYBE = 0.5;
/** A nested name says less about the record. */
const DEEPER = 0.08;

/** Proposes a member for each field: kinds have to fit, then names decide. Each member is proposed once. */
export function matchRecord(shape: Shape, members: readonly Member[]): Matching {
  const fields = Object.entries(shape).map(([field, schema]) => ({ field, ...kindOfField(schema) }));
  const pairs = fields
    .flatMap((field) => members.map((member) => ({ ...field, member, score: scoreOf(field, member) })))
    .filter(({ score }) => score >= MAYBE)
    .toSorted((a, b) => b.score - a.score);
  const proposals = new Map<string, Proposal>();
  const taken = new Set<string>();
  for (const pair of pairs) {
    if (proposals.has(pair.field) || taken.has(pair.member.path)) continue;
    const isTied = pairs.some(
      (other) => other.field === pair.field && other.member !== pair.member && other.score === pair.score,
    );
    proposals.set(pair.field, { ...pair, sure: sureOf(pair, isTied) });
    taken.add(pair.member.path);
  }
  const unfound = fields
    .filter(({ field }) => !proposals.has(field))
    .map((field) => ({
      ...field,
      candidates: members.filter((one) => !taken.has(one.path) && fits(field, one)).map(({ path }) => path),
    }));
  const all = [...proposals.values()];
  const score = all.reduce((sum, { score: one, isRequired }) => sum + one * (isRequired ? 2 : 1), 0);
  return { proposals: all, unfound, score };
}

function fits({ kind }: { readonly kind: Kind }, { kinds }: Member): boolean {
  return kinds === undefined || kinds.has(kind);
}

function scoreOf(field: { readonly field: string; readonly kind: Kind }, member: Member): number {
  if (!fits(field, member)) return 0;
  const steps = member.path.split(".");
  const last = steps.at(-1) ?? "";
  const isOfAnother = steps.length > 1 && meaningsOf(last).join() === "id";
  const telling = steps.filter((step, index) => index === steps.length - 1 || !isWeak(step)).join(".");
  // `icon.id` is the icon's id, and `user.id` the user's.
  const best = isOfAnother
    ? likeness(field.field, member.path, () => 1)
    : Math.max(likeness(field.field, last), likeness(field.field, telling));
  return best - DEEPER * (steps.length - 1);
}

function sureOf({ field, member, score }: Omit<Proposal, "sure">, isTied: boolean): Sureness {
  if (field === member.path && member.kinds !== undefined) return "same";
  return score >= LIKELY && member.kinds !== undefined && !isTied ? "likely" : "maybe";
}
