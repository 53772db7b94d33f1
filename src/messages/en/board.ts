import { type Markdown, md } from "../../base/markdown.ts";

/** Live boards: what stands in the channel, and how admins look after them. */
export const board = {
  /** What a phone shows of it. */
  lead: (title: string, what: string) => md`**${title}:** ${what}`,
  isNew: "New",
  newSince: (when: Markdown) => md`New since: ${when}`,
  more: (count: string, command: Markdown) => md`${count} more: ${command}`,
  nothing: "Nothing on right now. This updates itself.",
  creationsOff: "Players' creations are off in this server's posts.",
  asOf: (when: Markdown) => md`Updated: ${when}`,
  open: "Open an entry (only you see it)",
  /** What whoever made it is told its trouble under. */
  noticed: (what: string) => `Live board “${what}”`,
  stopped: (when: Markdown) => md`Stopped: ${when}. This no longer updates.`,
  gone: {
    title: "This board is gone",
    next: "A server admin stopped it.",
  },
  ask: {
    title: (channel: Markdown) => md`**Stop the board in ${channel}?**`,
    delete: "Stop, delete its message",
    leave: "Stop, leave its message",
    keep: "Keep the board",
    kept: "The board stays.",
    done: "Board stopped",
    left: {
      delete: "Discord didn't let Milepost delete its message. Delete it by hand.",
      leave: "Its message couldn't be edited and still looks live. Delete it by hand.",
    },
  },
  made: {
    made: (what: string, channel: Markdown) => md`**Board is live:** “${what}” in ${channel}`,
    waiting: (what: string, channel: Markdown) =>
      md`**Board saved, not posted yet:** “${what}” in ${channel}`,
    same: (what: string, channel: Markdown) => md`**You already have this board:** “${what}” in ${channel}`,
    see: "Open board",
  },
  full: (most: string, list: Markdown) =>
    md`**This server has reached its limit of ${most} boards.** Stop one in ${list} first.`,
  refused: {
    title: "No board was made",
    kind: "Milestones have no kinds. Leave “kind” empty.",
  },
  list: {
    title: "Live boards",
    states: { live: "live", held: "waiting", disabled: "stopped by a problem" },
    shown: (when: Markdown) => md`updated ${when}`,
    pick: "Pick a board",
    none: (board: Markdown) => md`No live boards. Make one with ${board}.`,
    pin: "Pin message",
    unpin: "Unpin message",
    back: "Back to list",
    stop: "Stop board",
    pinned: "Message pinned.",
    unpinned: "Message unpinned.",
    pinLacks: md`Nothing was pinned. Milepost needs **Pin Messages** there: Edit Channel > Permissions.`,
    pinFailed: "Discord didn't do it. Try again in a minute.",
    tried: "Tried again.",
    by: (who: Markdown, when: Markdown) => md`Made by ${who} ${when}.`,
  },
};
