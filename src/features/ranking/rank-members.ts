import { findStat, type Stat, type StatKind } from "../../game/stats.ts";
import type { RankingPeriod } from "../kit/view/calls/ranking.ts";
import type { Ranking } from "./view/ranking.ts";
import type { DayStats, RankedMember } from "./store/ranking-rows.ts";

/** How long ago each period began; of all time, how long ago places are compared with. */
export const PERIOD_DAYS = { all: 7, week: 7, month: 30 } as const satisfies Record<RankingPeriod, number>;

interface Wish {
  readonly stat?: string | undefined;
  readonly period: RankingPeriod;
  /** The reader. */
  readonly memberId: string;
  readonly today: number;
  readonly nameOf?: ((id: string) => string) | undefined;
}

/** Ranks members by a statistic: of all time its total, of a period what was added. Ratios don't add up. */
export function rankMembers(members: readonly RankedMember[], wish: Wish): Ranking {
  const kinds = new Map<string, StatKind>();
  for (const { now = {} } of members)
    for (const [id, [, kind]] of Object.entries(now)) if (!kinds.has(id)) kinds.set(id, kind);
  const offered = [...kinds].filter(([, kind]) => wish.period === "all" || kind !== "rate");
  const stat = pickStat(offered, wish);
  const valueOf = ({ now, before }: RankedMember): number | undefined => {
    const value = stat && now?.[stat.id]?.[0];
    if (value === undefined || stat === undefined || wish.period === "all") return value;
    return Math.max(0, value - (before?.[stat.id]?.[0] ?? value));
  };
  const known = members.flatMap((member) => {
    const value = valueOf(member);
    return value === undefined ? [] : [{ member, value }];
  });
  const placesBefore = wish.period === "all" && stat !== undefined ? placesOf(members, stat.id) : undefined;
  const sorted = known.toSorted((a, b) => b.value - a.value);
  const rows = sorted.map(({ member, value }) => {
    const place = sorted.findIndex((one) => one.value === value) + 1;
    const { discordId, membershipId, name = membershipId } = member;
    const before = placesBefore?.get(membershipId);
    const moved = before === undefined ? 0 : before - place;
    return { place, membershipId, name, value, moved, isOwn: discordId === wish.memberId };
  });
  const begun = Math.max(...known.flatMap(({ member: { since } }) => since ?? []));
  const isShort = wish.period !== "all" && begun > wish.today - PERIOD_DAYS[wish.period];
  return {
    stat,
    stats: offered.map(([id]) => id),
    period: wish.period,
    rows,
    isMember: members.some(({ discordId }) => discordId === wish.memberId),
    waiting: members.filter(({ now }) => now === undefined).length,
    since: isShort ? begun : undefined,
  };
}

/** Without a wish the first that adds up. */
function pickStat(offered: readonly (readonly [string, StatKind])[], { stat: typed, nameOf }: Wish) {
  const stats = offered.map(([id, kind]): Stat => ({ id, kind, total: { value: 0 } }));
  const found = typed === undefined ? undefined : findStat({ stats }, typed, nameOf);
  return found ?? stats.find(({ kind }) => kind === "count") ?? stats[0];
}

/** Returns places by the totals of then; nobody who was not read then has one. */
function placesOf(members: readonly RankedMember[], id: string): ReadonlyMap<string, number> {
  const values = (stats: DayStats | undefined) => stats?.[id]?.[0];
  const then = members.flatMap(({ membershipId, before }) => {
    const value = values(before);
    return value === undefined ? [] : [{ membershipId, value }];
  });
  const sorted = then.map(({ value }) => value).toSorted((a, b) => b - a);
  return new Map(then.map(({ membershipId, value }) => [membershipId, sorted.indexOf(value) + 1]));
}
