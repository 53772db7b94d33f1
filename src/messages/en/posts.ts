import { type Markdown, md } from "../../base/markdown.ts";
import { pick, plural } from "../choice.ts";

/** What Milepost posts by itself: reminders and announcements. Lock screens show about 40 characters. */
export const posts = {
  openMessage: "Open the message",
  /** `when`, here and below: "in 5 minutes", "now", "5 minutes ago". */
  starts: (title: Markdown, when: Markdown) => md`**${title}** starts ${when}`,
  startsNow: (title: Markdown) => md`**${title}** starts now`,
  started: (title: Markdown, when: Markdown) => md`**${title}** started ${when}`,
  ends: (title: Markdown, when: Markdown) => md`**${title}** ends ${when}`,
  endsNow: (title: Markdown) => md`**${title}** ends now`,
  ended: (title: Markdown, when: Markdown | undefined) =>
    pick(when, { none: md`**${title}** ended`, other: md`**${title}** ended ${when ?? ""}` }),
  reset: (title: Markdown, when: Markdown) => md`**${title}** ${when}`,
  newEntry: (title: Markdown, kind: string) => md`New: **${title}** · ${kind}`,
  /** In a word, what else came up by a name that was watched for. */
  kinds: { milestone: "Milestone", modifier: "Modifier" },
  newEntries: (count: string) => `${count} new entries`,
  moreEntries: (count: string) => `${count} more in /trending`,
  /** Several that came together; the first is said in full, and need not be a sentence. */
  digest: (first: Markdown, more: string) => md`${first}\nAnd ${more} more`,
  /** Over a date, which is ahead when it is posted and past when it is read: no tense. */
  facts: { start: "Start", end: "End", ended: "Ended", reset: "Reset", when: "When" },
  rewards: (names: string) => `Rewards: ${names}`,
  openForYou: "You haven't done this yet.",
  unknownForYou: "The platform doesn't say if you've done this.",
  own: {
    unclaimed: (count: number) =>
      plural(count, { one: "1 reward to claim", other: `${count} rewards to claim` }),
    unclaimedUnknown: "The platform isn't showing your rewards",
    caps: "Still to earn before the reset",
    capsSoon: "Earn these before the reset",
    capsUnknown: "The platform isn't showing your caps",
    cap: (name: string, left: string, limit: string, reset: Markdown | undefined) =>
      pick(reset, {
        none: md`${name}: ${left} of ${limit} left`,
        other: md`${name}: ${left} of ${limit} left, resets ${reset ?? ""}`,
      }),
    milestones: "Milestones you haven't done yet",
    milestonesUnknown: "The platform isn't showing your milestones",
    alsoUnknown: (count: string) => `${count} more: the platform doesn't say if they're done.`,
    sessionEnded: {
      title: "Your linked session ended",
      next: (link: Markdown) => md`Link again with ${link}. Reminders about your progress wait until then.`,
    },
  },
  /** Above the lists of those who signed up under a post. */
  signUp: {
    coming: (coming: string, places: string | undefined) =>
      pick(places, { none: `Coming: ${coming}`, other: `Coming: ${coming} of ${places ?? ""}` }),
    waiting: (waiting: string) => `Waiting list: ${waiting}`,
    nobody: "Nobody",
    /** Behind names. */
    more: (more: string) => `and ${more} more`,
    /** A DM to the first who waited. */
    movedUp: (title: Markdown) => md`You have a place: **${title}**`,
  },
  held: "This waited for quiet hours to end.",
  double: "Possible repeat: the first try may have gone through.",
  test: "Test post. The real one comes when it's due.",
  maintenance: "The platform is in maintenance. Dates may change.",
  repeats: "This repeats until you press Done.",
  buttons: {
    snoozeShort: "Snooze 10 min",
    snoozeLong: "Snooze 1 hour",
    snoozeDay: "Snooze 1 day",
    done: "Done",
    doneOf: (title: string) => `Done: ${title}`,
    off: "Turn off reminder",
    offOf: (title: string) => `Turn off: ${title}`,
    /** Under a list of what is on: opens all of it, with every reward. */
    showAll: "Show all",
    /** Under a reminder of an event: shows all of it. */
    open: "Open",
    remindMeOf: (title: string) => `Remind me: ${title}`,
    /** In the place of "Remind me", where the button gives a role; pressing again takes it away. */
    getRole: "Get the role",
    getRoleOf: (title: string) => `Get the role: ${title}`,
    /** In the place of "Remind me", where people sign up for what is announced. */
    signUp: "Sign up",
    signUpOf: (title: string) => `Sign up: ${title}`,
  },
  listGone: {
    title: "This list is gone",
    next: (link: Markdown) => md`${link} shows what's on now.`,
  },
  notices: {
    title: "About your reminders",
    /** Where boards or announcements are among them. */
    all: "About your reminders and posts",
    closed: (list: Markdown) => md`It's paused. Open your DMs, then press “Try again” in ${list}.`,
  },
};
