import { withAlpha } from "../oklch.ts";
import type { Tokens } from "../tokens.ts";
import { type Box, type Canvas, box, column, row, text } from "../tree.ts";
import type { Kit } from "./card.ts";
import { type ComparedContent, type ComparedRow, type ComparedValue, isWords } from "./compared.ts";
import { EDGE, INNER, TYPE, canvas, nameText } from "./parts.ts";

const MOST = 4;
const GAP = 16;
const HEADER = 46;
const LABEL = 20;
const VALUE = 26;
const BAR = 6;
const ROW_GAP = 10;

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
    row({ height: HEADER, gap: GAP }, ...sides.map((side) => person(tokens, side, width))),
    box({ width: INNER, height: 1, fill: tokens.line }),
    column({ gap: ROW_GAP }, ...rows.map((one) => comparedRow(tokens, one, { width, count: sides.length }))),
  );
}

function person(tokens: Tokens, { name, detail }: ComparedContent, width: number): Box {
  return column(
    { width },
    nameText(name, { ...TYPE.name, color: tokens.high, lineHeight: 1.2 }, { width, min: 14 }),
    text(detail, { ...TYPE.small, color: tokens.mid }, { width, min: 13 }),
  );
}

function heightOf(one: ComparedRow): number {
  return LABEL + VALUE + (isWords(one) ? 0 : BAR + 2);
}

function comparedRow(
  tokens: Tokens,
  content: ComparedRow,
  { width, count }: { readonly width: number; readonly count: number },
): Box {
  const { label, values, ahead } = content;
  return column(
    { height: heightOf(content) },
    box(
      { height: LABEL, justify: "center" },
      text(label, { ...TYPE.axis, color: tokens.mid }, { width: INNER, min: 13 }),
    ),
    row(
      { gap: GAP, align: "start" },
      ...values
        .slice(0, count)
        .map((value, side) =>
          column(
            { width, gap: 2 },
            valueText(tokens, value, { width, isAhead: side === ahead }),
            !isWords(content) && barOf(tokens, value.share ?? 0, { width, isAhead: side === ahead }),
          ),
        ),
    ),
  );
}

function valueText(
  tokens: Tokens,
  { text: said }: ComparedValue,
  { width, isAhead }: { readonly width: number; readonly isAhead: boolean },
): Box {
  const style = { size: 21, weight: isAhead ? 800 : 550, color: isAhead ? tokens.accent : tokens.high };
  return box({ height: VALUE, justify: "center" }, text(said, style, { width, min: 13 }));
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
