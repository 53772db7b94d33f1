import { defineCalls } from "../../../../discord/reply/calls.ts";
import { count } from "../../../../discord/reply/state.ts";

/** The actions of /milestones, and what their controls carry. */
export const milestonesCalls = defineCalls("milestones", {
  page: { page: count() },
  open: { page: count() },
  mine: { page: count.optional() },
});
