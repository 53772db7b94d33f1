import { type Markdown, md } from "../../base/markdown.ts";

const HOUR = 60;
const DAY = 24;

const times = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

function lengthOf(minutes: number): string {
  if (minutes < 100 && minutes !== HOUR) return times(minutes, "minute", "minutes");
  const hours = Math.round(minutes / HOUR);
  if (hours < 2 * DAY && hours !== DAY) return times(hours, "hour", "hours");
  return times(Math.round(hours / DAY), "day", "days");
}

/** What Milepost posts by itself: reminders and announcements. */
export const posts = {
  /** How far away, in plain words: a lock screen shows Discord's own times as they are written. */
  fromNow: (ms: number) => {
    const minutes = Math.round(Math.abs(ms) / 60_000);
    if (minutes === 0) return "now";
    const length = lengthOf(minutes);
    return ms > 0 ? `in ${length}` : `${length} ago`;
  },
  openMessage: "Open the message",
  starts: (title: Markdown, when: Markdown) => md`**${title}** starts ${when}.`,
  started: (title: Markdown, when: Markdown) => md`**${title}** started ${when}.`,
  ends: (title: Markdown, when: Markdown) => md`**${title}** ends ${when}.`,
  ended: (title: Markdown, when: Markdown | undefined) =>
    when === undefined ? md`**${title}** has ended.` : md`**${title}** ended ${when}.`,
  /** Before it comes, after it, and just then: "now". */
  reset: (title: Markdown, when: Markdown) => md`**${title}**: ${when}.`,
  /** A thing whose dates nobody knows any more. */
  undated: (title: Markdown) => md`**${title}**`,
  newEntry: (title: Markdown, kind: string) => md`New: **${title}** · ${kind}`,
  newEntries: (count: string) => `${count} new entries`,
  moreEntries: (count: string) => `and ${count} more: look into /trending`,
  /** Several that came together; the first is said in full, and need not be a sentence. */
  digest: (first: Markdown, more: string) => md`${first}\nAnd ${more} more.`,
  facts: { starts: "Starts", started: "Started", ends: "Ends", ended: "Ended", reset: "Reset", when: "When" },
  rewards: (names: string) => `Rewards: ${names}`,
  openForYou: "You have not done it yet.",
  unknownForYou: "Whether you have done it is not known: the platform does not say.",
  own: {
    unclaimed: (count: number) =>
      count === 1 ? "1 reward waits to be claimed." : `${count} rewards wait to be claimed.`,
    unclaimedUnknown:
      "Whether rewards wait for you is not known: the platform does not show your progress now.",
    caps: "What you can still earn before the reset",
    capsSoon: "About to be wasted: what you can still earn before the reset",
    capsUnknown: "How much of your caps is left is not known: the platform does not show it now.",
    cap: (name: string, left: string, limit: string) => `${name}: ${left} of ${limit} left`,
    capUntil: (cap: string, reset: Markdown) => md`${cap}, reset ${reset}`,
    milestones: "Milestones you have not done yet",
    milestonesUnknown: "Which milestones are left for you is not known: the platform does not show it now.",
    alsoUnknown: (count: string) => `For ${count} more nobody knows.`,
    sessionEnded: {
      title: "Your linked session has ended",
      next: (link: Markdown) =>
        md`Milepost can't look at your progress until you link again with ${link}. Reminders about it wait until then.`,
    },
  },
  late: (by: string) => `Late by ${by}: it could not be posted in time.`,
  held: "Held back during quiet hours.",
  double: "This may be a double: nobody could see whether the first try arrived.",
  test: "This is a test. The real one comes when it is due.",
  maintenance: "The platform is in maintenance; its dates may have moved.",
  asOf: (when: Markdown) => md`By what the platform said ${when}; it does not answer now.`,
  repeats: "You are asked again until you press Done.",
  buttons: {
    remindMe: "Remind me",
    snoozeShort: "Snooze 10 min",
    snoozeLong: "Snooze 1 h",
    snoozeDay: "Snooze to tomorrow",
    done: "Done",
    doneOf: (title: string) => `Done: ${title}`,
    off: "Off",
    offOf: (title: string) => `Off: ${title}`,
    remindMeOf: (title: string) => `Remind me: ${title}`,
  },
  picture: (title: string) => `Picture of ${title}`,
  /** A length of time, in two parts at most. */
  length: {
    minutes: (minutes: string) => `${minutes} min`,
    hours: (hours: string, minutes: string) => (minutes === "0" ? `${hours} h` : `${hours} h ${minutes} min`),
    days: (days: string, hours: string) =>
      `${days === "1" ? "1 day" : `${days} days`}${hours === "0" ? "" : ` ${hours} h`}`,
  },
  notices: {
    title: "About your reminders",
    /** Where boards or announcements are among them. */
    all: "About what you set up",
    more: (count: string) => `and ${count} more`,
    closed: (list: Markdown) => md`It is paused. Open your DMs, then press “Try again” in ${list}.`,
  },
};
