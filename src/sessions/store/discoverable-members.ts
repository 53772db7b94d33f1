import { DAY_MS } from "../../base/duration.ts";
import type { Database } from "../../storage/database.ts";
import { forgetUnranked } from "../../storage/forget-unranked.ts";

/** A member who is visible in a server, and the account they are visible by. */
export interface DiscoverableMember {
  readonly guildId: string;
  readonly discordId: string;
  readonly sessionId: string;
  readonly membershipId: string;
  readonly name?: string | undefined;
  /** Milliseconds since 1970. */
  readonly since: number;
}

export type DiscoverableMembers = ReturnType<typeof createDiscoverableMembers>;

const COLUMNS = [
  "guild_id as guildId",
  "discord_id as discordId",
  "session_id as sessionId",
  "membership_id as membershipId",
  "name",
  "since",
] as const;
/** Sorts after every other character, in UTF-8 too. */
const LAST = "\u{10FFFF}";

/** The hint that somebody is visible somewhere, or no longer. */
export const VISIBILITY_CHANGE = "visibility";

/**
 * Which members are visible where: nobody, until they allow it, and then only to members of the same server. Ends with
 * the linked session.
 */
export function createDiscoverableMembers(
  database: Pick<Database, "queries" | "nodes" | "checkpoint" | "noteDeleted">,
  origin: string,
) {
  const { queries } = database;
  const found = () => queries.selectFrom("found_members").select(COLUMNS).where("origin", "=", origin);
  return {
    async find(guildId: string, discordId: string): Promise<DiscoverableMember | undefined> {
      const here = found().where("guild_id", "=", guildId);
      const row = await here.where("discord_id", "=", discordId).executeTakeFirst();
      return row && toFound(row);
    },
    /** Returns members whose player name begins with the text, by name, at most `limit`. */
    async search(guildId: string, typed: string, limit: number): Promise<readonly DiscoverableMember[]> {
      const prefix = foldName(typed);
      if (prefix === "") return [];
      const rows = await found()
        .where("guild_id", "=", guildId)
        .where("folded", "is not", null)
        .where("folded", ">=", prefix)
        .where("folded", "<", prefix + LAST)
        .orderBy("folded")
        .limit(limit)
        .execute();
      return rows.map(toFound);
    },
    async of(discordId: string): Promise<readonly DiscoverableMember[]> {
      const rows = await found().where("discord_id", "=", discordId).orderBy("guild_id").execute();
      return rows.map(toFound);
    },
    /** Returns the statistics kept for rankings of the accounts a member is visible by. */
    async rankedOf(discordId: string) {
      const rows = await queries
        .selectFrom("ranking_values as v")
        .innerJoin("found_members as f", (join) =>
          join.onRef("f.origin", "=", "v.origin").onRef("f.membership_id", "=", "v.membership_id"),
        )
        .select(["v.membership_id as membershipId", "v.day", "v.stats"])
        .distinct()
        .where("f.discord_id", "=", discordId)
        .where("f.origin", "=", origin)
        .orderBy("v.day")
        .execute();
      return rows.map(({ day, stats, membershipId }) => ({
        membershipId,
        day: new Date(day * DAY_MS).toISOString().slice(0, 10),
        stats: JSON.parse(stats) as unknown,
      }));
    },
    /** Makes a member visible in a server by this account, instead of any earlier one. */
    async start({ guildId, discordId, ...member }: DiscoverableMember): Promise<void> {
      const { sessionId: session_id, membershipId: membership_id, name, since } = member;
      const rest = { session_id, membership_id, ...named(name), since };
      await queries
        .insertInto("found_members")
        .values({ origin, guild_id: guildId, discord_id: discordId, ...rest })
        .onConflict((conflict) => conflict.columns(["origin", "guild_id", "discord_id"]).doUpdateSet(rest))
        .execute();
    },
    /** Hides a member in one server or everywhere, and overwrites the deleted bytes. Returns in how many servers. */
    async end(discordId: string, guildId?: string): Promise<number> {
      database.noteDeleted([`found ${discordId}`]);
      const result = await queries
        .deleteFrom("found_members")
        .where("discord_id", "=", discordId)
        .where("origin", "=", origin)
        .$if(guildId !== undefined, (all) => all.where("guild_id", "=", guildId ?? ""))
        .executeTakeFirst();
      await forgetUnranked(queries);
      database.nodes.hint(VISIBILITY_CHANGE);
      const count = Number(result.numDeletedRows);
      if (count > 0) await database.checkpoint();
      return count;
    },
    /** Follows the account's name; undefined: nobody finds it by name any more. */
    async called(before: DiscoverableMember, name: string | undefined): Promise<void> {
      const now = named(name);
      if (now.name === (before.name ?? null)) return;
      await queries
        .updateTable("found_members")
        .set(now)
        .where("discord_id", "=", before.discordId)
        .where("origin", "=", origin)
        .where("membership_id", "=", before.membershipId)
        .execute();
    },
  };
}

function toFound({ name, ...found }: Omit<DiscoverableMember, "name"> & { readonly name: string | null }) {
  return { ...found, name: name ?? undefined };
}

/** A name without letters or digits counts as none. */
function named(name: string | undefined) {
  const folded = foldName(name ?? "");
  return name === undefined || folded === "" ? { name: null, folded: null } : { name, folded };
}

/** Ignores case, width and surrounding spaces. */
function foldName(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}
