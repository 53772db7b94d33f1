import { defineCalls } from "../../../../discord/reply/calls.ts";
import { flag, oneOf, text, whole } from "../../../../discord/reply/state.ts";

const one = { id: text() };
/** A reminder as it was when the control was made; the newest where it carries none. */
const revised = { ...one, rev: whole.optional() };
/** What was typed; with an id it changes that reminder. */
const typed = { what: text.optional(), when: text.optional(), id: text.optional(), rev: whole.optional() };
/** `title` is shown for what was chosen; `spread`: many may have set the same. */
const wanted = { ...typed, title: text.optional(), spread: flag.optional() };
/** Under a post: the reminder, which of its times it was, and the delivery's id, by which the message is known. */
const posted = { ...one, slot: whole.optional(), d: text.optional() };

export const remindCalls = defineCalls("remind", {
  take: wanted,
  /** From the menu of a message. */
  about: { what: text(), url: text.optional() },
  /** The yes that was missing; what waited for it goes on. `skip`: only the skipping of what is done waits. */
  allow: { ...typed, skip: flag.optional() },
  open: { id: text.optional() },
  /** Pages are counted from 1. */
  list: { page: whole.optional() },
  mine: {},
  pause: { ...revised, to: oneOf(["active", "paused"]) },
  repeat: { ...revised, on: flag() },
  skip: { ...revised, on: flag() },
  move: { ...one, to: oneOf(["here", "dm"]) },
  test: one,
  retry: { id: text.optional() },
  ask: one,
  remove: one,
  history: one,
  settings: {},
  zone: { forget: flag.optional() },
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
  /** Under anybody's answer: what to be reminded of. */
  offer: { what: text.optional() },
  fill: wanted,
  edit: wanted,
  search: { typed: text.optional() },
  quiet: { from: text.optional(), to: text.optional() },
});
