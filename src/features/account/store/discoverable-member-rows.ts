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

/** Members who chose to be found, by server. */
export interface DiscoverableMemberRows {
  /** In a server a member is found by one account: the one put last. */
  put(row: DiscoverableMemberRow): Promise<void>;
  find(where: FoundIn, discordId: string): Promise<DiscoverableMemberRow | undefined>;
  /** Those whose folded name begins so, in the order of the names. */
  search(where: FoundIn, prefix: string, limit: number): Promise<readonly DiscoverableMemberRow[]>;
  /** Where a member is found. */
  of(member: FoundOf): Promise<readonly DiscoverableMemberRow[]>;
  /** Follows what an account is called now; null: it can't be searched. */
  rename(
    member: FoundOf,
    membershipId: string,
    named: { readonly name: string; readonly folded: string } | null,
  ): Promise<void>;
  /** In one server, or everywhere. Gives in how many. */
  remove(member: FoundOf, guildId?: string): Promise<number>;
}

/** Sorts after every other character, in UTF-8 too. */
const LAST = "\u{10FFFF}";

export function discoverableMemberRows(queries: Queries): DiscoverableMemberRows {
  const inServer = ({ origin, guildId }: FoundIn) =>
    queries
      .selectFrom("found_members")
      .selectAll()
      .where("origin", "=", origin)
      .where("guild_id", "=", guildId);
  return {
    async put(row) {
      const { origin: _origin, guild_id: _guild, discord_id: _member, ...rest } = row;
      await queries
        .insertInto("found_members")
        .values(row)
        .onConflict((conflict) => conflict.columns(["origin", "guild_id", "discord_id"]).doUpdateSet(rest))
        .execute();
    },
    async find(where, discordId) {
      return inServer(where).where("discord_id", "=", discordId).executeTakeFirst();
    },
    async search(where, prefix, limit) {
      return inServer(where)
        .where("folded", "is not", null)
        .where("folded", ">=", prefix)
        .where("folded", "<", prefix + LAST)
        .orderBy("folded")
        .limit(limit)
        .execute();
    },
    async of({ origin, discordId }) {
      return queries
        .selectFrom("found_members")
        .selectAll()
        .where("discord_id", "=", discordId)
        .where("origin", "=", origin)
        .orderBy("guild_id")
        .execute();
    },
    async rename({ origin, discordId }, membershipId, named) {
      await queries
        .updateTable("found_members")
        .set(named ?? { name: null, folded: null })
        .where("discord_id", "=", discordId)
        .where("origin", "=", origin)
        .where("membership_id", "=", membershipId)
        .execute();
    },
    async remove({ origin, discordId }, guildId) {
      const all = queries
        .deleteFrom("found_members")
        .where("discord_id", "=", discordId)
        .where("origin", "=", origin);
      const result = await (
        guildId === undefined ? all : all.where("guild_id", "=", guildId)
      ).executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
