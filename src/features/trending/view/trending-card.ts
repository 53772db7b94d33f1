import { joinMarkdown, type Markdown } from "../../../base/markdown.ts";
import { clip } from "../../../base/text.ts";
import type { Block } from "../../../discord/reply/reply.ts";
import type { Names } from "../../../game/names.ts";
import type { Trend } from "../../../game/trending.ts";
import type { TrendTile, TrendingCard } from "../../../pictures/cards/trending.ts";
import { cardBlock } from "../../shared/view/card-block.ts";
import { KIND_ICONS } from "../../shared/view/kind-icons.ts";
import { kindName, titleOf } from "../../shared/view/trend-title.ts";
import { type ViewContext, inOneLine } from "../../shared/view/view-context.ts";

const ALT_LENGTH = 1_024;
const TAGLINE_LENGTH = 100;

interface Tile {
  readonly content: TrendTile;
  readonly picture: string | undefined;
}

/**
 * What trends as one picture, under the list's heading; `twin` is the list in words. Nothing where nothing trends, or
 * pictures are off.
 */
export function trendingCardBlock(
  {
    heading,
    trends,
    twin,
  }: { readonly heading: string; readonly trends: readonly Trend[]; readonly twin: readonly Markdown[] },
  names: Names,
  context: ViewContext,
): readonly Block[] {
  const [first, ...others] = trends.map((trend) => tileOf(trend, names, context));
  if (first === undefined) return [];
  const said = [first, ...others].map(({ content }) => `${content.kind}: ${content.title}`);
  const words = {
    alt: clip(`${heading}. ${said.join(". ")}.`, ALT_LENGTH),
    twin: joinMarkdown(twin, "\n\n"),
  };
  return cardBlock(context, words, async (look, picture): Promise<TrendingCard> => {
    const drawn = async (tile: Tile) => ({ ...tile.content, picture: await picture(tile.picture) });
    const [large, ...small] = await Promise.all([drawn(first), ...others.map(drawn)]);
    return { ...look, card: "trending", title: heading, entries: [large, ...small] };
  });
}

function tileOf(trend: Trend, names: Names, context: ViewContext): Tile {
  const thing = trend.named === undefined ? undefined : names.of(trend.named.table, trend.named.hash);
  const own = context.imageUrl(trend.picture);
  const about = trend.tagline ?? thing?.description;
  const tagline = about === undefined ? "" : inOneLine(about, TAGLINE_LENGTH);
  return {
    picture: own ?? thing?.iconUrl,
    content: {
      kind: kindName(trend, context),
      icon: KIND_ICONS[trend.kind],
      title: titleOf(trend, names, context),
      isIcon: own === undefined,
      ...(tagline !== "" && { tagline }),
    },
  };
}
