import { type Markdown, joinMarkdown, md, timestamp } from "../../../base/markdown.ts";
import { actionButton, text as textOf } from "../../../discord/reply/build.ts";
import type { Reply, SelectEntry } from "../../../discord/reply/reply.ts";
import type { Names } from "../../../game/names.ts";
import { wordsOfId } from "../../../game/stats.ts";
import type { VaultNode } from "../../../game/vault.ts";
import { type ViewContext, count, inPlain, small } from "../../shared/view/view-context.ts";
import { nameOf } from "../../shared/view/milestone-parts.ts";
import { type PageOfList, pageButtons, pageLine } from "../../shared/view/pages.ts";
import { buttonRow, facts, joined, lines, notice } from "../../shared/view/parts.ts";
import { vaultCalls } from "./calls.ts";

const NAME_LENGTH = 50;
const VALUE_LENGTH = 100;
const DETAILS = 4;
const DETAIL_LENGTH = 24;
const SEARCH_LENGTH = 60;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** One page of one member of the vault, or of what a search found in it. */
export interface VaultPage extends PageOfList {
  readonly account?: string | undefined;
  /** From the root to what is open. */
  readonly path: readonly VaultNode[];
  readonly search?: string | undefined;
  /** How many fit the search. */
  readonly found: number;
  readonly isFoundCut: boolean;
  readonly nodes: readonly VaultNode[];
  readonly isCut: boolean;
  /** What was to be opened is no longer there. */
  readonly isGone: boolean;
}

interface Naming {
  readonly names: Names;
  readonly context: ViewContext;
}

export function vaultReply(page: VaultPage, names: Names, context: ViewContext): Reply {
  const { vault, shared } = context.texts;
  const naming = { names, context };
  const state = stateOf(page);
  const footer = footerOf(page, context);
  const entries = page.nodes.filter(({ kind, size }) => kind !== "value" && size > 0);
  const isNothing = page.nodes.length === 0;
  const body = isNothing
    ? notice(page.search === undefined ? vault.nothing : vault.nothingFound).blocks
    : [textOf(joinMarkdown(page.nodes.map((node) => md`- ${rowText(node, naming)}`)))];
  return {
    again: vaultCalls.page({ ...state, page: page.page }),
    blocks: [
      textOf(headingOf(page, naming)),
      ...body,
      ...(footer === undefined ? [] : [textOf(footer)]),
      ...(entries.length === 0
        ? []
        : [
            {
              type: "select" as const,
              placeholder: vault.open,
              choose: vaultCalls.open(state),
              entries: entries.map((node) => entryOf(node, naming)),
            },
          ]),
      ...buttonRow([
        page.path.length > 0 || page.search !== undefined
          ? actionButton(shared.back, vaultCalls.open(upOf(page)))
          : undefined,
        ...pageButtons(context, page, (to) => vaultCalls.page({ ...state, page: to })),
        isNothing && page.search === undefined ? undefined : actionButton(vault.raw, vaultCalls.raw()),
      ]),
    ],
  };
}

/** The whole answer as a file. */
export function rawVaultReply(json: string, context: ViewContext): Reply {
  const { vault } = context.texts;
  return {
    blocks: [
      textOf(md`## ${vault.rawTitle}\n${small(md`${vault.rawNote}`)}`),
      {
        type: "file",
        file: { name: "vault.json", bytes: new TextEncoder().encode(json), description: vault.rawFile },
      },
    ],
  };
}

function stateOf({ path, search }: VaultPage) {
  const at = path.at(-1)?.at;
  return { ...(at !== undefined && { at }), ...(search !== undefined && { search }) };
}

/** One step up; out of a search's find, back to the search, and from there to the beginning. */
function upOf({ path, search }: VaultPage) {
  if (search !== undefined) return path.length === 0 ? {} : { search };
  const at = path.at(-2)?.at;
  return { ...(at !== undefined && { at }) };
}

function headingOf({ path, search, account }: VaultPage, naming: Naming): Markdown {
  const { vault } = naming.context.texts;
  const isSearch = search !== undefined && path.length === 0;
  const steps = path.map((node) => md`${titleOf(node, naming)}`);
  return joined([
    md`## ${isSearch ? vault.search(inPlain(search, SEARCH_LENGTH)) : vault.title}`,
    account === undefined ? undefined : small(md`${inPlain(account, NAME_LENGTH)}`),
    steps.length === 0 ? small(md`${vault.intro}`) : small(vault.path(joinMarkdown(steps, " › "))),
  ]);
}

function footerOf(page: VaultPage, context: ViewContext): Markdown | undefined {
  const { vault } = context.texts;
  const at = pageLine(context, page);
  const isSearch = page.search !== undefined && page.path.length === 0 && page.found > 0;
  const found = page.isFoundCut
    ? vault.foundMost(count(context, page.found))
    : vault.found(page.found, count(context, page.found));
  return lines([
    isSearch ? small(md`${found}`) : undefined,
    page.isGone ? small(md`${vault.gone}`) : undefined,
    page.isCut ? small(md`${vault.cut}`) : undefined,
    at === undefined ? undefined : small(at),
  ]);
}

function rowText(node: VaultNode, naming: Naming): Markdown {
  const { context } = naming;
  const { vault } = context.texts;
  if (node.kind === "value") {
    const value = momentOf(node) ?? valueOf(node, naming);
    return node.name === undefined ? md`**${value}**` : vault.row(memberName(node.name), value);
  }
  const details = detailsOf(node, naming);
  return vault.thing(titleOf(node, naming), facts(details) ?? md`${sizeOf(node, context)}`);
}

/** A moment, as machines write it whole. One before 1970 stands for "never" more often than for itself. */
function momentOf({ value }: VaultNode): Markdown | undefined {
  const at = value !== undefined && INSTANT.test(value) ? Date.parse(value) : Number.NaN;
  return at > 0 ? timestamp(at, "R") : undefined;
}

/** The name of what it holds the hash of, else the member's own, else its number in the list. */
function titleOf(node: VaultNode, naming: Naming): string {
  const { vault } = naming.context.texts;
  const named = node.kind === "group" ? definitionName(node, naming) : undefined;
  if (named !== undefined) return named;
  if (node.name !== undefined) return memberName(node.name);
  if (node.kind === "value") return valueOf(node, naming);
  return vault.entry(count(naming.context, Number(node.at.split(".").at(-1) ?? 0) + 1));
}

function definitionName({ hash }: VaultNode, naming: Naming): string | undefined {
  return hash?.table === undefined ? undefined : nameOf(hash.table, hash.hash, naming);
}

function valueOf(node: VaultNode, naming: Naming): string {
  const { vault } = naming.context.texts;
  if (node.value === undefined) return vault.none;
  const named = definitionName(node, naming);
  if (named !== undefined) return named;
  const shown = inPlain(node.value, VALUE_LENGTH);
  return shown === "" ? vault.empty : shown;
}

/** A thing's plain members, but the hash it takes its name from. */
function detailsOf(node: VaultNode, naming: Naming): readonly Markdown[] {
  const { vault } = naming.context.texts;
  if (node.kind !== "group" || node.hash === undefined) return [];
  return node.children
    .filter((child) => child.kind === "value" && child.value !== undefined && child.hash !== node.hash)
    .slice(0, DETAILS)
    .map((child) =>
      vault.detail(
        memberName(child.name ?? "").toLowerCase(),
        momentOf(child) ?? inPlain(valueOf(child, naming), DETAIL_LENGTH),
      ),
    );
}

function sizeOf({ size }: VaultNode, context: ViewContext): string {
  return size === 0 ? context.texts.vault.empty : context.texts.vault.members(size, count(context, size));
}

function entryOf(node: VaultNode, naming: Naming): SelectEntry {
  return {
    label: inPlain(titleOf(node, naming), VALUE_LENGTH),
    value: node.at,
    description: sizeOf(node, naming.context),
  };
}

/** A member's name may be anything: digits stay, `itemInstanceId` becomes "Item instance id". */
function memberName(name: string): string {
  const words = inPlain(wordsOfId(name.slice(0, 200)), NAME_LENGTH);
  return words === "" ? inPlain(name, NAME_LENGTH) : words;
}
