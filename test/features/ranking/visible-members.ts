import { createDiscoverableMembers } from "../../../src/sessions/store/discoverable-members.ts";
import { sessionRows } from "../../../src/sessions/store/session-rows.ts";
import type { Database } from "../../../src/storage/database.ts";

export const ORIGIN = "https://platform.example";
export const GUILD = "710000000000000001";

/** Returns visible members' store, with a session that all of them are visible by. */
export async function visibleMembers(database: Database) {
  const { queries } = database;
  await queries.insertInto("keyring_checks").values({ kind: "mpk1", key_id: 1, fingerprint: "f" }).execute();
  await sessionRows(queries).insert({
    id: "s1",
    discord_id: "1",
    origin: ORIGIN,
    revision: 1,
    key_id: 1,
    cookies: Buffer.from("c"),
    account: Buffer.from("a"),
    is_active: 0,
    state: "alive",
    state_since: 0,
    linked_at: 0,
    last_used_at: 0,
    renewed_at: 0,
    expires_at: null,
    allows_away: 0,
    keeps_snapshots: 0,
  });
  const found = createDiscoverableMembers(database, ORIGIN);
  const show = (discordId: string, membershipId: string, guildId = GUILD) =>
    found.start({ guildId, discordId, sessionId: "s1", membershipId, name: `Player ${discordId}`, since: 0 });
  return { found, show };
}
