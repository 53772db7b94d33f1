import { chunks } from "../../base/async/map-in-batches.ts";
import { type Box, type Canvas, box, column, row } from "../tree.ts";
import { LARGE_ICON, TEXT_SHADOW, backdrop, hasIcon, iconPart, kindPill, onPicture } from "./artwork.ts";
import { EDGE, INNER, TYPE, WIDTH, flatCanvas } from "./parts.ts";
import { wordsInLines, type Kit } from "./words.ts";
import type { TrendTile, TrendingCard } from "../card.ts";

const LARGE = 212;
/** The height where nothing is below it. */
const ALONE = 292;
const TILE = 113;
const GAP = 12;
const PAD = 14;
const TILE_EDGE = 12;
const ICON = 48;
const MOST = 5;

export async function composeTrending(card: TrendingCard, kit: Kit): Promise<Canvas> {
  const [first, ...others] = card.entries;
  // An odd last one gets a row of its own.
  const rows = chunks(others.slice(0, MOST - 1), 2);
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
    ...pills(card.title, entry),
    column({ at: { left: EDGE, bottom }, gap: words.gap }, ...words.texts),
    iconPart(entry, icon),
  );
}

/**
 * Returns the common title and, at the far edge, the first entry's kind; without a title the kind is at the near edge.
 */
function pills(title: string | undefined, { kind, icon }: TrendTile): readonly Box[] {
  const top = EDGE - 4;
  if (title === undefined) return [kindPill(kind, icon, { size: 18, width: INNER, at: { left: EDGE, top } })];
  return [
    kindPill(title, "flame", { size: 18, width: INNER - 190, at: { left: EDGE, top } }),
    kindPill(kind, icon, { size: 18, width: 180, at: { right: EDGE, top } }),
  ];
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
    // An entry without a title is named by its kind.
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
