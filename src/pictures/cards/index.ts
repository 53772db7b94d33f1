import type { ImageFormat } from "../image-format.ts";
import type { Canvas } from "../tree.ts";
import type { Kit } from "./card.ts";
import { type ProgressCard, composeProgress } from "./progress.ts";

/** Every card there is, as data. */
export type Card = ProgressCard;

interface Composition<Data> {
  readonly format: ImageFormat;
  readonly compose: (card: Data, kit: Kit) => Canvas | Promise<Canvas>;
}

const COMPOSITIONS: { readonly [Name in Card["card"]]: Composition<Extract<Card, { card: Name }>> } = {
  progress: { format: "png", compose: composeProgress },
};

/** Returns how a card is composed, and in which format it is small. */
export function compositionOf(card: Card): {
  readonly format: ImageFormat;
  readonly compose: (kit: Kit) => Promise<Canvas>;
} {
  // Its own name chose it: the composition takes this very card.
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- needed as soon as there are two cards
  const { format, compose } = COMPOSITIONS[card.card] as Composition<Card>;
  return { format, compose: async (kit) => compose(card, kit) };
}
