import { type Markdown, md } from "../../base/markdown.ts";
import { plural } from "../choice.ts";

/** /progress, and the button "For me" of /milestones. */
export const progress = {
  pickView: "Pick a view",
  pickCharacter: "Pick a character",
  allCharacters: "All characters",
  character: (number: string) => `Character ${number}`,
  characterNumbered: (label: string, number: string) => `${label} ${number}`,
  lastPlayed: (when: Markdown) => md`last played: ${when}`,
  levelUnit: "level",
  level: (level: string) => `level ${level}`,
  levelOf: (level: string, cap: string) => `level ${level} of ${cap}`,
  /** A level on a picture, for whoever doesn't see it: its name, and how far it is. */
  levelWords: (name: string, level: string, reached: string) => `${name}: level ${level}, ${reached}`,
  highest: "highest level",
  points: (points: string) => `${points} points`,
  of: (done: string, goal: string) => `${done} of ${goal}`,
  ofUnknown: (goal: string) => `goal ${goal}`,
  percent: (percent: string) => `${percent}% done`,
  weekly: (done: string, limit: string, left: string) => `This week: ${done} of ${limit}, ${left} left`,
  weeklyFull: (limit: string) => `This week: all ${limit} earned`,
  daily: (done: string, limit: string, left: string) => `Today: ${done} of ${limit}, ${left} left`,
  dailyFull: (limit: string) => `Today: all ${limit} earned`,
  counts: {
    done: (count: string) => `${count} done`,
    claimable: (count: string) => `${count} to claim`,
    open: (count: string) => `${count} not done`,
    unknown: (count: string) => `${count} unknown`,
  },
  milestonesLine: (counts: Markdown) => md`Milestones: ${counts}`,
  questsLine: (counts: Markdown) => md`Quests: ${counts}`,
  states: {
    done: "done",
    claimable: "reward to claim",
    open: "not done",
    unknown: "unknown",
  },
  /** On a picture, under a number of rewards. */
  toClaim: "to claim",
  /** Under how many milestones are in a state, on a picture: like the heading of a column. */
  tiles: { done: "done", open: "not done" },
  questStates: {
    done: "done",
    claimable: "ready to hand in",
    open: "started",
    unknown: "unknown",
  },
  over: "ended",
  tracked: "tracked",
  step: (name: string) => `Step: ${name}`,
  objectiveDone: (name: string) => `${name}: done`,
  next: {
    toGo: (objective: string, amount: string) => `${objective}: ${amount} to go`,
    weekLeft: (left: string, limit: string) => `${left} of ${limit} left to earn this week`,
    dayLeft: (left: string, limit: string) => `${left} of ${limit} left to earn today`,
    lostAt: (when: Markdown) => md`Resets: ${when}. Earn the rest before then.`,
    endsAt: (when: Markdown) => md`ends: ${when}`,
    unknown: (count: number, shown: string) =>
      plural(count, {
        one: "1 milestone not shown: the platform doesn't say if it's done.",
        other: `${shown} milestones not shown: the platform doesn't say if they're done.`,
      }),
  },
  since: {
    button: "Show changes",
    title: "What changed",
    pick: "Pick a time",
    periods: { reset: "Since the weekly reset", yesterday: "Since yesterday", week: "In the last 7 days" },
    from: (when: Markdown) => md`Compared with ${when}.`,
    younger: "That's your oldest snapshot.",
    grew: (levels: number, shown: string, level: string) =>
      plural(levels, {
        one: `1 level up, now ${level}`,
        other: `${shown} levels up, now ${level}`,
      }),
    points: (points: string) => `${points} more points`,
    restarted: "started over",
    quest: { begun: "started", advanced: "one step further" },
    nothing: "Nothing changed.",
    nameless: (count: number, shown: string) =>
      plural(count, { one: "1 change has no name yet", other: `${shown} changes have no name yet` }),
    noReset: {
      title: "The weekly reset isn't known",
      next: "Pick yesterday or the last 7 days.",
    },
    off: {
      title: "No snapshots yet",
      next: (command: Markdown) => md`Turn them on in ${command}, then check back later.`,
    },
    first: {
      title: "This is your first snapshot",
      next: "Check back later to see what changed.",
    },
  },
  share: {
    button: "Share",
    title: "What do you want to share?",
    intro: "Only the rows you pick are posted, with the account's name.",
    pick: "Pick or unpick a row",
    marked: "Will be shared",
    unmarked: "Not shared",
    chooseFirst: "Pick at least one row to post.",
    post: "Post in this channel",
    posted: {
      here: "Shared with everyone here",
      nowhere: "Not shared: Milepost can't post here",
    },
    by: (name: string) => `Shared by ${name}`,
    notHere: "Only you see this. Milepost can't post here.",
    takeBack: "Remove post",
    takenBack: "Removed by the player who shared it.",
    gone: {
      title: "Nothing to share",
      next: "Those rows are gone. Open your progress again.",
    },
  },
  private: {
    title: "The platform hides your progress",
    next: "It's hidden even from you. Check your privacy settings there.",
  },
  none: {
    title: "No character yet",
    next: "Your progress shows here once you've played.",
  },
  noSuchCharacter: (name: string) => `No character matches “${name}”, so all are shown.`,
  noAccount: {
    title: "No game account",
    next: "Your linked profile has no account in this game.",
  },
  nothingNext: "Nothing to do right now. Check back after the next reset.",
  mine: {
    button: "For me",
    title: "Your milestones",
    note: "“Unknown” means the platform doesn't say. It may be done.",
  },
  sample: {
    title: {
      progress: "Your progress, once linked",
      stats: "Your statistics, once linked",
      vault: "Your vault, once linked",
      milestones: "Your milestones, once linked",
    },
    example: "An example, with made-up numbers:",
    rows: {
      claim: "The Weekly Watch",
      finish: "A Favor for the Miller",
      finishObjective: "Sacks carried",
      cap: "Weekly sparks",
      stat: "Games",
      vault: "A lantern of brass × 1",
    },
    means: (platform: string) =>
      `To show yours, Milepost needs your session on ${platform}, never your password. You paste it once and can delete it any time.`,
    link: (command: Markdown) => md`Start with ${command}.`,
    why: (command: Markdown) => md`${command} says what is stored, and for how long.`,
  },
};
