import type { Markdown } from "../../../base/markdown.ts";
import type { Block } from "../../../discord/reply/reply.ts";
import type { CardLook } from "../../../pictures/cards/card.ts";
import type { Card } from "../../../pictures/cards/index.ts";
import type { ViewContext } from "./view-context.ts";

/** What a card says, for whoever does not see it. */
export interface CardWords {
  /** Every number in it, in at most 1,024 letters. */
  readonly alt: string;
  /** Stands where the picture can't. */
  readonly twin: Markdown;
}

/** Returns a card as a block; none where the operator switched pictures off. */
export function cardBlock(
  { cards }: ViewContext,
  { alt, twin }: CardWords,
  make: (look: CardLook) => Card,
): readonly Block[] {
  if (cards === undefined) return [];
  const draw = (signal: AbortSignal) => cards.pictures.draw(make(cards.look), signal);
  return [{ type: "picture", picture: { alt, twin, draw } }];
}
