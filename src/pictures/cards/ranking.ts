import { type Box, type Canvas, box, column, row, text } from "../tree.ts";
import { EDGE, INNER, TYPE, bar, canvas, icon } from "./parts.ts";
import { oneOrTwoLines, type Kit } from "./words.ts";
import type { RankingCard } from "../card.ts";

const MOST_ROWS = 10;
const HEADER = 56;
const ROW = 40;
const GAP = 14;
const PLACE = 28;
const MARK = 18;
const BAR = 64;
const VALUE = 132;
const CELL_GAP = 9;
const NAME = INNER - PLACE - MARK - BAR - VALUE - 4 * CELL_GAP;
const MARKS = { up: "trending-up", down: "trending-down" } as const;

/** Composes places, names and values, each with a bar beside the first's. */
export async function composeRanking(card: RankingCard, kit: Kit): Promise<Canvas> {
  const { tokens } = kit;
  const rows = card.rows.slice(0, MOST_ROWS);
  return canvas(
    tokens,
    { height: 2 * EDGE + HEADER + GAP + rows.length * ROW, gap: GAP },
    column(
      { height: HEADER, justify: "between" },
      text(card.title, { ...TYPE.title, color: tokens.high }, { width: INNER, min: 16 }),
      text(card.detail, { ...TYPE.small, color: tokens.mid }, { width: INNER, min: 13 }),
    ),
    column({}, ...(await Promise.all(rows.map((one, index) => rankRow(one, index === 0, kit))))),
  );
}

async function rankRow(
  { place, name, value, share, direction }: RankingCard["rows"][number],
  isFirst: boolean,
  kit: Kit,
): Promise<Box> {
  const { tokens } = kit;
  const color = isFirst ? tokens.accent : tokens.high;
  const style = { ...TYPE.label, weight: isFirst ? 750 : 600, color };
  const two = { size: 14, lineHeight: 1.05 };
  const mark = direction && icon(MARKS[direction], MARK, direction === "up" ? tokens.accent : tokens.mid);
  return row(
    { height: ROW, gap: CELL_GAP },
    column({ width: PLACE }, text(place, { ...TYPE.label, color: tokens.mid }, { width: PLACE, min: 12 })),
    column({ width: NAME }, await oneOrTwoLines(name, { style, least: 14, two, width: NAME, min: 13 }, kit)),
    box({ width: MARK, height: MARK }, mark),
    bar(tokens, share, { width: BAR, height: 8, fill: isFirst ? tokens.accent : tokens.mid }),
    column(
      { width: VALUE, align: "end" },
      text(value, { ...style, align: "right" }, { width: VALUE, min: 13 }),
    ),
  );
}
