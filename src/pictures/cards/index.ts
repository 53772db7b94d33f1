import type { Canvas } from "../tree.ts";
import { composeCompare } from "./compare.ts";
import { composeEvent } from "./event.ts";
import { composeProfile } from "./profile.ts";
import { composeProgress } from "./progress.ts";
import { composeRanking } from "./ranking.ts";
import { composeStats } from "./stats.ts";
import { composeTrending } from "./trending.ts";
import { composeVault } from "./vault.ts";
import { composeWeek } from "./week.ts";
import type { Kit } from "./words.ts";
import type { Card } from "../card.ts";

export type ImageFormat = "png" | "webp";

interface Composition<Data> {
  readonly format: ImageFormat;
  readonly compose: (card: Data, kit: Kit) => Canvas | Promise<Canvas>;
}

const COMPOSITIONS: { readonly [Name in Card["card"]]: Composition<Extract<Card, { card: Name }>> } = {
  compare: { format: "png", compose: composeCompare },
  event: { format: "webp", compose: composeEvent },
  profile: { format: "png", compose: composeProfile },
  progress: { format: "png", compose: composeProgress },
  ranking: { format: "png", compose: composeRanking },
  stats: { format: "png", compose: composeStats },
  trending: { format: "webp", compose: composeTrending },
  vault: { format: "png", compose: composeVault },
  week: { format: "png", compose: composeWeek },
};

/** Returns a card's composition, and the format in which it is small. */
export function compositionOf(card: Card): {
  readonly format: ImageFormat;
  readonly compose: (kit: Kit) => Promise<Canvas>;
} {
  // Chosen by its own name, so the composition takes this card.
  const { format, compose } = COMPOSITIONS[card.card] as Composition<Card>;
  return { format, compose: async (kit) => compose(card, kit) };
}
