import { plural } from "../choice.ts";

/** /stats. */
export const stats = {
  title: "Statistics",
  titleOf: (stat: string) => `Statistics: ${stat}`,
  groups: { count: "Counts", time: "Time", rate: "Ratios and records" },
  perGameUnit: "per game",
  gamesUnit: "games",
  higherIn: (count: string, all: string) => `higher in ${count} of ${all}`,
  perGame: (value: string) => `${value} per game`,
  games: (count: number, shown: string) => plural(count, { one: "1 game", other: `${shown} games` }),
  explained: "“Per game” counts games of the same mode and time.",
  merged: "Totals for all characters. Pick one to see ratios.",
  mode: (mode: string) => `Mode: ${mode}`,
  allModes: "All modes",
  pickMode: "Pick a mode",
  pickStat: "Pick a statistic",
  pickPeriod: "Pick a time span",
  best: (value: string, when: string) => `Highest: ${value} (${when})`,
  lowest: (value: string, when: string) => `Lowest: ${value} (${when})`,
  mean: (value: string) => `Average: ${value}`,
  trends: { rising: "Rising", falling: "Falling", steady: "Steady" },
  compare: "Compare characters",
  compareTitle: "Characters compared",
  share: {
    title: "Post this in the channel?",
    intro: "Others see just this, with the account's name.",
  },
  exportCsv: "Export CSV",
  exported: {
    title: "Statistics as a file",
    file: (period: string) => `Statistics, ${period}`,
  },
  noSuchStat: (name: string) => `No statistic matches “${name}”.`,
  nothing: {
    title: "No statistics",
    next: "Nothing was played, or the platform doesn't count it. Pick another time or mode.",
  },
  private: {
    title: "The platform hides these statistics",
    next: "They're hidden even from you. Check your privacy settings there.",
  },
};
