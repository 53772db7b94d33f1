import { isHash } from "../platform/resources/wire.ts";
import { type NameTable, tableNamedBy } from "./names.ts";

/** A field ending in "Hash", and its table. */
interface VaultHash {
  readonly table: NameTable;
  readonly hash: number;
}

/** Where a thing is: by the answer's words, or by a definition that contains it, such as a vendor. */
export interface VaultSection {
  /** A label or a field's name, unchanged. Undefined at the root. */
  readonly words?: string | undefined;
  readonly of?: VaultHash | undefined;
}

/** All things of one kind in one section. */
export interface VaultThing extends VaultHash {
  readonly section: VaultSection;
  readonly quantity: number;
}

const MAX_MEMBERS = 20_000;
const MAX_DEPTH = 24;
const LABELS = new Set(["name", "label", "title", "displayName"]);
const QUANTITY = /^(?:quantity|count|amount|stack|stackSize)$/i;

export type VaultContents = ReturnType<typeof readVault>;

/** Reads the things of an undocumented answer by their hashes, without relying on its shape. */
export function readVault(body: unknown) {
  const reader = new Reader();
  reader.read(body, { name: undefined, section: {}, isLabelled: false, depth: 0 });
  return { things: [...reader.things.values()], others: reader.others, isCut: reader.isCut };
}

interface Place {
  /** The field's name; for a list's entry, the list's. */
  readonly name: string | undefined;
  readonly section: VaultSection;
  /** Whether the section has its own label, which fields' names don't replace. */
  readonly isLabelled: boolean;
  readonly depth: number;
}

class Reader {
  /** In the answer's order. */
  readonly things = new Map<string, VaultThing>();
  /** How many records and list entries can't be named by a definition. */
  others = 0;
  /** Whether the body was larger or deeper than what was read. */
  isCut = false;
  #left = MAX_MEMBERS;

  read(value: unknown, place: Place): void {
    if (this.#left <= 0 || place.depth > MAX_DEPTH) {
      this.isCut = true;
      return;
    }
    this.#left -= 1;
    if (Array.isArray(value)) this.#readList(value, place);
    else if (isGroup(value)) this.#readGroup(Object.entries(value), place);
    else this.#readValue(value, place);
  }

  #readList(entries: readonly unknown[], place: Place): void {
    const within = { ...place, depth: place.depth + 1 };
    for (const entry of entries) {
      if (!isGroup(entry) && hashIn(place.name ?? "", entry) === undefined) this.others += 1;
      this.read(entry, within);
      if (this.isCut) return;
    }
  }

  #readGroup(members: readonly [string, unknown][], place: Place): void {
    const { depth } = place;
    const hash = members.map(([name, value]) => hashIn(name, value)).find((one) => one !== undefined);
    const isThing = depth > 0 && hash !== undefined && (hash.table === "item" || !holdsMore(members));
    if (isThing) return this.#add(hash, place.section, quantityIn(members));
    if (depth > 0 && hash === undefined && members.length > 0 && !holdsMore(members)) this.others += 1;
    const label = members.find(([name, value]) => LABELS.has(name) && typeof value === "string")?.[1];
    const section =
      depth > 0 && (hash ?? label) !== undefined ? { words: label as string, of: hash } : place.section;
    const isLabelled = section !== place.section || place.isLabelled;
    for (const [name, value] of members) {
      const saysSection = section !== place.section && (value === label || hashIn(name, value) !== undefined);
      if (saysSection) continue;
      const isNamed = isGroup(value) && !isLabelled && !isThingAlone(value);
      const within = isNamed ? { words: name } : section;
      this.read(value, { name, section: within, isLabelled, depth: depth + 1 });
      if (this.isCut) return;
    }
  }

  #readValue(value: unknown, { name, section }: Place): void {
    const hash = hashIn(name ?? "", value);
    if (hash !== undefined) this.#add(hash, section, 1);
  }

  #add({ table, hash }: VaultHash, section: VaultSection, quantity: number): void {
    const key = JSON.stringify([table, hash, section]);
    const before = this.things.get(key)?.quantity ?? 0;
    this.things.set(key, { table, hash, section, quantity: before + quantity });
  }
}

/** A thing in a field of its own belongs to the surrounding section. */
function isThingAlone(value: object): boolean {
  if (Array.isArray(value)) return false;
  const members = Object.entries(value);
  return members.some(([name, one]) => hashIn(name, one) !== undefined) && !holdsMore(members);
}

function holdsMore(members: readonly [string, unknown][]): boolean {
  return members.some(([, value]) => isGroup(value));
}

function isGroup(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function hashIn(name: string, value: unknown): VaultHash | undefined {
  const table = tableNamedBy(name);
  if (table === undefined) return undefined;
  const hash = typeof value === "string" && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof hash === "number" && hash > 0 && isHash(hash) ? { table, hash } : undefined;
}

/** 1 where nothing says how many. */
function quantityIn(members: readonly [string, unknown][]): number {
  const said = members.find(([name]) => QUANTITY.test(name))?.[1];
  const quantity = typeof said === "string" && /^\d{1,15}$/.test(said) ? Number(said) : said;
  return typeof quantity === "number" && Number.isSafeInteger(quantity) && quantity >= 0 ? quantity : 1;
}
