import type { InvocationContext } from "../../../discord/command/invocation-context.ts";
import type { PublicMilestone } from "../../../game/milestones.ts";
import type { Term } from "../../../game/times.ts";
import { trendKeyText } from "../../../game/trend-search.ts";
import type { Trend } from "../../../game/trending.ts";
import { type Subject, subjectKey } from "../../../schedule/subject.ts";

const VALUE_LENGTH = 100;

type Context = Pick<InvocationContext, "now">;

/** Returns the value of "Remind me" for a milestone; undefined where it has no future date or reminders are off. */
export function offerOfMilestone(context: Context, milestone: PublicMilestone): string | undefined {
  if (!isAhead(context, milestone)) return undefined;
  return valueOf({ kind: "milestone", hash: milestone.hash });
}

/** Returns the same for a trending event; other entries have no dates of their own. */
export function offerOfTrend(context: Context, trend: Trend): string | undefined {
  const { kind, key, audience } = trend;
  if (kind !== "event" || key.type === "article" || audience === "age-gated") return undefined;
  return isAhead(context, trend)
    ? valueOf({ kind: "ritual", type: String(key.type), id: key.id })
    : undefined;
}

/** Returns the values of "Remind me" by milestone hash. */
export function offersOfMilestones(
  context: Context,
  milestones: readonly PublicMilestone[],
): ReadonlyMap<number, string> {
  return new Map(
    milestones.flatMap((milestone) => {
      const offer = offerOfMilestone(context, milestone);
      return offer === undefined ? [] : [[milestone.hash, offer] as const];
    }),
  );
}

/** Returns the values of "Remind me" by the entry's key as text. */
export function offersOfTrends(context: Context, trends: readonly Trend[]): ReadonlyMap<string, string> {
  return new Map(
    trends.flatMap((trend) => {
      const [key, offer] = [trendKeyText(trend.key), offerOfTrend(context, trend)];
      return key === undefined || offer === undefined ? [] : [[key, offer] as const];
    }),
  );
}

/** Returns undefined for what is longer than Discord lets the value of a select's entry be. */
function valueOf(subject: Subject): string | undefined {
  const key = subjectKey(subject);
  return key !== undefined && key.length <= VALUE_LENGTH ? key : undefined;
}

function isAhead({ now }: Context, { starts, ends }: Term): boolean {
  return (starts !== undefined && starts > now) || (ends !== undefined && ends > now);
}
