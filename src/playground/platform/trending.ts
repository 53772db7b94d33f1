import { enumTables } from "../../platform/profile/enum-tables.ts";
import type { Profile } from "../../platform/profile/schema.ts";
import { wholeNumber } from "./paging.ts";
import type { Encoder } from "./wire/encode.ts";
import type { Reader } from "./game-data/articles.ts";
import { isoDate } from "./game-data/calendar.ts";
import { type Trend, type TrendKind, trendKinds } from "./game-data/trend.ts";

interface TrendingContext {
  readonly profile: Profile;
  readonly encoder: Encoder;
}

/** The member of the contract's TrendingEntry for each kind. */
const FIELDS: Partial<Record<TrendKind, string>> = {
  news: "news",
  item: "gameItem",
  activity: "gameActivity",
  ritual: "gameRitual",
  support: "support",
  creation: "creation",
  stream: "stream",
};
/** The kinds of entries in a category, chosen by the category's name. */
const CATEGORIES: readonly (readonly [RegExp, readonly TrendKind[]])[] = [
  [/news|official|article/i, ["news", "support", "update", "link", "release"]],
  [/player|communit|creation|stream|live/i, ["creation", "stream", "forumTag", "container"]],
  [/game|activit|item|ritual/i, ["item", "activity", "ritual", "voyage"]],
];

/** Added to the number of an unlisted kind when the profile uses that number for another. */
const ELSEWHERE = 1_000_000;

export function toEntry({ profile, encoder }: TrendingContext, trend: Trend, reader: Reader): unknown {
  const { identifier, detail } = trend;
  return encoder.encode("TrendingEntry", {
    identifier,
    entityType: typeOf(profile, trend.kind),
    ...detail(reader),
  });
}

export function toStub(context: TrendingContext, trend: Trend): unknown {
  return context.encoder.encode("TrendingStub", {
    ...stubOf(context, trend),
    items: trend.items.map((one) => stubOf(context, one)),
  });
}

export function toFeed({ name }: Profile, trends: readonly Trend[]): unknown {
  return {
    version: "https://jsonfeed.org/version/1.1",
    title: name,
    items: trends.map(({ identifier, displayName, tagline, image, link, start }) => ({
      id: identifier,
      title: displayName,
      summary: tagline,
      image,
      url: link,
      ...(start !== undefined && { date_published: isoDate(start) }),
    })),
  };
}

/** Returns the entries the profile can send: all where it lists no kinds, else the listed and the unknown one. */
export function servedBy(profile: Profile, trends: readonly Trend[]): readonly Trend[] {
  return trends
    .filter(({ kind }) => typeOf(profile, kind) !== undefined)
    .map((trend) => ({ ...trend, items: servedBy(profile, trend.items) }));
}

/** Returns the profile's number for a kind: by its field, by its name, else the contract's. */
function typeOf(profile: Profile, kind: TrendKind): number | undefined {
  const table = profile.enums.TrendingEntryType;
  const usual = trendKinds.indexOf(kind);
  const field = FIELDS[kind];
  const name = usualName(usual) ?? kind;
  const row =
    table?.find((one) => field !== undefined && one.field === field) ??
    table?.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (row !== undefined) return row.value;
  if (table === undefined) return usual;
  if (usualName(usual) !== undefined) return undefined;
  return table.some(({ value }) => value === usual) ? usual + ELSEWHERE : usual;
}

/** Returns the contract's name for a type; undefined for an unknown one. */
function usualName(type: number): string | undefined {
  return enumTables({ enums: {} }).TrendingEntryType?.find(({ value }) => value === type)?.name;
}

/** Returns the kind for a number or name in a path. */
export function kindOfType(profile: Profile, given: string): TrendKind | undefined {
  const byName = enumTables(profile).TrendingEntryType?.find(({ name }) => name === given)?.value;
  const value = byName ?? wholeNumber(given);
  return trendKinds.find((kind) => typeOf(profile, kind) === value);
}

export function ofCategory(trends: readonly Trend[], categories: readonly string[], asked?: string): Trend[] {
  if (asked === undefined || asked === categories[0]) return [...trends];
  if (categories.length > 0 && !categories.includes(asked)) return [];
  const kinds = CATEGORIES.find(([pattern]) => pattern.test(asked))?.[1];
  return kinds === undefined ? [...trends] : trends.filter(({ kind }) => kinds.includes(kind));
}

function stubOf({ profile }: TrendingContext, trend: Trend): object {
  const { identifier, kind, displayName, tagline, image, link, start, end, isFeatured } = trend;
  return {
    identifier,
    entityType: typeOf(profile, kind),
    displayName,
    tagline,
    image,
    link,
    startDate: start === undefined ? null : isoDate(start),
    endDate: end === undefined ? null : isoDate(end),
    isFeatured,
    weight: isFeatured ? 1 : 0.5,
  };
}
