/** Controls of C0 and C1 but tab and newline, and interlinear annotation marks. */
const CONTROLS =
  // oxlint-disable-next-line no-control-regex -- removing control characters is the purpose
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFFF9-\uFFFB]/g;
const LINE_BREAKS = /\r\n?|[\u0085\u2028\u2029]/g;
/**
 * Everything Unicode calls invisible (zero-width, bidi, fillers, tags, variation selectors), but the two that
 * hold an emoji together: a joiner between pictographs, and the selector that asks for the coloured form.
 */
const INVISIBLE =
  /(?!(?<=\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})\u200D(?=\p{Extended_Pictographic}))(?!(?<=\p{Extended_Pictographic})\uFE0F)(?!(?<=[0-9#*])\uFE0F(?=\u20E3))[\p{Default_Ignorable_Code_Point}\u202A-\u202E\u2066-\u2069]/gu;
/** Marks stacked on one letter until they cover the lines around it. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;
const PLAIN_ASCII = /^[\n\x20-\x7E]*$/;

/**
 * Text as a person would see it: invisible and direction-changing characters gone, every line break a newline,
 * lone surrogates replaced, at most four marks on a letter.
 */
export function cleanText(text: string): string {
  if (PLAIN_ASCII.test(text)) return text;
  return text
    .toWellFormed()
    .replaceAll(LINE_BREAKS, "\n")
    .replaceAll(CONTROLS, "")
    .replaceAll(INVISIBLE, "")
    .replaceAll(STACKED_MARKS, "$1");
}

/** Nothing in it can be markup, wherever it stands. */
const UNMARKED = /^[A-Za-z0-9 ,;!?'"()&%$=]*$/;
const INLINE_MARKUP = /[\\*_~`|<>[\]]/g;
/** Headings, small print and lists stand at the start of a line; a part may also end where the marker does. */
const LINE_MARKUP = /^([^\S\n]*)(#{1,3}|-#|[-+])(?=\s|$)/gm;
const NUMBERED_LINE = /^([^\S\n]*\d*)\.(?=\s|$)/gm;
/** Where Discord sees everybody mentioned, whatever stands before it. */
export const MASS_MENTION = /@(?=everyone|here|$)/g;
const AUTOLINK = /:(?=\/|$)/g;
/** Discord knows its own addresses without a scheme too, and shows a card with a button to join. */
const INVITE = /(discord(?:app)?\.[a-z]+)\//gi;
/** What may be the name of an emoji behind a colon, as in `:fire:`. A part may also end within it. */
const NAMED = /:(?=([\w+-]+)(?::|$))/g;
/** Of digits alone there are two; any others are a time. */
const EMOJI_NAME = /[A-Za-z_+-]|^(?:100|1234)$/;

/** The words of a text with markup, as they read: for where markup is not shown. */
export function withoutMarkup(text: string): string {
  return text
    .replaceAll(/\[([^\]\n]*)\]\([^)\s]*\)/g, "$1")
    .replaceAll(/(?<!\\)(?:\*{1,3}|__|~~|\|\||`+)/g, "")
    .replaceAll(/^[^\S\n]*(?:#{1,3}|-#|>)\s+/gm, "")
    .replaceAll(/\\([^\w\s])/g, "$1");
}

/**
 * Text that Discord shows letter for letter: no markup, mention, heading, list or link is left in it, nor does
 * one arise where two such texts meet. The zero-width space behind an `@` is ours: Discord looks for
 * `@everyone` without regard to backslashes.
 */
export function escapeMarkdown(text: string): string {
  if (UNMARKED.test(text)) return text;
  return cleanText(text)
    .replaceAll(INLINE_MARKUP, "\\$&")
    .replaceAll(LINE_MARKUP, "$1\\$2")
    .replaceAll(NUMBERED_LINE, "$1\\.")
    .replaceAll(AUTOLINK, "\\:")
    .replaceAll(INVITE, "$1\\/")
    .replaceAll(NAMED, (colon, name: string) => (EMOJI_NAME.test(name) ? "\\:" : colon))
    .replaceAll(MASS_MENTION, "@\u200B");
}

let segmenter: Intl.Segmenter | undefined;

/** At most `max` UTF-16 units, cut between characters and closed with "…" when something was cut. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 1) return "";
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  let end = 0;
  for (const { index, segment } of segmenter.segment(text.slice(0, max + 64))) {
    if (index + segment.length > max - 1) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

/** Names as people compare them: without regard to case, to width (full-width letters), and to spaces around. */
export function foldCase(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}

/** As `foldCase`, and without accents: for what people type to find something. */
export function foldAccents(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").trim().toLowerCase();
}
