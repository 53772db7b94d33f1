import { type DiscoverableMemberRow, discoverableMemberRows } from "./store/discoverable-member-rows.ts";
import type { SessionDatabase } from "../../sessions/store/session-deps.ts";

/** A member who chose to be found in a server, and by which account. */
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

/**
 * Who may be found by whom: nobody, until a member says so, and then by those alone who ask in the same server. It
 * ends with the session it hangs on.
 */
export function createDiscoverableMembers(database: SessionDatabase, origin: string) {
  const rows = discoverableMemberRows(database.queries);
  return {
    async find(guildId: string, discordId: string): Promise<DiscoverableMember | undefined> {
      const row = await rows.find({ origin, guildId }, discordId);
      return row && toFound(row);
    },
    /** By how the player's name begins; at most `limit`. */
    async search(guildId: string, typed: string, limit: number): Promise<readonly DiscoverableMember[]> {
      const prefix = foldName(typed);
      return prefix === "" ? [] : (await rows.search({ origin, guildId }, prefix, limit)).map(toFound);
    },
    /** Where a member is found. */
    async of(discordId: string): Promise<readonly DiscoverableMember[]> {
      return (await rows.of({ origin, discordId })).map(toFound);
    },
    async start({
      guildId,
      discordId,
      sessionId,
      membershipId,
      name,
      since,
    }: DiscoverableMember): Promise<void> {
      const ids = { guild_id: guildId, discord_id: discordId, session_id: sessionId };
      await rows.put({ origin, ...ids, membership_id: membershipId, ...named(name), since });
    },
    /** In one server, or everywhere; no byte of it is left. Gives in how many servers. */
    async end(discordId: string, guildId?: string): Promise<number> {
      database.noteDeleted([`found ${discordId}`]);
      const count = await rows.remove({ origin, discordId }, guildId);
      if (count > 0) await database.checkpoint();
      return count;
    },
    /** Follows what the account is called now; undefined: nobody finds it by name any more. */
    async called(
      { discordId, membershipId, ...before }: DiscoverableMember,
      name: string | undefined,
    ): Promise<void> {
      const now = named(name);
      if (now.name === (before.name ?? null)) return;
      await rows.rename({ origin, discordId }, membershipId, now.name === null ? null : now);
    },
  };
}

function toFound(row: DiscoverableMemberRow): DiscoverableMember {
  return {
    guildId: row.guild_id,
    discordId: row.discord_id,
    sessionId: row.session_id,
    membershipId: row.membership_id,
    name: row.name ?? undefined,
    since: row.since,
  };
}

type Named =
  | { readonly name: string; readonly folded: string }
  | { readonly name: null; readonly folded: null };

/** A name of nothing that could be typed is none. */
function named(name: string | undefined): Named {
  const folded = foldName(name ?? "");
  return name === undefined || folded === "" ? { name: null, folded: null } : { name, folded };
}

/** Names are compared without regard to case, width and spaces around. */
function foldName(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}
