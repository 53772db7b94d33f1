import type { Queries } from "../../../storage/schema.ts";

/** The states of what waits to be posted. */
export const WAITING = ["due", "failed", "held"] as const;

/** Skips what waits to be posted. Which of it, its caller adds. */
export function skipWaiting(queries: Queries, code: string, now: number) {
  return queries
    .updateTable("deliveries")
    .set({ state: "skipped", code, settled_at: now })
    .where("state", "in", WAITING);
}
