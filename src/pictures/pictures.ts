import type { Card } from "./cards/index.ts";

/** A card as a file. */
export interface DrawnCard {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The drawing of cards, as the rest of the program sees it. */
export interface Pictures {
  /** Starts the drawing process ahead of a card. */
  prepare(): void;
  /**
   * Returns the card as a file; throws "busy" where too many wait, "internal" where it can't be drawn, and the signal's
   * reason once it aborts.
   */
  draw(card: Card, signal: AbortSignal): Promise<DrawnCard>;
}
