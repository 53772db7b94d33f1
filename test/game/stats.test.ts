import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { findStat, mergeTables, readAccountStats, readStatTable, widestMode } from "../../src/game/stats.ts";
import { toCsv, toJson } from "../../src/game/stats-export.ts";
import { daySpans, daysOf, mergePoints, readPoints, seriesOf } from "../../src/game/stats-period.ts";
import { sparkline, summaryOf } from "../../src/game/stats-sparkline.ts";
import { DAY } from "../support/time.ts";

const readDays = (results: Parameters<typeof readPoints>[0]) => readPoints(results, "daily");

const NOW = Date.UTC(2026, 4, 20, 12);
const pair = (value: number, displayValue?: string) => ({ value, displayValue });
const count = (statId: string, total: number, games: number) => ({
  [statId]: { statId, basic: pair(total), pga: pair(total / games) },
});

describe("a table of statistics", () => {
  it("tells counts, times and rates apart, and how many games they are of", () => {
    const table = readStatTable({
      ...count("opponentsDefeated", 1200, 40),
      ...count("secondsPlayed", 36_000, 40),
      matches: { statId: "matches", basic: pair(40, "40") },
      winRatio: { statId: "winRatio", basic: pair(0.5, "0.50") },
    });
    expect(table.games).toBe(40);
    expect(table.stats.map(({ id, kind }) => [id, kind])).toEqual([
      ["opponentsDefeated", "count"],
      ["secondsPlayed", "time"],
      ["matches", "count"],
      ["winRatio", "rate"],
    ]);
  });

  it.each([
    ["absent", undefined],
    ["null", null],
    ["without values", { a: { statId: "a" }, b: { basic: null }, c: { basic: { value: null } } }],
  ])("that is %s is empty", (_, values) => {
    expect(readStatTable(values)).toEqual({ stats: [], games: undefined });
  });

  it("takes the platform's words, and its key where it names no id", () => {
    const table = readStatTable({ score: { basic: pair(1200, "1.200") } });
    expect(table.stats).toEqual([{ id: "score", kind: "rate", total: { value: 1200, words: "1.200" } }]);
  });

  it("merged of several adds counts up, divides by the games of all, and leaves rates out", () => {
    const merged = mergeTables([
      readStatTable({ ...count("opponentsDefeated", 100, 10), ratio: { basic: pair(2) } }),
      readStatTable({ ...count("opponentsDefeated", 500, 20), ratio: { basic: pair(5) } }),
    ]);
    expect(merged).toEqual({
      games: 30,
      stats: [{ id: "opponentsDefeated", kind: "count", total: { value: 600 }, perGame: { value: 20 } }],
    });
  });

  it("merged with one whose games nobody knows has no value per game", () => {
    const unknown = readStatTable({ secondsPlayed: { basic: pair(60) } });
    const merged = mergeTables([readStatTable(count("secondsPlayed", 100, 10)), unknown]);
    expect(merged).toEqual({
      games: undefined,
      stats: [{ id: "secondsPlayed", kind: "time", total: { value: 160 }, perGame: undefined }],
    });
  });

  it("of one table alone is that table, rates and words and all", () => {
    const table = readStatTable({ ratio: { basic: pair(2, "2.00") } });
    expect(mergeTables([table])).toBe(table);
  });
});

it("an account's statistics are those of each mode and the merged ones", () => {
  const read = readAccountStats({
    results: {
      vigil: { allTime: count("kills", 10, 2) },
      duel: { allTime: count("kills", 90, 9) },
      empty: {},
    },
    merged: { allTime: count("kills", 100, 11) },
  });
  expect(read.modes.map(({ mode }) => mode)).toEqual(["vigil", "duel"]);
  expect(read.merged?.games).toBe(11);
  expect(widestMode(read.modes)).toBe("duel");
  expect(readAccountStats({})).toEqual({ merged: undefined, modes: [] });
  const unmerged = readAccountStats({
    results: { duel: { allTime: count("kills", 90, 9) } },
    merged: { allTime: {} },
  });
  expect([unmerged.merged, unmerged.modes.length]).toEqual([undefined, 1]);
});

it.each([
  ["Opponents defeated", "opponentsDefeated"],
  ["opp", "opponentsDefeated"],
  ["DEFEATED", "opponentsDefeated"],
  ["deaths", "deaths"],
  ["Tode", "deaths"],
  ["besiegte", "opponentsDefeated"],
  ["!!", undefined],
  ["nothing", undefined],
])("a member who types %s means %s", (typed, id) => {
  const table = readStatTable({ ...count("opponentsDefeated", 1, 1), ...count("deaths", 1, 1) });
  const called: Readonly<Record<string, string>> = { opponentsDefeated: "Besiegte Gegner", deaths: "Tode" };
  expect(findStat(table, typed, (one) => called[one] ?? one)?.id).toBe(id);
});

const day = (date: string, total: number) => ({
  period: `${date}T00:00:00Z`,
  values: count("kills", total, 2),
});

describe("a stretch of days", () => {
  it.each([
    ["week", 31, 1],
    ["month", 31, 1],
    ["quarter", 31, 3],
    ["quarter", 30, 3],
    ["quarter", 7, 13],
    ["month", 1, 30],
  ] as const)("%s takes, at %i days a call, %i calls without gap or overlap", (period, perCall, calls) => {
    const spans = daySpans(period, NOW, perCall);
    expect(spans).toHaveLength(calls);
    const days = spans.flatMap(({ from, to }) => {
      const count = (Date.parse(to) - Date.parse(from)) / DAY + 1;
      expect(count).toBeLessThanOrEqual(perCall);
      return Array.from({ length: count }, (_, index) => Date.parse(from) + index * DAY);
    });
    expect(days).toEqual(daysOf(period, NOW));
    expect(days.at(-1)).toBe(Date.UTC(2026, 4, 20));
  });

  it("may be empty on the wire, its list left out", () => {
    expect([...readDays({ control: {} })]).toEqual([]);
    expect([...readPoints({ control: { monthly: null } }, "monthly")]).toEqual([]);
  });

  it("of several calls and characters becomes one, days sorted and merged", () => {
    const merged = mergePoints([
      readDays({ control: { daily: [day("2026-05-19", 4), day("2026-05-18", 2)] } }),
      readDays({ control: { daily: [day("2026-05-19", 6)] }, duel: { daily: [day("2026-05-19", 1)] } }),
    ]);
    expect([...merged.keys()]).toEqual(["control", "duel"]);
    const points = merged.get("control") ?? [];
    expect(seriesOf(points, "kills")).toEqual([
      { at: Date.UTC(2026, 4, 18), value: 2 },
      { at: Date.UTC(2026, 4, 19), value: 10 },
    ]);
  });

  it("counts 0 on a day without a game, and nothing where the statistic is a ratio", () => {
    const points =
      readDays({
        m: {
          daily: [{ period: "2026-05-20", values: { ...count("kills", 3, 1), ratio: { basic: pair(2) } } }],
        },
      }).get("m") ?? [];
    const days = [Date.UTC(2026, 4, 19), Date.UTC(2026, 4, 20)];
    expect(seriesOf(points, "kills", days).map(({ value }) => value)).toEqual([0, 3]);
    expect(seriesOf(points, "ratio", days).map(({ value }) => value)).toEqual([undefined, 2]);
  });

  it("leaves out a group whose date can't be read", () => {
    expect([...readDays({ m: { daily: [{ period: "soon", values: {} }] } })]).toEqual([["m", []]].slice(1));
  });
});

const series = (...values: (number | undefined)[]) => values.map((value, at) => ({ at: at * DAY, value }));

describe("a sparkline", () => {
  it.each([
    [[0, 7], "▁█"],
    [[0, 1, 2, 3, 4, 5, 6, 7], "▁▂▃▄▅▆▇█"],
    [[5, 5, 5], "███"],
    [[0, 0], "▁▁"],
    [[undefined, 4], "·█"],
    [[-4, 0, 4], "▁▅█"],
    [[], ""],
  ])("of %j is %s", (values, line) => {
    expect(sparkline(series(...values))).toBe(line);
  });

  it("is at most 16 wide, so that a phone shows it in one line", () => {
    const longest = fc.array(fc.option(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { nil: undefined }), {
      maxLength: 400,
    });
    fc.assert(
      fc.property(longest, (values) => {
        expect(sparkline(series(...values))).toHaveLength(Math.min(16, values.length));
      }),
    );
  });

  it.each([
    [
      [1, 2, 3, 9],
      { trend: "rising", highest: { value: 9, at: 3 * DAY }, lowest: { value: 1, at: 0 }, mean: 3.75 },
    ],
    [[9, 8, 1, 1], { trend: "falling" }],
    [[5, 5], { trend: "steady" }],
    [[5], { trend: "steady" }],
    [[undefined, 5], { mean: 5 }],
  ])("of %j in words", (values, words) => {
    expect(summaryOf(series(...values))).toMatchObject(words);
  });

  it("of nothing has no words", () => {
    expect(summaryOf(series(undefined))).toBeUndefined();
  });
});

describe("an export", () => {
  const table = readStatTable({
    ...count("kills", 10, 4),
    evil: { statId: '=HYPERLINK("x")', basic: pair(-1, "-1+2") },
  });
  const points = [{ at: Date.UTC(2026, 4, 19), table }];

  it("to CSV keeps numbers and disarms texts that could be formulas", () => {
    expect(toCsv({ period: "all", total: table, points })).toBe(
      [
        "\uFEFFdate,statistic,total,per game,shown as",
        ",kills,10,2.5,",
        `,"'=HYPERLINK(""x"")",-1,,"'-1+2"`,
        "2026-05-19,kills,10,2.5,",
        `2026-05-19,"'=HYPERLINK(""x"")",-1,,"'-1+2"`,
        "",
      ].join("\r\n"),
    );
  });

  it("to CSV never begins a cell like a formula, whatever the platform sends", () => {
    const start = fc.constantFrom("=", "+", "-", "@", "\t", "\r", " =", "\n@", "x", '"', ",");
    fc.assert(
      fc.property(start, fc.string(), (head, tail) => {
        const statId = `${head}${tail}`;
        const csv = toCsv({
          period: "all",
          total: { stats: [{ id: statId, kind: "rate", total: { value: 1, words: statId } }] },
        });
        const cells = csv.slice(csv.indexOf("\r\n") + 2).matchAll(/"(?:[^"]|"")*"|[^,\r\n]+/g);
        for (const [cell] of cells) expect(cell.replace(/^"/, "")).not.toMatch(/^\s*[=+\-@]/);
      }),
    );
  });

  it("to JSON has totals and days by id", () => {
    const read: unknown = JSON.parse(
      toJson({ account: "Ann", period: "week", mode: "duel", total: table, points }),
    );
    expect(read).toMatchObject({
      account: "Ann",
      mode: "duel",
      statistics: { kills: { total: 10, perGame: 2.5 } },
      days: [{ date: "2026-05-19", statistics: { kills: { total: 10 } } }],
    });
  });
});
