import type { EnumRow, Profile } from "../platform/profile/schema.ts";
import type { TrendingEntry } from "../platform/resources/trending.ts";
import { wordsOfId } from "./words-of-id.ts";

/** An entry's kind. "other": a type this version doesn't know. */
export type TrendKind =
  | "news"
  | "help"
  | "item"
  | "activity"
  | "event"
  | "creation"
  | "stream"
  | "update"
  | "link"
  | "topic"
  | "collection"
  | "release"
  | "other";

/** The members of TrendingEntry with details, and the kind of each. */
const KIND_OF_FIELD = {
  news: "news",
  support: "help",
  gameItem: "item",
  gameActivity: "activity",
  gameRitual: "event",
  creation: "creation",
  stream: "stream",
} as const satisfies Readonly<Record<string, TrendKind>>;
type TrendField = keyof typeof KIND_OF_FIELD;
/** The keys are the fields. */
const trendFields = Object.keys(KIND_OF_FIELD) as readonly TrendField[];

/** Names of TrendingEntryType without a member of their own, letters only. */
const KIND_OF_NAME: Readonly<Record<string, TrendKind>> = {
  news: "news",
  item: "item",
  gameitem: "item",
  activity: "activity",
  gameactivity: "activity",
  ritual: "event",
  gameritual: "event",
  support: "help",
  supportarticle: "help",
  creation: "creation",
  communitycreation: "creation",
  stream: "stream",
  communitystream: "stream",
  update: "update",
  link: "link",
  patch: "update",
  forumtag: "topic",
  container: "collection",
  release: "release",
};

/** Kinds by value, where a profile has no table of TrendingEntryType. */
const USUAL_KINDS: readonly TrendKind[] = [
  "news",
  "item",
  "activity",
  "event",
  "help",
  "creation",
  "stream",
  "update",
  "link",
  "topic",
  "collection",
  "release",
];

/** The profile's table of entry types; undefined where it relies on the contract's. */
export type TypeTable = readonly EnumRow[] | undefined;

export function typeTable(profile: Pick<Profile, "enums">): TypeTable {
  return profile.enums["TrendingEntryType"];
}

/** Returns the profile's label of a type, or its name made readable. */
export function nameOfType(type: number, table: TypeTable): string | undefined {
  const row = table?.find(({ value }) => value === type);
  return row && (row.label ?? (wordsOfId(row.name) || undefined));
}

/** Returns a type's kind by the profile's table; "other" for an unknown type. */
export function kindOfType(type: number, table: TypeTable): TrendKind {
  if (table === undefined) return USUAL_KINDS[type] ?? "other";
  const row = table.find((entry) => entry.value === type);
  if (row === undefined) return "other";
  if (isTrendField(row.field)) return KIND_OF_FIELD[row.field];
  return KIND_OF_NAME[row.name.toLowerCase().replaceAll(/[^a-z]/g, "")] ?? "other";
}

/** Returns the member with the entry's details: the one its type fills, else whichever exists. */
export function fieldOf(entry: TrendingEntry, table: TypeTable): TrendField | undefined {
  const field = table?.find((row) => row.value === entry.entityType)?.field;
  if (isTrendField(field) && entry[field]) return field;
  return trendFields.find((name) => entry[name]);
}

export function kindOfEntry(entry: TrendingEntry, table: TypeTable): TrendKind {
  const field = fieldOf(entry, table);
  return field === undefined ? kindOfType(entry.entityType, table) : KIND_OF_FIELD[field];
}

function isTrendField(name: string | undefined): name is TrendField {
  return trendFields.some((field) => field === name);
}
