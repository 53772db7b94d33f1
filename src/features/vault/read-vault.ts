import type { NamedContext } from "../kit/view/view-context.ts";
import { type VaultContents, type VaultThing, readVault } from "../../game/vault.ts";
import { lookUpNames } from "../kit/read/look-up-names.ts";
import type { PrivateData } from "../../sessions/use/private-data.ts";
import { cutPage } from "../kit/view/pages.ts";
import { type VaultPage, sectionName } from "./view/vault.ts";
import type { NamedThing } from "./view/vault-card.ts";
import type { CommandContext } from "../kit/own-data/own-accounts.ts";

const PAGE_SIZE = 18;
/** Enough for a large account's vault. */
const MOST_NAMES = 3_000;

export interface VaultWish {
  /** The section's name; all by default. */
  readonly section?: string | undefined;
  readonly search?: string | undefined;
  readonly page: number;
}

/** Shows one page of the vault or of a search. Read again each time: nothing is stored. */
export async function pageOfVault(
  context: CommandContext,
  own: PrivateData,
  wish: VaultWish,
): Promise<VaultPage> {
  const { data, names: carried } = await own.vault({ signal: context.signal });
  const contents = readVault(data);
  const names = await lookUpNames(context, hashesOf(contents), carried);
  const known = contents.things.flatMap((thing) => namedThing(thing, { ...context.view, names }));
  const sections = [...Map.groupBy(known, ({ section }) => section)];
  const isOpen = sections.some(([name]) => name === wish.section);
  const shown = sections
    .filter(([name]) => !isOpen || name === wish.section)
    .flatMap(([, things]) => things)
    .filter((thing) => fits(thing, wish.search ?? ""));
  const { entries, at } = cutPage(shown, wish.page, PAGE_SIZE);
  return {
    account: own.account.name,
    search: wish.search,
    found: shown.length,
    sections: sections.map(([name, things]) => ({ name, count: things.length })),
    section: isOpen ? wish.section : undefined,
    things: entries,
    unknown: contents.things.length - known.length + contents.others,
    isUnread: contents.things.length === 0 && contents.others > 0,
    isCut: contents.isCut,
    ...at,
  };
}

function hashesOf({ things }: VaultContents) {
  const byTable = Map.groupBy(
    things.flatMap(({ table, hash, section }) => [{ table, hash }, ...(section.of ? [section.of] : [])]),
    ({ table }) => table,
  );
  const hashes = [...byTable].map(([table, all]) => {
    const distinct = new Set(all.map(({ hash }) => hash));
    return [table, [...distinct].slice(0, MOST_NAMES)];
  });
  return Object.fromEntries(hashes) as Parameters<typeof lookUpNames>[1];
}

function namedThing(
  { table, hash, section, quantity }: VaultThing,
  context: NamedContext,
): readonly NamedThing[] {
  const { name = "", iconUrl } = context.names.of(table, hash) ?? {};
  if (name.trim() === "") return [];
  return [{ name, iconUrl, quantity, section: sectionName(section, context) }];
}

/** Returns whether the name or section contains all words. */
function fits({ name, section }: NamedThing, search: string): boolean {
  const text = `${name} ${section}`.toLowerCase();
  const words = search.toLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word));
}
