import { escapeHtml } from "../../base/html.ts";

/** What a service's texts are written in. Plain texts are read as HTML is. */
export const markups = ["html", "bbcode", "markdown"] as const;
export type Markup = (typeof markups)[number];

/** Returns a text as HTML of the elements that are shown. Takes time that grows with its length alone. */
export function toHtml(text: string, markup: Markup): string {
  if (markup === "bbcode") return fromBbcode(text);
  return markup === "markdown" ? fromMarkdown(text) : text;
}

/** What is shown of a tag of BBCode; the others of these are left out with what is in their brackets. */
const TAGS: Readonly<Record<string, string>> = {
  b: "b",
  i: "i",
  em: "i",
  strong: "b",
  h1: "h2",
  h2: "h3",
  h3: "h3",
  h4: "h3",
  quote: "blockquote",
  list: "ul",
  ul: "ul",
  olist: "ol",
  ol: "ol",
  li: "li",
  "*": "li",
  p: "p",
  url: "a",
  code: "p",
  tr: "tr",
  td: "td",
  th: "th",
};
const HIDDEN = new Set(
  "u s strike color size font center left right justify align table spoiler noparse hr indent sub sup user".split(
    " ",
  ),
);
const TAG = /\[(\/?)([a-z][a-z0-9]{0,9}|\*)(?:[= ]([^[\]]{0,2000}))?\]/gi;
const MEDIA = /\[(img|video|youtube|previewyoutube|media|attach)\b[^[\]]{0,300}\][^[\]]{0,2000}\[\/\1\]/gi;
const BARE_LINK = /\[url\]([^[\]\s]{1,2000})\[\/url\]/gi;

function fromBbcode(text: string): string {
  const plain = escapeHtml(text).replaceAll(MEDIA, "");
  const linked = plain.replaceAll(BARE_LINK, "[url=$1]$1[/url]");
  const tagged = linked.replaceAll(TAG, (whole, slash: string, name: string, value = "") => {
    const tag = name.toLowerCase();
    const element = TAGS[tag];
    if (element === undefined) return HIDDEN.has(tag) ? "" : whole;
    if (slash !== "") return `</${element}>`;
    // Quotes are escaped already.
    const target = String(value).replaceAll("&quot;", "").split(" ")[0] ?? "";
    return element === "a" ? `<a href="${target}">` : `<${element}>`;
  });
  return lines(tagged);
}

function fromMarkdown(text: string): string {
  // It may hold HTML, too.
  return lines(text.split(/\r?\n/).map(blockOf).join("\n"));
}

const BLOCKS: readonly (readonly [RegExp, (rest: string, mark: string) => string])[] = [
  [
    /^ {0,3}(#{1,6})\s+(.*)$/,
    (rest, mark) => `<h${Math.max(2, mark.length)}>${inline(rest)}</h${Math.max(2, mark.length)}>`,
  ],
  [/^\s{0,12}([-*+])\s+(.*)$/, (rest) => `<ul><li>${inline(rest)}</li></ul>`],
  [/^\s{0,12}(\d{1,9}[.)])\s+(.*)$/, (rest, mark) => `<p>${mark} ${inline(rest)}</p>`],
  [/^ {0,3}(>)\s?(.*)$/, (rest) => `<blockquote>${inline(rest)}</blockquote>`],
  [/^ {0,3}(```|~~~|-{3,}|\*{3,})()[^]{0,60}$/, () => ""],
];

function blockOf(line: string): string {
  for (const [pattern, write] of BLOCKS) {
    const [, mark, rest] = pattern.exec(line) ?? [];
    if (mark !== undefined) return write(rest ?? "", mark);
  }
  return inline(line);
}

const INLINE: readonly (readonly [RegExp, string])[] = [
  [/!\[[^[\]]{0,500}\]\([^()\s]{0,2000}\)/g, ""],
  [/\[([^[\]]{1,500})\]\(([^()\s]{1,2000})(?:\s[^()]{0,300})?\)/g, '<a href="$2">$1</a>'],
  [/<(https?:[^\s<>]{1,2000})>/g, '<a href="$1">$1</a>'],
  [/(\*\*|__)(?=\S)([^*_\n]{1,2000}?)\1/g, "<b>$2</b>"],
  [/(?<![\w*])\*(?=\S)([^*\n]{1,2000}?)\*(?![\w*])/g, "<i>$1</i>"],
  [/(?<!\w)_(?=\S)([^_\n]{1,2000}?)_(?!\w)/g, "<i>$1</i>"],
  [/`([^`\n]{1,500})`/g, "$1"],
  [/\\([\\`*_{}[\]()#+.!-])/g, "$1"],
];

function inline(text: string): string {
  return INLINE.reduce((written, [pattern, by]) => written.replaceAll(pattern, by), text);
}

/** An empty line ends a paragraph, and another one a line. */
function lines(html: string): string {
  return html
    .replaceAll("\r", "")
    .replaceAll(/\n[ \t]{0,20}\n+/g, "<p>")
    .replaceAll("\n", "<br>");
}
