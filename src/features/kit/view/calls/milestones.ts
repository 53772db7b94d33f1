import { count, defineCalls, text } from "../../../../discord/reply/calls.ts";

export const milestonesCalls = defineCalls("milestones", {
  page: { page: count() },
  open: { page: count(), milestone: text.optional() },
  mine: { page: count.optional() },
});
