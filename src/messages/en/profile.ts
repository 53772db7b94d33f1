import { type Markdown, md } from "../../base/markdown.ts";
import { pick, plural } from "../choice.ts";

/** /profile. */
export const profile = {
  picture: (name: string) => `Profile picture of ${name}`,
  nameless: "Unnamed player",
  deletedName: "Deleted player",
  deleted: "This player deleted their profile.",
  bannedUntil: (when: Markdown) => md`Banned until: ${when}`,
  bannedForGood: "Banned permanently.",
  statusSince: (when: Markdown) => md`status set: ${when}`,
  platforms: {
    consoleA: "Console A",
    consoleB: "Console B",
    pc: "PC",
    social: "Social network",
  },
  /** Of one of two players, after their name: "Ash: ash_01 (Xbox) · ash (Steam)". */
  nameOn: (name: string, platform: string) => md`**${name}** (${platform})`,
  firstSeen: (when: Markdown) => md`Joined: ${when}`,
  lastSeen: (when: Markdown) => md`last seen: ${when}`,
  theme: (name: string) => `Theme: ${name}`,
  id: (id: string) => `Player ID ${id}`,
  compare: "Compare",
  /** Why this account is shown for a member of the server. */
  foundHere: (member: Markdown) => md`${member} chose to be visible in this server`,
  ownAccount: "Your own account",
  tooMany: {
    title: "Two players at most",
    next: "Pick one player, or two to compare.",
  },
  oneOnly: {
    title: "One player at a time",
    next: "Pick a player or a member, not both.",
  },
  noMember: {
    title: "No profile to show",
    next: (me: Markdown) => md`Members are hidden until they choose to be visible here, in ${me} > Privacy.`,
    /** Under `next`; `command` is clickable. */
    byName: (command: Markdown) => md`Know their player name? Use ${command} with \`player\`.`,
  },
  relation: {
    button: "You and this player",
    title: (name: string) => `You and ${name}`,
    following: (isOn: boolean) => pick(isOn, { true: "You follow them.", other: "You don't follow them." }),
    ignored: (isOn: boolean) => pick(isOn, { true: "You ignore them.", other: "You don't ignore them." }),
    hidden: (until: Markdown) => md`The platform hides what they write from everyone until ${until}.`,
    nothing: "The platform says nothing about you two.",
    alone: "Only you see this. Milepost used your linked account.",
    self: { title: "That's you", next: "Pick another player." },
    notLinked: {
      title: "This needs your linked account",
      next: "The platform tells only you whether you follow or ignore a player.",
    },
  },
  compareWith: (name: string) => `Compare ${name} with another player`,
  compareHow: (command: Markdown) => md`Pick a recent player, or use ${command} with \`compare\`.`,
  compareNobody: (command: Markdown) => md`No other recent players yet. Use ${command} with \`compare\`.`,
  /** On a card, before another name of theirs. */
  also: "Also",
  rows: {
    firstSeen: "Joined",
    lastSeen: "Last seen",
    theme: "Theme",
    names: "Other names",
    characters: "Characters",
  },
  lastPlayed: (characters: Markdown, when: Markdown) => md`${characters} (last played: ${when})`,
  gamePrivate: "This player keeps their characters and statistics private.",
  earlier: (name: string, days: number, shown: string) =>
    plural(days, { one: `${name} joined 1 day earlier.`, other: `${name} joined ${shown} days earlier.` }),
  sameDay: "Both joined on the same day.",
  samePlayer: {
    title: "That's the same player",
    next: "Pick another one to compare.",
  },
  pick: "Pick a player",
  pickMember: "Pick a member of this server",
  recents: "Recent players",
  showRecents: "Show my recent players",
  noRecents: {
    title: "No recent players",
    next: (command: Markdown) => md`Look one up with ${command}.`,
  },
  suggested: {
    member: (name: string) => `${name} · in this server`,
    author: (name: string) => `${name} · trending creator`,
  },
  whose: {
    title: "Which player?",
    next: (command: Markdown) => md`Use ${command} and type a player's name.`,
    own: (link: Markdown) => md`With ${link}, your own profile shows here.`,
    /** A button, and the title of the form it opens. */
    type: "Type a name",
    label: "Player's name",
  },
  keepsPrivate: {
    title: (name: string) => `${name} keeps this private`,
    next: "Only they can see it, with their own linked account.",
  },
  neverPlayed: {
    title: (name: string) => `${name} hasn't played yet`,
    next: "There's no character to show.",
  },
  several: (name: string) => `Several players match “${name}”`,
  severalMore: "Type a longer name to see fewer.",
  nobody: {
    title: (name: string) => `No player named “${name}”`,
    next: "Check the spelling, or use the player ID.",
  },
};
