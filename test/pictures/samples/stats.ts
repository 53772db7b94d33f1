import { art } from "./art.ts";
import type { StatsCard } from "../../../src/pictures/card.ts";

const bars = [
  21, 0, 40, 39, 0, 12, 0, 62, 51, 13, 0, 0, 39, 72, 43, 33, 35, 0, 52, 59, 37, 22, 0, 22, 93, 75, 31, 39, 15,
  83,
];

/** Thirty days of one statistic. */
export const statsCard: StatsCard = {
  card: "stats",
  mode: "dark",
  hue: 180,
  locale: "en-GB",
  name: "Ashbridge",
  detail: "Control · last 30 days",
  avatar: art.avatar(),
  banner: art.banner("stats"),
  label: "Opponents defeated",
  value: "1,203",
  trend: { direction: "up", text: "12%" },
  facts: [
    { value: "14.3", label: "a game" },
    { value: "84", label: "games" },
  ],
  chart: {
    bars,
    peak: "93",
    mean: { value: 37, label: "mean 37" },
    ticks: ["24 Oct", "2 Nov", "12 Nov", "22 Nov"],
  },
  others: [],
};

const allTime: StatsCard = {
  ...statsCard,
  detail: "All modes · all time",
  trend: undefined,
  chart: undefined,
  others: [
    { value: "984", label: "Assists" },
    { value: "58 h 12 min", label: "Played" },
    { value: "1.87", label: "Ratio" },
    { value: "23", label: "Best streak" },
    { value: "412", label: "Games" },
    { value: "230", label: "Games won" },
  ],
};

export const statsSamples: Readonly<Record<string, StatsCard>> = {
  usual: statsCard,
  "without pictures": { ...statsCard, avatar: undefined, banner: undefined },
  "all time": allTime,
  "all time, four others": { ...allTime, others: allTime.others.slice(0, 4), banner: undefined },
  "all time, one number": { ...allTime, others: [], facts: [] },
  falling: { ...statsCard, trend: { direction: "down", text: "34%" } },
  steady: { ...statsCard, trend: { direction: "level", text: "steady" } },
  "a week, one day": {
    ...statsCard,
    detail: "Control · last 7 days",
    value: "220",
    chart: {
      bars: [0, 0, 220, 0, undefined, 14, 0],
      peak: "220",
      mean: { value: 33.4, label: "mean 33.43" },
      ticks: ["16 Nov", "19 Nov", "22 Nov"],
    },
  },
  "nothing but zeros": {
    ...statsCard,
    value: "0",
    trend: undefined,
    facts: [
      { value: "0", label: "a game" },
      { value: "84", label: "games" },
    ],
    chart: {
      bars: Array.from({ length: 30 }, () => 0),
      peak: "0",
      mean: { value: 0, label: "mean 0" },
      ticks: ["24 Oct", "22 Nov"],
    },
  },
  "ninety days": {
    ...statsCard,
    chart: {
      bars: Array.from({ length: 90 }, (_, index) => (index * 37) % 91),
      peak: "90",
      mean: { value: 45, label: "mean 45" },
      ticks: ["25 Aug", "24 Sep", "24 Oct", "22 Nov"],
    },
  },
  "the first bar and the last": {
    ...statsCard,
    chart: { bars: [100, 1, 2, 99], peak: "1,000,000 points", ticks: ["August 2026", "November 2026"] },
  },
  millions: {
    ...statsCard,
    value: "1,234,567,890",
    trend: { direction: "down", text: "1,034%" },
    facts: [
      { value: "1,204,567", label: "per game" },
      { value: "1,026,000", label: "games" },
    ],
  },
  "long names": {
    ...statsCard,
    name: "Willow 🔥 the Extraordinarily Long-Named Lantern Keeper of the North",
    detail: "Competitive control with friends and foes · last 90 days · by month",
    label: "Opponents defeated with a lantern of brass while standing on the Salt Road",
    facts: [
      { value: "14.3", label: "je abgeschlossener Partie" },
      { value: "84", label: "Partien" },
    ],
  },
  "one character": { ...statsCard, name: "A", detail: "1", label: "B", value: "1", facts: [] },
  "right to left": {
    ...statsCard,
    avatar: undefined,
    name: "محمد العربي",
    detail: "שלום · 30",
    label: "الخصوم المهزومون",
  },
  Japanese: {
    ...statsCard,
    locale: "ja",
    name: "金木犀の渡し守",
    detail: "コントロール・過去30日間",
    label: "倒した敵",
    facts: [
      { value: "14.3", label: "1試合平均" },
      { value: "84", label: "試合" },
    ],
  },
  "a white picture": {
    ...statsCard,
    banner: art.white(),
    name: "Willow the Extraordinarily Long-Named Keeper",
  },
  "a black picture": {
    ...statsCard,
    banner: art.black(),
    name: "Willow the Extraordinarily Long-Named Keeper",
  },
  amber: { ...statsCard, hue: 75 },
  rose: { ...statsCard, hue: 350 },
};
