import { lineHeightOf, takesOneLine } from "../text/fit.ts";
import { type Text, type TextStyle, text } from "../tree.ts";
import type { Tokens } from "../tokens.ts";

/** What a composition needs besides its data. */
export interface Kit {
  readonly tokens: Tokens;
  /** Returns a text's width on one line. */
  readonly width: (text: string, style: TextStyle) => Promise<number>;
}

/** Stacked texts, and their size. */
export interface Words {
  readonly texts: readonly Text[];
  readonly gap: number;
  readonly height: number;
}

interface Line {
  readonly content: string | undefined;
  readonly style: TextStyle;
  readonly min: number;
  readonly most?: 1 | 2;
}

/** Returns texts on at most two lines each, and their total height. */
export async function wordsInLines(
  given: readonly Line[],
  { width, gap }: { readonly width: number; readonly gap: number },
  kit: Kit,
): Promise<Words> {
  const said = given.flatMap(({ content, ...line }) => (content === undefined ? [] : [{ content, ...line }]));
  const texts = await Promise.all(
    said.map(async ({ content, style, min, most = 2 }) => {
      const lines = most === 1 ? 1 : await linesOfAll([content], { style, width, min }, kit);
      return text(content, style, { width, min, lines });
    }),
  );
  const height = texts.reduce(
    (sum, one) => sum + one.style.size * lineHeightOf(one) * (one.fit?.lines ?? 1),
    gap * (texts.length - 1),
  );
  return { texts, gap, height };
}

/** A text, and its style on two lines. */
export interface OneOrTwoLines {
  readonly style: TextStyle;
  /** The least size on one line. */
  readonly least: number;
  readonly two: Pick<TextStyle, "size" | "lineHeight">;
  readonly width: number;
  /** The least size on two lines, before it is cut. */
  readonly min: number;
}

/** Returns a text on one line; on two smaller ones if it would be tiny or cut on one. */
export async function oneOrTwoLines(
  content: string,
  { style, least, two, width, min }: OneOrTwoLines,
  kit: Kit,
): Promise<Text> {
  const lines = await linesOfAll([content], { style: { ...style, size: least }, width, min }, kit);
  return text(content, lines === 1 ? style : { ...style, ...two }, { width, min, lines });
}

/** Returns a text's width on two balanced lines. */
export async function widthOnTwoLines(content: string, style: TextStyle, kit: Kit): Promise<number> {
  const words = content.split(/\s+/u);
  const longer = words.map(async (_, index) => {
    const lines = [words.slice(0, index), words.slice(index)];
    return Math.max(...(await Promise.all(lines.map((line) => kit.width(line.join(" "), style)))));
  });
  return Math.ceil(Math.min(...(await Promise.all(longer)))) + 1;
}

/** Returns the number of lines for texts beside each other: two if one of them is too long for one. */
export async function linesOfAll(
  contents: readonly string[],
  room: { readonly style: TextStyle; readonly width: number; readonly min?: number },
  kit: Kit,
): Promise<1 | 2> {
  const { style, ...given } = room;
  const widths = await Promise.all(contents.map((content) => kit.width(content, style)));
  const areShort = contents.every((content, index) =>
    takesOneLine(content, widths[index] ?? 0, { ...given, size: style.size }),
  );
  return areShort ? 1 : 2;
}
