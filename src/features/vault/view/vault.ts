import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import { actionButton, select, text as textOf, reply } from "../../../discord/reply/build.ts";
import type { Block, Reply } from "../../../discord/reply/reply.ts";
import { wordsOfId } from "../../../game/words-of-id.ts";
import type { VaultSection } from "../../../game/vault.ts";
import { withIcon, buttonRow, joined, lines, notice } from "../../kit/view/parts.ts";
import { type PageOfList, pageButtons, pageLine } from "../../kit/view/pages.ts";
import {
  type NamedContext,
  type ViewContext,
  count,
  inName,
  inPlain,
  small,
} from "../../kit/view/view-context.ts";
import { vaultCalls } from "./calls.ts";
import { type NamedThing, sectionsOf, vaultCardBlock } from "./vault-card.ts";

const SEARCH_LENGTH = 60;
const MOST_SECTIONS = 24;
/** The value of "all sections"; no section has this name. */
export const ALL_SECTIONS = "*";

export interface VaultPage extends PageOfList {
  readonly account?: string | undefined;
  readonly search?: string | undefined;
  readonly sections: readonly { readonly name: string; readonly count: number }[];
  /** The open section; undefined: all. */
  readonly section?: string | undefined;
  readonly things: readonly NamedThing[];
  /** How many there are on all pages. */
  readonly found: number;
  /** How many entries no definition knows. */
  readonly unknown: number;
  /** Whether there is data, but nothing with a hash. */
  readonly isUnread: boolean;
  readonly isCut: boolean;
}

export function vaultReply(page: VaultPage, context: ViewContext): Reply {
  const { vault, shared } = context.texts;
  const { search, section } = page;
  const state = { section, search };
  const footer = footerOf(page, context);
  return {
    again: vaultCalls.page({ ...state, page: page.page }),
    ...reply(
      textOf(headingOf(page, context)),
      ...thingBlocks(page, context),
      ...(footer === undefined ? [] : [textOf(footer)]),
      ...sectionSelect(page, context),
      ...buttonRow([
        search === undefined ? undefined : actionButton(shared.back, vaultCalls.open({ section })),
        ...pageButtons(context, page, (to) => vaultCalls.page({ ...state, page: to })),
        actionButton(vault.find, vaultCalls.find(state)),
        actionButton(shared.exportJson, vaultCalls.raw()),
      ]),
    ),
  };
}

/** Returns the whole answer as a file. */
export function rawVaultReply(json: string, context: ViewContext): Reply {
  const { shared, vault } = context.texts;
  return reply(textOf(md`## ${vault.rawTitle}\n${small(md`${shared.fileNote}`)}`), {
    type: "file",
    file: { name: "vault.json", bytes: new TextEncoder().encode(json), description: vault.rawFile },
  });
}

/** Returns the name of its definition, else the answer's own words: "heavyArmour" becomes "Heavy armour". */
export function sectionName({ words = "", of }: VaultSection, context: NamedContext): string {
  const named = of && context.names.of(of.table, of.hash)?.name;
  const own = named ?? (/^[a-z]+(?:[A-Z][a-z]+)*$/.test(words) ? wordsOfId(words) : words);
  const shown = inName(own.slice(0, 200));
  return shown === "" ? context.texts.vault.other : shown;
}

function headingOf({ search, account }: VaultPage, context: ViewContext): Markdown {
  const { vault } = context.texts;
  return joined([
    md`## ${search === undefined ? vault.title : vault.search(inPlain(search, SEARCH_LENGTH))}`,
    account !== undefined && small(md`${inName(account)}`),
  ]);
}

/** Returns the entries by section. */
function thingBlocks(page: VaultPage, context: ViewContext): readonly Block[] {
  const { things, search, unknown, isUnread } = page;
  const { vault, errors, shared } = context.texts;
  if (isUnread) {
    return notice({ title: errors.byCode["platform-answer"].title, next: shared.exportJson }).blocks;
  }
  if (things.length === 0) {
    const why = search !== undefined ? vault.nothingFound : unknown > 0 ? vault.nothingKnown : vault.nothing;
    return notice(why).blocks;
  }
  const texts = sectionsOf(things).map(([section, own]) =>
    joined([md`### ${section}`, ...thingTexts(own, context)]),
  );
  const card = vaultCardBlock(page, joinMarkdown(texts), context);
  return card.length > 0 ? card : texts.map(textOf);
}

/** With icons for all of them or none, so that names line up. */
function thingTexts(things: readonly NamedThing[], context: ViewContext): readonly Markdown[] {
  const { trending } = context.texts;
  const icons = things.map((thing) => context.icon?.(thing));
  const hasAll = !icons.includes(undefined);
  return things.map((thing) => {
    const { name, quantity } = thing;
    const shown = inName(name);
    const text = md`${quantity === 1 ? shown : trending.quantity(shown, count(context, quantity))}`;
    return hasAll ? withIcon(context, thing, text) : text;
  });
}

function footerOf(page: VaultPage, context: ViewContext): Markdown | undefined {
  const { vault } = context.texts;
  const { search, found, unknown, isUnread, isCut } = page;
  return lines([
    search !== undefined && found > 0 && small(md`${vault.found(found, count(context, found))}`),
    search === undefined &&
      unknown > 0 &&
      !isUnread &&
      small(md`${vault.unknown(unknown, count(context, unknown))}`),
    isCut && small(md`${vault.cut}`),
    pageLine(context, page),
  ]);
}

function sectionSelect({ sections, section, search }: VaultPage, context: ViewContext): readonly Block[] {
  const { vault } = context.texts;
  if (sections.length < 2) return [];
  const entries = sections.slice(0, MOST_SECTIONS).map(({ name, count: many }) => ({
    label: name,
    value: name,
    description: vault.things(many, count(context, many)),
    chosen: name === section,
  }));
  const all = { label: vault.all, value: ALL_SECTIONS, chosen: section === undefined };
  return [select(vault.pickSection, vaultCalls.open({ search }), [all, ...entries])];
}
