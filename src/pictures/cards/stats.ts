import type { Tokens } from "../tokens.ts";
import { type Box, type Canvas, box, column, row, text } from "../tree.ts";
import { type ChartContent, chart } from "./chart.ts";
import type { CardLook, Kit, PictureBytes } from "./card.ts";
import { EDGE, INNER, TYPE, canvas, header, headerPicture, icon } from "./parts.ts";

/** One number above all others, and how it came about: over time, or beside others. */
export interface StatsCard extends CardLook {
  readonly card: "stats";
  readonly name: string;
  /** Under the name: mode and time. */
  readonly detail: string;
  readonly avatar?: PictureBytes;
  readonly banner?: PictureBytes;
  readonly label: string;
  readonly value: string;
  readonly trend?: { readonly direction: "up" | "down" | "level"; readonly text: string } | undefined;
  /** Two at most, beside the number. */
  readonly facts: readonly StatContent[];
  readonly chart?: ChartContent | undefined;
  /** Six at most, where nothing is drawn over time. */
  readonly others: readonly StatContent[];
}

export interface StatContent {
  readonly value: string;
  readonly label: string;
}

const HEADER = 48;
const HERO = 96;
const CHART = 204;
const TILE = 66;
const TILE_GAP = 10;
const GAP = 14;
const MOST_TILES = 6;
const FACT = 84;
/** As wide as its text may make it. */
const PILL = 112;

export function composeStats(card: StatsCard, { tokens }: Kit): Canvas {
  const rows = card.chart === undefined ? tileRows(tokens, card.others.slice(0, MOST_TILES)) : [];
  const rowsHeight = Math.max(0, rows.length * (TILE + TILE_GAP) - TILE_GAP);
  const below = card.chart === undefined ? rowsHeight : CHART;
  return canvas(
    tokens,
    { height: 2 * EDGE + HEADER + GAP + HERO + (below > 0 ? GAP + below : 0), gap: GAP },
    headerPicture(tokens, card.banner),
    header(tokens, { name: card.name, detail: card.detail, avatar: card.avatar, size: HEADER }),
    hero(tokens, card),
    card.chart && chart(tokens, card.chart, { width: INNER, height: CHART }),
    rows.length > 0 && column({ gap: TILE_GAP }, ...rows),
  );
}

function hero(tokens: Tokens, { label, value, trend, facts }: StatsCard): Box {
  const shown = facts.slice(0, 2);
  const room = INNER - shown.length * (FACT + 12) - (trend === undefined ? 0 : PILL + 14);
  return column(
    { height: HERO, justify: "between" },
    text(label, { ...TYPE.body, color: tokens.mid }, { width: INNER, min: 14 }),
    row(
      { height: 66, justify: "between" },
      row(
        { gap: 14 },
        text(value, { ...TYPE.hero, color: tokens.high }, { width: room, min: 18 }),
        trend && pill(tokens, trend),
      ),
      row({ gap: 12, align: "end" }, ...shown.map((fact) => factPart(tokens, fact))),
    ),
  );
}

function factPart(tokens: Tokens, { value, label }: StatContent): Box {
  return column(
    { width: FACT, align: "end" },
    text(value, { size: 22, weight: 750, color: tokens.high }, { width: FACT, min: 14 }),
    text(label, { ...TYPE.small, color: tokens.mid }, { width: FACT, min: 13 }),
  );
}

const TREND_ICONS = { up: "trending-up", down: "trending-down", level: "minus" } as const;

/** An arrow and a number: which way it goes is said by both. */
function pill(tokens: Tokens, { direction, text: content }: NonNullable<StatsCard["trend"]>): Box {
  const isUp = direction === "up";
  const color = isUp ? tokens.accent : tokens.mid;
  return row(
    { gap: 6, padding: [5, 12], radius: 16, fill: isUp ? tokens.tint : tokens.track, margin: [8, 0, 0, 0] },
    icon(TREND_ICONS[direction], 18, color),
    text(content, { ...TYPE.label, weight: 650, color }, { width: 62, min: 13 }),
  );
}

/** As many a row as fill it: four are two and two. */
function tileRows(tokens: Tokens, tiles: readonly StatContent[]): readonly Box[] {
  const perRow = tiles.length === 4 ? 2 : 3;
  return Array.from({ length: Math.ceil(tiles.length / perRow) }, (_, index) => {
    const shown = tiles.slice(index * perRow, (index + 1) * perRow);
    const width = (INNER - (shown.length - 1) * TILE_GAP) / shown.length;
    return row(
      { gap: TILE_GAP, height: TILE, align: "stretch" },
      ...shown.map((one) => statTile(tokens, one, width)),
    );
  });
}

function statTile(tokens: Tokens, { value, label }: StatContent, width: number): Box {
  const room = { width: width - 28, min: 13 };
  return box(
    { width, padding: [9, 14], radius: 14, fill: tokens.panel, border: { color: tokens.line, width: 1 } },
    text(value, { ...TYPE.name, weight: 750, color: tokens.high }, room),
    text(label, { ...TYPE.small, color: tokens.mid }, room),
  );
}
