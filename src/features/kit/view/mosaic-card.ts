import type { Markdown } from "../../../base/markdown.ts";
import type { Block } from "../../../discord/reply/reply.ts";
import type { Trend } from "../../../game/trending.ts";
import { altText } from "./sentences.ts";
import { cardBlock } from "./card-block.ts";
import { iconOf } from "./icons.ts";
import { kindName, titleOf } from "./trend-title.ts";
import { type NamedContext, type ViewContext, inOneLine } from "./view-context.ts";
import type { TrendTile, TrendingCard } from "../../../pictures/card.ts";

const TAGLINE_LENGTH = 100;
/** How many tiles a mosaic has. */
const MOST = 5;

/** One tile: what is kept of an entry to draw it later. */
export interface MosaicTile {
  readonly title: string;
  /** The entry's kind, and the kind in words. */
  readonly kind: string;
  readonly kindName: string;
  readonly tagline?: string | undefined;
  /** An absolute URL. */
  readonly picture?: string | undefined;
  readonly isIcon: boolean;
}

export function tileOf(trend: Trend, context: NamedContext): MosaicTile {
  const thing = trend.named === undefined ? undefined : context.names.of(trend.named.table, trend.named.hash);
  const own = context.imageUrl(trend.picture);
  const about = trend.tagline ?? thing?.description;
  const tagline = about === undefined ? "" : inOneLine(about, TAGLINE_LENGTH);
  return {
    title: titleOf(trend, context),
    kind: trend.kind,
    kindName: kindName(trend, context),
    picture: own ?? thing?.iconUrl,
    isIcon: own === undefined,
    ...(tagline !== "" && { tagline }),
  };
}

/** Returns entries as a picture, `twin` being their text; nothing for none, or where pictures are off. */
export function mosaicBlock(
  heading: string | undefined,
  { tiles, twin }: { readonly tiles: readonly MosaicTile[]; readonly twin: Markdown },
  context: ViewContext,
): readonly Block[] {
  const [first, ...others] = tiles.slice(0, MOST);
  if (first === undefined) return [];
  const { language, shared } = context.texts;
  const said = [first, ...others].map(({ kindName: kind, title }) => shared.onCard.labelled(kind, title));
  const alt = altText([heading, ...said], language);
  return cardBlock(context, { alt, twin }, async (look, picture): Promise<TrendingCard> => {
    const drawn = async ({ kind, kindName: words, ...tile }: MosaicTile): Promise<TrendTile> => ({
      ...tile,
      kind: words,
      icon: iconOf(kind),
      picture: await picture(tile.picture),
    });
    const [large, ...small] = await Promise.all([drawn(first), ...others.map(drawn)]);
    return { ...look, card: "trending", title: heading, entries: [large, ...small] };
  });
}
