import { describe, expect, it } from "vitest";

import { rankMembers } from "../../../src/features/ranking/rank-members.ts";
import type { DayStats, RankedMember } from "../../../src/features/ranking/store/ranking-rows.ts";

const TODAY = 20_000;
const wins = (count: number): DayStats => ({
  ratio: [count / 10, "rate"],
  wins: [count, "count"],
  secondsPlayed: [count * 60, "time"],
});

const member = (
  id: string,
  now?: DayStats,
  before?: DayStats,
  since: number | undefined = TODAY - 7,
): RankedMember => ({ discordId: id, membershipId: `m${id}`, name: `Player ${id}`, now, before, since });

const nameOf = (id: string) => (id === "secondsPlayed" ? "Zeit" : id);
const wish = { period: "all", memberId: "2", today: TODAY } as const;

describe("a ranking", () => {
  it("puts the highest first, and those with the same value on one place", () => {
    const all = [member("1", wins(5)), member("2", wins(9)), member("3", wins(5)), member("4", wins(1))];
    const { rows, stat, stats } = rankMembers(all, wish);
    expect(rows.map(({ place, name, value, isOwn }) => [place, name, value, isOwn])).toEqual([
      [1, "Player 2", 9, true],
      [2, "Player 1", 5, false],
      [2, "Player 3", 5, false],
      [4, "Player 4", 1, false],
    ]);
    expect([stat?.id, stats]).toEqual(["wins", ["ratio", "wins", "secondsPlayed"]]);
  });

  it("says how many places everybody rose or fell since a week ago", () => {
    const all = [
      member("1", wins(9), wins(1)),
      member("2", wins(8), wins(7)),
      member("3", wins(7), wins(6)),
      member("4", wins(2)),
    ];
    expect(rankMembers(all, wish).rows.map(({ moved }) => moved)).toEqual([2, -1, -1, 0]);
  });

  it("counts of a period what was added, and says since when where that is less", () => {
    const all = [member("1", wins(100), wins(99)), member("2", wins(9), wins(2)), member("3", wins(4))];
    const { rows, stats, since } = rankMembers(all, { ...wish, period: "week" });
    expect(rows.map(({ name, value, moved }) => [name, value, moved])).toEqual([
      ["Player 2", 7, 0],
      ["Player 1", 1, 0],
      ["Player 3", 0, 0],
    ]);
    expect([stats, since]).toEqual([["wins", "secondsPlayed"], undefined]);
    const late = [...all, member("4", wins(5), wins(4), TODAY - 2)];
    expect(rankMembers(late, { ...wish, period: "week" }).since).toBe(TODAY - 2);
    expect(rankMembers(all, { ...wish, period: "month" }).since).toBe(TODAY - 7);
  });

  it("takes a statistic by its id or name, and the first that adds up without one", () => {
    const all = [member("2", wins(3))];
    expect(rankMembers(all, { ...wish, stat: "zeit", nameOf }).stat?.id).toBe("secondsPlayed");
    expect(rankMembers(all, { ...wish, stat: "ratio" }).stat?.id).toBe("ratio");
    expect(rankMembers(all, { ...wish, stat: "nonsense" }).stat?.id).toBe("wins");
  });

  it("tells who is still being read from whom the platform shows nothing", () => {
    const all = [member("1"), member("2", {}), member("3", wins(1))];
    const { rows, waiting, isMember } = rankMembers(all, wish);
    expect([rows.length, waiting, isMember]).toEqual([1, 1, true]);
    expect(rankMembers([], wish)).toMatchObject({ rows: [], stat: undefined, waiting: 0, isMember: false });
  });
});
