import type { ContentItemPublicContract } from "../platform/resources/content.ts";
import type { TrendingEntry, TrendingStub } from "../platform/resources/trending.ts";
import { type Article, type ArticleRules, ageGateOf, toArticle } from "./article.ts";
import { toHash, toHashes, toText } from "./plain-value.ts";
import { toName } from "./readable.ts";
import { toTime } from "./times.ts";
import {
  type TrendKind,
  type TypeTable,
  fieldOf,
  kindOfEntry,
  kindOfType,
  nameOfType,
} from "./trend-kinds.ts";

/** An entry is identified by its type and identifier together. */
export interface TrendKey {
  /** "article": found by search, `id` is a content id. Else a value of TrendingEntryType. */
  readonly type: number | "article";
  readonly id: string;
}

/** Who may see an entry. "unknown": a stub doesn't say, its details do. */
export type Audience = "everyone" | "age-gated" | "unknown";

/** A trending entry, as a list shows it. */
export interface Trend {
  readonly key: TrendKey;
  readonly kind: TrendKind;
  readonly typeName?: string | undefined;
  readonly title?: string | undefined;
  /** The definition that names an item or activity without a title. */
  readonly named?: { readonly table: "item" | "activity"; readonly hash: number } | undefined;
  /** May be HTML. */
  readonly tagline?: string | undefined;
  readonly author?: string | undefined;
  /** Only for a creation. */
  readonly votes?: number | undefined;
  /** Only for a stream: the streamer's name at the partner service. */
  readonly channel?: string | undefined;
  /** Only for an activity, as of today. */
  readonly modifiers?: readonly number[] | undefined;
  /** A path or URL, as the platform gave it. */
  readonly picture?: string | undefined;
  readonly link?: string | undefined;
  /** Only for an article. */
  readonly contentId?: string | undefined;
  readonly starts?: number | undefined;
  readonly ends?: number | undefined;
  readonly published?: number | undefined;
  readonly isFeatured: boolean;
  readonly audience: Audience;
}

/** The profile's rules for entries and articles. */
export interface TrendRules {
  readonly types: TypeTable;
  readonly article: ArticleRules;
  /** Whether the list holds only content for all ages. */
  readonly isForAllAges?: boolean;
}

/** Articles may be age-gated. */
function isArticleKind(kind: TrendKind): boolean {
  return kind === "news" || kind === "help";
}

/** Content made by players: in automatic posts only if admins want it. */
export function isCreation(kind: TrendKind): boolean {
  return kind === "creation" || kind === "topic";
}

/** Kinds with players' words: they carry Report. */
export function isMadeByPlayers(kind: TrendKind): boolean {
  return isCreation(kind) || kind === "stream";
}

export function trendOfStub(stub: TrendingStub, rules: TrendRules): Trend {
  const kind = kindOfType(stub.entityType, rules.types);
  return {
    key: { type: stub.entityType, id: stub.identifier },
    kind,
    typeName: nameOfType(stub.entityType, rules.types),
    title: toText(stub.displayName),
    tagline: toText(stub.tagline),
    picture: toText(stub.image),
    link: toText(stub.link),
    ...datesOf(kind, stub.startDate, stub.endDate),
    isFeatured: stub.isFeatured === true,
    audience:
      rules.isForAllAges !== true && (isArticleKind(kind) || kind === "other") ? "unknown" : "everyone",
  };
}

/** An article doesn't start: without an end, its start is when it was published. */
function datesOf(
  kind: TrendKind,
  startDate: string | null | undefined,
  endDate: string | null | undefined,
): Pick<Trend, "starts" | "ends" | "published"> {
  const [starts, ends] = [toTime(startDate), toTime(endDate)];
  return isArticleKind(kind) && ends === undefined ? { published: starts } : { starts, ends };
}

export function trendOfEntry(entry: TrendingEntry, rules: TrendRules): Trend {
  const kind = kindOfEntry(entry, rules.types);
  return {
    key: { type: entry.entityType, id: entry.identifier },
    kind,
    typeName: nameOfType(entry.entityType, rules.types),
    isFeatured: entry["isFeatured"] === true,
    audience: audienceOf(entry, rules),
    ...unlisted(entry, kind),
    ...present(summaryOf(entry, rules)),
  };
}

/** Returns an article found by search, trending or not. */
export function trendOfArticle(item: ContentItemPublicContract, rules: TrendRules): Trend {
  const article = toArticle(item, rules.article);
  return {
    key: { type: "article", id: article.id },
    kind: "news",
    isFeatured: false,
    audience: article.ageGate === undefined ? "everyone" : "age-gated",
    ...summaryOfArticle(article),
  };
}

/**
 * Returns who may see an entry by its details, decided by any article in it; unknown for an article's entry without its
 * article.
 */
export function audienceOf(entry: TrendingEntry, rules: TrendRules): Audience {
  const articles = [entry.news?.article, entry.support?.article].filter((article) => article != null);
  if (articles.some((article) => ageGateOf(article) !== undefined)) return "age-gated";
  const isArticle = isArticleKind(kindOfEntry(entry, rules.types));
  return isArticle && articles.length === 0 ? "unknown" : "everyone";
}

type Summary = Partial<Omit<Trend, "key" | "kind" | "typeName" | "isFeatured" | "audience">>;

function summaryOf(entry: TrendingEntry, rules: TrendRules): Summary {
  switch (fieldOf(entry, rules.types)) {
    case "news":
      return summaryOfContent(entry.news?.article, rules);
    case "support":
      return summaryOfContent(entry.support?.article, rules);
    case "gameItem":
      return { named: namedIn("item", entry.gameItem?.itemHash) };
    case "gameActivity":
      return {
        named: namedIn("activity", entry.gameActivity?.activityHash),
        modifiers: toHashes(entry.gameActivity?.status?.modifierHashes),
      };
    case "gameRitual":
      return {
        title: toText(entry.gameRitual?.title),
        tagline: toText(entry.gameRitual?.subtitle),
        picture: toText(entry.gameRitual?.image) ?? toText(entry.gameRitual?.icon),
        starts: toTime(entry.gameRitual?.dateStart),
        ends: toTime(entry.gameRitual?.dateEnd),
      };
    case "creation":
      return {
        title: toText(entry.creation?.title),
        tagline: toText(entry.creation?.body),
        author: toName(entry.creation?.author),
        votes: entry.creation?.upvotes ?? undefined,
        picture: toText(entry.creation?.media),
      };
    case "stream":
      return {
        title: toText(entry.stream?.title),
        picture: toText(entry.stream?.image),
        channel: toText(entry.stream?.partnershipIdentifier),
      };
    case undefined:
      return {};
  }
}

function summaryOfContent(item: ContentItemPublicContract | null | undefined, rules: TrendRules): Summary {
  return item ? summaryOfArticle(toArticle(item, rules.article)) : {};
}

function summaryOfArticle(article: Article): Summary {
  return {
    title: article.title,
    tagline: article.summary,
    author: article.author,
    picture: article.picture,
    link: article.link,
    contentId: article.id,
    published: article.published,
  };
}

/** Fields of a stub that some services send with details. */
function unlisted(entry: TrendingEntry, kind: TrendKind): Summary {
  return {
    title: toText(entry["displayName"]),
    tagline: toText(entry["tagline"]),
    picture: toText(entry["image"]),
    link: toText(entry["link"]),
    ...datesOf(kind, toText(entry["startDate"]), toText(entry["endDate"])),
  };
}

function namedIn(table: "item" | "activity", value: number | undefined): Trend["named"] {
  const hash = toHash(value);
  return hash === undefined ? undefined : { table, hash };
}

function present(summary: Summary): Summary {
  return Object.fromEntries(Object.entries(summary).filter(([, value]) => value !== undefined));
}
