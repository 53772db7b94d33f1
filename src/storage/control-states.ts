import { createHash } from "node:crypto";

import { type Clock, systemClock } from "../base/clock.ts";
import type { Queries } from "./schema.ts";

export type ControlStates = ReturnType<typeof controlStates>;

const KEY_CHARACTERS = 22;
/** Of one member: what was made longest ago goes first. */
const MOST_OF_ONE = 200;
/** Whose states were kept before their owners were written down. */
const UNKNOWN = "";

/** States of buttons and selects that are too long for a custom id. */
export function controlStates(queries: Queries, clock: Clock = systemClock) {
  return {
    /**
     * Keeps a state until `expiresAt` (milliseconds since 1970). `ownerId` is the member whose words may be in it;
     * absent for what the bot posts by itself. Equal states of one owner have one key of 22 characters.
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
    /** Undefined when it is unknown or expired. */
    async get(key: string): Promise<string | undefined> {
      const row = await queries
        .selectFrom("control_states")
        .select("state")
        .where("key", "=", key)
        .where("expires_at", ">", clock.now())
        .executeTakeFirst();
      return row?.state;
    },
    /** Forgets what expired; gives how many. */
    async forgetExpired(now: number): Promise<number> {
      const result = await queries
        .deleteFrom("control_states")
        .where("expires_at", "<=", now)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
    /** Forgets all of a member's. */
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
