import type { Names } from "../../game/names.ts";
import {
  type VaultNode,
  type VaultTree,
  hashesIn,
  nodeAt,
  pathTo,
  searchVault,
  toVaultTree,
} from "../../game/vault.ts";
import { cutPage } from "../shared/view/pages.ts";
import type { VaultPage } from "./view/vault.ts";
import { lookUpNames } from "../shared/look-up-names.ts";
import type { PrivateData } from "../shared/own-data/private-data.ts";
import type { CommandContext } from "../shared/command-context.ts";

const PAGE_SIZE = 12;
const MOST_FOUND = 100;
/** Names to ask for before a search: a whole vault of a large account. */
const MOST_SEARCHED_NAMES = 3_000;
const MOST_SHOWN_NAMES = 200;

export interface VaultWish {
  /** Path of what is open. */
  readonly at: string;
  readonly search?: string | undefined;
  readonly page: number;
}

/** One page of what is open, or of what a search found. Asked for anew each time: nothing is kept. */
export async function pageOfVault(
  context: CommandContext,
  own: PrivateData,
  wish: VaultWish,
): Promise<{ readonly page: VaultPage; readonly names: Names }> {
  const { data } = await own.vault({ signal: context.signal });
  const tree = toVaultTree(data);
  const open = nodeAt(tree, wish.at);
  const isSearch = wish.search !== undefined && (wish.at === "" || open === undefined);
  const all = isSearch ? await search(context, tree, wish.search ?? "") : (open ?? tree.root).children;
  const { entries: nodes, at } = cutPage(all, wish.page, PAGE_SIZE);
  const path = open === undefined ? [] : pathTo(tree, wish.at);
  const names = await lookUpNames(context, hashesIn([...shallow(path), ...nodes], MOST_SHOWN_NAMES));
  return {
    page: {
      account: own.account.name,
      path,
      search: wish.search,
      found: isSearch ? all.length : 0,
      isFoundCut: isSearch && all.length >= MOST_FOUND,
      nodes,
      isCut: tree.isCut,
      isGone: open === undefined,
      ...at,
    },
    names,
  };
}

/** Names are what members search for, so that they are asked for first. */
async function search(
  context: CommandContext,
  tree: VaultTree,
  words: string,
): Promise<readonly VaultNode[]> {
  const names = await lookUpNames(context, hashesIn([tree.root], MOST_SEARCHED_NAMES));
  return searchVault(tree, words, names, MOST_FOUND);
}

function shallow(path: readonly VaultNode[]): readonly VaultNode[] {
  return path.map((node) => ({ ...node, children: [] }));
}
