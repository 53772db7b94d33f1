/** Bidi controls, zero-width and other invisible characters, C0 and C1 controls but tab and newline. */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex -- removing control characters is the purpose
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180E\u200B\u200C\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFE00-\uFE0D\uFEFF\uFFA0\uFFF9-\uFFFB]|[\u{E0000}-\u{E0FFF}]/gu;

/** Text as a person would see it: invisible and direction-changing characters gone, lone surrogates mended. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll(INVISIBLE, "");
}

const INLINE_MARKUP = /[\\*_~`|<>[\]]/g;
const LINE_MARKUP = /^(\s*)(#{1,3}|-#|[-+])(?=\s)/gm;
const NUMBERED_LINE = /^(\s*\d+)\.(?=\s)/gm;
const MASS_MENTION = /@(?=everyone|here)/g;
const AUTOLINK = /:(?=\/\/)/g;

/** Text that Discord shows letter for letter: no markup, mention, heading, list or link is left in it. */
export function escapeMarkdown(text: string): string {
  return cleanText(text)
    .replaceAll(INLINE_MARKUP, "\\$&")
    .replaceAll(LINE_MARKUP, "$1\\$2")
    .replaceAll(NUMBERED_LINE, "$1\\.")
    .replaceAll(AUTOLINK, ":\\")
    .replaceAll(MASS_MENTION, "@\u200B");
}

/** At most `max` UTF-16 units, cut between characters and closed with "…" when something was cut. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const segments = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  let kept = "";
  for (const { segment } of segments.segment(text.slice(0, max * 2))) {
    if (kept.length + segment.length > max - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
