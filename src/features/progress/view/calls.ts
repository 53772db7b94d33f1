import { count, defineCalls, oneOf, text } from "../../../discord/reply/calls.ts";
import { progressViews } from "../../../game/progress-entries.ts";

/** The view shown, and the player by membership id; without one, the member. */
const shown = {
  view: oneOf.optional(progressViews),
  character: text.optional(),
  player: text.optional(),
  page: count.optional(),
};
/** With the keys of the rows marked for sharing, separated by spaces. */
const marked = { ...shown, page: count(), rows: text.optional() };

export const progressCalls = defineCalls("progress", {
  player: shown,
  view: shown,
  character: shown,
  page: shown,
  since: shown,
  share: { ...shown, page: count() },
  pick: marked,
  post: marked,
  takeBack: {},
});
