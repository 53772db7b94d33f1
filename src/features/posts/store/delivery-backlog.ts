import { MINUTE_MS } from "../../../base/duration.ts";
import type { Queries } from "../../../storage/schema.ts";

/** Posts this overdue count as late. */
export const LATE_MS = 10 * MINUTE_MS;

/** Posts that are overdue, and why. */
export interface Backlog {
  /** By the last attempt's code; "" where there was none. */
  readonly late: readonly { readonly code: string; readonly count: number }[];
  /** Those that wait for a permission or a channel. */
  readonly held: readonly { readonly code: string; readonly count: number }[];
}

/** Returns what has been overdue since before an instant. */
export async function ledgerBacklog(queries: Queries, before: number): Promise<Backlog> {
  const rows = await queries
    .selectFrom("deliveries")
    .select((row) => ["state", "code", row.fn.countAll<number>().as("count")])
    .where("state", "in", ["due", "failed", "held"])
    .where("slot", "<", before)
    .where((row) => row.or([row("state", "!=", "due"), row("next_try", "<", before)]))
    .groupBy(["state", "code"])
    .execute();
  const of = (isHeld: boolean) =>
    rows
      .filter(({ state }) => (state === "held") === isHeld)
      .map(({ code, count }) => ({ code: code ?? "", count }))
      .toSorted((a, b) => b.count - a.count);
  return { late: of(false), held: of(true) };
}
