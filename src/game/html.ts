import { decodeEntities } from "./entities.ts";

/** One thing met while reading HTML from left to right. */
export type HtmlToken =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "open"; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly type: "close"; readonly name: string };

/** Elements whose content is not for reading. */
const SKIPPED = new Set([
  "script",
  "style",
  "template",
  "noscript",
  "iframe",
  "object",
  "svg",
  "math",
  "head",
  "title",
  "textarea",
  "select",
  "audio",
  "video",
  "canvas",
]);
const TAG_START = /^<\/?[A-Za-z]/;
const NAME = /[^\s/>]+/y;
const ATTRIBUTE = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/y;
const TAG_END = /[^>]*>/y;

/**
 * Reads HTML of any quality, in one pass and in linear time: unclosed and unknown tags, quotes left out,
 * attributes in any order. Comments and what is not for reading are left out; an unfinished tag ends the text.
 */
export function* readHtml(source: string): Generator<HtmlToken> {
  const lower = source.toLowerCase();
  let at = 0;
  while (at < source.length) {
    const next = nextMarkup(source, at);
    if (next > at) yield { type: "text", text: decodeEntities(source.slice(at, next)) };
    if (next >= source.length) return;
    if (!TAG_START.test(source.slice(next, next + 3))) {
      at = endOfDeclaration(source, next);
      continue;
    }
    const tag = readTag(source, next);
    if (tag === undefined) return;
    yield tag.token;
    at = tag.end;
    if (tag.token.type === "open" && SKIPPED.has(tag.token.name))
      at = endOfElement(lower, tag.token.name, at);
  }
}

/** Where the next tag, comment or declaration starts. A `<` that starts none of them is text. */
function nextMarkup(source: string, from: number): number {
  let at = source.indexOf("<", from);
  while (at !== -1) {
    if (TAG_START.test(source.slice(at, at + 3)) || /^<[!?]/.test(source.slice(at, at + 2))) return at;
    at = source.indexOf("<", at + 1);
  }
  return source.length;
}

function endOfDeclaration(source: string, start: number): number {
  const close = source.startsWith("<!--", start) ? "-->" : ">";
  const end = source.indexOf(close, start + 2);
  return end === -1 ? source.length : end + close.length;
}

function endOfElement(lower: string, name: string, from: number): number {
  const close = lower.indexOf(`</${name}`, from);
  return close === -1 ? lower.length : close;
}

function readTag(source: string, start: number): { token: HtmlToken; end: number } | undefined {
  const isClose = source[start + 1] === "/";
  NAME.lastIndex = start + (isClose ? 2 : 1);
  const name = (NAME.exec(source)?.[0] ?? "").toLowerCase();
  let at = NAME.lastIndex;
  const attributes = new Map<string, string>();
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const [, key, double, single, bare] = ATTRIBUTE.exec(source) ?? [];
    if (key === undefined) break;
    at = ATTRIBUTE.lastIndex;
    const value = decodeEntities(double ?? single ?? bare ?? "");
    if (!attributes.has(key.toLowerCase())) attributes.set(key.toLowerCase(), value);
  }
  TAG_END.lastIndex = at;
  if (TAG_END.exec(source) === null) return undefined;
  const end = TAG_END.lastIndex;
  return { token: isClose ? { type: "close", name } : { type: "open", name, attributes }, end };
}
