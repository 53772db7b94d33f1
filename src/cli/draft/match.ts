import type { z } from "zod";

import { isOwnName } from "../../platform/resources/wire.ts";
import { hasKnownFields, namesOfField, nounsOf, PICTURES } from "./field-names.ts";
import { type Kind, kindOfField } from "./kinds.ts";
import { isWeak, likeness, meaningsOf, plainOf, singular, wordsOf } from "./names.ts";
import { pictureScore } from "./pictures.ts";

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

/** What the route says of a record. */
export interface Hints {
  /** Its nouns: a member of `/agents` may be called `agentSymbol`. */
  readonly nouns?: readonly string[];
  /** By field, what the service calls it in its address: who is asked for by `username` has that for an id. */
  readonly called?: Readonly<Record<string, string>>;
}

const LIKELY = 0.75;
const MAYBE = 0.5;
const UNSURE = 0.7;
/** Known names are surer than those that are merely alike. */
const KNOWN = 2;
const CALLED_SO = 3;
/** An id by a name of the service's own comes behind ids, and before what else may stand for one. */
const FIRST_ID = 0.045;
/** Of a user, `user_id` comes before `account_id`. */
const NAMED_SO = 0.005;
/** With words of the service's own before it. */
const FAR = 0.5;
const LONG_NAME = 8;
const PEOPLE = new Set(["GeneralUser", "CurrentAccount"]);
/** A nested name says less about the record. */
const DEEPER = 0.08;

/** Proposes a member for each field: kinds have to fit, then names decide. Each member is proposed once. */
export function matchRecord(
  record: { readonly name: string; readonly shape: Shape },
  members: readonly Member[],
  hints: Hints = {},
): Matching {
  const fields = Object.entries(record.shape).map(([field, schema]) => ({
    field,
    isOwnName: isOwnName(schema),
    ...kindOfField(schema),
  }));
  const nouns = new Set([...nounsOf(record.name), ...(hints.nouns ?? [])]);
  const score = scorer(record.name, nouns, { ...hints, first: members[0] });
  const pairs = fields
    .flatMap((field) => members.map((member) => ({ ...field, member, score: score(field, member) })))
    .filter(({ score: one }) => one >= MAYBE)
    .toSorted((a, b) => b.score - a.score);
  const proposals = new Map<string, Proposal>();
  const taken = new Map<string, Proposal>();
  for (const pair of pairs) {
    const before = taken.get(pair.member.path);
    // One member may be both the id and what people read.
    const isShared = pair.score >= KNOWN - 1 && (pair.isRequired || before?.isRequired === true);
    if (proposals.has(pair.field) || (before !== undefined && !isShared)) continue;
    const isTied = pairs.some(
      (other) =>
        other.field === pair.field &&
        other.member !== pair.member &&
        other.score === pair.score &&
        pair.score < 1,
    );
    const proposal = { ...pair, sure: sureOf(pair, isTied) };
    proposals.set(pair.field, proposal);
    taken.set(pair.member.path, proposal);
  }
  const unfound = fields
    .filter(({ field }) => !proposals.has(field))
    .map((field) => ({
      ...field,
      candidates: members.filter((one) => !taken.has(one.path) && fits(field, one)).map(({ path }) => path),
    }));
  const all = [...proposals.values()];
  const total = all.reduce((sum, { score: one, isRequired }) => sum + one * (isRequired ? 2 : 1), 0);
  return { proposals: all, unfound, score: total };
}

interface Field {
  readonly field: string;
  readonly kind: Kind;
  readonly isRequired: boolean;
}

/** Ids and hashes may be any text or number, where the profile says so. */
function fits({ kind, isRequired }: Pick<Field, "kind" | "isRequired">, { kinds }: Member): boolean {
  if (kinds === undefined || kinds.has(kind)) return true;
  return isRequired && (kind === "int64" || kind === "uint32") && kinds.has("text");
}

function scorer(
  record: string,
  nouns: ReadonlySet<string>,
  hints: Hints & { readonly first: Member | undefined },
) {
  const { called, first } = hints;
  const said = new Map<Member, Said>();
  const saidBy = (member: Member) => {
    const before = said.get(member);
    if (before !== undefined) return before;
    const steps = member.path.split(".");
    const telling = tellingSteps(steps, nouns);
    const plain = plainOf(telling.join(" "));
    const bare = plainOf(withoutNouns(telling, nouns));
    const isOwn = telling.length === 1;
    const behind = PEOPLE.has(record) ? plainOf(behindNoun(telling, nouns)) : "";
    const isNamedSo = singular(wordsOf(telling[0] ?? "")[0] ?? "") === hints.nouns?.[0];
    const now = { steps, plain, bare, behind, isOwn, isNamedSo };
    said.set(member, now);
    return now;
  };
  return ({ field, kind, isRequired }: Field, member: Member): number => {
    if (!fits({ kind, isRequired }, member)) return 0;
    const { steps, plain, bare, behind, isOwn, isNamedSo } = saidBy(member);
    const picture = PICTURES[record]?.[field];
    if (picture !== undefined) return pictureScore(steps, picture, nouns);
    const names = namesOfField(record, field);
    if (names === undefined)
      return hasKnownFields(record)
        ? Number(plainOf(field) === plainOf(member.path))
        : alikeScore(field, member.path);
    const deeper = DEEPER * (steps.length - 1);
    const named = isNamedSo && bare !== plain ? NAMED_SO : 0;
    const wanted = called?.[field] === undefined ? "" : plainOf(called[field]);
    if (wanted !== "" && [plain, bare].includes(wanted)) return CALLED_SO - deeper + named;
    const places = [plain, bare].map((one) => names.indexOf(one)).filter((one) => one >= 0);
    if (places.length > 0) return KNOWN - Math.min(...places) / 100 - deeper + named;
    if (member === first && names[0] === "id" && isSomeId(plain, steps)) return KNOWN - FIRST_ID;
    // `worldDisplayName` is a display name, too.
    const ending = names.findIndex((one) => one.length >= LONG_NAME && plain.endsWith(one));
    // A team's dates are not its player's.
    const mayBeFar = PEOPLE.has(record) && (isOwn || kind !== "date");
    const far = mayBeFar ? [ending, names.indexOf(behind)].filter((one) => one >= 0) : [];
    const [nearest] = far;
    // What is merely alike is never sure of a field whose names are known.
    return nearest === undefined
      ? Math.min(alikeScore(field, member.path), UNSURE)
      : KNOWN - FAR - nearest / 100 - deeper;
  };
}

/** What a member's path says, in lower-case letters. */
interface Said {
  readonly steps: readonly string[];
  readonly plain: string;
  /** Without the record's noun. */
  readonly bare: string;
  /** Behind the last noun of people. */
  readonly behind: string;
  /** Whether it is the record's own, and not that of something within. */
  readonly isOwn: boolean;
  /** Whether it begins with the route's noun. */
  readonly isNamedSo: boolean;
}

/** `shop_id`, with a word of the service's own, is a record's id where it stands first in it. */
function isSomeId(plain: string, steps: readonly string[]): boolean {
  const words = wordsOf(steps.join(" "));
  return steps.length === 1 && words.length === 2 && plain.endsWith("id") && !OTHERS.has(words[0] ?? "");
}

const OTHERS = new Set(
  "user author creator owner parent account member player category group game".split(" "),
);

/** Members that only hold a record's others say nothing: `attributes.name`, `user.name` in a user. */
const HOLDERS = new Set(
  "attribute data node detail info profile field document id item object resource".split(" "),
);

function tellingSteps(steps: readonly string[], nouns: ReadonlySet<string>): readonly string[] {
  const first = steps.findIndex((step) => {
    const word = singular(plainOf(step));
    return !HOLDERS.has(word) && !nouns.has(word);
  });
  return first === -1 ? steps.slice(-1) : steps.slice(first);
}

/** `user_name` of a user is its `name`. */
function withoutNouns(steps: readonly string[], nouns: ReadonlySet<string>): string {
  const words = wordsOf(steps.join(" "));
  const [first = "", ...others] = words;
  return others.length > 0 && nouns.has(singular(first)) ? others.join(" ") : words.join(" ");
}

/** Returns what stands behind the last noun: `id` of `netMembershipId`. */
function behindNoun(steps: readonly string[], nouns: ReadonlySet<string>): string {
  const words = wordsOf(steps.join(" "));
  const last = words.findLastIndex((word, index) => index < words.length - 1 && nouns.has(singular(word)));
  return last === -1 ? "" : words.slice(last + 1).join(" ");
}

function alikeScore(field: string, path: string): number {
  const steps = path.split(".");
  const last = steps.at(-1) ?? "";
  const isOfAnother = steps.length > 1 && meaningsOf(last).join() === "id";
  const telling = steps.filter((step, index) => index === steps.length - 1 || !isWeak(step)).join(".");
  // `icon.id` is the icon's id, and `user.id` the user's.
  const best = isOfAnother
    ? likeness(field, path, () => 1)
    : Math.max(likeness(field, last), likeness(field, telling));
  return best - DEEPER * (steps.length - 1);
}

/** A record's own name is only read where a rename says so. */
function sureOf(
  { field, member, score, isOwnName: isOwn }: Omit<Proposal, "sure"> & { readonly isOwnName: boolean },
  isTied: boolean,
): Sureness {
  if (field === member.path && member.kinds !== undefined && !isOwn) return "same";
  return score >= LIKELY && member.kinds !== undefined && !isTied ? "likely" : "maybe";
}
