import { count, defineCalls, flag, oneOf, text, whole } from "../../../../discord/reply/calls.ts";

const one = { id: text() };
/** A reminder at a revision; the latest where it carries none. */
const revised = { ...one, rev: whole.optional() };
/** What was typed; with an id it edits that reminder. */
const typed = { what: text.optional(), when: text.optional(), id: text.optional(), rev: whole.optional() };
/** `title`: of what was picked; `spread`: many members may have set the same reminder. */
const wanted = { ...typed, title: text.optional(), spread: flag.optional() };
/** Under a post: the reminder, its slot, and the delivery id by which the post is found again. */
const posted = { ...one, slot: whole.optional(), d: text.optional() };

export const remindCalls = defineCalls("remind", {
  take: wanted,
  /** From a message's menu. */
  about: { what: text(), url: text.optional() },
  /** Turns background use on, then continues. `skip`: only "skip if done" was waiting for it. */
  allow: { ...typed, skip: flag.optional() },
  open: { id: text.optional() },
  /** Pages count from 1. */
  list: { page: whole.optional() },
  mine: {},
  pause: { ...revised, to: oneOf(["active", "paused"]) },
  repeat: { ...revised, on: flag() },
  skip: { ...revised, on: flag() },
  move: { ...one, to: oneOf(["here", "dm"]) },
  test: one,
  untest: one,
  retry: { id: text.optional() },
  ask: one,
  remove: one,
  history: { ...one, page: count.optional() },
  settings: {},
  /** A file for one's own calendar. */
  calendar: { of: oneOf(["week", "reminders"]) },
  /** The secret address of one's own calendar. */
  feed: { to: oneOf(["new", "end"]) },
  /** `to`: the zone, where none was picked from a menu. With `what`, a reminder waits for it. */
  zone: { ...wanted, forget: flag.optional(), to: text.optional() },
  /** Asks for the zone, and sets the reminder by its clock then. */
  rezoneOne: wanted,
  rezone: {},
  loud: {},
  snooze: { ...posted, ms: whole() },
  done: posted,
  doneOne: posted,
  off: posted,
  offOne: posted,
  again: posted,
  /** Under a post that lists what is on. */
  listed: { ...one, slot: whole() },
  /** Under a reminder of an event: the key of its subject. */
  show: { what: text() },
  /** Under a public reply: what to be reminded of. */
  offer: { what: text.optional() },
  fill: wanted,
  edit: wanted,
  search: { ...wanted, typed: text.optional() },
  quiet: { from: text.optional(), to: text.optional() },
});
