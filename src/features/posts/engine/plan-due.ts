import { type Dates, parseRule } from "../../../schedule/next-slot.ts";
import { DIGEST_AFTER_MS } from "../../../schedule/catch-up.ts";
import type { ReminderRow } from "../store/reminder-rows.ts";
import type { OccurrencePlan } from "../store/write-occurrences.ts";
import { planDue } from "./plan-occurrences.ts";
import type { DatesSource, WorkerDeps } from "./ports.ts";

export interface PlanningDeps extends Pick<WorkerDeps, "store" | "log"> {
  readonly dates: DatesSource;
}

/**
 * Plans what is due, up to a limit. Returns how many it planned, and whether one is late enough to be merged with
 * others.
 */
export async function planSomeDue(
  parts: PlanningDeps,
  now: number,
  limit: number,
): Promise<{ readonly planned: number; readonly isLate: boolean }> {
  const { store } = parts;
  const rows = await store.occurrences.due(now, limit);
  const isLate = rows.some(({ next_slot: slot }) => (slot ?? now) < now - DIGEST_AFTER_MS);
  if (rows.length === 0) return { planned: 0, isLate };
  const plans: OccurrencePlan[] = [];
  for (const row of rows) plans.push(...(await planned(parts, row, now)));
  const held = await store.occurrences.plan(plans, now);
  return { planned: held === 0 ? 0 : rows.length, isLate };
}

/** A reminder that can't be read is disabled, so that it holds up no other. */
async function planned(
  parts: PlanningDeps,
  row: ReminderRow,
  now: number,
): Promise<readonly OccurrencePlan[]> {
  const { store, log } = parts;
  try {
    return [planDue(row, now, await datesFor(parts, row))];
  } catch (error) {
    log.error("a reminder could not be read and is switched off", { reference: row.id }, error);
    await store.reminders.change(row.id, row.revision, { state: "disabled", changed_at: now });
    return [];
  }
}

async function datesFor({ dates, log }: PlanningDeps, row: ReminderRow): Promise<Dates | undefined> {
  const rule = parseRule(row);
  if (rule.kind !== "dated") return undefined;
  return dates.datesOf(rule.thing).catch((error: unknown) => {
    log.warn("the platform's dates are not known now", {}, error);
    return undefined;
  });
}
