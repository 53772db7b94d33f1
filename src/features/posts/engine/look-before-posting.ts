import { sql } from "kysely";

import type { Clock } from "../../../base/clock.ts";
import { silentLog } from "../../../base/log.ts";
import type { Queries } from "../../../storage/schema.ts";
import { knownDateRows } from "../store/platform-rows.ts";
import { KnownDatesStore } from "./known-dates.ts";
import { planSomeDue } from "./plan-occurrences.ts";
import { reminderStore } from "./ports.ts";

const PLANNED_AT_ONCE = 100;

/**
 * For a database restored from a copy made at `since`: has everything that is due looked for in Discord before it is
 * posted, as the bot may have posted it after the copy. Returns how much that is. Watches for new entries start over.
 */
export async function lookBeforePosting(
  queries: Queries,
  { since, clock }: { readonly since: number; readonly clock: Clock },
): Promise<number> {
  const now = clock.now();
  const dates = new KnownDatesStore(knownDateRows(queries), clock);
  const parts = { store: reminderStore(queries), dates, log: silentLog };
  for (let planned = PLANNED_AT_ONCE; planned === PLANNED_AT_ONCE;)
    ({ planned } = await planSomeDue(parts, now, PLANNED_AT_ONCE));
  // Each is a post of its own, as if it had been on time. Attempts from before the copy stay as they are.
  const { numUpdatedRows } = await queries
    .updateTable("deliveries")
    .set({ doubt_since: since, batch: sql`coalesce(batch, id)` })
    .where("state", "in", ["due", "failed", "held"])
    .where("doubt_since", "is", null)
    .where("slot", "<=", now)
    .executeTakeFirst();
  await queries
    .updateTable("boards")
    .set({ posting_since: since })
    .where("message_id", "is", null)
    .where("posting_since", "is", null)
    .execute();
  await queries.deleteFrom("seen_entries").execute();
  return Number(numUpdatedRows);
}
