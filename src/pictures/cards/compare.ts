import { withAlpha } from "../oklch.ts";
import { type Tokens, tokensOf } from "../tokens.ts";
import { type Box, type Canvas, box, column, row, text } from "../tree.ts";
import type { CardLook, Kit, PictureBytes } from "./card.ts";
import { EDGE, INNER, TYPE, avatar, canvas, nameText } from "./parts.ts";

/** Two side by side, number for number. */
export interface CompareCard extends CardLook {
  readonly card: "compare";
  readonly left: ComparedContent;
  readonly right: ComparedContent;
  /** Five at most. */
  readonly rows: readonly ComparedRow[];
}

interface ComparedContent {
  readonly name: string;
  /** Under the name. */
  readonly detail: string;
  readonly avatar?: PictureBytes;
}

export interface ComparedRow {
  readonly label: string;
  readonly left: ComparedValue;
  readonly right: ComparedValue;
  readonly ahead?: "left" | "right" | undefined;
}

interface ComparedValue {
  readonly text: string;
  /** Of the higher of the two, 0 to 1. A row where neither has one has no bars. */
  readonly share?: number | undefined;
}

/**
 * Blue against orange in every theme: green against orange is one colour to some. Which is ahead is said by weight and
 * by the length of the bar as well.
 */
const HUES = { left: 240, right: 60 } as const;
const HEADER = 56;
const ROW = 52;
/** Without bars. */
const WORDS_ROW = 34;
const ROW_GAP = 9;
const MOST_ROWS = 5;
const BETWEEN = 20;
/** Letters of a label. */
const ONE_LINE = 18;

type Side = keyof typeof HUES;

export function composeCompare(card: CompareCard, { tokens }: Kit): Canvas {
  const rows = card.rows.slice(0, MOST_ROWS);
  const rowsHeight = rows.reduce((sum, one) => sum + heightOf(one) + ROW_GAP, -ROW_GAP);
  const height = 2 * EDGE + HEADER + 33 + rowsHeight;
  return canvas(
    tokens,
    { height, gap: 16 },
    row(
      { height: HEADER, justify: "between" },
      person(tokens, card.left, "left"),
      person(tokens, card.right, "right"),
    ),
    rows.length > 0 && box({ width: INNER, height: 1, fill: tokens.line }),
    column({ gap: ROW_GAP }, ...rows.map((one) => comparedRow(tokens, one))),
  );
}

function person(tokens: Tokens, { name, detail, avatar: bytes }: ComparedContent, side: Side): Box {
  const { accent } = tokensOf(HUES[side], tokens.mode);
  const width = (INNER - BETWEEN) / 2 - HEADER - 12;
  const align = side === "left" ? "start" : "end";
  const words = column(
    { width, align },
    nameText(
      name,
      { ...TYPE.name, color: tokens.high, align: side, lineHeight: 1.15 },
      { width, min: 15, lines: 2 },
    ),
    text(detail, { ...TYPE.small, weight: 600, color: accent }, { width, min: 13 }),
  );
  const picture = avatar(tokens, { bytes, name, size: HEADER, color: accent });
  return row({ gap: 12 }, ...(side === "left" ? [picture, words] : [words, picture]));
}

function isWords({ left, right }: ComparedRow): boolean {
  return left.share === undefined && right.share === undefined;
}

function heightOf(row: ComparedRow): number {
  return isWords(row) ? WORDS_ROW : ROW;
}

function comparedRow(tokens: Tokens, content: ComparedRow): Box {
  const { label, left, right, ahead } = content;
  // Words take more room than numbers, and what they are less.
  const side = isWords(content) ? 176 : 132;
  const style = isWords(content) ? { ...TYPE.body, weight: 600 } : { size: 22, weight: 500 };
  return column(
    { height: heightOf(content), gap: 8 },
    row(
      { height: 30, justify: "between" },
      row(
        { width: side },
        value(tokens, left.text, { style, side, ahead: ahead === "left" ? "left" : undefined }),
      ),
      text(
        label,
        { ...TYPE.label, color: tokens.mid, lineHeight: 1.12, align: "center" },
        // What is short enough for one is measured faster.
        { width: INNER - 2 * side - 16, min: 14, lines: label.length > ONE_LINE ? 2 : 1 },
      ),
      row(
        { width: side, justify: "end" },
        value(tokens, right.text, { style, side, ahead: ahead === "right" ? "right" : undefined }),
      ),
    ),
    !isWords(content) &&
      row(
        { justify: "between" },
        half(tokens, left.share ?? 0, { side: "left", isAhead: ahead === "left" }),
        half(tokens, right.share ?? 0, { side: "right", isAhead: ahead === "right" }),
      ),
  );
}

function value(
  tokens: Tokens,
  content: string,
  {
    style,
    side,
    ahead,
  }: {
    readonly style: { readonly size: number; readonly weight: number };
    readonly side: number;
    readonly ahead: Side | undefined;
  },
) {
  const color = ahead === undefined ? tokens.mid : tokensOf(HUES[ahead], tokens.mode).accent;
  const weight = ahead === undefined ? style.weight : 800;
  return text(content, { ...style, weight, color }, { width: side, min: 13 });
}

/** Both grow from the middle outwards. */
function half(
  tokens: Tokens,
  share: number,
  { side, isAhead }: { readonly side: Side; readonly isAhead: boolean },
): Box {
  const width = (INNER - BETWEEN) / 2;
  const height = 8;
  const { accent } = tokensOf(HUES[side], tokens.mode);
  const filled = Math.min(1, Math.max(0, share)) * width;
  return row(
    { width, height, radius: 4, fill: tokens.track, justify: side === "left" ? "end" : "start" },
    filled > 0 &&
      box({
        width: Math.max(height, filled),
        height,
        radius: 4,
        fill: isAhead ? accent : withAlpha(accent, 0.6),
      }),
  );
}
