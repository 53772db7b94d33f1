import { type StatPeriod, statPeriods } from "../../game/stats-period.ts";
import { parametersTaken } from "../../platform/profile/operation-templates.ts";
import type { Profile } from "../../platform/profile/schema.ts";

/** Returns the periods the platform can answer, besides all time. */
export function offeredPeriods({ operations }: Profile): readonly StatPeriod[] {
  const template = operations["stats.character"];
  if (template === undefined || operations.characters === undefined) return ["all"];
  const taken = parametersTaken(template);
  const hasDays = template.request !== undefined || (taken.has("from") && taken.has("to"));
  const hasMonths = template.request !== undefined || taken.has("period");
  return statPeriods.filter((one) => one === "all" || (one === "months" ? hasMonths : hasDays));
}
