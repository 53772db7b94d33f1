import { MINUTE_MS } from "../../../base/duration.ts";
import type { Queries } from "../../../storage/schema.ts";

/** What should have left longer ago is late. */
export const LATE_MS = 10 * MINUTE_MS;

/** Posts that should have left, and why they have not. */
export interface Backlog {
  /** By the code the last try ended with; "" where none was made. */
  readonly late: readonly { readonly code: string; readonly count: number }[];
  /** The same of those that wait for a permission, or for a channel to come back. */
  readonly held: readonly { readonly code: string; readonly count: number }[];
}

/** What has waited since before an instant. */
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
