import { count, defineCalls, oneOf, text } from "../../../discord/reply/calls.ts";
import { statPeriods } from "../../../game/stats-period.ts";

/** The view shown, and the player by membership id; without one, the member. */
const shown = {
  player: text.optional(),
  period: oneOf.optional(statPeriods),
  stat: text.optional(),
  mode: text.optional(),
  character: text.optional(),
};
const page = { ...shown, page: count() };

export const statsCalls = defineCalls("stats", {
  page: { ...shown, page: count.optional() },
  player: shown,
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
