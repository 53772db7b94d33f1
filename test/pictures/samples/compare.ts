import { art } from "./art.ts";
import type { CompareCard, ComparedRow } from "../../../src/pictures/card.ts";

/** Of whom each value is, and its share of the highest. */
const row = (label: string, ...values: readonly (readonly [string, number])[]): ComparedRow => {
  const shares = values.map(([, share]) => share);
  const highest = Math.max(...shares);
  const isAlone = shares.filter((share) => share === highest).length === 1;
  return {
    label,
    values: values.map(([text, share]) => ({ text, share })),
    ahead: isAlone ? shares.indexOf(highest) : undefined,
  };
};

export const compareCard: CompareCard = {
  card: "compare",
  mode: "dark",
  hue: 240,
  locale: "en-GB",
  sides: [
    { name: "Ashbridge", detail: "ahead in 3", avatar: art.avatar() },
    { name: "x_Corvinwalker_x", detail: "ahead in 1", avatar: art.avatar("Corvin") },
  ],
  rows: [
    row("Milestones done", ["7", 1], ["5", 0.71]),
    row("Season rank", ["42", 1], ["42", 1]),
    row("Opponents defeated", ["1,203", 1], ["984", 0.82]),
    row("Time played", ["31 h", 0.53], ["58 h", 1]),
    row("Best streak", ["23", 1], ["19", 0.83]),
  ],
};

const three: CompareCard = {
  ...compareCard,
  sides: [
    { name: "Warden", detail: "higher in 3" },
    { name: "Strider", detail: "higher in 1" },
    { name: "Weaver", detail: "higher in 0" },
  ],
  rows: [
    row("Milestones done", ["7", 1], ["5", 0.71], ["0", 0]),
    row("Season rank", ["42", 1], ["42", 1], ["11", 0.26]),
    row("Opponents defeated", ["1,203", 1], ["984", 0.82], ["12", 0.01]),
    row("Time played", ["31 h 12 min", 0.53], ["58 h 59 min", 1], ["44 h", 0.75]),
    row("Best streak", ["23", 1], ["19", 0.83], ["11", 0.48]),
  ],
};

const RANGER = [
  { text: "4", share: 0.57 },
  { text: "37", share: 0.88 },
  { text: "1,058", share: 0.88 },
  { text: "9 h 20 min", share: 0.16 },
  { text: "2", share: 0.09 },
] as const;

export const compareSamples: Readonly<Record<string, CompareCard>> = {
  usual: compareCard,
  "without pictures": {
    ...compareCard,
    sides: compareCard.sides.map((side) => ({ ...side, avatar: undefined })),
  },
  "two players": {
    ...compareCard,
    sides: compareCard.sides.map((side, index) => ({ ...side, detail: index === 0 ? "Tide Reader" : "" })),
    rows: [
      row("Joined", ["June 2021", 1], ["September 2024", 0.4]),
      row("Played", ["1,412 h", 1], ["58 h", 0.04]),
      row("Best streak", ["23", 1], ["19", 0.83]),
      { label: "Theme", values: [{ text: "Winter Court" }, { text: "Lanterns over the Salt Road" }] },
    ],
  },
  "long names": {
    ...compareCard,
    sides: [
      { name: "xX_Ж日本_Łukasz_العربية_Xx", detail: "vorne in 0 von 5 Dingen" },
      { name: "Willow the Extraordinarily Long-Named Lantern Keeper", detail: "vorne in 5 von 5 Dingen" },
    ],
    rows: [
      row("Gegner, die mit einer Laterne besiegt wurden", ["1,234,567", 0.99], ["1,234,568", 1]),
      row("Donaudampfschifffahrtsgesellschaft", ["31 h 12 min", 0.5], ["1,058 h 59 min", 1]),
    ],
  },
  "nothing against much": {
    ...compareCard,
    sides: [
      { name: "A", detail: "ahead in 0" },
      { name: "金木犀", detail: "ahead in 5", avatar: art.avatar("moon") },
    ],
    rows: [
      row("Milestones done", ["0", 0], ["12", 1]),
      row("Season rank", ["1", 0.001], ["1,203", 1]),
      row("Opponents defeated", ["0", 0], ["0", 0]),
      row("Time played", ["0 h", 0], ["1,203 h", 1]),
      row("Best streak", ["–", 0], ["1,234,568", 1]),
    ],
  },
  "one row": { ...compareCard, rows: compareCard.rows.slice(0, 1) },
  empty: { ...compareCard, rows: [] },
  "right to left": {
    ...compareCard,
    sides: [
      { name: "محمد العربي 12", detail: "ahead in 3" },
      { name: "שלום", detail: "ahead in 1" },
    ],
  },
  three,
  "three, long names": {
    ...three,
    sides: [
      { name: "Willow the Extraordinarily Long-Named Keeper", detail: "höher in 3 von 5 Dingen" },
      { name: "金木犀の渡し守", detail: "höher in 1 von 5" },
      { name: "محمد العربي 12", detail: "höher in 0 von 5" },
    ],
    rows: [
      row("Gegner, die mit einer Laterne besiegt wurden", ["1,234,567", 1], ["1,234,566", 0.99], ["0", 0]),
      {
        label: "Theme",
        values: ["Winter Court", "Lanterns over the Salt Road", "–"].map((text) => ({ text })),
      },
    ],
  },
  four: {
    ...three,
    sides: [...three.sides, { name: "Ranger", detail: "higher in 0" }],
    rows: three.rows.map(({ values, ...shared }, index) => ({
      ...shared,
      values: [...values, RANGER[index] ?? { text: "–" }],
    })),
  },
};
