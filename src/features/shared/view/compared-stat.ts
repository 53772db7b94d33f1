import type { Stat } from "../../../game/stats.ts";
import type { ComparedRow } from "../../../pictures/cards/compared.ts";
import { statName, valueText } from "./stat-words.ts";
import type { ViewContext } from "./view-context.ts";

const NONE = "–";

/** One statistic of several, side by side: the highest one is ahead, if it is the only one so high. */
export function comparedStat(
  id: string,
  stats: readonly (Stat | undefined)[],
  context: ViewContext,
): ComparedRow {
  const totals = stats.map((stat) => stat?.total.value ?? 0);
  const highest = Math.max(0, ...totals);
  const isAlone = totals.filter((total) => total === Math.max(...totals)).length === 1;
  return {
    label: statName(id, context),
    values: stats.map((stat) => ({
      text: stat === undefined ? NONE : valueText(stat.total, stat.kind, context),
      share: stat === undefined || highest <= 0 ? 0 : Math.max(0, stat.total.value / highest),
    })),
    ahead: isAlone ? totals.indexOf(Math.max(...totals)) : undefined,
  };
}
