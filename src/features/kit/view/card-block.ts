import type { Markdown } from "../../../base/markdown.ts";
import type { Block, Drawn } from "../../../discord/reply/reply.ts";
import type { CardDrawing, Portrait, ViewContext } from "./view-context.ts";
import type { Card, CardLook, PictureBytes } from "../../../pictures/card.ts";

/** What a card says, as text. */
export interface CardWords {
  /** Every number in it, in at most 1,024 characters. */
  readonly alt: string;
  /** Shown where the picture can't be. */
  readonly twin: Markdown;
}

/** Returns a card's content when it is drawn; `picture` and `portrait` load the images it shows. */
export type MakeCard = (
  look: CardLook,
  picture: (url: string | undefined) => Promise<PictureBytes>,
  portrait: (membershipId: string | undefined) => Promise<Portrait>,
) => Card | Promise<Card>;

/** Images that take longer are left out of the first drawing. */
const SOON_MS = 2_500;
/** How long late images are waited for, to draw the card again. */
const LATE_MS = 10_000;

/** Returns a card as a block; none where the operator switched pictures off. */
export function cardBlock(
  { cards }: ViewContext,
  { alt, twin }: CardWords,
  make: MakeCard,
): readonly Block[] {
  if (cards === undefined) return [];
  const draw = async (signal: AbortSignal): Promise<Drawn> => {
    const look = await cards.look();
    const outline = await outlineOf(make, look);
    const kept = outline && (await cards.kept(outline.card));
    if (kept !== undefined) return kept;
    cards.prepare();
    const first = await makeWithin(SOON_MS, { cards, make, look, signal });
    const isWhole = first.pictures === outline?.pictures;
    const drawn = await cards.draw(first.card, signal, isWhole ? outline.card : undefined);
    if (!first.isHurried) return drawn;
    const redraw = async (later: AbortSignal) => {
      const again = await makeWithin(LATE_MS, { cards, make, look, signal: later });
      return again.pictures > first.pictures ? cards.draw(again.card, later) : undefined;
    };
    return { ...drawn, redraw };
  };
  return [{ type: "picture", picture: { alt, twin, draw } }];
}

/**
 * Returns a card with the addresses of its images in their place, and their number; undefined for one with a player's
 * portrait, whose address is only known once the player was looked up.
 */
async function outlineOf(make: MakeCard, look: CardLook) {
  let pictures = 0;
  let isOfPlayer = false;
  const card = await make(
    look,
    async (url) => {
      if (url === undefined) return undefined;
      pictures += 1;
      return Buffer.from(url);
    },
    async () => {
      isOfPlayer = true;
      return {};
    },
  );
  return isOfPlayer ? undefined : { card, pictures };
}

interface Making {
  readonly cards: CardDrawing;
  readonly make: MakeCard;
  readonly look: CardLook;
  readonly signal: AbortSignal;
}

/** Returns a card with the images that arrived in time, and their number. */
async function makeWithin(ms: number, { cards, make, look, signal }: Making) {
  const soon = cards.deadline(ms, signal);
  let pictures = 0;
  const counted = (bytes: PictureBytes): PictureBytes => {
    if (bytes !== undefined) pictures += 1;
    return bytes;
  };
  const card = await make(
    look,
    async (url) => counted(await cards.picture(url, soon)),
    async (id) => {
      const { avatar, banner } = await cards.portrait(id, soon);
      return { avatar: counted(avatar), banner: counted(banner) };
    },
  );
  return { card, pictures, isHurried: soon.aborted };
}
