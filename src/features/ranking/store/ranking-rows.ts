import { sql } from "kysely";
import { z } from "zod";

import { DAY_MS } from "../../../base/duration.ts";
import { forgetUnranked } from "../../../storage/forget-unranked.ts";
import type { Queries } from "../../../storage/schema.ts";

/** A member's all-time totals on a day, by statistic: the value, and what it counts. */
export type DayStats = z.output<typeof dayStats>;
const dayStats = z.record(
  z.string(),
  z.tuple([z.number(), z.enum(["count", "metres", "time", "milliseconds", "rate"])]),
);

/** A visible member, with their totals now and where a period began. */
export interface RankedMember {
  readonly discordId: string;
  readonly membershipId: string;
  readonly name: string | undefined;
  /** Undefined: not read yet. Empty: the platform shows none. */
  readonly now: DayStats | undefined;
  readonly before: DayStats | undefined;
  /** The day of `before`, counted from 1970. */
  readonly since: number | undefined;
}

/** The longest period, and a day. */
const KEPT_DAYS = 31;
/** Servers that asked longer ago are not read for. */
const ASKED_WITHIN_MS = 30 * DAY_MS;

/** Counts days from 1970, in UTC. */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS);

export type RankingRows = ReturnType<typeof rankingRows>;

/** Statistics of members who chose to be visible in a server; those of others are deleted. */
export function rankingRows(queries: Queries, origin: string) {
  const ofMember = sql`from ranking_values v where v.origin = f.origin and v.membership_id = f.membership_id`;
  return {
    /** Returns a server's visible members. `days`: how long ago the period began. */
    async members(guildId: string, today: number, days: number): Promise<readonly RankedMember[]> {
      const { rows } = await sql<MemberRow>`select f.discord_id, f.membership_id, f.name,
        (select stats ${ofMember} order by day desc limit 1) as now_stats,
        (select stats ${ofMember} and day <= ${today - days} order by day desc limit 1) as before_stats,
        (select max(day) ${ofMember} and day <= ${today - days}) as before_day,
        (select stats ${ofMember} order by day limit 1) as first_stats,
        (select min(day) ${ofMember}) as first_day
        from found_members f where f.origin = ${origin} and f.guild_id = ${guildId}`.execute(queries);
      return rows.map(toMember);
    },
    /** Notes that a server wants a ranking, so that its members are read. */
    async ask(guildId: string, now: number): Promise<void> {
      await queries
        .insertInto("ranking_servers")
        .values({ guild_id: guildId, asked_at: now })
        .onConflict((conflict) => conflict.column("guild_id").doUpdateSet({ asked_at: now }))
        .execute();
    },
    /** Returns membership ids of members who were not read today, those never read first. */
    async due(now: number): Promise<readonly string[]> {
      const { rows } = await sql<{ membership_id: string }>`select f.membership_id, max(v.day) as last
        from found_members f
        join ranking_servers s on s.guild_id = f.guild_id and s.asked_at >= ${now - ASKED_WITHIN_MS}
        left join ranking_values v on v.origin = f.origin and v.membership_id = f.membership_id
        where f.origin = ${origin}
        group by f.membership_id having coalesce(max(v.day), -1) < ${dayOf(now)}
        order by coalesce(max(v.day), -1), f.membership_id`.execute(queries);
      return rows.map(({ membership_id: id }) => id);
    },
    async put(membershipId: string, day: number, stats: DayStats): Promise<void> {
      const row = { stats: JSON.stringify(stats) };
      await queries
        .insertInto("ranking_values")
        .values({ origin, membership_id: membershipId, day, ...row })
        .onConflict((conflict) => conflict.columns(["origin", "membership_id", "day"]).doUpdateSet(row))
        .execute();
    },
    /** Deletes what is older than every period, and what belongs to nobody who is visible. */
    async tidy(now: number): Promise<void> {
      await queries
        .deleteFrom("ranking_values")
        .where("day", "<", dayOf(now) - KEPT_DAYS)
        .execute();
      await queries
        .deleteFrom("ranking_servers")
        .where("asked_at", "<", now - ASKED_WITHIN_MS)
        .execute();
      await forgetUnranked(queries);
    },
  };
}

interface MemberRow {
  readonly discord_id: string;
  readonly membership_id: string;
  readonly name: string | null;
  readonly now_stats: string | null;
  readonly before_stats: string | null;
  readonly before_day: number | string | null;
  readonly first_stats: string | null;
  readonly first_day: number | string | null;
}

function toMember(row: MemberRow): RankedMember {
  const since = row.before_day ?? row.first_day;
  return {
    discordId: row.discord_id,
    membershipId: row.membership_id,
    name: row.name ?? undefined,
    now: statsIn(row.now_stats),
    before: statsIn(row.before_stats ?? row.first_stats),
    since: since === null ? undefined : Number(since),
  };
}

function statsIn(text: string | null): DayStats | undefined {
  return text === null ? undefined : dayStats.parse(JSON.parse(text));
}
