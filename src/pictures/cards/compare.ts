import { type Canvas, type Box, box, column, row, text } from "../tree.ts";
import { composePair, isWords } from "./compare-pair.ts";
import { withAlpha } from "../oklch.ts";
import { EDGE, INNER, TYPE, bar, canvas } from "./parts.ts";
import { oneOrTwoLines, type Kit } from "./words.ts";
import type { ComparedContent, ComparedRow, ComparedValue, CompareCard } from "../card.ts";

const MOST = 4;
const GAP = 16;
const HEADER = 46;
const LABEL = 20;
const VALUE = 26;
const BAR = 6;
const ROW_GAP = 10;
/** The least size of names and values on one line; then they wrap. */
const LEAST = 14;
const TWO_LINES = { size: 14, lineHeight: 1.05 };

/**
 * Composes three or four sides as columns. Only the leading one is colored: so many colors would look alike to some.
 */
async function composeColumns(
  given: readonly ComparedContent[],
  rows: readonly ComparedRow[],
  kit: Kit,
): Promise<Canvas> {
  const { tokens } = kit;
  const sides = given.slice(0, MOST);
  const width = (INNER - (sides.length - 1) * GAP) / sides.length;
  const rowsHeight = rows.reduce((sum, one) => sum + heightOf(one) + ROW_GAP, 0);
  return canvas(
    tokens,
    { height: 2 * EDGE + HEADER + 33 + rowsHeight - ROW_GAP, gap: 16 },
    row({ height: HEADER, gap: GAP }, ...(await Promise.all(sides.map((side) => person(side, width, kit))))),
    box({ width: INNER, height: 1, fill: tokens.line }),
    column(
      { gap: ROW_GAP },
      ...(await Promise.all(rows.map((one) => comparedRow(one, { width, count: sides.length }, kit)))),
    ),
  );
}

async function person({ name, detail }: ComparedContent, width: number, kit: Kit): Promise<Box> {
  const { tokens } = kit;
  const style = { ...TYPE.name, color: tokens.high, lineHeight: 1.2 };
  return column(
    { width },
    await oneOrTwoLines(name, { style, least: LEAST, two: TWO_LINES, width, min: 13 }, kit),
    text(detail, { ...TYPE.small, color: tokens.mid }, { width, min: 13 }),
  );
}

function heightOf(one: ComparedRow): number {
  return LABEL + VALUE + (isWords(one) ? 0 : BAR + 2);
}

async function comparedRow(
  content: ComparedRow,
  { width, count }: { readonly width: number; readonly count: number },
  kit: Kit,
): Promise<Box> {
  const { tokens } = kit;
  const { label, values, ahead } = content;
  const cell = async ({ text: said, share = 0 }: ComparedValue, isAhead: boolean) => {
    const style = { size: 21, weight: isAhead ? 800 : 550, color: isAhead ? tokens.accent : tokens.high };
    const fill = isAhead ? tokens.accent : withAlpha(tokens.mid, 0.55);
    const value = await oneOrTwoLines(said, { style, least: LEAST, two: TWO_LINES, width, min: 13 }, kit);
    return column(
      { width, gap: 2 },
      box({ height: VALUE, justify: "center" }, value),
      !isWords(content) && bar(tokens, share, { width, height: BAR, fill }),
    );
  };
  return column(
    { height: heightOf(content) },
    box(
      { height: LABEL, justify: "center" },
      text(label, { ...TYPE.axis, color: tokens.mid }, { width: INNER, min: 13 }),
    ),
    row(
      { gap: GAP, align: "start" },
      ...(await Promise.all(values.slice(0, count).map((value, side) => cell(value, side === ahead)))),
    ),
  );
}

const MOST_ROWS = 5;

export function composeCompare(card: CompareCard, kit: Kit): Promise<Canvas> {
  const rows = card.rows.slice(0, MOST_ROWS);
  return card.sides.length > 2 ? composeColumns(card.sides, rows, kit) : composePair(card.sides, rows, kit);
}
