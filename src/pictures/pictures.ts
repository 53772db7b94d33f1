import type { Card } from "./cards/index.ts";

/** A card as a file. */
export interface DrawnCard {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Draws cards: what the rest of the program knows of pictures. */
export interface Pictures {
  /** Readies what draws, for whoever is about to ask. */
  prepare(): void;
  /**
   * Returns the card as a file; throws MilepostError "busy" where too many wait, "internal" where it can't be drawn, and
   * the signal's reason as soon as that aborts.
   */
  draw(card: Card, signal: AbortSignal): Promise<DrawnCard>;
}
