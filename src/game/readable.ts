import { type Token, Tokenizer, type TokenHandler, TokenizerMode } from "parse5";

import { IGNORED_TOKENS } from "../base/html.ts";
import { cleanText, cutText } from "../base/text.ts";
import { toText } from "./plain-value.ts";

/** A run of characters of one style. */
export interface Span {
  readonly text: string;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  /** The link's target as written: a URL, a path or nonsense. */
  readonly href?: string;
}

/** One paragraph, heading, list entry or quotation. */
export interface Paragraph {
  readonly kind: "text" | "heading" | "item" | "quote";
  /** For a list entry: its nesting, and its number in an ordered list. */
  readonly depth?: number;
  readonly number?: number;
  readonly spans: readonly Span[];
}

const MAX_SOURCE = 200_000;
const MAX_TEXT = 40_000;
const MAX_PARAGRAPHS = 400;
/** HTML elements, including obsolete ones; other words in angle brackets are text. */
const ELEMENTS =
  "a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br " +
  "button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed " +
  "fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img " +
  "input ins kbd label legend li link main map mark marquee math menu meta meter nav nobr noframes noscript object ol " +
  "optgroup option output p param picture pre progress q rp rt ruby s samp script section select slot small source span " +
  "strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var " +
  "video wbr xmp";
const LOOKS_LIKE_HTML = new RegExp(
  `<(?:!--|!doctype|/?(?:${ELEMENTS.replaceAll(" ", "|")})(?:\\s+[\\w-]+=|\\s[^<>]*>|/?>))`,
  "i",
);

/**
 * Returns what a person would read of HTML or plain text: paragraphs, headings, lists, quotations, emphasis and links.
 * Long texts are cut.
 */
export function toParagraphs(source: string): readonly Paragraph[] {
  const bounded = cutText(source, MAX_SOURCE);
  if (!LOOKS_LIKE_HTML.test(bounded)) return plainParagraphs(bounded);
  const reader = new Reader();
  readHtml(bounded, reader);
  return reader.finish();
}

/** Returns the words in one line. */
export function toLine(source: string): string {
  return toParagraphs(source)
    .map((paragraph) => paragraph.spans.map((span) => span.text).join(""))
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Returns a name without the references old sites escape it with; undefined for a blank one. Tags stay: names may have `<`. */
export function toName(value: unknown): string | undefined {
  return toText(decodeEntities(toText(value) ?? ""));
}

function plainParagraphs(source: string): readonly Paragraph[] {
  return cleanText(decodeEntities(cutText(source, MAX_TEXT)))
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .slice(0, MAX_PARAGRAPHS)
    .map((text) => ({ kind: "text", spans: [{ text }] }));
}

/** Elements whose content is not for reading. */
const SKIPPED = new Set(
  "script style template noscript iframe object svg math head title textarea select audio video canvas".split(
    " ",
  ),
);

/**
 * Reads HTML of any quality with parse5's tokenizer, in linear time without building a tree, so that nesting costs
 * nothing. Comments and invisible content are left out; an unfinished tag ends the text.
 */
function readHtml(source: string, reader: Reader): void {
  let text = "";
  let skipped: string | undefined;
  const addText = ({ chars }: Token.CharacterToken) => {
    if (skipped === undefined) text += chars;
  };
  const endText = () => {
    if (text !== "") reader.text(text);
    text = "";
    if (reader.isFull) tokenizer.pause();
  };
  const handler: TokenHandler = {
    ...IGNORED_TOKENS,
    onCharacter: addText,
    onWhitespaceCharacter: addText,
    onStartTag({ tagName, attrs }) {
      endText();
      reader.open(tagName, (name) => attrs.find((attribute) => attribute.name === name)?.value);
      if (!SKIPPED.has(tagName)) return;
      skipped = tagName;
      // Everything is text up to the closing tag.
      tokenizer.state = TokenizerMode.RAWTEXT;
    },
    onEndTag({ tagName }) {
      skipped = undefined;
      endText();
      reader.close(tagName);
    },
    onEof: endText,
  };
  const tokenizer = new Tokenizer({ sourceCodeLocationInfo: false }, handler);
  tokenizer.write(source, true);
}

/** Adjacent references in one match: decoding what is between them is cheaper than separating it. */
const REFERENCES = /&#?[A-Za-z0-9]+;?(?:[^&]{0,8}&#?[A-Za-z0-9]+;?)*/g;

/** Returns a text without tags with references (`&eacute;`, `&#233;`) decoded; unknown ones stay. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(REFERENCES, decodeReferences).replaceAll("\u00A0", " ");
}

function decodeReferences(text: string): string {
  let decoded = "";
  const onCharacter = ({ chars }: Token.CharacterToken) => void (decoded += chars);
  const handler = {
    ...IGNORED_TOKENS,
    onCharacter,
    onWhitespaceCharacter: onCharacter,
    onNullCharacter: onCharacter,
  };
  const tokenizer = new Tokenizer({ sourceCodeLocationInfo: false }, handler);
  tokenizer.state = TokenizerMode.RCDATA;
  tokenizer.write(text, true);
  return decoded;
}

type Style = "heading" | "quote" | "bold" | "italic";

const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6", "caption", "dt"] as const;
const STYLES: ReadonlyMap<string, Style> = new Map<string, Style>([
  ...HEADINGS.map((name) => [name, "heading"] as const),
  ["blockquote", "quote"],
  ["b", "bold"],
  ["strong", "bold"],
  ["i", "italic"],
  ["em", "italic"],
]);
const BLOCKS = new Set([
  ...HEADINGS,
  ..."p div section article header footer main aside nav table tbody thead tr figure figcaption pre hr".split(
    " ",
  ),
  ..."ul ol li dl dd blockquote form fieldset center address details summary".split(" "),
]);

/** Collects paragraphs. Counts open elements instead of nesting, so that bad nesting is harmless. */
class Reader {
  readonly #paragraphs: Paragraph[] = [];
  #spans: Span[] = [];
  #length = 0;
  readonly #styles: Record<Style, number> = { heading: 0, quote: 0, bold: 0, italic: 0 };
  #href: string | undefined;
  /** Numbers of the open lists; -1 for one without numbers. */
  readonly #lists: number[] = [];
  #isItem = false;
  #pendingSpace = false;

  /** Whether nothing more is needed. */
  get isFull(): boolean {
    return this.#length >= MAX_TEXT || this.#paragraphs.length >= MAX_PARAGRAPHS;
  }

  /** Adds the text up to the next tag, with references decoded. */
  text(raw: string): void {
    const text = cleanText(raw).replaceAll(/\s+/g, " ");
    if (text === "") return;
    const isFresh = this.#spans.length === 0 || this.#spans.at(-1)?.text === "\n";
    const lead = text.startsWith(" ") || this.#pendingSpace;
    this.#pendingSpace = text.endsWith(" ");
    const words = text.trim();
    if (words === "") this.#pendingSpace = lead;
    else this.#push(lead && !isFresh ? ` ${words}` : words);
  }

  finish(): readonly Paragraph[] {
    this.#endParagraph();
    return this.#paragraphs;
  }

  open(name: string, attribute: (name: string) => string | undefined): void {
    if (BLOCKS.has(name)) this.#endParagraph();
    const style = STYLES.get(name);
    if (style !== undefined) this.#styles[style] += 1;
    else if (name === "a") this.#href = attribute("href")?.trim();
    else if (name === "ul") this.#lists.push(-1);
    else if (name === "ol") this.#lists.push(0);
    else if (name === "li") this.#startItem();
    else if (name === "br") this.#breakLine();
    else if (name === "td" || name === "th") this.#startCell();
  }

  close(name: string): void {
    if (BLOCKS.has(name)) this.#endParagraph();
    const style = STYLES.get(name);
    if (style !== undefined) this.#styles[style] = Math.max(0, this.#styles[style] - 1);
    else if (name === "a") this.#href = undefined;
    else if (name === "ul" || name === "ol") this.#lists.pop();
  }

  #startItem(): void {
    const open = this.#lists.length - 1;
    const number = this.#lists[open];
    if (number === undefined) this.#lists.push(-1);
    else if (number >= 0) this.#lists[open] = number + 1;
    this.#isItem = true;
  }

  #startCell(): void {
    if (this.#spans.length > 0) this.#push(" · ");
  }

  #breakLine(): void {
    const last = this.#spans.at(-1);
    if (last?.text === "\n") this.#endParagraph();
    else if (last !== undefined) this.#push("\n");
  }

  #push(text: string): void {
    const kept = cutText(text, Math.max(0, MAX_TEXT - this.#length));
    if (kept === "") return;
    this.#length += kept.length;
    this.#spans.push({
      text: kept,
      ...(this.#styles.bold > 0 && { isBold: true }),
      ...(this.#styles.italic > 0 && { isItalic: true }),
      ...(this.#href !== undefined && { href: this.#href }),
    });
  }

  #endParagraph(): void {
    const spans = this.#spans;
    const isItem = this.#isItem;
    this.#pendingSpace = false;
    if (spans.at(-1)?.text === "\n") spans.pop();
    if (spans.length === 0) return;
    this.#spans = [];
    this.#isItem = false;
    this.#paragraphs.push({ ...this.#shape(isItem), spans });
  }

  #shape(isItem: boolean): Omit<Paragraph, "spans"> {
    if (isItem) {
      const number = this.#lists.at(-1) ?? -1;
      return { kind: "item", depth: Math.max(1, this.#lists.length), ...(number > 0 && { number }) };
    }
    if (this.#styles.heading > 0) return { kind: "heading" };
    return { kind: this.#styles.quote > 0 ? "quote" : "text" };
  }
}
