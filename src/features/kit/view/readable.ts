import { type Markdown, joinMarkdown, link, md } from "../../../base/markdown.ts";
import { cutText } from "../../../base/text.ts";
import { type Paragraph, type Span, toParagraphs } from "../../../game/readable.ts";

/** About two screens of a phone. */
const PAGE_LENGTH = 1600;
const PARAGRAPH_LENGTH = 500;
const HREF_LENGTH = 300;
const MAX_DEPTH = 3;

/** Returns whether members may be sent to a URL. */
type MayLink = (url: URL) => boolean;

/** For text by players: no links. */
const NO_LINKS: MayLink = () => false;

/**
 * Returns a text of the platform, HTML or plain, as pages of Markdown; none where there is nothing to read. Links stay
 * where `mayLink` allows them, each followed by its host.
 */
export function readablePages(source: string, mayLink: MayLink = NO_LINKS): readonly Markdown[] {
  const pages: Markdown[][] = [];
  let length = 0;
  for (const paragraph of toParagraphs(source).flatMap(split)) {
    const written = write(paragraph, mayLink);
    const added = written.toString().length + 2;
    const page = pages.at(-1);
    if (page === undefined || length + added > PAGE_LENGTH) {
      pages.push([written]);
      length = added;
    } else {
      page.push(stepsClose(paragraph) ? written : md`\n${written}`);
      length += added;
    }
  }
  return pages.map((page) => joinMarkdown(page));
}

/** List entries need no blank line between them; Discord spaces headings itself. */
function stepsClose(paragraph: Paragraph): boolean {
  return paragraph.kind === "item" || paragraph.kind === "heading";
}

/** Returns the first page. */
export function readableStart(source: string, mayLink?: MayLink): Markdown | undefined {
  return readablePages(source, mayLink)[0];
}

function write(paragraph: Paragraph, mayLink: MayLink): Markdown {
  const isOneLine = paragraph.kind !== "text";
  const spans = paragraph.spans.map((span, index) => {
    const url = linkOf(span, mayLink);
    const isLast = paragraph.spans[index + 1]?.href !== span.href;
    const text = isOneLine ? span.text.replaceAll("\n", " ") : span.text;
    const written = writeSpan({ ...span, text }, url);
    return url !== undefined && isLast ? md`${written} (${url.host})` : written;
  });
  const body = joinMarkdown(spans, "");
  if (paragraph.kind === "heading") return md`### ${plainOf(paragraph)}`;
  if (paragraph.kind === "quote") return quoted(paragraph, body);
  if (paragraph.kind === "text") return body;
  const indent = "  ".repeat(Math.min(paragraph.depth ?? 1, MAX_DEPTH) - 1);
  const marker = paragraph.number === undefined ? md`-` : md`${paragraph.number}.`;
  return md`${indent}${marker} ${body}`;
}

/** Discord needs its quote mark on every line. */
function quoted(paragraph: Paragraph, body: Markdown): Markdown {
  const hasBreak = paragraph.spans.some((span) => span.text.includes("\n"));
  if (!hasBreak) return md`> ${body}`;
  const rows = paragraph.spans
    .map((span) => span.text)
    .join("")
    .split("\n");
  return joinMarkdown(rows.map((row) => md`> ${row}`));
}

function plainOf(paragraph: Paragraph): string {
  return paragraph.spans
    .map((span) => span.text)
    .join("")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function writeSpan(span: Span, url: URL | undefined): Markdown {
  const [, before = "", words = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(span.text) ?? [];
  if (words === "") return md`${span.text}`;
  const linked = url === undefined ? md`${words}` : link(words, url.href);
  return md`${before}${emphasised(linked, span)}${after}`;
}

function emphasised(text: Markdown, span: Span): Markdown {
  if (span.isBold === true && span.isItalic === true) return md`***${text}***`;
  if (span.isBold === true) return md`**${text}**`;
  return span.isItalic === true ? md`*${text}*` : text;
}

function linkOf({ href }: Span, mayLink: MayLink): URL | undefined {
  if (href === undefined || href.length > HREF_LENGTH || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return mayLink(url) ? url : undefined;
}

/** Splits paragraphs longer than a page. */
function split(paragraph: Paragraph): readonly Paragraph[] {
  const pieces: Span[][] = [[]];
  let length = 0;
  for (const span of paragraph.spans.flatMap(splitSpan)) {
    if (length + span.text.length > PARAGRAPH_LENGTH && length > 0) {
      pieces.push([]);
      length = 0;
    }
    pieces.at(-1)?.push(span);
    length += span.text.length;
  }
  return pieces
    .filter((spans) => spans.length > 0)
    .map((spans, index) => ({ ...paragraph, ...(index > 0 && { kind: continuation(paragraph) }), spans }));
}

function continuation(paragraph: Paragraph): Paragraph["kind"] {
  return paragraph.kind === "quote" ? "quote" : "text";
}

function splitSpan(span: Span): readonly Span[] {
  if (span.text.length <= PARAGRAPH_LENGTH) return [span];
  const parts: Span[] = [];
  let rest = span.text;
  while (rest.length > PARAGRAPH_LENGTH) {
    const space = rest.lastIndexOf(" ", PARAGRAPH_LENGTH);
    const end =
      space > PARAGRAPH_LENGTH / 2 ? space + 1 : cutText(rest, PARAGRAPH_LENGTH).length || PARAGRAPH_LENGTH;
    parts.push({ ...span, text: rest.slice(0, end) });
    rest = rest.slice(end);
  }
  return rest === "" ? parts : [...parts, { ...span, text: rest }];
}
