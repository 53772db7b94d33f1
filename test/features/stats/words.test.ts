import { expect, it } from "vitest";

import { createViewContext } from "../../../src/features/kit/command/command-context.ts";
import { readStatTable } from "../../../src/game/stats.ts";
import { statName, totalText } from "../../../src/features/kit/view/stat-words.ts";
import { fakePlatform, fakeServices } from "../../support/fake-services.ts";
import { contextOf } from "../../support/run-command.ts";

const lookIn = (locale: string) =>
  createViewContext({ ...contextOf(fakeServices({ platform: fakePlatform({}, []) }), { locale }) });
const said = (statId: string, value: readonly [number, string], locale = "en-US") => {
  const basic = { value: value[0], displayValue: value[1] };
  const [stat] = readStatTable({ [statId]: { statId, basic, pga: basic } }).stats;
  return stat && totalText(stat, lookIn(locale)).toString();
};

it.each([
  ["secondsPlayed", [780, "0h 13m"], "13 min · 13 min per game"],
  ["secondsPlayed", [3_129_720, "869h 22m"], "869 hr, 22 min · 869 hr, 22 min per game"],
  ["secondsPlayed", [42.4, "0h 0m"], "42 sec · 42 sec per game"],
  ["time_at_sea_seconds", [360_000, "360000"], "100 hr · 100 hr per game"],
  ["fastest_lap_milliseconds", [93_500, ""], "93.5 sec · 93.5 sec per game"],
  ["fastest_lap_milliseconds", [93_500, "1:33.500"], "1:33.500 · 1:33.500 per game"],
  ["playedMilliseconds", [780_000, "13min"], "13 min · 13 min per game"],
  ["secondsPlayed", [780, "Thirteen minutes"], "Thirteen minutes · Thirteen minutes per game"],
  ["kills_within_10_seconds", [42, "42"], "42 · 42 per game"],
  ["killsWithin10Seconds", [42, ""], "42 · 42 per game"],
  ["score", [2435.08, "2435.08"], "2,435.08 · 2,435.08 per game"],
  ["score", [9_754_911, "9754911"], "9,754,911 · 9,754,911 per game"],
  ["score", [0.5, "0.50"], "0.50 · 0.50 per game"],
  ["score", [0.45, "45%"], "45% · 45% per game"],
  ["score", [7, "Gold VII"], "Gold VII · Gold VII per game"],
] as const)("words %s of %s as %s", (id, value, words) => {
  expect(said(id, value)).toBe(words);
});

it.each([
  [[2435.08, "2435.08"], "de", "2.435,08"],
  [[2213, "2,213"], "pt-BR", "2.213"],
  [[9_772_315, "9,772,315"], "ja", "9,772,315"],
  [[9_772_315, "9,772,315"], "fr", "9 772 315"],
  [[1234.5, "1.234,50"], "en-US", "1,234.50"],
  [[2.213, "2,213"], "en-US", "2.213"],
  [[0.5517, "55.17%"], "de", "55,17 %"],
] as const)("writes %j in %s as the reader does: %s", (value, locale, words) => {
  expect(said("score", value, locale)?.replaceAll(/\s/g, " ")).toMatch(
    RegExp(`^${words.replaceAll(".", "\\.")} ·`),
  );
});

it.each([
  ["secondsPlayed", "Played"],
  ["seconds", "Seconds"],
  ["averageSecondsAlive", "Average seconds alive"],
  ["time_at_sea_seconds", "Time at sea"],
  ["fastestLapMilliseconds", "Fastest lap"],
  ["killsWithin10Seconds", "Kills within10 seconds"],
  ["opponentsDefeated", "Opponents defeated"],
])("calls %s “%s”", (id, name) => {
  expect(statName(id, lookIn("en-US"))).toBe(name);
});

it("calls a statistic what the profile calls it", () => {
  expect(
    statName("kills", { ...lookIn("en-US"), label: (id) => (id === "kills" ? "Defeats" : undefined) }),
  ).toBe("Defeats");
});
