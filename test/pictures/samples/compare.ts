import type { CompareCard, ComparedRow } from "../../../src/pictures/cards/compare.ts";
import { art } from "./art.ts";

const row = (
  label: string,
  left: readonly [string, number],
  right: readonly [string, number],
): ComparedRow => ({
  label,
  left: { text: left[0], share: left[1] },
  right: { text: right[0], share: right[1] },
  ahead: left[1] === right[1] ? undefined : left[1] > right[1] ? "left" : "right",
});

export const compareCard: CompareCard = {
  card: "compare",
  mode: "dark",
  hue: 240,
  locale: "en-GB",
  left: { name: "Ashbridge", detail: "ahead in 3", avatar: art.avatar() },
  right: { name: "x_Corvinwalker_x", detail: "ahead in 1", avatar: art.avatar("Corvin") },
  rows: [
    row("Milestones done", ["7", 1], ["5", 0.71]),
    row("Season rank", ["42", 1], ["42", 1]),
    row("Opponents defeated", ["1,203", 1], ["984", 0.82]),
    row("Time played", ["31 h", 0.53], ["58 h", 1]),
    row("Best streak", ["23", 1], ["19", 0.83]),
  ],
};

export const compareSamples: Readonly<Record<string, CompareCard>> = {
  usual: compareCard,
  "without pictures": {
    ...compareCard,
    left: { ...compareCard.left, avatar: undefined },
    right: { ...compareCard.right, avatar: undefined },
  },
  "two players": {
    ...compareCard,
    left: { ...compareCard.left, detail: "Tide Reader" },
    right: { ...compareCard.right, detail: "" },
    rows: [
      row("Joined", ["June 2021", 1], ["September 2024", 0.4]),
      row("Played", ["1,412 h", 1], ["58 h", 0.04]),
      row("Best streak", ["23", 1], ["19", 0.83]),
      { label: "Theme", left: { text: "Winter Court" }, right: { text: "Lanterns over the Salt Road" } },
    ],
  },
  "long names": {
    ...compareCard,
    left: { name: "xX_Ж日本_Łukasz_العربية_Xx", detail: "vorne in 0 von 5 Dingen" },
    right: {
      name: "Willow the Extraordinarily Long-Named Lantern Keeper",
      detail: "vorne in 5 von 5 Dingen",
    },
    rows: [
      row("Gegner, die mit einer Laterne besiegt wurden", ["1,234,567", 0.99], ["1,234,568", 1]),
      row("Donaudampfschifffahrtsgesellschaft", ["31 h 12 min", 0.5], ["1,058 h 59 min", 1]),
    ],
  },
  "nothing against much": {
    ...compareCard,
    left: { name: "A", detail: "ahead in 0" },
    right: { name: "金木犀", detail: "ahead in 5", avatar: art.avatar("moon") },
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
    left: { name: "محمد العربي 12", detail: "ahead in 3" },
    right: { name: "שלום", detail: "ahead in 1" },
  },
};
