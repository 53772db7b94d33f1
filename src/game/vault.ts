import { definitionTables } from "../platform/resources/definitions.ts";
import type { NameTable, Names } from "./names.ts";

/**
 * One member of an answer nobody documented. `at` leads to it: the positions of its ancestors and its own, such as
 * "0.3.12".
 */
export interface VaultNode {
  readonly at: string;
  /** The member's name; undefined for an entry of a list. */
  readonly name?: string | undefined;
  readonly kind: "group" | "list" | "value";
  /** Text as the platform sent it, for a value. */
  readonly value?: string | undefined;
  /** What a member ending in "Hash" names. `table` is undefined where its name doesn't tell. */
  readonly hash?: VaultHash | undefined;
  readonly children: readonly VaultNode[];
  /** How many members a group or a list really has. */
  readonly size: number;
}

interface VaultHash {
  readonly table?: NameTable | undefined;
  readonly hash: number;
}

export interface VaultTree {
  readonly root: VaultNode;
  /** The body is larger or deeper than what was read of it. */
  readonly isCut: boolean;
}

const MAX_NODES = 20_000;
const MAX_DEPTH = 24;
const MAX_TEXT = 300;

/** Reads any JSON body as a tree, at most so many members of it, without trusting its shape. */
export function toVaultTree(body: unknown): VaultTree {
  const reader = new Reader();
  const root = reader.read(body, { at: "", depth: 0 });
  return { root, isCut: reader.isCut };
}

interface Position {
  readonly at: string;
  readonly depth: number;
  readonly name?: string | undefined;
  /** The name hashes in a list go by: that of the list. */
  readonly listName?: string | undefined;
}

class Reader {
  #left = MAX_NODES;
  isCut = false;

  read(value: unknown, position: Position): VaultNode {
    const { at, name } = position;
    if (typeof value !== "object" || value === null) {
      const hash = hashIn(name ?? position.listName, value);
      return { at, name, kind: "value", value: textOf(value), hash, children: [], size: 0 };
    }
    const isList = Array.isArray(value);
    const members: [string, unknown][] = isList
      ? value.map((entry: unknown): [string, unknown] => ["", entry])
      : Object.entries(value);
    const children = this.#readMembers(members, { ...position, isList });
    return {
      at,
      name,
      kind: isList ? "list" : "group",
      hash: isList
        ? undefined
        : children.find(({ kind, hash }) => kind === "value" && hash !== undefined)?.hash,
      children,
      size: members.length,
    };
  }

  #readMembers(
    members: readonly [string, unknown][],
    { at, depth, name, isList }: Position & { readonly isList: boolean },
  ): readonly VaultNode[] {
    const children: VaultNode[] = [];
    for (const [index, [key, value]] of members.entries()) {
      if (this.#left <= 0 || depth >= MAX_DEPTH) {
        this.isCut = true;
        break;
      }
      this.#left -= 1;
      children.push(
        this.read(value, {
          at: at === "" ? String(index) : `${at}.${String(index)}`,
          depth: depth + 1,
          name: isList ? undefined : key,
          listName: isList ? name : undefined,
        }),
      );
    }
    return children;
  }
}

/** `itemHash`, `questItemHash`, `rewardItemHashes`: the word before "Hash" names the table. */
function hashIn(name: string | undefined, value: unknown): VaultHash | undefined {
  const word = /([A-Za-z]*?)Hash(?:es)?$/.exec(name ?? "")?.[1];
  if (word === undefined) return undefined;
  const hash = typeof value === "string" && /^\d{1,10}$/.test(value) ? Number(value) : value;
  if (typeof hash !== "number" || !Number.isInteger(hash) || hash <= 0 || hash > 0xffff_ffff)
    return undefined;
  return { table: definitionTables.find((table) => word.toLowerCase().endsWith(table)), hash };
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value.slice(0, MAX_TEXT);
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** The member a path leads to; undefined where the answer has changed since. */
export function nodeAt(tree: VaultTree, at: string): VaultNode | undefined {
  if (at === "") return tree.root;
  let node: VaultNode | undefined = tree.root;
  for (const step of at.split(".").slice(0, MAX_DEPTH + 1)) {
    node = /^\d{1,6}$/.test(step) ? node?.children[Number(step)] : undefined;
  }
  return node;
}

/** The members from the root down to one, the root left out. */
export function pathTo(tree: VaultTree, at: string): readonly VaultNode[] {
  const steps = at === "" ? [] : at.split(".");
  return steps.flatMap((_, index) => nodeAt(tree, steps.slice(0, index + 1).join(".")) ?? []);
}

/** Hashes of members and all within, by table, each once and at most so many, to ask names for. */
export function hashesIn(nodes: readonly VaultNode[], most: number): Partial<Record<NameTable, number[]>> {
  const found = new Map<NameTable, Set<number>>();
  let left = most;
  const queue = [...nodes];
  for (const node of queue) {
    if (left <= 0) break;
    for (const child of node.children) queue.push(child);
    const { hash } = node;
    if (hash?.table === undefined) continue;
    const hashes = found.get(hash.table) ?? new Set<number>();
    found.set(hash.table, hashes);
    if (!hashes.has(hash.hash)) left -= 1;
    hashes.add(hash.hash);
  }
  return Object.fromEntries([...found].map(([table, hashes]) => [table, [...hashes]]));
}

/**
 * Members that hold all the words: in their name, their value, their hash or its definition's name. Of a thing and
 * its own hash, only the thing.
 */
export function searchVault(
  tree: VaultTree,
  words: string,
  names: Names,
  most: number,
): readonly VaultNode[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const found: VaultNode[] = [];
  if (wanted.length === 0) return found;
  const matches = (node: VaultNode) => {
    const named =
      node.hash?.table === undefined ? undefined : names.of(node.hash.table, node.hash.hash)?.name;
    const text = [node.name, node.value, named, node.hash?.hash].join(" ").toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  const visit = (node: VaultNode) => {
    if (found.length >= most) return;
    const isFound = node !== tree.root && matches(node);
    if (isFound) found.push(node);
    for (const child of node.children) {
      const isItsHash = isFound && node.hash !== undefined && child.hash === node.hash;
      if (!isItsHash) visit(child);
    }
  };
  visit(tree.root);
  return found;
}
