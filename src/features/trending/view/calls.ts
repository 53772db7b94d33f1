import { type CallState, count, defineCalls, oneOf, text } from "../../../discord/reply/calls.ts";
import { trendChoices } from "../../../game/trend-search.ts";

const filter = { kind: oneOf.optional(trendChoices), search: text.optional() };

export const trendingCalls = defineCalls("trending", {
  page: { ...filter, page: count() },
  /** `page`: of the list; `part`: of a long text. */
  open: { ...filter, page: count(), entry: text.optional(), part: count.optional() },
  report: { entry: text.optional() },
  hide: {},
});

/** The state that leads back to the list an entry was opened from. */
export type TrendListState = CallState<typeof trendingCalls.page>;
