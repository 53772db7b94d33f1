import { parseInline, type Inline } from "./inline.ts";

export type Block =
  | { type: "paragraph" | "subtext"; children: Inline[] }
  | { type: "heading"; level: 1 | 2 | 3; children: Inline[] }
  | { type: "quote"; blocks: Block[] }
  | { type: "code"; language: string; text: string }
  | { type: "list"; isOrdered: boolean; start: number; items: Block[][] };

const MAX_DEPTH = 6;
const FENCE = /```(?:([\w+#.-]{1,24})\n)?\n*([^\n](?:(?!```)[^])*?)\n*```/y;
const HEADING = /(#{1,3})[ \t]+([^\n]+)(?:\n|$)/y;
const SUBTEXT = /-#[ \t]+([^\n]+)(?:\n|$)/y;
const QUOTE = /(?:>[ \t](?!>)[^\n]*(?:\n|$)|>[ \t]?(?:\n|$))+/y;
const QUOTE_REST = />>>[ \t]([^]*)$/y;
const LIST =
  /[ \t]*(?:[-*]|\d{1,10}\.)[ \t]+[^\n]+(?:\n(?:[ \t]*(?:[-*]|\d{1,10}\.)[ \t]+[^\n]+|[ \t]{2,}\S[^\n]*))*(?:\n|$)/y;
const ITEM = /^([ \t]*)([-*]|\d{1,10}\.)[ \t]+(.*)$/;

const BLOCKS: readonly { pattern: RegExp; make: (match: RegExpExecArray, depth: number) => Block }[] = [
  {
    pattern: HEADING,
    make: (match) => ({
      type: "heading",
      level: group(match, 1).length as 1 | 2 | 3,
      children: parseInline(group(match, 2).trimEnd()),
    }),
  },
  { pattern: SUBTEXT, make: (match) => ({ type: "subtext", children: parseInline(group(match, 1)) }) },
  { pattern: QUOTE_REST, make: (match, depth) => quote(group(match, 1), depth) },
  { pattern: QUOTE, make: (match, depth) => quote(group(match, 0).replace(/^>[ \t]?/gm, ""), depth) },
];

/** Returns Discord's markdown as blocks: headings, subtext, quotes, lists, code, paragraphs. */
export function parse(source: string, depth: number = 0): Block[] {
  const blocks: Block[] = [];
  let prose = "";
  const flush = () => {
    const text = prose.replace(/^\n+|\n+$/g, "");
    if (text !== "") blocks.push({ type: "paragraph", children: parseInline(text) });
    prose = "";
  };
  let at = 0;
  while (at < source.length) {
    const found = blockAt(source, at, depth);
    if (found !== undefined) {
      flush();
      blocks.push(found.block);
      at = found.end;
      continue;
    }
    const end = endOfProse(source, at);
    prose += source.slice(at, end);
    at = end;
  }
  flush();
  return blocks;
}

/** Returns inline nodes only, with line breaks, for places where Discord shows no blocks. */
export function parseFlat(source: string): Block[] {
  return source === "" ? [] : [{ type: "paragraph", children: parseInline(source) }];
}

function blockAt(source: string, at: number, depth: number): { block: Block; end: number } | undefined {
  const code = matchAt(FENCE, source, at);
  if (code !== null) {
    const block = { type: "code", language: group(code, 1), text: group(code, 2) } as Block;
    return { block, end: at + group(code, 0).length };
  }
  const isLineStart = at === 0 || source[at - 1] === "\n";
  if (!isLineStart || depth >= MAX_DEPTH) return undefined;
  for (const { pattern, make } of BLOCKS) {
    const match = matchAt(pattern, source, at);
    if (match !== null) return { block: make(match, depth), end: at + group(match, 0).length };
  }
  return listAt(source, at, depth);
}

/** Returns the end of the line, or the start of a code fence before it. */
function endOfProse(source: string, at: number) {
  const line = source.indexOf("\n", at);
  const end = line === -1 ? source.length : line + 1;
  for (let fence = source.indexOf("```", at + 1); fence !== -1 && fence < end;) {
    if (source[fence - 1] !== "\\" && matchAt(FENCE, source, fence) !== null) return fence;
    fence = source.indexOf("```", fence + 3);
  }
  return end;
}

function quote(source: string, depth: number): Block {
  return { type: "quote", blocks: parse(source, depth + 1) };
}

/** Returns the list that begins here. Bullets and numbers on one level are two lists. */
function listAt(source: string, at: number, depth: number): { block: Block; end: number } | undefined {
  const match = matchAt(LIST, source, at);
  if (match === null) return undefined;
  const lines = group(match, 0).split("\n");
  const first = ITEM.exec(lines[0] ?? "");
  const indent = (first?.[1] ?? "").length;
  const isOrdered = isNumber(first?.[2]);
  const items: string[][] = [];
  let end = at;
  for (const line of lines.filter(Boolean)) {
    const item = ITEM.exec(line);
    const startsItem = item !== null && (item[1] ?? "").length <= indent + 1;
    if (startsItem && isNumber(item[2]) !== isOrdered) break;
    if (startsItem) items.push([item[3] ?? ""]);
    else items.at(-1)?.push(line.replace(/^[ \t]{1,2}/, ""));
    end += line.length + 1;
  }
  const start = isOrdered ? Number.parseInt(first?.[2] ?? "1", 10) : 1;
  const block = {
    type: "list",
    isOrdered,
    start,
    items: items.map((item) => itemBlocks(item, depth)),
  } as Block;
  return { block, end: Math.min(end, source.length) };
}

function isNumber(marker: string | undefined) {
  return marker !== undefined && /\d/.test(marker);
}

function itemBlocks([first = "", ...rest]: readonly string[], depth: number): Block[] {
  const own: Block = { type: "paragraph", children: parseInline(first) };
  return rest.length === 0 ? [own] : [own, ...parse(rest.join("\n"), depth + 1)];
}

function matchAt(pattern: RegExp, source: string, at: number) {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

function group(match: RegExpExecArray, index: number) {
  return match[index] ?? "";
}
