import type { GameHistoricalStatsValue } from "../../../platform/resources/stats.ts";
import type { Totals } from "./matches.ts";
import { type Language, languages } from "./text/translations.ts";

type Pair = GameHistoricalStatsValue["basic"];

const written = new Map(
  languages.map((language) => {
    // "5h 30m", "5 Std. 30 Min."
    const unitDisplay = language === "en" ? "narrow" : "short";
    const unit = (name: string) =>
      new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay });
    return [
      language,
      {
        whole: new Intl.NumberFormat(language),
        ratio: new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
        hours: unit("hour"),
        minutes: unit("minute"),
      },
    ];
  }),
);

export function valuesOf(totals: Totals, language: Language): Record<string, GameHistoricalStatsValue> {
  const matches = totals["matches"] ?? 0;
  const values: Record<string, GameHistoricalStatsValue> = {};
  const put = (statId: string, value: number, perMatch?: number) => {
    const pga = perMatch === undefined ? null : pairOf(statId, perMatch, language);
    // Only one count has a weighted value, so that readers meet one.
    const weighted = statId === "score" ? pga : null;
    values[statId] = { statId, basic: pairOf(statId, value, language), pga, weighted, activityId: null };
  };
  for (const [key, value] of Object.entries(totals)) {
    put(key, value, key === "matches" || matches === 0 ? undefined : value / matches);
  }
  const defeated = totals["opponentsDefeated"] ?? 0;
  put("defeatsDeathsRatio", defeated / Math.max(1, totals["deaths"] ?? 0));
  put("efficiency", (defeated + (totals["assists"] ?? 0)) / Math.max(1, totals["deaths"] ?? 0));
  put("winRatio", (totals["wins"] ?? 0) / Math.max(1, matches));
  return values;
}

function pairOf(statId: string, value: number, language: Language): Pair {
  return { value, displayValue: display(statId, value, language) };
}

function display(statId: string, value: number, language: Language): string | null {
  const words = written.get(language);
  if (words === undefined) return null;
  if (statId !== "secondsPlayed") return (Number.isInteger(value) ? words.whole : words.ratio).format(value);
  const minutes = Math.floor(value / 60);
  return `${words.hours.format(Math.floor(minutes / 60))} ${words.minutes.format(minutes % 60)}`;
}
