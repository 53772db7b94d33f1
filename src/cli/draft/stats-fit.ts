import type { Unit } from "../../platform/resources/stats.ts";
import { type OpenApiDocument, type Schema, typeOf } from "./document.ts";
import { kindsOfSchema } from "./kinds.ts";
import { plainOf, wordsOf } from "./names.ts";
import { isObject } from "../../platform/json/path.ts";

/** Where statistics are that come as plain numbers, and how a profile says so. */
export interface StatsFit {
  /** Path of what holds them. */
  readonly pick: string;
  readonly renames: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly keys: Readonly<Record<string, string>>;
  readonly units: Readonly<Record<string, Unit>>;
  /** How many numbers there are. */
  readonly count: number;
}

const MOST_DEPTH = 3;
const LEAST = 2;
const PLAIN = {
  GameHistoricalStatsValue: { basic: "" },
  GameHistoricalStatsValuePair: { value: "" },
};
const MERGED = { merged: "" };
const BY_MODE = { results: "" };

/** Returns where an answer has most plain numbers: beside each other, by mode, or as names and values. */
export function statsFit(document: OpenApiDocument, answer: Schema): StatsFit | undefined {
  const found: StatsFit[] = [];
  const waiting: { readonly path: readonly string[]; readonly given: unknown }[] = [
    { path: [], given: answer },
  ];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const schema = document.follow(next.given);
    if (schema === undefined) continue;
    const fit = fitAt(document, schema, next.path.join("."));
    if (fit !== undefined) found.push(fit);
    if (next.path.length === MOST_DEPTH) continue;
    for (const [name, given] of Object.entries(document.properties(schema)))
      if (!/[.*]/.test(name)) waiting.push({ path: [...next.path, name], given });
  }
  // What is further out comes first where both have as many.
  return found.toSorted((a, b) => b.count - a.count)[0];
}

function fitAt(document: OpenApiDocument, schema: Schema, pick: string): StatsFit | undefined {
  if (typeOf(schema) === "array") return listFit(document, schema, pick);
  const members = Object.entries(document.properties(schema));
  const inner = schema["additionalProperties"];
  if (members.length === 0 && isObject(inner)) return dictionaryFit(document, inner, pick);
  const own = numbersIn(document, schema);
  const modes = members.map(([, member]) => numbersIn(document, member)).filter((one) => one.length >= LEAST);
  if (own.length < LEAST && modes.length >= LEAST) {
    const renames = {
      GameHistoricalStatsWithMerged: BY_MODE,
      GameHistoricalStatsByPeriod: ALL_TIME,
      ...PLAIN,
    };
    return { pick, renames, keys: {}, units: unitsOf(modes.flat()), count: modes.flat().length };
  }
  // Beside what an answer is wrapped in, codes and waits are numbers, too.
  if (own.length < LEAST || own.length * 2 < members.length) return undefined;
  const renames = { GameHistoricalStatsWithMerged: MERGED, GameHistoricalStatsByPeriod: ALL_TIME, ...PLAIN };
  return { pick, renames, keys: {}, units: unitsOf(own), count: own.length };
}

const ALL_TIME = { allTime: "" };

function dictionaryFit(document: OpenApiDocument, inner: unknown, pick: string): StatsFit | undefined {
  const isPlain = isNumber(document.follow(inner));
  const numbers = numbersIn(document, inner);
  if (!isPlain && numbers.length < LEAST) return undefined;
  const outer = isPlain ? MERGED : BY_MODE;
  const renames = { GameHistoricalStatsWithMerged: outer, GameHistoricalStatsByPeriod: ALL_TIME, ...PLAIN };
  return { pick, renames, keys: {}, units: unitsOf(numbers), count: Math.max(LEAST, numbers.length) };
}

const NAMES = [
  "statid",
  "name",
  "statname",
  "stat",
  "key",
  "id",
  "statisticname",
  "slug",
  "displayname",
  "type",
  "label",
];
const VALUES = ["value", "statvalue", "amount", "score", "count", "total"];
const MODES =
  /(?:^|[_a-z])(?:hero|character|class|mode|map|weapon|champion|deck|agent|legend)_?(?:id|name|key|slug)?$/i;

/** A list has names and values, or numbers for each hero or mode. */
function listFit(document: OpenApiDocument, { items }: Schema, pick: string): StatsFit | undefined {
  const entry = document.follow(items);
  const members = Object.entries(document.properties(entry));
  const numbers = numbersIn(document, items);
  const named = bestOf(
    NAMES,
    members.map(([name]) => name),
  );
  const valued = bestOf(
    VALUES,
    numbers.map(([name]) => name),
  );
  const isPair = named !== undefined && valued !== undefined && named !== valued && numbers.length <= 3;
  if (isPair) {
    const renames = {
      GameHistoricalStatsWithMerged: MERGED,
      GameHistoricalStatsByPeriod: ALL_TIME,
      GameHistoricalStatsValue: { statId: named, basic: "" },
      ...(valued !== "value" && { GameHistoricalStatsValuePair: { value: valued } }),
    };
    return { pick, renames, keys: {}, units: {}, count: LEAST };
  }
  const mode = members.map(([name]) => name).find((name) => MODES.test(name.slice(0, 100)));
  if (mode === undefined || numbers.length <= LEAST) return undefined;
  const renames = { GameHistoricalStatsWithMerged: BY_MODE, GameHistoricalStatsByPeriod: ALL_TIME, ...PLAIN };
  const keys = { GameHistoricalStatsByPeriod: mode };
  return { pick, renames, keys, units: unitsOf(numbers), count: numbers.length };
}

function bestOf(known: readonly string[], names: readonly string[]): string | undefined {
  const fitting = names.filter((name) => known.includes(plainOf(name)));
  return fitting.toSorted((a, b) => known.indexOf(plainOf(a)) - known.indexOf(plainOf(b)))[0];
}

type Named = readonly [string, Schema];

function numbersIn(document: OpenApiDocument, given: unknown): readonly Named[] {
  return Object.entries(document.properties(document.follow(given))).flatMap(([name, member]) => {
    const schema = document.follow(member) ?? {};
    return isNumber(schema) && !NO_NUMBER.test(name.slice(0, 100)) ? [[name, schema] as const] : [];
  });
}

/** Ids, dates and pages are numbers too, and count nothing. */
const NO_NUMBER =
  /(?:^|_)(?:ids?|page|limit|offset|code|status|timestamp|year)$|Ids?$|(?:_at|At|[Tt]imestamp|[Dd]ate)$/;

function isNumber(schema: Schema | undefined): boolean {
  if (schema === undefined || typeOf(schema) === "string") return false;
  return kindsOfSchema(schema)?.has("number") === true;
}

const UNITS: Readonly<Record<string, Unit>> = {
  seconds: "seconds",
  milliseconds: "milliseconds",
  ms: "milliseconds",
  minutes: "minutes",
  mins: "minutes",
  hours: "hours",
  percent: "percent",
  percentage: "percent",
  pct: "percent",
  meters: "metres",
  metres: "metres",
  kilometers: "kilometres",
  kilometres: "kilometres",
  km: "kilometres",
};
/** Names that end so need no unit. */
const SAID = new Set(["seconds", "milliseconds"]);

/** What a number counts, by the end of its name or the words of its description: `in seconds`. */
function unitsOf(numbers: readonly Named[]): Readonly<Record<string, Unit>> {
  return Object.fromEntries(
    numbers.flatMap(([name, { description }]) => {
      const last = wordsOf(name).at(-1) ?? "";
      const text = typeof description === "string" ? description.slice(0, 300).toLowerCase() : "";
      const [, said = ""] = /(?:\bin |\()([a-z]+)\b/.exec(text) ?? [];
      const unit = SAID.has(last) ? undefined : (UNITS[last] ?? UNITS[said]);
      return unit === undefined ? [] : [[name, unit] as const];
    }),
  );
}
