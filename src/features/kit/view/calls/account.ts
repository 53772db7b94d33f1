import { defineCalls, flag, oneOf, text } from "../../../../discord/reply/calls.ts";

export const accountSections = ["accounts", "uses", "privacy", "data"] as const;
export type AccountSection = (typeof accountSections)[number];

export const accountCalls = defineCalls("account", {
  section: { section: oneOf.optional(accountSections) },
  choose: {},
  cards: {},
  /** Under a private reply: picks another account, and runs the command again. */
  switch: { waiting: text.optional() },
  beFound: {},
  endFound: { where: oneOf(["here", "everywhere"]) },
  consent: { id: text(), away: flag.optional(), snapshots: flag.optional() },
  export: {},
  forget: {},
  forgetNow: {},
});
