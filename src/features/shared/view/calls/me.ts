import { defineCalls } from "../../../../discord/reply/calls.ts";
import { flag, oneOf, text } from "../../../../discord/reply/state.ts";

export const meSections = ["accounts", "uses", "privacy", "data"] as const;
export type MeSection = (typeof meSections)[number];

/** The actions of /me, and what their controls carry. */
export const meCalls = defineCalls("me", {
  section: { section: oneOf.optional(meSections) },
  choose: {},
  /** Under a private answer: chooses another account, and runs the command it answered. */
  switch: { waiting: text.optional() },
  beFound: {},
  endFound: { where: oneOf(["here", "everywhere"]) },
  consent: { id: text(), away: flag.optional(), snapshots: flag.optional() },
  export: {},
  forget: {},
  forgetNow: {},
});
