import { defineCalls } from "../../../../discord/reply/calls.ts";
import { flag, oneOf, text } from "../../../../discord/reply/state.ts";

export const accountSections = ["accounts", "uses", "privacy", "data"] as const;
export type AccountSection = (typeof accountSections)[number];

export const accountCalls = defineCalls("account", {
  section: { section: oneOf.optional(accountSections) },
  choose: {},
  /** Chooses how pictures look. */
  cards: {},
  /** Under a private answer: chooses another account, and runs the command it answered. */
  switch: { waiting: text.optional() },
  beFound: {},
  endFound: { where: oneOf(["here", "everywhere"]) },
  consent: { id: text(), away: flag.optional(), snapshots: flag.optional() },
  export: {},
  forget: {},
  forgetNow: {},
});
