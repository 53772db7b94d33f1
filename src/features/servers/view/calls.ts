import { defineCalls, oneOf, type StateField, text, whole } from "../../../discord/reply/calls.ts";

export const setupSections = ["overview", "language", "answers", "posts", "quiet", "check"] as const;
export type SetupSection = (typeof setupSections)[number];

/** A section of the panel, or a step of the first setup. */
export const setupLocations = [...setupSections, "start1", "start2", "start3"] as const;
export type SetupLocation = (typeof setupLocations)[number];

const setupFields = [
  "locale",
  "zone",
  "publicIn",
  "memberRemindersIn",
  "kinds",
  "quiet",
  "whenUnsure",
  "arePrivateCommandsOn",
  "areCreationsOn",
  "arePingsOn",
  "isCalendarOn",
  "cardMode",
] as const;
export type SetupField = (typeof setupFields)[number];

/** The setting's new value; without one, what was picked. */
const value: StateField<string | boolean | undefined> = {
  read: (carried) => (typeof carried === "number" ? undefined : carried),
};
/** Where it was pressed, and the settings' revision then, so that concurrent changes are not overwritten. */
const place = { in: oneOf.optional(setupLocations), rev: whole() };
const first = { what: text.optional(), channel: text.optional(), tag: text.optional() };

export const setupCalls = defineCalls("setup", {
  section: { section: oneOf.optional(setupLocations) },
  set: { ...place, f: oneOf(setupFields), v: value },
  check: {},
  forget: {},
  forgetNow: {},
  test: {},
  /** The test post's channel and message. */
  removeTest: { c: text(), m: text() },
  /** In the test post; identifies the message. */
  about: { id: text() },
  firstWhat: first,
  firstWhere: first,
  firstTag: first,
  first,
  zone: { ...place, typed: text.optional() },
  accent: { ...place, typed: text.optional() },
  look: place,
  resetLook: place,
  quiet: { ...place, from: text.optional(), to: text.optional() },
});
