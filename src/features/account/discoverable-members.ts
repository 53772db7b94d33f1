import type { DiscoverableMemberRow } from "./store/discoverable-member-rows.ts";
import { discoverableMemberRows } from "./store/discoverable-member-rows.ts";
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

/**
 * Who may be found by whom: nobody, until a member says so, and then by those alone who ask in the same server. It
 * ends with the session it hangs on.
 */
export interface DiscoverableMembers {
  find(guildId: string, discordId: string): Promise<DiscoverableMember | undefined>;
  /** By how the player's name begins; at most `limit`. */
  search(guildId: string, typed: string, limit: number): Promise<readonly DiscoverableMember[]>;
  /** Where a member is found. */
  of(discordId: string): Promise<readonly DiscoverableMember[]>;
  start(member: DiscoverableMember): Promise<void>;
  /** In one server, or everywhere; no byte of it is left. Gives in how many servers. */
  end(discordId: string, guildId?: string): Promise<number>;
  /** Follows what the account is called now; undefined: nobody finds it by name any more. */
  called(member: DiscoverableMember, name: string | undefined): Promise<void>;
}

export function createDiscoverableMembers(database: SessionDatabase, origin: string): DiscoverableMembers {
  const rows = discoverableMemberRows(database.queries);
  return {
    async find(guildId, discordId) {
      const row = await rows.find({ origin, guildId }, discordId);
      return row && toFound(row);
    },
    async search(guildId, typed, limit) {
      const prefix = foldName(typed);
      return prefix === "" ? [] : (await rows.search({ origin, guildId }, prefix, limit)).map(toFound);
    },
    async of(discordId) {
      return (await rows.of({ origin, discordId })).map(toFound);
    },
    async start({ guildId, discordId, sessionId, membershipId, name, since }) {
      await rows.put({
        origin,
        guild_id: guildId,
        discord_id: discordId,
        session_id: sessionId,
        membership_id: membershipId,
        ...named(name),
        since,
      });
    },
    async end(discordId, guildId) {
      database.noteDeleted([`found ${discordId}`]);
      const count = await rows.remove({ origin, discordId }, guildId);
      if (count > 0) await database.checkpoint();
      return count;
    },
    async called({ discordId, membershipId, ...before }, name) {
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
