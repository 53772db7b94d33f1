import { withAlpha } from "../oklch.ts";
import type { Tokens } from "../tokens.ts";
import { type Box, type Canvas, box, column, row, text } from "../tree.ts";
import type { Kit } from "./card.ts";
import { type ComparedContent, type ComparedRow, type ComparedValue, isWords } from "./compared.ts";
import { EDGE, INNER, TYPE, canvas, nameInLines } from "./parts.ts";
import { oneOrTwoLines } from "./words.ts";

const MOST = 4;
const GAP = 16;
const HEADER = 46;
const LABEL = 20;
const VALUE = 26;
const BAR = 6;
const ROW_GAP = 10;
/** Of names and values on one line, and how they are on two. */
const LEAST = 14;
const TWO_LINES = { size: 14, lineHeight: 1.05 };

/** Three or four, a column each. Colour is for whoever is ahead: so many colours would be alike to some. */
export async function composeColumns(
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
    await nameInLines(name, { style, least: LEAST, two: TWO_LINES, width, min: 13 }, kit),
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
  return column(
    { height: heightOf(content) },
    box(
      { height: LABEL, justify: "center" },
      text(label, { ...TYPE.axis, color: tokens.mid }, { width: INNER, min: 13 }),
    ),
    row(
      { gap: GAP, align: "start" },
      ...(await Promise.all(
        values
          .slice(0, count)
          .map(async (value, side) =>
            column(
              { width, gap: 2 },
              await valueText(value, { width, isAhead: side === ahead }, kit),
              !isWords(content) && barOf(tokens, value.share ?? 0, { width, isAhead: side === ahead }),
            ),
          ),
      )),
    ),
  );
}

async function valueText(
  { text: said }: ComparedValue,
  { width, isAhead }: { readonly width: number; readonly isAhead: boolean },
  kit: Kit,
): Promise<Box> {
  const { tokens } = kit;
  const style = { size: 21, weight: isAhead ? 800 : 550, color: isAhead ? tokens.accent : tokens.high };
  const room = { style, least: LEAST, two: TWO_LINES, width, min: 13 };
  return box({ height: VALUE, justify: "center" }, await oneOrTwoLines(said, room, kit));
}

function barOf(
  tokens: Tokens,
  share: number,
  { width, isAhead }: { readonly width: number; readonly isAhead: boolean },
): Box {
  const filled = Math.min(1, Math.max(0, share)) * width;
  const fill = isAhead ? tokens.accent : withAlpha(tokens.mid, 0.55);
  return row(
    { width, height: BAR, radius: BAR / 2, fill: tokens.track },
    filled > 0 && box({ width: Math.max(BAR, filled), height: BAR, radius: BAR / 2, fill }),
  );
}
