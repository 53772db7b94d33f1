import { defineCalls } from "../../../discord/reply/calls.ts";
import { count, oneOf, text } from "../../../discord/reply/state.ts";
import { statPeriods } from "../../../game/stats-period.ts";

/** What is shown now. */
const shown = {
  period: oneOf.optional(statPeriods),
  stat: text.optional(),
  mode: text.optional(),
  character: text.optional(),
};
const page = { ...shown, page: count() };

/** The actions of /stats, and what their controls carry. */
export const statsCalls = defineCalls("stats", {
  page: { ...shown, page: count.optional() },
  period: shown,
  stat: shown,
  mode: shown,
  character: shown,
  compare: shown,
  share: page,
  post: page,
  takeBack: {},
  csv: shown,
  json: shown,
});
