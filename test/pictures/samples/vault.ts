import { art } from "./art.ts";
import { ARABIC, LONG, ODD } from "./words.ts";
import type { VaultCard } from "../../../src/pictures/card.ts";

const names = [
  "Lantern Dust",
  "Salt",
  "Sling of the White Stag",
  "Tide Glass",
  "Rope",
  "Ember",
  "Old Map",
  "Bell",
];
const things = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: names[index % names.length] ?? "",
    icon: art.icon(index % 2 === 0 ? "star" : "crown", index % 4),
    ...(index % 3 === 0 && { amount: `× ${String(index * 137 + 2)}` }),
  }));

export const vaultCard: VaultCard = {
  card: "vault",
  mode: "dark",
  hue: 240,
  locale: "en-GB",
  title: "Vault",
  detail: "Ashbridge",
  sections: [
    { name: "Currencies", things: things(7) },
    { name: "Goods", things: things(9) },
  ],
};

/** Every edge of what a page of the vault may hold. */
export const vaultSamples: Readonly<Record<string, VaultCard>> = {
  usual: vaultCard,
  one: { ...vaultCard, detail: undefined, sections: [{ name: "Goods", things: things(1) }] },
  "a whole page": { ...vaultCard, sections: [{ name: "Goods", things: things(18) }] },
  "without pictures": {
    ...vaultCard,
    sections: [{ name: "Goods", things: things(5).map((thing) => ({ ...thing, icon: undefined })) }],
  },
  "long names": {
    ...vaultCard,
    title: LONG,
    detail: LONG,
    sections: [{ name: LONG, things: [LONG, ODD, ARABIC].map((name) => ({ name, amount: "× 1,234,567" })) }],
  },
};
