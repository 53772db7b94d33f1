import { type Markdown, md } from "../../base/markdown.ts";

/** Live boards: what stands in the channel, and how admins look after them. */
export const board = {
  milestones: "What is on",
  /** What a phone shows of it. */
  lead: (title: string, what: string) => md`**${title}:** ${what}`,
  isNew: "New",
  newSince: (when: Markdown) => md`New since ${when}`,
  more: (count: string, command: Markdown) => md`${count} more: ${command}`,
  nothing: "Nothing of this is on at the moment. This message fills by itself.",
  creationsOff: "Players' creations are switched off in this server's posts.",
  asOf: (when: Markdown) =>
    md`As of ${when}. Milepost looks every 5 minutes, and edits this when something changes.`,
  maintenance: (when: Markdown) => md`The platform is in maintenance. As of ${when}.`,
  stale: (when: Markdown) => md`The platform does not answer right now. As of ${when}.`,
  open: "Open an entry, for you alone",
  /** What whoever made it is told its trouble under. */
  noticed: (what: string) => `Live board “${what}”`,
  stopped: (when: Markdown) => md`This board was stopped ${when}. It is not kept up to date any more.`,
  gone: {
    title: "This board is gone",
    next: "It was stopped meanwhile.",
  },
  ask: {
    title: (channel: Markdown) => md`**Stop the board in ${channel}?**`,
    delete: "Stop, and delete its message",
    leave: "Stop, and leave its message",
    keep: "Keep it",
    kept: "The board stays.",
    done: "The board is stopped.",
    left: {
      delete: "Its message could not be deleted: Discord did not let Milepost. Delete it by hand.",
      leave: "Its message could not be edited, so it looks as if it were kept up to date. Delete it by hand.",
    },
  },
  made: {
    made: (what: string, channel: Markdown) => md`**The board is live.** ${what} in ${channel}.`,
    waiting: (what: string, channel: Markdown) =>
      md`**The board is kept, but its message is not there yet.** ${what} in ${channel}.`,
    same: (what: string, channel: Markdown) => md`**There is this board already.** ${what} in ${channel}.`,
    promise:
      "Its message is edited in place when something changes, posted again when it is deleted, and never there twice. Only whoever presses a button sees what it opens.",
    see: "See it",
  },
  full: (most: string, list: Markdown) =>
    md`**This server has ${most} boards**, the most there can be. ${list} shows them; stop one first.`,
  refused: {
    title: "No board was made",
    lacks: (permissions: string, channel: Markdown) =>
      md`Milepost lacks **${permissions}** in ${channel}. Edit Channel, Permissions, add Milepost or its role, tick it, then try again.`,
    kind: "A kind narrows what trends; milestones have none. Leave it out.",
    creations: (setup: Markdown) =>
      md`Players' creations are switched off in posts here. ${setup} switches it on, under “What posts show”.`,
    kinds: (setup: Markdown) =>
      md`That kind is left out of posts here. ${setup} changes it, under “What posts show”.`,
  },
  list: {
    title: "Live boards",
    row: (what: string, channel: Markdown) => md`**${what}** in ${channel}`,
    states: { live: "live", held: "waits", disabled: "stopped by trouble" },
    shown: (when: Markdown) => md`last written ${when}`,
    deletedOften: "Its message was deleted three times within a day, so it is not posted again by itself.",
    pick: "Look after a board",
    none: (board: Markdown) => md`No live board yet. ${board} makes one.`,
    pin: "Pin",
    unpin: "Unpin",
    retry: "Try again now",
    back: "All of this server",
    stop: "Stop",
    pinned: "Its message is pinned.",
    unpinned: "Its message is not pinned any more.",
    pinLacks: md`Milepost lacks **Pin Messages** in that channel. Nothing was pinned.`,
    pinFailed: "Discord did not take it. Try again in a minute.",
    tried: "Tried just now.",
    by: (who: Markdown, when: Markdown) => md`Made by ${who} ${when}.`,
  },
};
