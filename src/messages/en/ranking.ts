import { md } from "../../base/markdown.ts";
import { plural } from "../choice.ts";

/** /ranking: this server's visible members by a statistic. */
export const ranking = {
  title: "Ranking",
  titleOf: (stat: string) => `Ranking: ${stat}`,
  members: (count: number, shown: string) => plural(count, { one: "1 member", other: `${shown} members` }),
  /** Since a week ago. */
  moved: {
    up: (places: number) => plural(places, { one: "up 1 place", other: `up ${places} places` }),
    down: (places: number) => plural(places, { one: "down 1 place", other: `down ${places} places` }),
  },
  /** `moved`: "up 3 places". */
  rose: (name: string, moved: string) => md`Rose most in 7 days: **${name}**, ${moved}`,
  /** The reader's own place, such as 57 of 120. */
  own: (place: string, all: string) => md`**You: place ${place} of ${all}**`,
  ownWaits: "You're in this ranking. Your statistics are still being read.",
  ownHidden: "You're visible here, but the platform doesn't show this statistic of yours.",
  notIn: "You aren't in this ranking.",
  who: "Only members who made themselves visible here are ranked.",
  waiting: (count: number) =>
    plural(count, {
      one: "1 member's statistics are still being read.",
      other: `Statistics of ${count} members are still being read.`,
    }),
  /** Where a period began before someone was first read. */
  since: (day: string) => `Counted since ${day} at most.`,
  /** A button under a live board. */
  mine: "My place",
  join: "How to join",
  leave: "Leave rankings here",
  left: "You left. You're hidden here now.",
  refresh: "Refresh",
  shareIntro: "Others see just this, with the names in it.",
  none: { title: "Nobody is ranked here yet", next: "Members who make themselves visible here are ranked." },
  reading: { title: "Statistics are still being read", next: "Check back in a minute." },
  noServer: { title: "Rankings are for servers", next: "Run this command in a server." },
};
