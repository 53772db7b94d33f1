/** Discord's inline markdown as plain objects, so that no text can become markup. */

export type Inline =
  | { type: "text"; text: string }
  | { type: "break" }
  | { type: "strong" | "em" | "underline" | "strike" | "spoiler"; children: Inline[] }
  | { type: "code"; text: string }
  | { type: "link"; url: string; children: Inline[]; title?: string }
  | { type: "time"; at: number; style: string }
  | { type: "mention"; kind: "user" | "role" | "channel"; id: string }
  | { type: "command"; name: string; id: string }
  | { type: "everyone"; name: "everyone" | "here" }
  | { type: "emoji"; name: string; id: string; animated: boolean };

/** Deeper nesting stays as written. */
const MAX_DEPTH = 8;
const PLAIN = /[^\\*_~|`<[h@\n]+/y;

const RULES: readonly {
  pattern: RegExp;
  make: (match: RegExpExecArray, depth: number) => Inline | undefined;
}[] = [
  { pattern: /\\([^0-9A-Za-z\s])/y, make: (match) => ({ type: "text", text: group(match, 1) }) },
  {
    pattern: /(`+)([^`](?:[^`]|(?!\1)`)*?)\1(?!`)/y,
    make: (match) => ({ type: "code", text: group(match, 2).replace(/^ (?=`)|(?<=`) $/g, "") }),
  },
  { pattern: /\*\*(?=\S)((?:\\.|[^\\])+?)\*\*(?!\*)/sy, make: nested("strong") },
  { pattern: /__((?:\\.|[^\\])+?)__(?!_)/sy, make: nested("underline") },
  { pattern: /\*(?=\S)((?:\\.|\*\*|[^\\*])+?)(?<!\s)\*(?!\*)/sy, make: nested("em") },
  { pattern: /(?<!\w)_((?:\\.|__|[^\\_])+?)_(?!\w)/sy, make: nested("em") },
  { pattern: /~~((?:\\.|[^\\])+?)~~(?!~)/sy, make: nested("strike") },
  { pattern: /\|\|((?:\\.|[^\\])+?)\|\|/sy, make: nested("spoiler") },
  { pattern: /<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, make: time },
  { pattern: /<@!?(\d{1,20})>/y, make: (match) => ({ type: "mention", kind: "user", id: group(match, 1) }) },
  { pattern: /<@&(\d{1,20})>/y, make: (match) => ({ type: "mention", kind: "role", id: group(match, 1) }) },
  { pattern: /<#(\d{1,20})>/y, make: (match) => ({ type: "mention", kind: "channel", id: group(match, 1) }) },
  {
    pattern: /<\/([-_\p{L}\p{N}]{1,32}(?: [-_\p{L}\p{N}]{1,32}){0,2}):(\d{1,20})>/uy,
    make: (match) => ({ type: "command", name: group(match, 1), id: group(match, 2) }),
  },
  {
    pattern: /<(a?):(\w{2,32}):(\d{1,20})>/y,
    make: (match) => ({
      type: "emoji",
      animated: group(match, 1) === "a",
      name: group(match, 2),
      id: group(match, 3),
    }),
  },
  { pattern: /<(https?:\/\/[^\s<>]{1,2000})>/y, make: (match) => bareLink(group(match, 1)) },
  {
    pattern:
      /\[((?:\\.|\[[^[\]\n]*\]|[^[\]\\\n])+)\]\(\s*<?((?:\([^()\s]*\)|[^\s()<>])+)>?(?:\s+"([^"\n]*)")?\s*\)/y,
    make: maskedLink,
  },
  { pattern: /https?:\/\/[^\s<]*[^\s<.,:;"'\])}]/y, make: (match) => bareLink(group(match, 0)) },
  {
    pattern: /@(everyone|here)\b/y,
    make: (match) => ({ type: "everyone", name: group(match, 1) === "here" ? "here" : "everyone" }),
  },
  { pattern: /\n/y, make: () => ({ type: "break" }) },
];

export function parseInline(source: string, depth: number = 0): Inline[] {
  if (depth > MAX_DEPTH) return source === "" ? [] : [{ type: "text", text: source }];
  const nodes: Inline[] = [];
  let at = 0;
  while (at < source.length) {
    const found = nodeAt(source, at, depth);
    addNode(nodes, found.node);
    at = found.end;
  }
  return nodes;
}

function nodeAt(source: string, at: number, depth: number): { node: Inline; end: number } {
  PLAIN.lastIndex = at;
  const plain = PLAIN.exec(source);
  if (plain !== null) return { node: { type: "text", text: plain[0] }, end: PLAIN.lastIndex };
  for (const rule of RULES) {
    rule.pattern.lastIndex = at;
    const match = rule.pattern.exec(source);
    if (match === null) continue;
    const end = rule.pattern.lastIndex;
    const node = rule.make(match, depth);
    if (node !== undefined) return { node, end };
  }
  return { node: { type: "text", text: source.charAt(at) }, end: at + 1 };
}

function addNode(nodes: Inline[], node: Inline) {
  const last = nodes.at(-1);
  if (node.type === "text" && last?.type === "text") last.text += node.text;
  else nodes.push(node);
}

function nested(type: "strong" | "em" | "underline" | "strike" | "spoiler") {
  return (match: RegExpExecArray, depth: number): Inline => ({
    type,
    children: parseInline(group(match, 1), depth + 1),
  });
}

function time(match: RegExpExecArray): Inline | undefined {
  const at = Number(group(match, 1)) * 1000;
  if (Number.isNaN(new Date(at).getTime())) return undefined;
  return { type: "time", at, style: group(match, 2) || "f" };
}

/** Returns a link with a text other than its address. */
function maskedLink(match: RegExpExecArray, depth: number): Inline | undefined {
  const url = webAddress(group(match, 2));
  if (url === undefined) return undefined;
  const children = parseInline(group(match, 1), depth + 1);
  if (children.some((child) => child.type === "link")) return undefined;
  const title = group(match, 3);
  return title === "" ? { type: "link", url, children } : { type: "link", url, children, title };
}

function bareLink(address: string): Inline | undefined {
  const url = webAddress(address);
  return url === undefined ? undefined : { type: "link", url, children: [{ type: "text", text: address }] };
}

/** Returns http and https addresses; undefined for anything else, such as `javascript:`. */
export function webAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}

function group(match: RegExpExecArray, index: number) {
  return match[index] ?? "";
}
