import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { packageRoot } from "../../src/base/package-root.ts";

/** What comments say about keys, and which keys are another constant. */
interface Notes {
  readonly comments: Map<string, string>;
  readonly parts: Map<string, string>;
}

let read: Map<string, Notes> | undefined;

/**
 * Returns what the comments in English's source say about a key of an area: those above it and above what it is in.
 * The empty key is the area itself.
 */
export function descriptionsOf(area: string): (key: string) => string {
  read ??= new Map(
    globSync("src/messages/en/*.ts", { cwd: packageRoot }).flatMap((path) =>
      notesIn(readFileSync(join(packageRoot, path), "utf8")),
    ),
  );
  const all = read;
  const context = all.get(area)?.comments.get("") ?? "";
  return (key) => (key === "" ? context : describe(all, area, key.split(".")).join(" "));
}

/** From the outermost comment to the innermost. */
function describe(all: Map<string, Notes>, constant: string, names: readonly string[]): readonly string[] {
  const notes = all.get(constant);
  if (notes === undefined) return [];
  const said: (string | undefined)[] = [];
  for (const index of names.keys()) {
    const path = names.slice(0, index + 1).join(".");
    said.push(notes.comments.get(path));
    const part = notes.parts.get(path);
    if (part !== undefined) {
      said.push(all.get(part)?.comments.get(""), ...describe(all, part, names.slice(index + 1)));
    }
  }
  const spread = all.get(notes.parts.get("...") ?? "");
  for (const index of spread === undefined ? [] : names.keys()) {
    said.push(spread?.comments.get(names.slice(0, index + 1).join(".")));
  }
  return said.filter((one) => one !== undefined);
}

const COMMENT = /^\s*\/\*\*([^]*?)\*\/\n/;
const CONSTANT = /^(?:export )?const (\w+)\b.*\n/;
const SPREAD = /^ *\.\.\.(\w+),\n/;
const ENTRY = /^( *)(?:"([^"]+)"|(\w+))(?:: (?:(\w+),\n)?|(,)\n)/;

/** By constant. */
function notesIn(source: string): readonly (readonly [string, Notes])[] {
  const found: (readonly [string, Notes])[] = [];
  const path: string[] = [];
  let comment: string | undefined;
  for (let rest = source; rest !== "";) {
    const [said, words] = COMMENT.exec(rest) ?? [];
    const line = said ?? /^.*\n?/.exec(rest)?.[0] ?? rest;
    rest = rest.slice(line.length);
    const [, constant] = CONSTANT.exec(line) ?? [];
    if (constant !== undefined) found.push([constant, { comments: new Map(), parts: new Map() }]);
    const notes = found.at(-1)?.[1];
    if (constant === undefined && words === undefined) note(line, { comment, notes, path });
    else if (comment !== undefined) notes?.comments.set("", comment);
    comment = words?.replaceAll(/\s*\n\s*\* ?/g, " ").trim();
  }
  return found;
}

interface Place {
  readonly comment: string | undefined;
  readonly notes: Notes | undefined;
  readonly path: string[];
}

/** Takes a line's key, if it has one. The source is formatted: depth is indentation. */
function note(line: string, { comment, notes, path }: Place): void {
  const [, spread] = SPREAD.exec(line) ?? [];
  if (spread !== undefined) notes?.parts.set("...", spread);
  const [, indent = "", quoted, plain, other, short] = ENTRY.exec(line) ?? [];
  const name = quoted ?? plain;
  if (name === undefined) return;
  path.splice(indent.length / 2 - 1, path.length, name);
  if (comment !== undefined) notes?.comments.set(path.join("."), comment);
  const part = short === undefined ? other : plain;
  if (part !== undefined) notes?.parts.set(path.join("."), part);
}
