import { defineCalls } from "../../../discord/reply/calls.ts";
import { type StateField, oneOf, text, whole } from "../../../discord/reply/state.ts";

export const setupSections = ["overview", "language", "answers", "posts", "quiet", "check"] as const;
export type SetupSection = (typeof setupSections)[number];

/** A section of the panel, or a step of the start. */
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

/** What a setting becomes; where nothing is carried, what is chosen. */
const value: StateField<string | boolean | undefined> = {
  read: (carried) => (typeof carried === "number" ? undefined : carried),
};
/** Where it was pressed, and the settings it was pressed under: those somebody changed meanwhile are left as they are. */
const place = { in: oneOf.optional(setupLocations), rev: whole() };
const first = { what: text.optional(), channel: text.optional(), tag: text.optional() };

export const setupCalls = defineCalls("setup", {
  section: { section: oneOf.optional(setupLocations) },
  set: { ...place, f: oneOf(setupFields), v: value },
  check: {},
  forget: {},
  forgetNow: {},
  test: {},
  /** The test post: its channel and message. */
  removeTest: { c: text(), m: text() },
  /** In the test post; by its id the message is known. */
  about: { id: text() },
  firstWhat: first,
  firstWhere: first,
  firstTag: first,
  first,
  zone: { ...place, typed: text.optional() },
  accent: { ...place, typed: text.optional() },
  quiet: { ...place, from: text.optional(), to: text.optional() },
});
