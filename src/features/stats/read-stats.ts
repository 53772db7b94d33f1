import { isMilepostError } from "../../base/errors.ts";
import type { PlatformId } from "../../base/int64.ts";
import { labelOf } from "../../game/progress.ts";
import {
  type ModeTables,
  type StatTable,
  mergeTables,
  readAccountStats,
  readCharacterStats,
  widestMode,
} from "../../game/stats.ts";
import {
  type StatPeriod,
  type StatPoint,
  daySpans,
  mergePoints,
  readPoints,
  statPeriods,
} from "../../game/stats-period.ts";
import type { Character } from "../../platform/resources/user.ts";
import type { Age } from "../kit/view/view-context.ts";
import type { ComparedCharacters } from "./view/files.ts";
import type { OwnCharacter, StatsView } from "./view/controls.ts";
import { ageOf } from "../kit/read/look-up-names.ts";
import { inBatches } from "../../base/async/map-in-batches.ts";
import { ownCharacterFor, ownCharacters } from "../kit/own-data/with-own-data.ts";
import type { PlayerData } from "../../sessions/use/private-data.ts";
import type { CommandContext } from "../kit/own-data/own-accounts.ts";
import { parametersTaken } from "../../platform/profile/operation-templates.ts";
import type { Profile } from "../../platform/profile/schema.ts";

/** Returns the periods the platform can answer, besides all time. */
export function offeredPeriods({ operations }: Profile): readonly StatPeriod[] {
  const template = operations["stats.character"];
  if (template === undefined || operations.characters === undefined) return ["all"];
  const taken = parametersTaken(template);
  const hasDays = template.request !== undefined || (taken.has("from") && taken.has("to"));
  const hasMonths = template.request !== undefined || taken.has("period");
  return statPeriods.filter((one) => one === "all" || (one === "months" ? hasMonths : hasDays));
}

/** How many requests of one member run at once. */
const AT_ONCE = 4;

export interface StatsWish {
  readonly period: StatPeriod;
  readonly stat?: string | undefined;
  readonly mode?: string | undefined;
  /** Another player's name or membership id; without one, the member's own statistics. */
  readonly player?: string | undefined;
  /** An id, a label or a number. */
  readonly character?: string | undefined;
}

/** Reads the wanted statistics; "private" where the platform hides them. */
export async function readOwnStats(
  context: CommandContext,
  own: PlayerData,
  wished: StatsWish,
): Promise<StatsView | "private"> {
  const periods = offeredPeriods(context.profile);
  const period = periods.includes(wished.period) ? wished.period : "all";
  const wish = { ...wished, period };
  try {
    const known = await charactersFor(context, own, period);
    const characters = known.map(toOwnCharacter);
    const chosen = wish.character === undefined ? undefined : ownCharacterFor(characters, wish.character);
    const read = await readWished(context, own, { wish, characters, chosen });
    return {
      ...read,
      account: own.account,
      period,
      state: { ...wish, character: chosen?.id },
      periods,
      characters,
      unfound: wish.character !== undefined && chosen === undefined ? wish.character : undefined,
    };
  } catch (error) {
    if (isMilepostError(error, "private")) return "private";
    throw error;
  }
}

/** Returns the characters; throws where they are asked for their own statistics and the platform doesn't say who they are. */
async function charactersFor(
  context: CommandContext,
  own: PlayerData,
  period: StatPeriod,
): Promise<readonly Character[]> {
  const { platform, signal } = context;
  const areOptional = period === "all" && platform.offers("stats.account");
  if (areOptional || !platform.offers("characters")) return ownCharacters(context, own);
  return (await own.characters({ signal })).data;
}

interface Wished {
  readonly wish: StatsWish;
  readonly characters: readonly OwnCharacter[];
  readonly chosen: OwnCharacter | undefined;
}

type Read = Pick<StatsView, "mode" | "modes" | "hasMerged" | "table" | "points" | "isAdded" | "age">;

async function readWished(context: CommandContext, own: PlayerData, wished: Wished): Promise<Read> {
  const { wish, chosen } = wished;
  if (wish.period !== "all") return readOverTime(context, own, wished);
  if (chosen !== undefined || !context.platform.offers("stats.account")) {
    const ids = idsOf(wished);
    const { answers, ...tables } = await readCharacters(context, own, ids);
    return ofModes(tables, wish.mode, { isAdded: ids.length > 1, age: ageOf(answers) });
  }
  const dated = await own.statsAccount({ signal: context.signal });
  return ofModes(readAccountStats(dated.data, context.profile.units), wish.mode, {
    isAdded: false,
    age: dated,
  });
}

function ofModes(
  tables: ModeTables,
  wanted: string | undefined,
  { isAdded, age }: { readonly isAdded: boolean; readonly age: Age | undefined },
): Read {
  const { merged, modes } = tables;
  const found = modes.find(({ mode }) => mode === wanted);
  const mode = found?.mode ?? (merged === undefined ? widestMode(modes) : undefined);
  const table = modes.find((one) => one.mode === mode)?.table ?? merged ?? { stats: [] };
  const hasMerged = merged !== undefined;
  return { mode, modes, hasMerged, table, points: undefined, isAdded, age };
}

async function readOverTime(context: CommandContext, own: PlayerData, wished: Wished): Promise<Read> {
  const { answers, modes, byMode } = await readSeries(context, own, wished);
  const wanted = wished.wish.mode;
  const mode = wanted !== undefined && byMode.has(wanted) ? wanted : widestMode(modes);
  const points: readonly StatPoint[] = (mode === undefined ? undefined : byMode.get(mode)) ?? [];
  const table: StatTable = modes.find((one) => one.mode === mode)?.table ?? { stats: [] };
  const isAdded = idsOf(wished).length > 1;
  return { mode, modes, hasMerged: false, table, points, isAdded, age: ageOf(answers) };
}

/** Reads days or months by mode, and their totals. */
async function readSeries(context: CommandContext, own: PlayerData, wished: Wished) {
  const ids = idsOf(wished);
  const { period } = wished.wish;
  const answers =
    period === "months" || period === "all"
      ? await allTime(context, own, ids)
      : await daily(context, own, { ids, period });
  const list = period === "months" ? "monthly" : "daily";
  const byMode = mergePoints(answers.map(({ data }) => readPoints(data, list, context.profile.units)));
  const modes = [...byMode].map(([mode, points]) => ({
    mode,
    table: mergeTables(points.map(({ table }) => table)),
  }));
  return { answers, modes, byMode };
}

/** Reads these characters' all-time statistics, added up by mode. */
async function readCharacters(context: CommandContext, own: PlayerData, ids: readonly PlatformId[]) {
  const answers = await allTime(context, own, ids);
  return {
    answers,
    ...mergedModes(answers.map(({ data }) => readCharacterStats(data, context.profile.units))),
  };
}

function idsOf({ characters, chosen }: Wished): readonly PlatformId[] {
  return (chosen === undefined ? characters : [chosen]).map(({ id }) => id);
}

type Results = Awaited<ReturnType<PlayerData["statsCharacter"]>>;

function allTime(
  { signal }: CommandContext,
  own: PlayerData,
  ids: readonly PlatformId[],
): Promise<readonly Results[]> {
  return inBatches(ids, AT_ONCE, (character) => own.statsCharacter({ character, period: "allTime", signal }));
}

/** Chains requests of at most the profile's `statsDays`. */
function daily(
  { signal, now, profile }: CommandContext,
  own: PlayerData,
  { ids, period }: { readonly ids: readonly PlatformId[]; readonly period: "week" | "month" | "quarter" },
): Promise<readonly Results[]> {
  const spans = daySpans(period, now, profile.limits.statsDays);
  const calls = ids.flatMap((character) => spans.map((span) => ({ character, ...span })));
  return inBatches(calls, AT_ONCE, (call) => own.statsCharacter({ ...call, period: "daily", signal }));
}

function mergedModes(all: readonly Pick<ModeTables, "modes">[]): ModeTables {
  const tables = new Map<string, StatTable[]>();
  for (const { mode, table } of all.flatMap(({ modes }) => modes)) {
    tables.set(mode, [...(tables.get(mode) ?? []), table]);
  }
  return { modes: [...tables].map(([mode, list]) => ({ mode, table: mergeTables(list) })) };
}

/** Returns each character's totals of the period, in the wanted mode or else the most played one. */
export async function compareCharacters(
  context: CommandContext,
  own: PlayerData,
  { period, mode }: Pick<StatsWish, "period" | "mode">,
): Promise<ComparedCharacters> {
  const characters = (await own.characters({ signal: context.signal })).data.map(toOwnCharacter);
  const read = await inBatches(characters, 1, async ({ id }) => {
    const wished = { wish: { period }, characters, chosen: { id } };
    return period === "all" ? readCharacters(context, own, [id]) : readSeries(context, own, wished);
  });
  const shown = read.some(({ modes }) => modes.some((one) => one.mode === mode))
    ? mode
    : widestMode(mergedModes(read).modes);
  return {
    period,
    mode: shown,
    age: ageOf(read.flatMap(({ answers }) => answers)),
    characters: characters.map((character, index) => ({
      ...character,
      table: read[index]?.modes.find((one) => one.mode === shown)?.table ?? { stats: [] },
    })),
  };
}

function toOwnCharacter(character: Character): OwnCharacter {
  return { id: character.id, label: labelOf(character).label };
}
