import type { Queries } from "../../../storage/schema.ts";

/** The states of deliveries that wait to be posted. */
export const WAITING = ["due", "failed", "held"] as const;

/** Skips waiting deliveries; the caller adds which. */
export function skipWaiting(queries: Queries, code: string, now: number) {
  return queries
    .updateTable("deliveries")
    .set({ state: "skipped", code, settled_at: now })
    .where("state", "in", WAITING);
}
