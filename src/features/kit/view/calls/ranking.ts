import { defineCalls, oneOf, text } from "../../../../discord/reply/calls.ts";

export const rankingPeriods = ["all", "week", "month"] as const;
export type RankingPeriod = (typeof rankingPeriods)[number];

const shown = { stat: text.optional(), period: oneOf.optional(rankingPeriods) };

export const rankingCalls = defineCalls("ranking", {
  show: shown,
  /** Under a live board, for whoever presses it. */
  mine: shown,
  stat: shown,
  period: shown,
  leave: shown,
  share: shown,
  post: shown,
  takeBack: {},
});
