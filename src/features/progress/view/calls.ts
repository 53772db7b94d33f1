import { defineCalls } from "../../../discord/reply/calls.ts";
import { count, oneOf, text } from "../../../discord/reply/state.ts";
import { progressViews } from "../../../game/progress-entries.ts";

/** What is shown now, and of which player: by membership id; the member's own without one. */
const shown = {
  view: oneOf.optional(progressViews),
  character: text.optional(),
  player: text.optional(),
  page: count.optional(),
};
/** The same, with the keys of the rows that are marked to be shared, apart by spaces. */
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
