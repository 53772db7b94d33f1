/** Control characters except tab and newline, and interlinear annotation marks. */
const CONTROLS =
  // oxlint-disable-next-line no-control-regex -- removing control characters is the purpose
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFFF9-\uFFFB]/g;
const LINE_BREAKS = /\r\n?|[\u0085\u2028\u2029]/g;
/** Letters that join their neighbors in the same word. */
const JOINED = String.raw`[\p{L}&&[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Mand}\p{scx=Adlm}\p{scx=Rohg}]]`;
const VIRAMA = String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u1039\u17D2\u1B44\uA9C0]`;
/** Invisible characters where Unicode gives them a meaning; with the `v` flag. */
const MEANT = [
  // The joiner of emoji, the selectors of their colored form and of keycaps, the tags of a region's flag (UTS #51).
  String.raw`(?<=\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})\uFE0F|(?<=[0-9#*])\uFE0F(?=\u20E3)`,
  String.raw`(?<=\u{1F3F4})[\u{E0061}-\u{E007A}]{2}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,4}\u{E007F}`,
  // Between letters that would join, and after a letter that has to (UAX #31, 2.3; The Unicode Standard, 23.2).
  String.raw`(?<=${JOINED}\p{M}{0,4})\u200C(?=${JOINED})|(?<=${JOINED}\p{M}{0,4})\u200D(?!${JOINED}|\p{M}|\p{DI})`,
  // How consonants of Indic scripts join, and where Khmer's register marks stand.
  String.raw`(?<=${VIRAMA})[\u200C\u200D]|(?<=\p{L})\u200D(?=${VIRAMA})|(?<=\p{L})[\u200C\u200D](?=[\u17C9\u17CA])`,
  // The forms of Mongolian letters.
  String.raw`(?<=[\u1820-\u18AA])[\u180B-\u180F]`,
];
/** What Unicode calls invisible: zero-width, bidi, fillers, tags, variation selectors. The first group is kept. */
const INVISIBLE = new RegExp(
  String.raw`(${MEANT.join("|")})|[\p{Default_Ignorable_Code_Point}\u202A-\u202E\u2066-\u2069]`,
  "gv",
);
/** Marks stacked on one letter until they cover neighboring lines. */
const STACKED_MARKS = /(\p{M}{4})\p{M}[\p{M}\u200C\u200D]*/gu;
const PLAIN_ASCII = /^[\n\x20-\x7E]*$/;

/**
 * Returns text as a person would see it: without direction-changing characters and invisible ones that shape nothing,
 * with newlines as line breaks, lone surrogates replaced, and at most four marks on a letter.
 */
export function cleanText(text: string): string {
  if (PLAIN_ASCII.test(text)) return text;
  return text
    .toWellFormed()
    .replaceAll(LINE_BREAKS, "\n")
    .replaceAll(CONTROLS, "")
    .replaceAll(INVISIBLE, "$1")
    .replaceAll(STACKED_MARKS, "$1");
}

/** Characters that can't be markup, wherever they are. */
const UNMARKED = /^[A-Za-z0-9 ,;!?'"()&%$=]*$/;
const INLINE_MARKUP = /[\\*_~`|<>[\]]/g;
/** Headings, small print and lists at the start of a line; a part may also end after the marker. */
const LINE_MARKUP = /^([^\S\n]*)(#{1,3}|-#|[-+])(?=\s|$)/gm;
const NUMBERED_LINE = /^([^\S\n]*\d*)\.(?=\s|$)/gm;
/** Where Discord sees a mention of everyone, whatever precedes it. */
export const MASS_MENTION = /@(?=everyone|here|$)/g;
const AUTOLINK = /:(?=\/|$)/g;
/** Discord links its own addresses without a scheme, too, and shows an invite for them. */
const INVITE = /(discord(?:app)?\.[a-z]+)\//gi;
/** A possible emoji name after a colon, as in `:fire:`. A part may also end within it. */
const NAMED = /:(?=([\w+-]+)(?::|$))/g;
/** Two emoji names consist of digits; other digits are a time. */
const EMOJI_NAME = /[A-Za-z_+-]|^(?:100|1234)$/;

/** Returns the text without its markup, for places where markup is not rendered. */
export function withoutMarkup(text: string): string {
  return text
    .replaceAll(/\[([^\]\n]*)\]\([^)\s]*\)/g, "$1")
    .replaceAll(/(?<!\\)(?:\*{1,3}|__|~~|\|\||`+)/g, "")
    .replaceAll(/^[^\S\n]*(?:#{1,3}|-#|>)\s+/gm, "")
    .replaceAll(/\\([^\w\s])/g, "$1");
}

/**
 * Returns text that Discord shows letter by letter: without markup, mentions, headings, lists or links, also where two
 * such texts are joined. The zero-width space after an `@` is ours, since Discord ignores backslashes before
 * `@everyone`.
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

/** Returns the beginning of a text, at most `max` UTF-16 units of it, cut between what people take for characters. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const near = segmenter.segment(text.slice(0, max + 2));
  return text.slice(0, near.containing(max)?.index);
}

/** Returns at most `max` UTF-16 units, cut between characters and ending in "…" if something was cut. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  return max < 1 ? "" : `${cutText(text, max - 1).trimEnd()}…`;
}

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Returns a name for comparison: in lower case, with full-width letters and surrounding spaces normalized, without what
 * nobody sees or types (NFKC_Casefold).
 */
export function foldCase(text: string): string {
  return text.normalize("NFKC").replaceAll(IGNORABLE, "").trim().toLowerCase();
}

/** Returns `foldCase` without accents, for searching. */
export function foldAccents(text: string): string {
  return foldCase(text.normalize("NFKD").replaceAll(/\p{M}/gu, ""));
}

/** Returns a number that was typed as digits, also wide ones; undefined for anything else. */
export function wholeNumber(typed: string): number | undefined {
  const digits = typed.normalize("NFKC").trim();
  return /^\d{1,12}$/.test(digits) ? Number(digits) : undefined;
}
