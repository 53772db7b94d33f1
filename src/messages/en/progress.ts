import { type Markdown, md } from "../../base/markdown.ts";

/** /progress, and the button "For me" of /milestones. */
export const progress = {
  views: {
    next: "What next?",
    overview: "Overview",
    factions: "Factions",
    milestones: "Milestones",
    quests: "Quests",
    objectives: "Objectives",
  },
  viewHints: {
    next: "What is worth doing now, and why",
    overview: "Levels, caps, and what is done",
    factions: "Your standing with each faction",
    milestones: "Done, not done, or unknown",
    quests: "Where you are in each quest",
    objectives: "What you carry and count",
  },
  pickView: "Show something else",
  pickCharacter: "Choose a character",
  allCharacters: "All characters",
  character: (number: string) => `Character ${number}`,
  characterNumbered: (label: string, number: string) => `${label} ${number}`,
  lastPlayed: (when: Markdown) => md`last played ${when}`,
  level: (level: string) => `level ${level}`,
  levelOf: (level: string, cap: string) => `level ${level} of ${cap}`,
  highest: "highest level",
  points: (points: string) => `${points} points`,
  of: (done: string, goal: string) => `${done} of ${goal}`,
  ofUnknown: (goal: string) => `goal ${goal}`,
  percent: (percent: string) => `${percent} % done`,
  weekly: (done: string, limit: string, left: string) => `This week ${done} of ${limit}, ${left} left`,
  weeklyFull: (limit: string) => `This week ${limit} of ${limit}, nothing left`,
  daily: (done: string, limit: string, left: string) => `Today ${done} of ${limit}, ${left} left`,
  dailyFull: (limit: string) => `Today ${limit} of ${limit}, nothing left`,
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
  questStates: {
    done: "done",
    claimable: "ready to hand in",
    open: "under way",
    unknown: "unknown",
  },
  over: "over",
  tracked: "tracked",
  step: (name: string) => `Step: ${name}`,
  objectiveDone: (name: string) => `${name}: done`,
  objective: (name: string, reached: string) => `${name}: ${reached}`,
  notSaid: "not said",
  next: {
    rewards: (count: number, shown: string) =>
      count === 1 ? "1 reward to claim" : `${shown} rewards to claim`,
    handIn: "ready to hand in",
    begun: "begun",
    toGo: (objective: string, amount: string) => `${objective}: ${amount} to go`,
    weekLeft: (left: string, limit: string) => `${left} of ${limit} left this week`,
    dayLeft: (left: string, limit: string) => `${left} of ${limit} left today`,
    lostAt: (when: Markdown) => md`What is not earned is lost ${when}`,
    endsAt: (when: Markdown) => md`ends ${when}`,
    unknown: (count: number, shown: string) =>
      count === 1
        ? "1 milestone is left out: the platform does not say whether it is done."
        : `${shown} milestones are left out: the platform does not say whether they are done.`,
  },
  since: {
    button: "Since",
    title: "What changed",
    pick: "Compare with",
    periods: { reset: "Since the weekly reset", yesterday: "Since yesterday", week: "In the last 7 days" },
    from: (when: Markdown) => md`Compared with ${when}.`,
    younger: "That is the oldest that was kept.",
    grew: (levels: number, shown: string, level: string) =>
      levels === 1 ? `1 level up, now ${level}` : `${shown} levels up, now ${level}`,
    points: (points: string) => `${points} more points`,
    restarted: "began anew",
    milestone: { done: "done", claimable: "reward to claim" },
    quest: { begun: "begun", advanced: "a step further", claimable: "ready to hand in", done: "done" },
    nothing: "Nothing has changed.",
    nameless: (count: number, shown: string) =>
      count === 1
        ? "1 change has no name yet"
        : `${shown} changes have no name yet`,
    noReset: {
      title: "The weekly reset is not known",
      next: "No milestone says when it was. Compare with yesterday, or with the last 7 days.",
    },
    off: {
      title: "Nothing is kept to compare with",
      next: (command: Markdown) =>
        md`Turn on snapshots in ${command}: then each look at your progress is kept, sealed, for 90 days.`,
    },
    first: {
      title: "This is the first look that is kept",
      next: "Look again later; what changed is shown then.",
    },
  },
  share: {
    button: "Share",
    title: "Which rows may others see?",
    intro: "Only the rows marked “shared” are posted, with your account's name. Nothing is posted yet.",
    pick: "Mark a row, or take the mark away",
    marked: "shared",
    unmarked: "only you",
    chooseFirst: "Choose at least one row first; then it can be posted.",
    post: "Post in this channel",
    posted: {
      here: "Shared with everyone here",
      nowhere: "Not shared: posting here isn't possible",
    },
    by: (name: string) => `Shared by ${name}`,
    notHere: "Only you see this: here, nothing can be posted for others.",
    takeBack: "Take back",
    takenBack: "Taken back by whoever shared it.",
    gone: {
      title: "Nothing to share",
      next: "The rows you marked are no longer there. Look at your progress again.",
    },
  },
  private: {
    title: "The platform keeps your progress private",
    next: "It showed nothing, not even to your own session. Look at the privacy settings of your account there.",
  },
  none: {
    title: "No character yet",
    next: "This account has not played. Your progress shows here once it has.",
  },
  noSuchCharacter: (name: string) => `No character fits “${name}”. All are shown.`,
  noAccount: {
    title: "No game account",
    next: "The linked profile has no account of the game.",
  },
  empty: {
    next: "Nothing stands out right now. Look again after the next reset.",
    overview: "The platform says nothing about this character.",
    factions: "No faction knows this character yet.",
    milestones: "The platform lists no milestones for this character.",
    quests: "No quest is under way.",
    objectives: "Nothing is carried that counts something.",
  },
  mine: {
    button: "For me",
    title: "Milestones, for you",
    note: "“Unknown” means that the platform does not say. It may well be done.",
  },
  sample: {
    title: {
      progress: "Your progress, once linked",
      stats: "Your statistics, once linked",
      vault: "Your vault, once linked",
      milestones: "Milestones for you, once linked",
    },
    example: "An example, with made-up numbers:",
    rows: {
      claim: "The Weekly Watch",
      finish: "A Favour for the Miller",
      finishObjective: "Sacks carried",
      cap: "Weekly sparks",
      stat: "Games",
      vault: "A lantern of brass × 1",
    },
    means: (platform: string) =>
      `To show yours, Milepost needs your session at ${platform}. You paste it once; it is kept encrypted, and you can end it at any time.`,
    never: "Milepost never asks for a password.",
    link: (command: Markdown) => md`Begin with ${command}.`,
    button: "Link an account",
    why: (command: Markdown) => md`What is kept, and for how long, is in ${command}.`,
  },
};
