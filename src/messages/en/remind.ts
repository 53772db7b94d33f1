import { type Markdown, md } from "../../base/markdown.ts";
import { pick, plural } from "../choice.ts";
import { remindZone } from "./remind-zone.ts";

const counted = (one: string, many: string) => (count: number) =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

const SUFFIXES: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd" };

function ordinal(count: number): string {
  const category = new Intl.PluralRules("en", { type: "ordinal" }).select(count);
  return `${count}${SUFFIXES[category] ?? "th"}`;
}

/** /remind. */
export const remind = {
  /** What `features/shared/schedule/read-when.ts` reads again: keep to its grammar. */
  phrases: {
    days: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as readonly string[],
    day: "day",
    weekday: "weekday",
    weekend: "weekend",
    every: (days: string, time: string) => `every ${days} ${time}`,
    everyUnits: (count: number, unit: "hour" | "day" | "week" | "month") =>
      `every ${count === 1 ? unit : `${count} ${unit}s`}`,
    from: (phrase: string, first: string) => `${phrase} from ${first}`,
    monthlyOn: (day: number, time: string) => `every month on the ${ordinal(day)} ${time}`,
    monthlyNth: (nth: 1 | 2 | 3 | 4 | -1, day: string, time: string) =>
      `the ${nth === -1 ? "last" : ordinal(nth)} ${day} of every month ${time}`,
    until: (phrase: string, at: string) => `${phrase} until ${at}`,
    starts: "it starts",
    ends: "it ends",
    dailyReset: "the daily reset",
    weeklyReset: "the weekly reset",
    when: (edge: string) => `when ${edge}`,
    at: (reset: string) => `at ${reset}`,
    before: (lead: string, edge: string) => `${lead} before ${edge}`,
    in: (lead: string) => `in ${lead}`,
    today: (time: string) => `today ${time}`,
    tomorrow: (time: string) => `tomorrow ${time}`,
    appears: "when it appears",
    dies: "when it dies",
    units: {
      day: counted("day", "days"),
      hour: counted("hour", "hours"),
      minute: counted("minute", "minutes"),
      second: counted("second", "seconds"),
    },
  },
  /** What was read into what was typed, before it is saved. */
  reading: {
    at: (date: string, zone: string) => `${date} (${zone})`,
    first: (phrase: string, at: string) => `${phrase}, first on ${at}`,
    dated: (phrase: string, at: string) => `${phrase}, on ${at}`,
    unread: (one: string, other: string) => `Not a time yet. Try: ${one}, or: ${other}`,
    askHour: "you choose the hour next",
    title: (what: string, words: string) => md`**${what}**\nThat means: **${words}**.`,
    hour: (what: string) => md`**${what}**\nAt what time?`,
    take: "Set it",
  },
  what: {
    resets: { day: "Daily reset", week: "Weekly reset" },
    agenda: { day: "What's on today", week: "What's on this week", both: "What's on today and this week" },
    newAny: "New entries of any kind",
    newOf: (kind: string) => `New entries: ${kind}`,
    own: {
      unclaimed: "My rewards that wait to be claimed",
      caps: "My weekly caps that are about to be wasted",
      "open-milestones": "My milestones that are not done yet",
      session: "My linked session has died",
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
    unchanged: "Nothing was changed",
    because: {
      empty: "You have not said when.",
      unknown: "That time could not be read.",
      "not-a-time": "A clock never shows that time.",
      "no-lead": "You have not said how long before.",
      after: "It can come before something starts or ends, or just then, but not after it.",
      "too-early": "The lead can be 7 days at most.",
      "too-far": "That is more than five years away.",
      "not-a-date": "The calendar has no such day.",
      "ambiguous-date": "Day and month can't be told apart.",
      past: "That time has passed.",
      often: "It can come every hour at most.",
      "no-what": "You have not said what about.",
      "no-dates": "What you chose has no start and no end.",
      "only-news": "What you chose comes when it happens; it has no time.",
      "no-news": "What you chose needs a time.",
      begun:
        "It has begun, and the platform gives no date for the next time until then. Choose “when it starts”, or a time before it ends.",
    },
    examples: (one: string, other: string) => md`For example: \`${one}\` or \`${other}\`.`,
    typed: (what: string, when: string) => md`You typed: **${what}**, ${when}`,
    mend: "Change it",
    instead: "Set it like that",
  },
  form: {
    title: "A reminder",
    what: "About what",
    whatHint: "One of the suggestions of /remind new, or any text of your own",
    when: "When",
    whenHint: "1 hour before it ends, tonight at 9, every 2 weeks on friday 18:00, in 1h 30m",
  },
  about: {
    message: "A message",
    soon: "When",
    soonHint: "Pick one, or type another time below",
    times: {
      "in 1 hour": "In 1 hour",
      "in 3 hours": "In 3 hours",
      "tomorrow 9:00": "Tomorrow at 9:00",
      "in 7 days": "In a week",
    },
    other: "Another time",
  },
  choose: {
    title: (what: string) => md`**${what}**\nWhen do you want to be reminded?`,
    placeholder: "When",
    other: "Another time",
  },
  consent: {
    title: "This needs your yes first",
    why: "It looks at your own progress while you are away, with the session you linked. It is noted each time in your last uses, and posts go to your direct messages only.",
    takeBack: (me: Markdown) => md`You can take the yes back in ${me}, under Privacy.`,
    yes: "Allow use while away, and set it",
    noSession: (link: Markdown) => md`It looks at your own progress. Link an account first: ${link}.`,
    sessionDead: (link: Markdown) => md`Your session has ended. Link the account again: ${link}.`,
    off: "Private commands are switched off on this bot, so it can't look at your own progress.",
  },
  refused: {
    full: {
      title: "You have all the reminders you can have",
      next: (most: number, list: Markdown) => md`That is ${most}. Delete one in ${list}, then try again.`,
    },
    past: {
      title: "Its time has passed",
      next: "Nothing would ever come of it. Choose another time.",
    },
    over: {
      title: "The platform no longer lists this",
      next: "It is over, or it can't be asked about right now. Run the command again and pick one of the suggestions.",
    },
    gone: {
      title: "This reminder is gone",
      next: (list: Markdown) => md`It was deleted. ${list} shows what is left.`,
    },
  },
  card: {
    set: "Saved.",
    promise: "It will reach you, even if the bot restarts; if it is late it says so.",
    same: "You have this one already",
    changed: "Changed",
    meanwhile: "It was changed meanwhile. This is how it is now.",
    when: (phrase: string) => md`**When:** ${phrase}`,
    zones: {
      own: (zone: string) => `Times are in ${zone}, your own zone.`,
      guild: (zone: string) => `Times are in ${zone}, this server's zone. You can set your own.`,
      none: "Times are in UTC, because you have set no zone.",
      kept: (zone: string) => `Times of this reminder are in ${zone}.`,
    },
    "not-here": "It can't be posted in this channel: those who manage this server have not allowed it here.",
    "not-yours": "It can't be posted in this channel: you may not send messages here yourself.",
    retried: "Tried again. What still helps comes now; if it is refused again, I tell you.",
    noNext: {
      watch: "Next: as soon as it happens.",
      dated: "Next: the platform gives no date now. It is planned when it does.",
      paused: "It is paused: nothing comes until you resume it.",
      ended: "It is over: nothing comes any more.",
      waiting: "Its time has come, and it is still to be sent. The history says when.",
      disabled: "It was switched off, because it could not be delivered.",
    },
    where: (places: Markdown) => md`**Where:** ${places}`,
    dm: "your direct messages",
    repeat: (every: string, most: string) =>
      `Asked again until you press Done: ${most} at most, ${every} apart.`,
    times: (count: number) => plural(count, { one: "1 time", other: `${count} times` }),
    skip: "Not posted when your own data says it is done. Where that is unknown, the post says so.",
    quiet: (from: string, to: string, zone: string | undefined) =>
      pick(zone, {
        none: `Quiet from ${from} to ${to}: what falls into it comes as one message after.`,
        other: `Quiet from ${from} to ${to} (${zone ?? ""}): what falls into it comes as one message after.`,
      }),
    jitter: "It may come up to 10 minutes earlier, so that not everybody's comes at once.",
    buttons: {
      edit: "Edit",
      pause: "Pause",
      resume: "Resume",
      delete: "Delete",
      test: "Test now",
      repeat: "Ask again until done",
      noRepeat: "Ask only once",
      skip: "Skip if I already did it",
      noSkip: "Post it in any case",
      here: "Post it in this channel instead",
      dm: "Send it to my DMs instead",
      history: "History",
      list: "All my reminders",
      zone: "Time zone and quiet hours",
      retry: "Try again",
      back: "Back",
    },
  },
  remove: {
    title: (what: string) => md`**Delete “${what}”?**`,
    means: "Its history goes with it.",
    yes: "Delete it",
    no: "Keep it",
    done: (what: string) => md`Deleted: **${what}**. Nothing of it comes any more.`,
  },
  test: {
    sent: (link: Markdown) => md`Test sent: ${link}.`,
    open: "open it",
    /** By what Discord answered. */
    refused: (why: Markdown) => md`The test did not arrive. ${why}`,
    nothing: (why: Markdown) => md`There is nothing to post right now. ${why}`,
  },
  list: {
    title: "Your reminders",
    none: (create: Markdown) => md`You have none. ${create} sets one.`,
    count: (count: number, most: number) => `${count} of ${most}`,
    open: "Open a reminder",
    row: (what: string, phrase: string) => md`**${what}** · ${phrase}`,
    next: (when: Markdown) => md`next ${when}`,
    states: { paused: "paused", ended: "over", disabled: "switched off", waiting: "still to be sent" },
    snoozed: (until: Markdown) => md`snoozed until ${until}`,
    waits: "waits for it to happen",
    noDate: "the platform gives no date now",
  },
  history: {
    title: (what: string) => md`**${what}**: the last ones`,
    none: "Nothing has been due yet.",
    states: {
      due: "is about to be sent",
      sending: "is being sent",
      sent: "sent",
      failed: "could not be sent yet; it is tried again",
      held: "waits",
      skipped: "not sent",
      missed: "not sent: it fell due while the bot was off, and came too late to be of use",
    },
    late: (length: string) => `${length} late`,
    again: (when: Markdown) => md`next try ${when}`,
  },
  /** What stands in the way of a place, by Discord's code or our word, with the fix. */
  trouble: {
    closedDm:
      "Discord refuses my direct messages to you. In a server we share: its name, Privacy Settings, Direct Messages on. Or add me to your account. Then press Try again.",
    gone: (channel: Markdown) => md`${channel} is gone. Send it to your direct messages instead.`,
    /** The fix for what only those who manage a server can mend. */
    ofServer: "Ask those who manage this server to mend that, or send it to your direct messages instead.",
  },
  zone: remindZone,
  dm: {
    snoozed: (what: string, at: Markdown, when: Markdown) =>
      md`**${what}**\nSnoozed. It comes again at ${at}, ${when}.`,
    endsBefore: (what: string, when: Markdown) => md`**${what}**\nIt ends ${when}, before that.`,
    done: (what: string) => md`**${what}**\nDone. You are not asked about this one again.`,
    off: (what: string) => md`**${what}**\nSwitched off. Nothing of it comes any more.`,
    on: (what: string) => md`**${what}**\nSwitched on again.`,
    again: "Switch it on again",
    gone: "This reminder is gone already. Nothing of it comes any more.",
    doneButton: "Done",
    offButton: "Off",
  },
  offer: {
    button: "Remind me",
    pick: "Remind me of one",
    none: {
      title: "This has no dates any more",
      next: "It is over, or the platform gives no dates for it right now.",
    },
  },
};
