import { type Markdown, md } from "../../base/markdown.ts";
import { plural } from "../choice.ts";

/** /stats. */
export const stats = {
  title: "Statistics",
  titleOf: (stat: string) => `Statistics: ${stat}`,
  periods: {
    all: "All time",
    week: "Last 7 days",
    month: "Last 30 days",
    quarter: "Last 90 days",
    months: "By month",
  },
  groups: { count: "Counts", time: "Time", rate: "Ratios and records" },
  row: (name: string, total: Markdown) => md`${name}: ${total}`,
  perGameUnit: "a game",
  gamesUnit: "games",
  higherIn: (count: string) => `higher in ${count}`,
  perGame: (value: string) => `${value} a game`,
  games: (count: number, shown: string) => plural(count, { one: "1 game", other: `${shown} games` }),
  explained: "“A game” is the total divided by the games of the same mode and time.",
  merged: "Added up over your characters. Ratios can't be added up: choose a character for them.",
  mode: (mode: string) => `Mode: ${mode}`,
  allModes: "All modes",
  pickMode: "Choose a mode",
  pickStat: "Choose a statistic",
  pickPeriod: "Choose a time",
  pickCharacter: "Choose a character",
  total: (name: string, total: Markdown) => md`**${name}: ${total}**`,
  best: (value: string, when: string) => `Highest ${value} (${when})`,
  lowest: (value: string, when: string) => `lowest ${value} (${when})`,
  mean: (value: string) => `${value} on average`,
  trends: { rising: "rising", falling: "falling", steady: "steady" },
  rowOfDay: (day: string, value: string) => md`${day}: ${value}`,
  compare: "Compare characters",
  compareTitle: "Characters side by side",
  share: {
    title: "Post this in the channel?",
    intro: "Others would see just this, with your account's name. Nothing is posted yet.",
  },
  export: { csv: "CSV", json: "JSON" },
  exported: {
    title: "Your statistics as a file",
    note: "Only you see it. Discord keeps the file as long as this message.",
    file: (period: string) => `Statistics, ${period}`,
  },
  noSuchStat: (name: string) => `No statistic fits “${name}”.`,
  nothing: {
    title: "No statistics",
    next: "Nothing was played in this time, or the platform does not count it. Choose another time or mode.",
  },
  private: {
    title: "The platform keeps these statistics private",
    next: "It did not show them to your own session. Look at the privacy settings of your account there.",
  },
};
