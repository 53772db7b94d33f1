import type { IconName } from "../icons.ts";
import { type Box, type Canvas, type Node, box, column, row } from "../tree.ts";
import { type Artwork, TEXT_SHADOW, artwork, iconGlow, kindPill, onPicture } from "./artwork.ts";
import type { CardLook, Kit, PictureBytes } from "./card.ts";
import { EDGE, INNER, TYPE, WIDTH, flatCanvas } from "./parts.ts";
import { wordsInLines } from "./words.ts";

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
const TILE_EDGE = 12;
/** Icons of games are 96 pixels: sharp at half that, and at once that. */
const ICON = 48;
const LARGE_ICON = 96;
const MOST = 5;

export async function composeTrending(card: TrendingCard, kit: Kit): Promise<Canvas> {
  const [first, ...others] = card.entries;
  const rows = inPairs(others.slice(0, MOST - 1));
  const large = rows.length === 0 ? ALONE : LARGE;
  const height = rows.length === 0 ? large : large + 2 * PAD + rows.length * (TILE + GAP) - GAP;
  const tiles = rows.map(async (pair) => {
    const width = (WIDTH - 2 * PAD - (pair.length - 1) * GAP) / pair.length;
    return row(
      { gap: GAP },
      ...(await Promise.all(pair.map((tile) => tilePart(card, { tile, width }, kit)))),
    );
  });
  return flatCanvas(
    kit.tokens,
    { height, padding: 0 },
    await largePart(card, { entry: first, height: large }, kit),
    rows.length > 0 && column({ padding: PAD, gap: GAP, width: WIDTH }, ...(await Promise.all(tiles))),
  );
}

/** An odd last one is alone, and wide. */
function inPairs(tiles: readonly TrendTile[]): readonly (readonly TrendTile[])[] {
  return Array.from({ length: Math.ceil(tiles.length / 2) }, (_, index) =>
    tiles.slice(2 * index, 2 * index + 2),
  );
}

async function largePart(
  card: TrendingCard,
  { entry, height }: { readonly entry: TrendTile; readonly height: number },
  kit: Kit,
): Promise<Box> {
  const area = { width: WIDTH, height };
  const { high, mid } = onPicture(card);
  const iconSize = hasIcon(entry) ? LARGE_ICON : 0;
  const title = { ...TYPE.title, size: 30, lineHeight: 1.15, color: high, shadow: TEXT_SHADOW };
  const tagline = { ...TYPE.body, color: mid, shadow: TEXT_SHADOW };
  const words = await wordsInLines(
    [
      { content: entry.title, style: title, min: 24 },
      { content: entry.tagline, style: tagline, min: 15, most: 1 },
    ],
    { width: iconSize > 0 ? INNER - iconSize - 16 : INNER, gap: 4 },
    kit,
  );
  const bottom = 18;
  const icon = { size: iconSize, right: EDGE, top: height - bottom - 4 - iconSize };
  return box(
    area,
    ...backdrop(card, entry, { area, icon, words: words.height + bottom }),
    kindPill(card.title, "flame", { size: 18, width: INNER - 190, at: { left: EDGE, top: EDGE - 4 } }),
    kindPill(entry.kind, entry.icon, { size: 18, width: 180, at: { right: EDGE, top: EDGE - 4 } }),
    column({ at: { left: EDGE, bottom }, gap: words.gap }, ...words.texts),
    iconPart(entry, icon),
  );
}

async function tilePart(
  card: TrendingCard,
  { tile, width }: { readonly tile: TrendTile; readonly width: number },
  kit: Kit,
): Promise<Box> {
  const area = { width, height: TILE, radius: 14 };
  const { high } = onPicture(card);
  const room = width - 2 * TILE_EDGE;
  const style = { ...TYPE.label, size: 18, weight: 650, lineHeight: 1.2, color: high, shadow: TEXT_SHADOW };
  const words = await wordsInLines([{ content: tile.title, style, min: 15 }], { width: room, gap: 0 }, kit);
  const icon = { size: ICON, right: TILE_EDGE, top: TILE_EDGE };
  return box(
    { width, height: TILE },
    ...backdrop(card, tile, { area, icon, words: words.height + TILE_EDGE }),
    // One without a title is called by its kind.
    tile.kind !== tile.title &&
      kindPill(tile.kind, tile.icon, {
        size: 15,
        width: hasIcon(tile) ? room - ICON - 8 : room,
        at: { left: TILE_EDGE, top: TILE_EDGE },
      }),
    column({ at: { left: TILE_EDGE, bottom: TILE_EDGE } }, ...words.texts),
    iconPart(tile, icon),
  );
}

function hasIcon({ isIcon, picture }: TrendTile): boolean {
  return isIcon === true && picture !== undefined;
}

interface IconPlace {
  readonly size: number;
  readonly right: number;
  readonly top: number;
}

/** An icon is too small to fill anything: it lights the ground it lies on. */
function backdrop(
  card: TrendingCard,
  { picture, icon, isIcon }: TrendTile,
  {
    area,
    icon: place,
    words,
  }: {
    readonly area: Pick<Artwork, "width" | "height" | "radius">;
    readonly icon: IconPlace;
    readonly words: number;
  },
): readonly Node[] {
  if (isIcon !== true || picture === undefined) return artwork(card, { ...area, picture, icon }, words);
  const [x, y] = [area.width - place.right - place.size / 2, place.top + place.size / 2];
  return iconGlow(card, picture, area, { x, y, words });
}

function iconPart(tile: TrendTile, { size, ...at }: IconPlace): Box | undefined {
  if (tile.picture === undefined || !hasIcon(tile)) return undefined;
  const style = { width: size, height: size, radius: size / 10 };
  return box({ ...style, at }, { type: "picture", bytes: tile.picture, style });
}
