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
  /** Returns a picture's bytes; undefined where it is not there soon. Never rejects. */
  picture(url: string | undefined, signal: AbortSignal): Promise<PictureBytes>;
  /** Returns the pictures of a player's public profile, by membership id; none where they are not there soon. Never rejects. */
  portrait(membershipId: string | undefined, signal: AbortSignal): Promise<Portrait>;
}

/** The pictures of a player. */
export interface Portrait {
  readonly avatar?: PictureBytes;
  readonly banner?: PictureBytes;
}
