import type { Markdown } from "../../../base/markdown.ts";
import type { Block } from "../../../discord/reply/reply.ts";
import type { CardLook, PictureBytes } from "../../../pictures/cards/card.ts";
import type { Card } from "../../../pictures/cards/index.ts";
import type { Portrait } from "./card-drawing.ts";
import type { ViewContext } from "./view-context.ts";

/** What a card says, for whoever does not see it. */
export interface CardWords {
  /** Every number in it, in at most 1,024 letters. */
  readonly alt: string;
  /** Stands where the picture can't. */
  readonly twin: Markdown;
}

/** Makes a card, when it is drawn; `picture` and `portrait` bring what it shows. */
export type MakeCard = (
  look: CardLook,
  picture: (url: string | undefined) => Promise<PictureBytes>,
  portrait: (membershipId: string | undefined) => Promise<Portrait>,
) => Card | Promise<Card>;

/** Returns a card as a block; none where the operator switched pictures off. */
export function cardBlock(
  { cards }: ViewContext,
  { alt, twin }: CardWords,
  make: MakeCard,
): readonly Block[] {
  if (cards === undefined) return [];
  const draw = async (signal: AbortSignal) => {
    cards.prepare();
    const card = await make(
      await cards.look(),
      (url) => cards.picture(url, signal),
      (id) => cards.portrait(id, signal),
    );
    return cards.draw(card, signal);
  };
  return [{ type: "picture", picture: { alt, twin, draw } }];
}
