import { type Token, Tokenizer, TokenizerMode, type TokenHandler } from "parse5";

/** What is met while HTML is read from left to right. */
export interface HtmlReader {
  /** All the text up to the next tag, references turned into characters. */
  text(text: string): void;
  /** Names of elements and attributes are lower-case. */
  open(name: string, attribute: (name: string) => string | undefined): void;
  close(name: string): void;
  /** Nothing more is needed. */
  readonly isFull: boolean;
}

/** Elements whose content is not for reading. */
const SKIPPED = new Set(
  "script style template noscript iframe object svg math head title textarea select audio video canvas".split(
    " ",
  ),
);

/**
 * Reads HTML of any quality with parse5's tokenizer, in one pass and in linear time: no tree is built, so that nesting
 * costs nothing. Comments and what is not for reading are left out; an unfinished tag ends the text.
 */
export function readHtml(source: string, reader: HtmlReader): void {
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
    ...IGNORED,
    onCharacter: addText,
    onWhitespaceCharacter: addText,
    onStartTag({ tagName, attrs }) {
      endText();
      reader.open(tagName, (name) => attrs.find((attribute) => attribute.name === name)?.value);
      if (!SKIPPED.has(tagName)) return;
      skipped = tagName;
      // All is text up to the tag that closes it.
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

/** Returns text without tags with its references (`&eacute;`, `&#233;`) turned into characters; unknown ones stay. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  let decoded = "";
  const add = ({ chars }: Token.CharacterToken) => void (decoded += chars);
  const handler = { ...IGNORED, onCharacter: add, onWhitespaceCharacter: add, onNullCharacter: add };
  const tokenizer = new Tokenizer({ sourceCodeLocationInfo: false }, handler);
  tokenizer.state = TokenizerMode.RCDATA;
  tokenizer.write(text, true);
  return decoded.replaceAll("\u00A0", " ");
}

const ignore = () => {};
const IGNORED: TokenHandler = {
  onComment: ignore,
  onDoctype: ignore,
  onStartTag: ignore,
  onEndTag: ignore,
  onEof: ignore,
  onCharacter: ignore,
  onWhitespaceCharacter: ignore,
  onNullCharacter: ignore,
};
