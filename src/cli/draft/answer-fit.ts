import type { z } from "zod";

import type { OperationId } from "../../platform/profile/schema.ts";
import { answers, isOf, recordShapes } from "../../platform/resources/answers.ts";
import { meaningOf } from "../../platform/resources/wire.ts";
import type { Schema, OpenApiDocument } from "./document.ts";
import { namesOfField } from "./field-names.ts";
import type { Hints, Proposal } from "./match.ts";
import { plainOf, singular, wordsOf } from "./names.ts";
import { isProperties, textsOf } from "./article-texts.ts";
import { type StatsFit, statsFit } from "./stats-fit.ts";
import { findRecord, type FoundRecord, type Place, placesIn } from "./places.ts";

/** How an operation's record was found in a route's answer. */
export interface AnswerFit {
  readonly score: number;
  readonly record: string | undefined;
  readonly shape: Shape | undefined;
  /** Undefined where the document doesn't describe the answer. */
  readonly found: FoundRecord | undefined;
  /** Statistics as plain numbers. */
  readonly stats?: StatsFit | undefined;
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

const LISTS = new Set<OperationId>([
  "trending.list",
  "content.search",
  "user.search",
  "accounts.of",
  "characters",
]);

/** Which fields have to be found for a route to be the one: one of each group. */
const NEEDED: Readonly<Partial<Record<OperationId, readonly (readonly string[])[]>>> = {
  "trending.list": [["identifier"], ["displayName"]],
  "trending.entry": [["news", "support", "gameItem", "gameActivity", "gameRitual", "creation", "stream"]],
  "user.byId": [["displayName", "profilePicturePath"]],
  "user.search": [["membershipId"], ["displayName"]],
  "account.current": [["name", "membershipId"]],
  "milestones.public": [["milestoneHash"], ["startDate", "endDate", "availableQuests"]],
  "milestones.content": [["about", "tips", "itemCategories"]],
};
/** What the key of a dictionary may be. */
export const KEYS = new Map<OperationId, string>([
  ["trending.list", "identifier"],
  ["content.search", "contentId"],
  ["user.search", "membershipId"],
]);

/** A list whose address says nothing is one of news where each has a title and its date. */
const AS_NEWS = [["identifier"], ["displayName"], ["startDate"]];
const TITLE = /(?:title|headline|subject)$/i;
/** What a search of everything calls its findings, the likeliest first. */
const FINDINGS = [
  "article",
  "post",
  "topic",
  "thread",
  "status",
  "hit",
  "result",
  "entry",
  "item",
  "data",
  "content",
];

const FITTING: AnswerFit = { score: 0, record: undefined, shape: undefined, found: undefined };
/** What an answer counts that nobody describes: less than any that fits. */
const UNSAID = -1.5;

export function isList(operation: OperationId): boolean {
  return LISTS.has(operation);
}

interface Answered {
  readonly answer: Schema | undefined;
  readonly hints: Hints;
  /** Whether somebody or something that is asked for may come as a list of one. */
  readonly mayBeList: boolean;
  /** Whether its address doesn't say what it is. */
  readonly isUnsaid: boolean;
}

/** Returns how well an answer holds what an operation answers; undefined where it holds something else. */
export function answerFit(
  document: OpenApiDocument,
  operation: OperationId,
  { answer, hints, mayBeList, isUnsaid }: Answered,
): AnswerFit | undefined {
  if (operation === "definitions.manifest")
    return document.properties(answer)["version"] === undefined ? undefined : FITTING;
  const schema = operation in answers ? answers[operation] : undefined;
  const { record, isKeyed = false } = schema === undefined ? {} : recordAnswered(schema);
  const shape = record === undefined ? undefined : recordShapes().get(record);
  const unsaid: AnswerFit | undefined = isUnsaid
    ? undefined
    : { score: UNSAID, record, shape, found: undefined };
  if (record === undefined || shape === undefined || answer === undefined) return unsaid;
  const places = placesIn(document, answer, operation === "trending.list");
  const isMany = isList(operation) || isKeyed;
  const fitting = places.filter(({ as, path }) =>
    isMany ? as !== "record" : isOuter(path, hints) && (as === "record" || (as === "list" && mayBeList)),
  );
  const isUndescribed = places.some(({ isDescribed }) => !isDescribed);
  if (places.every(({ isDescribed }) => !isDescribed)) return unsaid;
  const likely = operation === "content.search" ? findingsOf(fitting) : fitting;
  const fields = Object.keys(shape).length;
  for (const { members } of likely) document.spend(members.length * fields);
  const needed = isUnsaid ? AS_NEWS : (NEEDED[operation] ?? []);
  const isWhole = (one: FoundRecord | undefined) => {
    const sure = sureFields(record, one);
    if (isUnsaid && !hasTitle(one)) return false;
    const isKeyed = KEYS.has(operation) && one?.place.as === "dictionary";
    return needed.every((group) =>
      group.some((field) => sure.has(field) || (isKeyed && field === KEYS.get(operation))),
    );
  };
  const find = (within: readonly Place[]) => findRecord({ name: record, shape }, within, hints);
  const outer = find(likely.filter(({ path }) => !path.includes("*")));
  // What the entries of a list hold counts only where they are nothing themselves.
  const found = isWhole(outer) ? outer : (find(likely) ?? outer);
  const sure = sureFields(record, found);
  if (!isWhole(found)) {
    return isMany && isUndescribed && operation !== "trending.list" ? unsaid : undefined;
  }
  if (operation === "stats.account" && sure.size === 0) {
    const stats = statsFit(document, answer);
    if (stats !== undefined)
      return { score: Math.min(3, stats.count * 0.4), record, shape, found: undefined, stats };
    if (found === undefined) return undefined;
  }
  if (isMany && fitting.length === 0) return isUndescribed ? unsaid : undefined;
  const isArticle = operation === "content.byId" || operation === "content.search";
  if (isArticle && found !== undefined && !isReadable(found)) return undefined;
  return { score: Math.min(3, sure.size * 0.4), record, shape, found };
}

function hasTitle(found: FoundRecord | undefined): boolean {
  const title = found?.proposals.find(({ field }) => field === "displayName");
  return title !== undefined && TITLE.test(title.member.path.slice(-40));
}

function sureFields(record: string, found: FoundRecord | undefined): ReadonlySet<string> {
  const sure = (found?.proposals ?? []).filter((one) => isKnown(record, one));
  return new Set(sure.map(({ field }) => field));
}

/** Fields with known names have to have one of them: what is merely alike may be anything. */
function isKnown(record: string, { field, sure, score }: Proposal): boolean {
  return sure === "same" || (sure === "likely" && (score >= 1 || namesOfField(record, field) === undefined));
}

/** An article has something to read. */
function isReadable(found: FoundRecord): boolean {
  const { title, summary, body } = textsOf(found);
  return [title, summary, body].some((one) => one !== undefined) || found.proposals.some(isProperties);
}

/** Whether nothing but what wraps an answer stands around a record: `data.user`, and not the series of a tournament. */
function isOuter(path: string, { nouns = [] }: Hints): boolean {
  return path
    .split(".")
    .every(
      (step) =>
        step === "" || WRAPPERS.has(singular(plainOf(step))) || nouns.includes(singular(plainOf(step))),
    );
}
const WRAPPERS = new Set(
  (
    "data response result payload content body item record entity object entry value attribute info detail node " +
    "document profile user player account member person me character milestone event article post topic"
  ).split(" "),
);

/** Of a search's lists, those of its findings: by name, as all of them may be alike. */
function findingsOf(places: readonly Place[]): readonly Place[] {
  const named = places.filter((one) => one.path === "" || placeAmongFindings(one) >= 0);
  return named.toSorted((a, b) => placeAmongFindings(a) - placeAmongFindings(b)).slice(0, 1);
}

/** Returns the record an operation answers with, and whether a dictionary of them. */
function recordAnswered(schema: z.core.$ZodType): {
  readonly record?: string | undefined;
  readonly isKeyed?: boolean;
} {
  const { record, dictionary } = meaningOf(schema);
  if (dictionary === undefined) return { record };
  const { def } = dictionary._zod;
  return isOf(def, "record") ? { record: meaningOf(def.valueType).record, isKeyed: true } : {};
}

function placeAmongFindings({ path }: Place): number {
  return FINDINGS.indexOf(singular(wordsOf(path.split(".").at(-1) ?? "").at(-1) ?? "data"));
}
