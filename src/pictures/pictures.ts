import type { Card } from "./card.ts";

export interface DrawnCard {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Keeps files for minutes, also over a restart. What is damaged or too old is not there. */
export interface KeptFiles {
  isEmpty(): Promise<boolean>;
  read(key: string): Promise<Uint8Array | undefined>;
  write(key: string, bytes: Uint8Array): Promise<void>;
}

/** The drawing of cards, as the rest of the program sees it. */
export interface Pictures {
  /** Starts the drawing process ahead of a card; "perhaps": unless the card is probably kept, as the last one was. */
  prepare(need?: "perhaps"): void;
  /** Returns the file of a public card that was drawn under this outline in the last minutes. */
  kept(outline: Card): Promise<DrawnCard | undefined>;
  /**
   * Returns the card as a file; throws "busy" where too many wait, "internal" where it can't be drawn, and the signal's
   * reason once it aborts. The outline is the card with the addresses of its pictures in their place, where all of them
   * are there; else the card itself stands for it.
   */
  draw(card: Card, signal: AbortSignal, outline?: Card): Promise<DrawnCard>;
}
