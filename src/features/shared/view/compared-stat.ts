import type { Stat } from "../../../game/stats.ts";
import type { ComparedRow } from "../../../pictures/cards/compare.ts";
import { statName, valueText } from "./stat-words.ts";
import type { ViewContext } from "./view-context.ts";

const NONE = "–";

/** One statistic of two, side by side: the higher one is ahead. */
export function comparedStat(
  id: string,
  left: Stat | undefined,
  right: Stat | undefined,
  context: ViewContext,
): ComparedRow {
  const highest = Math.max(left?.total.value ?? 0, right?.total.value ?? 0);
  const side = (stat: Stat | undefined) => ({
    text: stat === undefined ? NONE : valueText(stat.total, stat.kind, context),
    share: stat === undefined || highest <= 0 ? 0 : Math.max(0, stat.total.value / highest),
  });
  const apart = (left?.total.value ?? 0) - (right?.total.value ?? 0);
  return {
    label: statName(id, context),
    left: side(left),
    right: side(right),
    ahead: apart === 0 ? undefined : apart > 0 ? "left" : "right",
  };
}
