import { withAlpha } from "../oklch.ts";
import { type Tokens, tokensOf } from "../tokens.ts";
import { type Box, type Canvas, type Text, box, column, row, text } from "../tree.ts";
import { EDGE, INNER, TYPE, avatar, bar, canvas } from "./parts.ts";
import type { Kit } from "./words.ts";
import type { ComparedContent, ComparedRow } from "../card.ts";

/** Returns whether a row has only words, without bars. */
export function isWords({ values }: ComparedRow): boolean {
  return values.every(({ share }) => share === undefined);
}

/**
 * Blue against orange in every theme, since some people can't tell green from orange. Weight and bar length also show
 * who is ahead.
 */
const HUES = [240, 60] as const;
const HEADER = 56;
const ROW = 52;
/** For a row without bars. */
const WORDS_ROW = 38;
const ROW_GAP = 9;
const BETWEEN = 20;
/** Between a label and the values beside it. */
const LABEL_GAP = 14;
/** Leaves a label enough room to be readable. */
const MOST_VALUE = 162;

type Side = 0 | 1;

/** Composes two sides facing each other. */
export async function composePair(
  [left, right]: readonly ComparedContent[],
  rows: readonly ComparedRow[],
  kit: Kit,
): Promise<Canvas> {
  const { tokens } = kit;
  const rowsHeight = rows.reduce((sum, one) => sum + heightOf(one) + ROW_GAP, 0);
  const height = 2 * EDGE + HEADER + (rows.length === 0 ? 0 : 33 - ROW_GAP) + rowsHeight;
  return canvas(
    tokens,
    { height, gap: 16 },
    row(
      { height: HEADER, justify: "between" },
      left && person(tokens, left, 0),
      right && person(tokens, right, 1),
    ),
    rows.length > 0 && box({ width: INNER, height: 1, fill: tokens.line }),
    column({ gap: ROW_GAP }, ...(await Promise.all(rows.map((one) => comparedRow(one, kit))))),
  );
}

function person(tokens: Tokens, { name, detail, avatar: bytes }: ComparedContent, side: Side): Box {
  const ofSide = tokensOf(HUES[side], tokens.mode);
  const width = (INNER - BETWEEN) / 2 - HEADER - 12;
  const words = column(
    { width, align: side === 0 ? "start" : "end" },
    text(
      name,
      { ...TYPE.name, color: tokens.high, align: side === 0 ? "left" : "right", lineHeight: 1.15 },
      { width, min: 13, lines: 2 },
    ),
    text(detail, { ...TYPE.small, weight: 600, color: ofSide.accent }, { width, min: 13 }),
  );
  const picture = avatar(ofSide, { bytes, name, size: HEADER });
  return row({ gap: 12 }, ...(side === 0 ? [picture, words] : [words, picture]));
}

function heightOf(row: ComparedRow): number {
  return isWords(row) ? WORDS_ROW : ROW;
}

async function comparedRow(content: ComparedRow, kit: Kit): Promise<Box> {
  const { tokens } = kit;
  const [left, right] = await values(content, kit);
  const side = Math.max(left?.fit?.width ?? 0, right?.fit?.width ?? 0);
  // Both grow outwards from the middle.
  const half = (at: Side) => {
    const { accent } = tokensOf(HUES[at], tokens.mode);
    return bar(tokens, content.values[at]?.share ?? 0, {
      width: (INNER - BETWEEN) / 2,
      fill: content.ahead === at ? accent : withAlpha(accent, 0.6),
      justify: at === 0 ? "end" : "start",
    });
  };
  return column(
    { height: heightOf(content), gap: 6 },
    row(
      { height: 38, justify: "between" },
      row({ width: side }, left),
      await labelText(content.label, INNER - 2 * (side + LABEL_GAP), kit),
      row({ width: side, justify: "end" }, right),
    ),
    !isWords(content) && row({ justify: "between" }, half(0), half(1)),
  );
}

/** A label on two lines is smaller, since it is between two bars. */
async function labelText(label: string, width: number, kit: Kit): Promise<Text> {
  const style = { ...TYPE.label, color: kit.tokens.mid, lineHeight: 1.15, align: "center" as const };
  if ((await kit.width(label, style)) <= width) return text(label, style, { width });
  return text(label, { ...style, size: 15 }, { width, min: 13, lines: 2 });
}

/** Both values have the size and width of the longer; the label gets the rest. Words may break. */
async function values(content: ComparedRow, { tokens, width }: Kit): Promise<readonly Text[]> {
  const type = isWords(content) ? { ...TYPE.body, weight: 600 } : { size: 22, weight: 500 };
  const drawn = content.values.map(({ text: said }, side) => ({
    said,
    style:
      side === content.ahead
        ? { ...type, weight: 800, color: tokensOf(HUES[side === 0 ? 0 : 1], tokens.mode).accent }
        : { ...type, color: tokens.mid },
  }));
  const widths = await Promise.all(drawn.map(({ said, style }) => width(said, style)));
  const longest = Math.ceil(Math.max(...widths)) + 1;
  const room = Math.min(longest, MOST_VALUE);
  if (longest > room && isWords(content)) {
    const small = { size: 16, lineHeight: 1.15 };
    return drawn.map(({ said, style }, side) =>
      text(
        said,
        { ...style, ...small, align: side === 0 ? "left" : "right" },
        { width: room, min: 13, lines: 2 },
      ),
    );
  }
  const size = Math.max(13, Math.floor((2 * type.size * room) / longest) / 2);
  return drawn.map(({ said, style }) => text(said, { ...style, size }, { width: room, min: 13 }));
}
