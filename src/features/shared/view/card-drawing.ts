import type { CardLook, PictureBytes } from "../../../pictures/cards/card.ts";
import type { Card } from "../../../pictures/cards/index.ts";
import type { DrawnCard } from "../../../pictures/pictures.ts";

/** What draws cards for one reader. */
export interface CardDrawing {
  /** Asked for when a card is drawn. */
  look(): Promise<CardLook>;
  /** Readies what draws, while a card's own pictures are fetched. */
  prepare(): void;
  draw(card: Card, signal: AbortSignal): Promise<DrawnCard>;
  /** Returns a signal that aborts with the given one, or so much later. */
  deadline(ms: number, signal: AbortSignal): AbortSignal;
  /** Returns a picture's bytes; undefined where there are none before the signal aborts. Never rejects. */
  picture(url: string | undefined, signal: AbortSignal): Promise<PictureBytes>;
  /** Returns the pictures of a player's public profile, by membership id, as `picture`. */
  portrait(membershipId: string | undefined, signal: AbortSignal): Promise<Portrait>;
}

/** The pictures of a player. */
export interface Portrait {
  readonly avatar?: PictureBytes;
  readonly banner?: PictureBytes;
}
