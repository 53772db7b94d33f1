import { createHash } from "node:crypto";

import { type Clock, systemClock } from "../base/clock.ts";
import type { Queries } from "./schema.ts";

export type ControlStates = ReturnType<typeof controlStates>;

const KEY_CHARACTERS = 22;
/** The limit for one member; the oldest is deleted first. */
const MOST_OF_ONE = 200;
/** The owner of states stored before owners were recorded. */
const UNKNOWN = "";

/** States of buttons and selects that are too long for a custom id. */
export function controlStates(queries: Queries, clock: Clock = systemClock) {
  return {
    /**
     * Stores a state until `expiresAt` (milliseconds since 1970). `ownerId`: the member whose words it may hold; absent
     * for the bot's own posts. Returns a key of 22 characters, equal for equal states of one owner.
     */
    async put(state: string, expiresAt: number, ownerId?: string): Promise<string> {
      const key = keyOf(state, ownerId);
      await queries
        .insertInto("control_states")
        .values({ key, state, expires_at: expiresAt, owner_id: ownerId ?? null })
        .onConflict((conflict) =>
          conflict
            .column("key")
            .doUpdateSet({ expires_at: expiresAt })
            .where("control_states.expires_at", "<", expiresAt),
        )
        .execute();
      if (ownerId !== undefined) await dropOldest(queries, ownerId);
      return key;
    },
    /** Returns undefined when it is unknown or expired. */
    async get(key: string): Promise<string | undefined> {
      const row = await queries
        .selectFrom("control_states")
        .select("state")
        .where("key", "=", key)
        .where("expires_at", ">", clock.now())
        .executeTakeFirst();
      return row?.state;
    },
    /** Deletes expired states; returns how many. */
    async forgetExpired(now: number): Promise<number> {
      const result = await queries
        .deleteFrom("control_states")
        .where("expires_at", "<=", now)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
    /** Returns a member's states: what their buttons remember, their own words included. */
    ofOwner: (ownerId: string) =>
      queries
        .selectFrom("control_states")
        .select(["state", "expires_at"])
        .where("owner_id", "=", ownerId)
        .orderBy("expires_at", "desc")
        .execute(),
    async forgetOwner(ownerId: string): Promise<void> {
      await queries.deleteFrom("control_states").where("owner_id", "in", [ownerId, UNKNOWN]).execute();
    },
  };
}

function keyOf(state: string, ownerId = ""): string {
  const hash = createHash("sha256").update(`${ownerId}\0${state}`);
  return hash.digest("base64url").slice(0, KEY_CHARACTERS);
}

async function dropOldest(queries: Queries, ownerId: string): Promise<void> {
  const tooMany = queries
    .selectFrom("control_states")
    .select("key")
    .where("owner_id", "=", ownerId)
    .orderBy("expires_at", "desc")
    .limit(Number.MAX_SAFE_INTEGER)
    .offset(MOST_OF_ONE);
  await queries.deleteFrom("control_states").where("key", "in", tooMany).execute();
}
