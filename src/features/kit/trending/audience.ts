import { type ErrorCode, isMilepostError } from "../../../base/errors.ts";
import { type Audience, type Trend, audienceOf } from "../../../game/trending.ts";
import { inBatches } from "../../../base/async/map-in-batches.ts";
import { rulesOf } from "./feed.ts";
import type { CommandContext } from "../command-context.ts";

/** How many details are requested at once to learn about age gates. */
const AT_ONCE = 5;

/** Failures that mean that the platform has no details of this entry. */
const HAS_NO_DETAILS: ReadonlySet<ErrorCode> = new Set([
  "not-found",
  "not-offered",
  "platform-error",
  "platform-answer",
]);

/**
 * Returns, for each entry, whether it may be shown here. Age-gated articles are shown only in age-restricted channels.
 * Stubs don't say whether they are age-gated, so their details are read: an article whose details can't be read is
 * hidden, an entry of unknown type is shown if the platform has no details of it.
 */
export async function mayBeShown(
  context: CommandContext,
  trends: readonly Trend[],
): Promise<readonly boolean[]> {
  if (context.site.isAgeRestricted) return trends.map(() => true);
  return inBatches(trends, AT_ONCE, (trend) => isForEveryone(context, trend));
}

async function isForEveryone(context: CommandContext, trend: Trend): Promise<boolean> {
  return (await audienceFor(context, trend)) === "everyone";
}

/** Returns who may see an entry; "unknown" where the platform doesn't say now. */
export async function audienceFor(context: CommandContext, trend: Trend): Promise<Audience> {
  if (trend.audience !== "unknown") return trend.audience;
  const { platform, locale, signal } = context;
  const { type, id: identifier } = trend.key;
  const isNoArticle = trend.kind === "other";
  if (type === "article") return "age-gated";
  if (!platform.offers("trending.entry")) return isNoArticle ? "everyone" : "age-gated";
  try {
    const { data } = await platform.trendingEntry({ type, identifier, locale, signal });
    const audience = audienceOf(data, rulesOf(context));
    return audience === "everyone" ? "everyone" : "age-gated";
  } catch (error) {
    if (signal.aborted) return "unknown";
    if (!isMilepostError(error)) throw error;
    if (!HAS_NO_DETAILS.has(error.code)) return "unknown";
    return isNoArticle ? "everyone" : "age-gated";
  }
}
