import { type Markdown, md } from "../../base/markdown.ts";
import { pick, plural } from "../choice.ts";

/** /profile. */
export const profile = {
  picture: (name: string) => `Profile picture of ${name}`,
  nameless: "Player without a name",
  deletedName: "Deleted player",
  deleted: "This player deleted their profile.",
  bannedUntil: (when: Markdown) => md`Banned until ${when}.`,
  bannedForGood: "Banned for good.",
  statusSince: (when: Markdown) => md`status set ${when}`,
  names: "Names elsewhere",
  platforms: {
    consoleA: "First console network",
    consoleB: "Second console network",
    pc: "PC game network",
    social: "Social network",
  },
  platformName: (platform: string, name: string) => md`${platform}: **${name}**`,
  firstSeen: (when: Markdown) => md`Here since ${when}`,
  lastSeen: (when: Markdown) => md`last seen ${when}`,
  theme: (name: string) => `Theme: ${name}`,
  id: (id: string) => `Membership id ${id}`,
  compare: "Compare",
  /** Why this account is shown for a member of the server. */
  foundHere: (member: Markdown) => md`${member} chose to be found in this server`,
  ownAccount: "Your own account",
  tooMany: {
    title: "Two at most",
    next: "Name one player, or two to see them side by side.",
  },
  noMember: {
    title: "There is no profile to show",
    next: (me: Markdown) =>
      md`Members decide for themselves whether others find their account by their name here: ${me} > Privacy, in the server it is for. Nobody is found unless they chose it.`,
  },
  relation: {
    button: "What you share",
    title: (name: string) => `What you share with ${name}`,
    following: (isOn: boolean) => pick(isOn, { true: "You follow them.", other: "You do not follow them." }),
    ignored: (isOn: boolean) => pick(isOn, { true: "You ignore them.", other: "You do not ignore them." }),
    hidden: (until: Markdown) => md`The platform hides what they write from everybody until ${until}.`,
    nothing: "The platform says nothing about the two of you.",
    alone: "Only you see this; it was asked for with your linked account.",
    self: { title: "That is you", next: "There is nothing you share with yourself." },
    notLinked: {
      title: "This needs your linked account",
      next: "The platform tells it to you alone: whether you follow or ignore them.",
    },
  },
  compareWith: (name: string) => `Compare ${name} with`,
  compareHow: (command: Markdown) =>
    md`Pick a player you looked at lately, or use ${command} with the option \`compare\`.`,
  compareNobody: (command: Markdown) =>
    md`You have not looked at another player yet. Use ${command} with the option \`compare\`.`,
  /** On a card, before another name of theirs. */
  also: "Also",
  rows: {
    firstSeen: "Here since",
    lastSeen: "Last seen",
    theme: "Theme",
    names: "Names elsewhere",
  },
  unknown: "unknown",
  earlier: (name: string, days: number, shown: string) =>
    plural(days, {
      one: `${name} was here 1 day earlier.`,
      other: `${name} was here ${shown} days earlier.`,
    }),
  sameDay: "Both came on the same day.",
  samePlayer: {
    title: "That is one and the same player",
    next: "Pick another one to compare with.",
  },
  pick: "Pick a player",
  pickMember: "Or a member of this server",
  recents: "Players you looked at lately",
  showRecents: "Those I looked at lately",
  noRecents: {
    title: "You have not looked at a player yet",
    next: (command: Markdown) => md`${command} with a name begins.`,
  },
  suggested: {
    member: (name: string) => `${name} · in this server`,
    author: (name: string) => `${name} · made what is trending`,
  },
  whose: {
    title: "Whose profile?",
    next: (command: Markdown) => md`Use ${command} with a player's name; suggestions come while you type.`,
  },
  keepsPrivate: {
    title: (name: string) => `${name} keeps this private`,
    next: "Only they can see it, with their own account linked.",
  },
  neverPlayed: {
    title: (name: string) => `${name} has not played yet`,
    next: "There is no character to show.",
  },
  several: (name: string) => `Several players fit “${name}”`,
  severalMore: "There are more. A longer name finds fewer.",
  nobody: {
    title: (name: string) => `Nobody is called “${name}”`,
    next: "Check the spelling, or use the membership id.",
  },
};
