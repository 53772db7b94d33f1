import type { TokenHandler } from "parse5";

/** Returns a text escaped for use between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

const ignore = () => {};

/** Handlers that do nothing, for parse5's tokenizer. */
export const IGNORED_TOKENS: TokenHandler = {
  onComment: ignore,
  onDoctype: ignore,
  onStartTag: ignore,
  onEndTag: ignore,
  onEof: ignore,
  onCharacter: ignore,
  onWhitespaceCharacter: ignore,
  onNullCharacter: ignore,
};
