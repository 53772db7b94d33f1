import type { Insertable } from "kysely";

import type { Queries } from "../../../storage/schema.ts";
import type { FoundMembersTable } from "../../../storage/session-schema.ts";

export type DiscoverableMemberRow = Readonly<Insertable<FoundMembersTable>>;

/** One server on one platform. */
interface FoundIn {
  readonly origin: string;
  readonly guildId: string;
}

/** One member on one platform. */
interface FoundOf {
  readonly origin: string;
  readonly discordId: string;
}

/** Sorts after every other character, in UTF-8 too. */
const LAST = "\u{10FFFF}";

/** Members who chose to be found, by server. */
export function discoverableMemberRows(queries: Queries) {
  const inServer = ({ origin, guildId }: FoundIn) =>
    queries
      .selectFrom("found_members")
      .selectAll()
      .where("origin", "=", origin)
      .where("guild_id", "=", guildId);
  return {
    /** In a server a member is found by one account: the one put last. */
    async put(row: DiscoverableMemberRow): Promise<void> {
      const { origin: _origin, guild_id: _guild, discord_id: _member, ...rest } = row;
      await queries
        .insertInto("found_members")
        .values(row)
        .onConflict((conflict) => conflict.columns(["origin", "guild_id", "discord_id"]).doUpdateSet(rest))
        .execute();
    },
    async find(where: FoundIn, discordId: string): Promise<DiscoverableMemberRow | undefined> {
      return inServer(where).where("discord_id", "=", discordId).executeTakeFirst();
    },
    /** Those whose folded name begins so, in the order of the names. */
    async search(where: FoundIn, prefix: string, limit: number): Promise<readonly DiscoverableMemberRow[]> {
      return inServer(where)
        .where("folded", "is not", null)
        .where("folded", ">=", prefix)
        .where("folded", "<", prefix + LAST)
        .orderBy("folded")
        .limit(limit)
        .execute();
    },
    async of({ origin, discordId }: FoundOf): Promise<readonly DiscoverableMemberRow[]> {
      return queries
        .selectFrom("found_members")
        .selectAll()
        .where("discord_id", "=", discordId)
        .where("origin", "=", origin)
        .orderBy("guild_id")
        .execute();
    },
    /** Follows what an account is called now; null: it can't be searched. */
    async rename(
      { origin, discordId }: FoundOf,
      membershipId: string,
      named: { readonly name: string; readonly folded: string } | null,
    ): Promise<void> {
      await queries
        .updateTable("found_members")
        .set(named ?? { name: null, folded: null })
        .where("discord_id", "=", discordId)
        .where("origin", "=", origin)
        .where("membership_id", "=", membershipId)
        .execute();
    },
    /** In one server, or everywhere. Gives in how many. */
    async remove({ origin, discordId }: FoundOf, guildId?: string): Promise<number> {
      const result = await queries
        .deleteFrom("found_members")
        .where("discord_id", "=", discordId)
        .where("origin", "=", origin)
        .$if(guildId !== undefined, (all) => all.where("guild_id", "=", guildId ?? ""))
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
