import { type Markdown, md } from "../../base/markdown.ts";
import { pick, plural } from "../choice.ts";

/** What Milepost posts by itself: reminders and announcements. */
export const posts = {
  openMessage: "Open the message",
  starts: (title: Markdown, when: Markdown) => md`**${title}** starts ${when}.`,
  started: (title: Markdown, when: Markdown) => md`**${title}** started ${when}.`,
  ends: (title: Markdown, when: Markdown) => md`**${title}** ends ${when}.`,
  ended: (title: Markdown, when: Markdown | undefined) =>
    pick(when, { none: md`**${title}** has ended.`, other: md`**${title}** ended ${when ?? ""}.` }),
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
      plural(count, { one: "1 reward waits to be claimed.", other: `${count} rewards wait to be claimed.` }),
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
  notices: {
    title: "About your reminders",
    /** Where boards or announcements are among them. */
    all: "About what you set up",
    more: (count: string) => `and ${count} more`,
    closed: (list: Markdown) => md`It is paused. Open your DMs, then press “Try again” in ${list}.`,
  },
};
