import type { IconName } from "../icons.ts";
import { type Box, type Canvas, type Node, box, column, row, text } from "../tree.ts";
import { type Artwork, TEXT_SHADOW, artwork, blurred, kindPill, onPicture } from "./artwork.ts";
import type { CardLook, Kit, PictureBytes } from "./card.ts";
import { EDGE, INNER, TYPE, WIDTH, flatCanvas } from "./parts.ts";

/** What trends: one large, four small. */
export interface TrendingCard extends CardLook {
  readonly card: "trending";
  readonly title: string;
  /** One at least; five are drawn. */
  readonly entries: readonly [TrendTile, ...TrendTile[]];
}

export interface TrendTile {
  /** What it is, in a word. */
  readonly kind: string;
  readonly icon: IconName;
  readonly title: string;
  readonly tagline?: string | undefined;
  readonly picture?: PictureBytes;
  /** The picture is a small icon in a frame. */
  readonly isIcon?: boolean | undefined;
}

const LARGE = 212;
/** Where nothing is below it. */
const ALONE = 292;
const TILE = 113;
const GAP = 12;
const PAD = 14;
const ICON = 48;
const MOST = 5;

export function composeTrending(card: TrendingCard, { tokens }: Kit): Canvas {
  const [first, ...others] = card.entries;
  const rows = inPairs(others.slice(0, MOST - 1));
  const large = rows.length === 0 ? ALONE : LARGE;
  const height = rows.length === 0 ? large : large + 2 * PAD + rows.length * (TILE + GAP) - GAP;
  return flatCanvas(
    tokens,
    { height, padding: 0 },
    largePart(card, first, large),
    rows.length > 0 &&
      column(
        { padding: PAD, gap: GAP, width: WIDTH },
        ...rows.map((tiles) =>
          row(
            { gap: GAP },
            ...tiles.map((tile) =>
              tilePart(card, tile, (WIDTH - 2 * PAD - (tiles.length - 1) * GAP) / tiles.length),
            ),
          ),
        ),
      ),
  );
}

/** An odd last one is alone, and wide. */
function inPairs(tiles: readonly TrendTile[]): readonly (readonly TrendTile[])[] {
  return Array.from({ length: Math.ceil(tiles.length / 2) }, (_, index) =>
    tiles.slice(2 * index, 2 * index + 2),
  );
}

function largePart(card: TrendingCard, entry: TrendTile, height: number): Box {
  const area = { width: WIDTH, height };
  const { high, mid } = onPicture(card);
  const hasIcon = entry.isIcon === true && entry.picture !== undefined;
  const room = hasIcon ? INNER - ICON - 40 : INNER;
  const title = { ...TYPE.title, size: 30, lineHeight: 1.15, color: high, shadow: TEXT_SHADOW };
  const tagline = { ...TYPE.body, color: mid, shadow: TEXT_SHADOW };
  return box(
    area,
    ...backdrop(card, entry, area, 1 - 124 / height),
    kindPill(card.title, "flame", { size: 18, width: INNER - 190, at: { left: PAD, top: PAD } }),
    kindPill(entry.kind, entry.icon, { size: 18, width: 180, at: { right: PAD, top: PAD } }),
    column(
      { at: { left: EDGE, bottom: 16 }, width: room, gap: 4 },
      text(entry.title, title, { width: room, min: 24, lines: 2 }),
      entry.tagline !== undefined && text(entry.tagline, tagline, { width: room, min: 18 }),
    ),
    hasIcon && iconPart(entry, { right: EDGE, bottom: 20 }),
  );
}

function tilePart(card: TrendingCard, tile: TrendTile, width: number): Box {
  const area = { width, height: TILE, radius: 14 };
  const { high } = onPicture(card);
  const hasIcon = tile.isIcon === true && tile.picture !== undefined;
  const room = width - 24;
  const title = { ...TYPE.label, size: 18, weight: 650, lineHeight: 1.2, color: high, shadow: TEXT_SHADOW };
  return box(
    { width, height: TILE },
    ...backdrop(card, tile, area, 0.48),
    // One without a title is called by its kind.
    tile.kind !== tile.title &&
      kindPill(tile.kind, tile.icon, {
        size: 15,
        width: hasIcon ? room - ICON - 4 : room,
        at: { left: 8, top: 8 },
      }),
    column(
      { at: { left: 12, bottom: 11 }, width: room },
      text(tile.title, title, { width: room, min: 15, lines: 2 }),
    ),
    hasIcon && iconPart(tile, { right: 12, top: 12 }),
  );
}

/** An icon is too small to fill anything. */
function backdrop(
  card: TrendingCard,
  entry: TrendTile,
  area: Pick<Artwork, "width" | "height" | "radius">,
  from: number,
): readonly Node[] {
  const { picture, icon, isIcon } = entry;
  if (isIcon === true && picture !== undefined) return blurred(picture, { ...area, picture, icon }, from);
  return artwork(card, { ...area, picture, icon }, from);
}

function iconPart(
  { picture }: TrendTile,
  at: { right: number; top?: number; bottom?: number },
): Box | undefined {
  if (picture === undefined) return undefined;
  const size = { width: ICON, height: ICON, radius: 5 };
  return box({ ...size, at }, { type: "picture", bytes: picture, style: size });
}
