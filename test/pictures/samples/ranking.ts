import type { RankingCard } from "../../../src/pictures/card.ts";

const NAMES = [
  "Ashbridge",
  "x_Corvinwalker_x",
  "Mira",
  "神崎ひかり",
  "Великий Странник Севера",
  "The Extraordinarily Long Named Keeper of Lanterns",
  "Bo",
  "مستكشف",
  "Weaver",
  "Strider",
];

/** Ten players: long names, other scripts, both directions, a tie. */
const rankingCard: RankingCard = {
  card: "ranking",
  mode: "dark",
  hue: 240,
  locale: "en-GB",
  title: "Ranking: Opponents defeated",
  detail: "All time",
  rows: NAMES.map((name, index) => ({
    place: String(index === 3 ? 3 : index + 1),
    name,
    value: new Intl.NumberFormat("en-GB").format(120_400 - index * 9_871),
    share: (120_400 - index * 9_871) / 120_400,
    direction: index === 2 ? "up" : index === 5 ? "down" : undefined,
  })),
};

export const rankingSamples = {
  "ten players": rankingCard,
  "one player, by time": {
    ...rankingCard,
    mode: "light",
    title: "Rangliste: Gespielte Zeit im Sonnenlicht der Schmelztiegel",
    rows: [{ place: "1", name: "Ann", value: "1.203 Std. 59 Min.", share: 1 }],
  },
  nothing: { ...rankingCard, rows: rankingCard.rows.map((row) => ({ ...row, value: "0", share: 0 })) },
} satisfies Readonly<Record<string, RankingCard>>;
