import { createHash } from "node:crypto";

import { type Clock, systemClock } from "../base/clock.ts";
import type { Queries } from "./schema.ts";

/** States of buttons and selects that are too long for a custom id. */
export interface ControlStates {
  /** Keeps a state until `expiresAt` (milliseconds since 1970). Equal states have one key of 22 characters. */
  put(state: string, expiresAt: number): Promise<string>;
  /** Undefined when it is unknown or expired. */
  get(key: string): Promise<string | undefined>;
  /** Forgets what expired; gives how many. */
  forgetExpired(now: number): Promise<number>;
}

const KEY_CHARACTERS = 22;

export function controlStates(queries: Queries, clock: Clock = systemClock): ControlStates {
  return {
    async put(state, expiresAt) {
      const key = createHash("sha256").update(state).digest("base64url").slice(0, KEY_CHARACTERS);
      await queries
        .insertInto("control_states")
        .values({ key, state, expires_at: expiresAt })
        .onConflict((conflict) =>
          conflict
            .column("key")
            .doUpdateSet({ expires_at: expiresAt })
            .where("control_states.expires_at", "<", expiresAt),
        )
        .execute();
      return key;
    },
    async get(key) {
      const row = await queries
        .selectFrom("control_states")
        .select("state")
        .where("key", "=", key)
        .where("expires_at", ">", clock.now())
        .executeTakeFirst();
      return row?.state;
    },
    async forgetExpired(now) {
      const result = await queries
        .deleteFrom("control_states")
        .where("expires_at", "<=", now)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
