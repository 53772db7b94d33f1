import { count, defineCalls, flag, oneOf, text, whole } from "../../../discord/reply/calls.ts";

/** An announcement, and the page of the list it was opened from. */
const one = { id: text(), page: count.optional() };
/** With its revision, so that somebody else's change in the meantime is not overwritten. */
const revised = { ...one, rev: whole() };
/** What was typed; with an id it edits that announcement, without one it creates one. */
const typed = {
  what: text.optional(),
  when: text.optional(),
  zone: text.optional(),
  channel: text.optional(),
  role: text.optional(),
  id: text.optional(),
  rev: whole.optional(),
  page: count.optional(),
};
const board = { b: text() };

export const announceCalls = defineCalls("announce", {
  page: { page: count.optional() },
  open: { page: count() },
  panel: one,
  test: one,
  /** Takes tests back. */
  untest: one,
  pause: revised,
  resume: revised,
  remove: one,
  removeNow: one,
  forum: { ...typed, channel: text(), tag: text.optional() },
  /** One of several readings. */
  take: { ...typed, channel: text() },
  /** Picks the server's zone, in which the time waits to be read. */
  zone: { ...typed, channel: text(), to: text.optional() },
  retry: one,
  publish: { ...revised, on: flag() },
  button: one,
  offers: { ...revised, to: oneOf(["off", "personal"]) },
  offersRole: revised,
  needsForm: { ...revised, kind: text.optional(), of: text.optional(), least: text.optional() },
  signUpForm: { ...revised, places: text.optional(), starts: text.optional() },
  /** `from`: the page of the list. */
  trail: { id: text.optional(), from: count.optional(), page: count.optional() },
  trailOf: {},
  /** Under a post: a reminder or a role for whoever presses. */
  offer: { id: text() },
  /** Under a post that takes sign-ups. */
  signUp: { id: text(), slot: whole() },
  leave: { id: text(), slot: whole() },
  /** Under posts of earlier versions; `d`: the delivery id by which the post is found again. */
  off: { id: text(), d: text.optional() },
  /** In a board's message; `p`: the post id by which it is found again. Earlier versions also had `boardAsk`. */
  boardOpen: { ...board, p: text(), what: oneOf.optional(["trending", "milestones"]) },
  boardAsk: { ...board, p: text.optional() },
  boardPick: {},
  boardStop: { ...board, how: oneOf(["delete", "leave"]) },
  boardKeep: {},
  boardPin: { ...board, on: flag() },
  boardRetry: board,
  edit: typed,
  rewrite: typed,
  accent: { ...revised, typed: text.optional() },
  file: { ...revised, alt: text.optional() },
  quiet: { ...revised, zone: text.optional(), from: text.optional(), to: text.optional() },
});
