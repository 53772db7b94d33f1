import { parseInline } from "./inline.js";

/** @import { Inline } from "./inline.js" */
/**
 * @typedef {{type: "paragraph" | "subtext", children: Inline[]}
 *   | {type: "heading", level: 1 | 2 | 3, children: Inline[]}
 *   | {type: "quote", blocks: Block[]}
 *   | {type: "code", language: string, text: string}
 *   | {type: "list", isOrdered: boolean, start: number, items: Block[][]}} Block
 */

const MAX_DEPTH = 6;
const FENCE = /```(?:([\w+#.-]{1,24})\n)?\n*([^\n](?:(?!```)[^])*?)\n*```/y;
const HEADING = /(#{1,3})[ \t]+([^\n]+)(?:\n|$)/y;
const SUBTEXT = /-#[ \t]+([^\n]+)(?:\n|$)/y;
const QUOTE = /(?:>[ \t](?!>)[^\n]*(?:\n|$)|>[ \t]?(?:\n|$))+/y;
const QUOTE_REST = />>>[ \t]([^]*)$/y;
const LIST =
  /[ \t]*(?:[-*]|\d{1,10}\.)[ \t]+[^\n]+(?:\n(?:[ \t]*(?:[-*]|\d{1,10}\.)[ \t]+[^\n]+|[ \t]{2,}\S[^\n]*))*(?:\n|$)/y;
const ITEM = /^([ \t]*)([-*]|\d{1,10}\.)[ \t]+(.*)$/;

/** @type {readonly {pattern: RegExp, make: (match: RegExpExecArray, depth: number) => Block}[]} */
const BLOCKS = [
  {
    pattern: HEADING,
    make: (match) => ({
      type: "heading",
      level: /** @type {1 | 2 | 3} */ (group(match, 1).length),
      children: parseInline(group(match, 2).trimEnd()),
    }),
  },
  { pattern: SUBTEXT, make: (match) => ({ type: "subtext", children: parseInline(group(match, 1)) }) },
  { pattern: QUOTE_REST, make: (match, depth) => quote(group(match, 1), depth) },
  { pattern: QUOTE, make: (match, depth) => quote(group(match, 0).replace(/^>[ \t]?/gm, ""), depth) },
];

/**
 * Discord's markdown as blocks of inline nodes: headings, subtext, quotes, lists, code, paragraphs.
 * @param {string} source
 * @param {number} [depth]
 * @returns {Block[]}
 */
export function parse(source, depth = 0) {
  /** @type {Block[]} */
  const blocks = [];
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

/**
 * Inline nodes only, line breaks kept: for places where Discord shows no blocks.
 * @param {string} source
 * @returns {Block[]}
 */
export function parseFlat(source) {
  return source === "" ? [] : [{ type: "paragraph", children: parseInline(source) }];
}

/**
 * @param {string} source
 * @param {number} at
 * @param {number} depth
 * @returns {{block: Block, end: number} | undefined}
 */
function blockAt(source, at, depth) {
  const code = matchAt(FENCE, source, at);
  if (code !== null) {
    const block = /** @type {Block} */ ({ type: "code", language: group(code, 1), text: group(code, 2) });
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

/**
 * Up to and with the next line break, or up to a code fence on the way.
 * @param {string} source
 * @param {number} at
 */
function endOfProse(source, at) {
  const line = source.indexOf("\n", at);
  const end = line === -1 ? source.length : line + 1;
  for (let fence = source.indexOf("```", at + 1); fence !== -1 && fence < end;) {
    if (source[fence - 1] !== "\\" && matchAt(FENCE, source, fence) !== null) return fence;
    fence = source.indexOf("```", fence + 3);
  }
  return end;
}

/**
 * @param {string} source
 * @param {number} depth
 * @returns {Block}
 */
function quote(source, depth) {
  return { type: "quote", blocks: parse(source, depth + 1) };
}

/**
 * The list that begins here. Bullets and numbers on the same level are two lists.
 * @param {string} source
 * @param {number} at
 * @param {number} depth
 * @returns {{block: Block, end: number} | undefined}
 */
function listAt(source, at, depth) {
  const match = matchAt(LIST, source, at);
  if (match === null) return undefined;
  const lines = group(match, 0).split("\n");
  const first = ITEM.exec(lines[0] ?? "");
  const indent = (first?.[1] ?? "").length;
  const isOrdered = isNumber(first?.[2]);
  /** @type {string[][]} */
  const items = [];
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
  const block = /** @type {Block} */ ({
    type: "list",
    isOrdered,
    start,
    items: items.map((item) => itemBlocks(item, depth)),
  });
  return { block, end: Math.min(end, source.length) };
}

/** @param {string | undefined} marker */
function isNumber(marker) {
  return marker !== undefined && /\d/.test(marker);
}

/**
 * @param {readonly string[]} lines
 * @param {number} depth
 * @returns {Block[]}
 */
function itemBlocks([first = "", ...rest], depth) {
  /** @type {Block} */
  const own = { type: "paragraph", children: parseInline(first) };
  return rest.length === 0 ? [own] : [own, ...parse(rest.join("\n"), depth + 1)];
}

/**
 * @param {RegExp} pattern
 * @param {string} source
 * @param {number} at
 */
function matchAt(pattern, source, at) {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

/**
 * @param {RegExpExecArray} match
 * @param {number} index
 */
function group(match, index) {
  return match[index] ?? "";
}
