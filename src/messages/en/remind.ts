import { type Markdown, md } from "../../base/markdown.ts";
import { pick, plural } from "../choice.ts";
import { remindZone } from "./remind-zone.ts";

/** /remind. */
export const remind = {
  /** What was read into what was typed, before it is saved. */
  reading: {
    first: (phrase: string, at: string) => `${phrase}, first on ${at}`,
    dated: (phrase: string, at: string) => `${phrase}, on ${at}`,
    unread: (one: string, other: string) => `Not a time yet. Try: ${one}, or: ${other}`,
    askHour: "pick the exact time next",
    title: (what: string, words: string) => md`**${what}**\nThat means: **${words}**`,
    hour: (what: string) => md`**${what}**\nWhen exactly?`,
    take: "Set it",
    /** In place of `take` where a reminder is edited. */
    change: "Save it",
  },
  what: {
    resets: { day: "Daily reset", week: "Weekly reset" },
    agenda: { day: "What's on today", week: "What's on this week", both: "What's on today and this week" },
    newAny: "New entries of any kind",
    newOf: (kind: string) => `New entries: ${kind}`,
    own: {
      unclaimed: "My rewards to claim",
      caps: "My weekly caps before the reset",
      "open-milestones": "My milestones not done yet",
      session: "My linked session ended",
    },
    note: (text: string) => `A note: ${text}`,
    endsIn: (label: string, length: string) => `${label} (ends in ${length})`,
    startsIn: (label: string, length: string) => `${label} (starts in ${length})`,
    resetIn: (label: string, length: string) => `${label} (in ${length})`,
    meant: (typed: string, meaning: string) => `${typed}: ${meaning}`,
  },
  /** Why nothing was set, each with two examples. */
  unclear: {
    title: "Nothing is set yet",
    because: {
      empty: "When?",
      unknown: "That isn't a time Milepost can read.",
      "not-a-time": "That time doesn't exist.",
      "no-lead": "How long before?",
      after: "Pick a time up to the start or end, not after it.",
      "too-early": "Pick 7 days before at most.",
      "too-far": "Pick a time within five years.",
      "not-a-date": "That date doesn't exist.",
      "ambiguous-date": "Is that the day or the month first? Write the month's name.",
      past: "Pick a later time.",
      often: "Once an hour at most.",
      "whole-hours": "Repeats come in whole hours.",
      "no-what": "What is it about?",
      "no-dates": "That has no start or end. Pick a time.",
      "only-news": "That comes when it happens. It needs no time.",
      "no-news": "Pick a time.",
      begun:
        "It has started, and the next date isn't known yet. Pick “when it starts”, or a time before it ends.",
    },
    examples: (one: string, other: string) => md`For example: \`${one}\` or \`${other}\`.`,
    typed: (what: string, when: string) => md`You typed: **${what}**, ${when}`,
    instead: (phrase: string) => `Set it: ${phrase}`,
  },
  form: {
    title: "Your reminder",
    what: "Remind me of",
    whatHint: "A suggestion of /remind new, or your own text",
    whenHint: "1 hour before it ends, tonight at 9, every 2 weeks on friday 18:00, in 1h 30m",
    /** About a text of their own, which has no start or end. */
    noteHint: "tonight at 9, every 2 weeks on friday 18:00, in 1h 30m",
  },
  about: {
    message: "A message",
    soonHint: "Pick one, or type another time below",
    other: "Another time",
  },
  choose: {
    title: (what: string) => md`**${what}**\nWhen should Milepost remind you?`,
    /** Under the question: whether a reminder about something that recurs comes again. */
    each: "Each time it comes back, until you turn it off.",
    once: "Only this time.",
    placeholder: "Pick a time",
  },
  consent: {
    title: "Turn on background use?",
    why: "This checks your progress while you're away, with your linked session. Each check shows under Last uses.",
    takeBack: (account: Markdown) => md`Turn it off any time in ${account}, under Privacy.`,
    yes: "Turn on and set it",
    noSession: (link: Markdown) => md`This needs your own progress. Link your account first: ${link}`,
    sessionDead: (link: Markdown) => md`Your session ended. Link your account again: ${link}`,
    off: "Private commands are off on this bot, so it can't check your progress.",
  },
  refused: {
    full: {
      title: "You've reached the limit",
      next: (most: number, list: Markdown) =>
        md`You can have ${most} reminders. Delete one in ${list} first.`,
    },
    past: {
      title: "That time has passed",
      next: "Pick a later time.",
    },
    over: {
      title: "The platform no longer lists this",
      next: "Run the command again and pick a suggestion.",
    },
    gone: {
      title: "This reminder is gone",
      next: (list: Markdown) => md`It was deleted. ${list} shows the others.`,
    },
  },
  card: {
    set: "Reminder set.",
    same: "You already have this reminder.",
    changed: "Changed.",
    meanwhile: "This was changed elsewhere. Your change wasn't saved.",
    when: (phrase: string) => md`**When:** ${phrase}`,
    zones: {
      own: (zone: string) => `Times are in ${zone}, your time zone.`,
      guild: (zone: string) => `Times are in ${zone}, this server's time zone. You can set your own.`,
      language: (zone: string) => `Times are in ${zone}, guessed from your language. You can set your own.`,
      none: "Times are in UTC. You can set your time zone.",
      kept: (zone: string) => `This reminder's times are in ${zone}.`,
    },
    "not-here": "Members' reminders are off in this channel. It stays where it was.",
    "not-yours": "You can't send messages in this channel. It stays where it was.",
    noNext: {
      watch: "Next: as soon as it happens",
      dated: "Next: once the platform gives a date",
      paused: "Paused until you resume it.",
      ended: "This ended. Nothing more comes.",
      waiting: "It's due but not posted yet. See History.",
      disabled: "It was turned off because it couldn't be posted.",
    },
    where: (places: Markdown) => md`**Where:** ${places}`,
    repeat: (every: string, most: number) =>
      plural(most, {
        one: `Repeats after ${every} until you press Done, once at most.`,
        other: `Repeats every ${every} until you press Done, ${most} times at most.`,
      }),
    skip: "Skipped if you've already done it. If that's unknown, it's sent and says so.",
    quiet: (from: string, to: string, zone: string | undefined) =>
      pick(zone, {
        none: `Quiet hours: ${from} to ${to}`,
        other: `Quiet hours: ${from} to ${to} (${zone ?? ""})`,
      }),
    /** `length`: "3 minutes". */
    jitter: (length: string) => `Comes ${length} early, so that not all go out at once.`,
    buttons: {
      repeat: "Repeat until done",
      noRepeat: "Don't repeat",
      skip: "Skip if done",
      noSkip: "Don't skip",
      here: "Post in this channel",
      dm: "Send by DM",
      list: "All my reminders",
      zone: "Time zone, quiet hours",
    },
  },
  list: {
    title: "Your reminders",
    none: (create: Markdown) => md`No reminders yet. Set one with ${create}.`,
    open: "Pick a reminder",
    snoozed: (until: Markdown) => md`snoozed until ${until}`,
    waits: "comes when it happens",
  },
  /** What stands in the way of a place, by Discord's code or our word, with the fix. */
  trouble: {
    closedDm: md`Discord doesn't let Milepost DM you. In a server you share, turn on Direct Messages: server name > Privacy Settings. Or add Milepost to your account. Then press “Try again”.`,
    gone: (channel: Markdown) => md`${channel} is gone. Send it by DM instead.`,
    /** The fix for what only those who manage a server can fix. */
    ofServer: "Ask a server admin to fix that, or send it by DM instead.",
  },
  zone: remindZone,
  /** A file or an address for the reader's own calendar app. */
  calendar: {
    button: "Add to my calendar",
    file: (count: number) =>
      plural(count, {
        one: "Open this file to add 1 entry to your calendar",
        other: `Open this file to add ${count} entries to your calendar`,
      }),
    once: "What you add from a file doesn't change by itself. Open a new file to update it.",
    none: { title: "Nothing to add yet", next: "Nothing here has a date right now." },
    feed: {
      offer: "Or get an address for your calendar app. It follows the week and your reminders by itself.",
      get: "Get an address",
      add: "Subscribe to this address in your calendar app",
      secret: "Anyone who has it can read your reminders. It's shown only once.",
      hourly: "Calendar apps check it every few hours.",
      has: (when: Markdown) => md`You got a calendar address ${when}. A new one ends it.`,
      renew: "Get a new address",
      end: "End the address",
      ended: {
        title: "Your calendar address ended",
        next: "Remove it from your calendar app too.",
      },
    },
  },
  dm: {
    snoozed: (what: string, at: Markdown, when: Markdown) => md`**${what}**\nSnoozed until ${at}, ${when}.`,
    endsBefore: (what: string, when: Markdown) => md`**${what}**\nIt ends before that, ${when}.`,
    done: (what: string) => md`**${what}**\nDone. You won't be reminded again this time.`,
    off: (what: string) => md`**${what}**\nReminder turned off.`,
    on: (what: string) => md`**${what}**\nReminder turned on again.`,
    again: "Turn on again",
    gone: "It was deleted.",
  },
  offer: {
    pick: "Pick what to be reminded of",
    none: {
      title: "This has no dates",
      next: "It ended, or the platform gives no dates right now.",
    },
  },
};
