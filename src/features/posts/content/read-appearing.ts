import { inBatches } from "../../../base/async/map-in-batches.ts";
import { DAY_MS, HOUR_MS } from "../../../base/duration.ts";
import { type PublicMilestone, toMilestone } from "../../../game/milestones.ts";
import type { NameTable } from "../../../game/names.ts";
import { phaseAt, type Term } from "../../../game/times.ts";
import { trendKeyText } from "../../../game/trend-search.ts";
import { isCreation, isMadeByPlayers, type Trend } from "../../../game/trending.ts";
import type { TimedSubject } from "../../../schedule/subject.ts";
import type { Watched } from "../../../schedule/watched.ts";
import { type Capability, capabilities, hasCapability } from "../../kit/command/capabilities.ts";
import type { CommandContext } from "../../kit/command/command-context.ts";
import { lookUpNames } from "../../kit/read/look-up-names.ts";
import { hashesOf, plainTitle, readTopOfFeed } from "../../kit/read/feed.ts";
import { sourceOf } from "./dated-sources.ts";
import { orTrouble } from "./description.ts";
import type { NewEntry } from "./describe-new-entries.ts";

/** Something the platform shows now that may be waited for by name. */
export interface Appearing extends Omit<NewEntry, "title"> {
  /** Undefined while its name is not known. */
  readonly title: string | undefined;
  /** The entry it is: who may see it is asked before it is told. */
  readonly trend?: Trend;
}

type Context = Pick<CommandContext, "platform" | "profile">;

const { milestones: MILESTONES, trending: TRENDING } = capabilities;
const READ_FROM: Readonly<Record<Watched, readonly Capability[]>> = {
  news: [TRENDING],
  creation: [TRENDING],
  item: [MILESTONES, TRENDING],
  modifier: [MILESTONES, TRENDING],
  milestone: [MILESTONES],
};
const READ_AT_ONCE = 5;

/** Returns whether the platform shows anything of the kind. */
export function isWatchable(context: Context, of: Watched): boolean {
  return READ_FROM[of].some((capability) => hasCapability(context, capability));
}

/**
 * Returns a function that reads everything of a kind from the lists that boards and suggestions read, too; undefined
 * where the platform fails, or an answer is stale or empty.
 */
export function createAppearingReader() {
  const rewards: RewardsRead = new Map();
  return async (context: CommandContext, of: Watched): Promise<readonly Appearing[] | undefined> => {
    const isRead = (one: Capability) => READ_FROM[of].includes(one) && hasCapability(context, one);
    const [milestones, trends] = await Promise.all([
      isRead(MILESTONES) ? milestonesOn(context) : [],
      isRead(TRENDING) ? readTrends(context) : [],
    ]);
    if (milestones === undefined || trends === undefined) return undefined;
    return FOUND[of](context, { milestones, trends, rewards });
  };
}

interface Shown {
  readonly milestones: readonly PublicMilestone[];
  readonly trends: readonly Trend[];
  readonly rewards: RewardsRead;
}

const FOUND: Readonly<
  Record<Watched, (context: CommandContext, shown: Shown) => Promise<readonly Appearing[]>>
> = {
  news: (context, { trends }) =>
    entriesOf(
      context,
      trends.filter(({ kind }) => !isMadeByPlayers(kind)),
    ),
  creation: (context, { trends }) =>
    entriesOf(
      context,
      trends.filter(({ kind }) => isCreation(kind)),
    ),
  milestone: (context, { milestones }) =>
    namedOf(
      context,
      "milestone",
      milestones.map(({ hash }) => ({ hash })),
    ),
  modifier: (context, { milestones, trends }) =>
    namedOf(context, "modifier", [
      ...milestones.flatMap(({ hash: of, quests, activities }) =>
        [...quests, ...activities].flatMap(({ modifiers }) => modifiers.map((hash) => ({ hash, of }))),
      ),
      ...trends.flatMap(({ modifiers = [] }) => modifiers.map((hash) => ({ hash }))),
    ]),
  async item(context, { milestones, trends, rewards }) {
    const items = trends.filter(({ kind }) => kind === "item");
    return [
      ...(await namedOf(context, "item", [
        ...items.flatMap(({ named }) => (named?.table === "item" ? [named] : [])),
        ...milestones.flatMap(({ hash: of, vendors }) =>
          vendors.flatMap(({ preview }) => (preview === undefined ? [] : [{ hash: preview, of }])),
        ),
        ...(await rewardsOn(context, { milestones, trends, rewards })),
      ])),
      ...(await entriesOf(
        context,
        items.filter(({ named }) => named === undefined),
      )),
    ];
  },
};

async function milestonesOn({ platform, locale, signal, now }: CommandContext) {
  const answer = await orTrouble(platform.milestonesPublic({ locale, signal }));
  if (typeof answer === "string" || answer.isStale) return undefined;
  const all = Object.values(answer.data).map(toMilestone);
  return all.length === 0 ? undefined : all.filter((milestone) => isOn(milestone, now));
}

async function readTrends(context: CommandContext): Promise<readonly Trend[] | undefined> {
  const feed = await orTrouble(readTopOfFeed(context));
  if (typeof feed === "string" || feed.parts.some(({ isStale }) => isStale)) return undefined;
  if (feed.listed.length === 0) return undefined;
  return feed.listed.map(({ trend }) => trend);
}

function isOn(term: Term, now: number): boolean {
  return ["on", "always"].includes(phaseAt(term, now));
}

async function entriesOf(context: CommandContext, trends: readonly Trend[]): Promise<readonly Appearing[]> {
  const names = await lookUpNames(context, hashesOf(trends));
  return trends.flatMap((trend) => {
    const key = trendKeyText(trend.key);
    return key === undefined ? [] : [{ key, kind: trend.kind, title: plainTitle(trend, names), trend }];
  });
}

/** A definition that is shown; `of`: by which milestone. */
interface Used {
  readonly hash: number;
  readonly of?: number;
}

async function namedOf(
  context: CommandContext,
  table: NameTable,
  used: readonly Used[],
): Promise<readonly Appearing[]> {
  const once = [...new Map(used.map((one) => [one.hash, one])).values()];
  const [names, milestones] = await Promise.all([
    lookUpNames(context, { [table]: once.map(({ hash }) => hash) }),
    lookUpNames(context, { milestone: once.flatMap(({ of }) => of ?? []) }),
  ]);
  return once.map(({ hash, of }) => ({
    key: `${table}:${hash}`,
    kind: table,
    title: names.of(table, hash)?.name.trim() || undefined,
    about: milestones.of("milestone", of)?.name.trim() || undefined,
  }));
}

/** Rewards by what gives them and when, as read last: each costs a request. */
type RewardsRead = Map<string, { readonly items: readonly number[]; readonly until: number }>;

/** Rewards stay while a milestone is on; where it has none, they may have failed to arrive. */
const KEPT_MS = { some: DAY_MS, none: HOUR_MS } as const;

async function rewardsOn(
  context: CommandContext,
  { milestones, trends, rewards }: Shown,
): Promise<readonly Used[]> {
  const { now } = context;
  const events = trends.filter(
    ({ kind, key, audience, ...term }) =>
      kind === "event" && key.type !== "article" && audience !== "age-gated" && isOn(term, now),
  );
  const givers = [
    ...milestones.map(({ hash, starts, ends }) => ({
      subject: { kind: "milestone", hash } as TimedSubject,
      of: hash,
      term: `milestone:${hash} ${starts} ${ends}`,
    })),
    ...events.map(({ key: { type, id }, starts, ends }) => ({
      subject: { kind: "ritual", type: String(type), id } as TimedSubject,
      of: undefined,
      term: `${type}:${id} ${starts} ${ends}`,
    })),
  ];
  for (const [term, { until }] of rewards) if (until <= now) rewards.delete(term);
  const read = await inBatches(givers, READ_AT_ONCE, async ({ subject, of, term }) => {
    const items = rewards.get(term)?.items ?? (await rewardsOf(context, subject));
    const keptMs = items.length > 0 ? KEPT_MS.some : KEPT_MS.none;
    if (!rewards.has(term)) rewards.set(term, { items, until: now + keptMs });
    return items.map((hash) => ({ hash, ...(of !== undefined && { of }) }));
  });
  return read.flat();
}

async function rewardsOf(context: CommandContext, subject: TimedSubject): Promise<readonly number[]> {
  const read = await orTrouble(sourceOf(subject).rewards(context, subject));
  return typeof read === "string" ? [] : read.rewards;
}
