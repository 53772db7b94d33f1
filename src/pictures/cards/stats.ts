import { chunks } from "../../base/async/map-in-batches.ts";
import type { Tokens } from "../tokens.ts";
import { type Box, type Canvas, box, column, row, text } from "../tree.ts";
import { chart, chartHeight } from "./chart.ts";
import { EDGE, INNER, TYPE, canvas, header, headerPicture, icon, panel } from "./parts.ts";
import { linesOfAll, oneOrTwoLines, type Kit } from "./words.ts";
import type { ValueContent, StatsCard } from "../card.ts";

const HEADER = 48;
const HERO = 96;
const TILE = 66;
const TILE_PAD = 14;
/** For a tile's second line. */
const TILE_LINE = 18;
const TILE_GAP = 10;
const GAP = 14;
const MOST_TILES = 6;
const FACT_GAP = 24;
const MOST_FACT = 132;
/** A number that would get smaller also takes the room beside it. */
const LEAST_HERO = 46;
/** The least size of a label on one line. */
const LEAST_LABEL = 14;
/** The widest its text may make it. */
const PILL = 112;

export async function composeStats(card: StatsCard, kit: Kit): Promise<Canvas> {
  const { tokens } = kit;
  const rows = card.chart === undefined ? await tileRows(card.others.slice(0, MOST_TILES), kit) : [];
  const rowsHeight = rows.reduce((sum, { style }) => sum + (style.height ?? 0) + TILE_GAP, -TILE_GAP);
  const below = card.chart === undefined ? Math.max(0, rowsHeight) : chartHeight(card.chart);
  return canvas(
    tokens,
    { height: 2 * EDGE + HEADER + GAP + HERO + (below > 0 ? GAP + below : 0), gap: GAP },
    headerPicture(tokens, card.banner),
    await header(card, kit, HEADER),
    await hero(card, kit),
    card.chart && (await chart(card.chart, INNER, kit)),
    rows.length > 0 && column({ gap: TILE_GAP }, ...rows),
  );
}

/** Returns the main number; if it is long, the trend is above it, beside its label. */
async function hero({ label, value, trend, facts }: StatsCard, kit: Kit): Promise<Box> {
  const { tokens } = kit;
  const shown = await Promise.all(facts.slice(0, 2).map((fact) => factPart(fact, kit)));
  const style = { ...TYPE.hero, color: tokens.high };
  const room = INNER - shown.reduce((sum, { style: { width = 0 } }) => sum + width + FACT_GAP, 0);
  const pillRoom = trend === undefined ? 0 : PILL + 14;
  const width = await kit.width(value, style);
  const isLong = width * (LEAST_HERO / style.size) > room - pillRoom;
  const small = trend && pill(tokens, trend);
  const labelRoom = isLong ? INNER - pillRoom : INNER;
  return column(
    { height: HERO, justify: "between" },
    row(
      { height: 24, justify: "between" },
      text(label, { ...TYPE.body, color: tokens.mid }, { width: labelRoom, min: 14 }),
      isLong && small,
    ),
    row(
      { height: 66, justify: "between" },
      row(
        { gap: 14 },
        text(value, style, { width: isLong ? room : room - pillRoom, min: 18 }),
        !isLong && small && box({ padding: [8, 0, 0, 0] }, small),
      ),
      row({ gap: FACT_GAP, align: "start" }, ...shown),
    ),
  );
}

async function factPart({ value, label }: ValueContent, kit: Kit): Promise<Box> {
  const { tokens, width: widthOf } = kit;
  const large = { size: 22, weight: 750, color: tokens.high };
  const small = { ...TYPE.small, color: tokens.mid };
  const widths = await Promise.all([widthOf(value, large), widthOf(label, small)]);
  const width = Math.min(MOST_FACT, Math.ceil(Math.max(...widths)) + 1);
  return column(
    { width, align: "end" },
    text(value, large, { width, min: 14 }),
    await oneOrTwoLines(
      label,
      {
        style: { ...small, align: "right" },
        least: LEAST_LABEL,
        two: { size: 15, lineHeight: 1.1 },
        width,
        min: 13,
      },
      kit,
    ),
  );
}

const TREND_ICONS = { up: "trending-up", down: "trending-down", level: "minus" } as const;

/** Returns an arrow and a number, which both show the trend. */
function pill(tokens: Tokens, { direction, text: content }: NonNullable<StatsCard["trend"]>): Box {
  const isUp = direction === "up";
  const color = isUp ? tokens.accent : tokens.mid;
  return row(
    { gap: 6, padding: [5, 12], radius: 16, fill: isUp ? tokens.tint : tokens.track },
    icon(TREND_ICONS[direction], 18, color),
    text(content, { ...TYPE.label, weight: 650, color }, { width: 62, min: 13 }),
  );
}

/** Returns rows as full as possible: four become two and two. */
async function tileRows(tiles: readonly ValueContent[], kit: Kit): Promise<readonly Box[]> {
  const perRow = tiles.length === 4 ? 2 : 3;
  return Promise.all(
    chunks(tiles, perRow).map(async (shown) => {
      const width = (INNER - (shown.length - 1) * TILE_GAP) / shown.length;
      const labels = shown.map(({ label }) => label);
      const lines = await linesOfAll(labels, { style: labelStyle(kit), width: width - 2 * TILE_PAD }, kit);
      return row(
        { gap: TILE_GAP, height: TILE + (lines - 1) * TILE_LINE, align: "stretch" },
        ...shown.map((one) => statTile(one, { width, lines }, kit)),
      );
    }),
  );
}

function labelStyle({ tokens }: Kit) {
  return { ...TYPE.small, color: tokens.mid, lineHeight: 1.2 };
}

function statTile(
  { value, label }: ValueContent,
  { width, lines }: { readonly width: number; readonly lines: 1 | 2 },
  kit: Kit,
): Box {
  const { tokens } = kit;
  const room = { width: width - 2 * TILE_PAD, min: 13 };
  return box(
    { ...panel(tokens), width, padding: [9, TILE_PAD] },
    text(value, { ...TYPE.name, weight: 750, color: tokens.high }, room),
    text(label, labelStyle(kit), { ...room, lines }),
  );
}
