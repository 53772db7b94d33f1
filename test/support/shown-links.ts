import { parse } from "../../src/playground/web/page/markdown/parse.ts";

interface Node {
  readonly type: string;
  readonly text?: string;
  readonly url?: string;
  readonly children?: readonly Node[];
  readonly blocks?: readonly Node[];
  readonly items?: readonly (readonly Node[])[];
}

/** A link as a reader of Discord would find it. */
export interface ShownLink {
  readonly url: URL;
  readonly label: string;
  /** What stands behind it: behind all of it, where a link is made of several pieces. */
  readonly behind: string;
}

/** Every link that Discord would make of a markdown, masked or bare. */
export function shownLinks(markdown: string): readonly ShownLink[] {
  // Stars that are left over where two emphasised pieces meet are no words.
  const pieces = parse(markdown).flatMap((block) => piecesOf(block));
  return pieces.flatMap(({ url, text }, index) => {
    if (url === undefined) return [];
    const later = pieces.slice(index + 1);
    const end = later.findIndex((piece) => piece.url !== url && !/^[*\s]*$/.test(piece.text));
    const behind = later.slice(Math.max(0, end)).map((piece) => piece.text);
    return [{ url: new URL(url), label: text, behind: behind.join("").replace(/^[*\s]+/, "") }];
  });
}

/** Links that lead elsewhere than to these origins, or don't say where they lead. */
export function strayLinks(markdown: string, origins: ReadonlySet<string>): readonly string[] {
  return shownLinks(markdown)
    .filter(({ url, behind }) => !origins.has(url.origin) || !behind.startsWith(`(${url.host})`))
    .map(({ url, label }) => `${label} -> ${url.href}`);
}

interface Piece {
  readonly text: string;
  readonly url?: string;
}

function piecesOf(node: Node): readonly Piece[] {
  if (node.type === "link") return [{ text: textOf(node), url: node.url ?? "" }];
  const inside = [...(node.children ?? []), ...(node.blocks ?? []), ...(node.items ?? []).flat()];
  return inside.length > 0 ? inside.flatMap(piecesOf) : [{ text: textOf(node) }];
}

function textOf(node: Node): string {
  if (node.type === "break") return "\n";
  return node.text ?? (node.children ?? []).map(textOf).join("");
}
