import { defineCalls } from "../../../../discord/reply/calls.ts";
import { count, text } from "../../../../discord/reply/state.ts";

export const milestonesCalls = defineCalls("milestones", {
  page: { page: count() },
  open: { page: count(), milestone: text.optional() },
  mine: { page: count.optional() },
});
