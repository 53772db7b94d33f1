import { createHash } from "node:crypto";
import type { AnyFeed, AtomFeed, JsonFeed, RdfFeed, RssFeed } from "feedsmith";

import { resolved, shownAs, type Shown } from "./feed-parts.ts";
import { readDate, readTime } from "./resources/dates.ts";
import type { TrendingStub } from "./resources/trending.ts";

/** Larger feeds would block everything else while they are parsed. */
export const FEED_BYTES = 1024 * 1024;

type FeedStub = Pick<TrendingStub, "identifier" | "displayName" | "tagline" | "image" | "link" | "startDate">;

/** Undefined for what is no date or a placeholder. */
type Instant = string | undefined;

/**
 * Returns the items of an RSS, Atom, RDF or JSON feed in its order, with our names and whole addresses; throws for any
 * other text. Items without id and URL are left out, as nobody could open them. `address` is where the feed came from.
 */
export async function readFeed(text: string, address: string): Promise<readonly FeedStub[]> {
  const { parseFeed } = await import("feedsmith");
  const parsed = parseFeed<Instant>(text, {
    parseDateFn: (date) => (readTime(date) === undefined ? undefined : readDate(date)),
  });
  const items = distinct(toItems(parsed, address).filter(({ guid, page }) => isThere(guid) || isThere(page)));
  const uses = countUses(items);
  return items.map(({ guid, page, title, base, date, shown }) => ({
    identifier: identifierOf({ guid, page, title }, uses),
    displayName: title,
    link: resolved(page, base),
    startDate: date,
    ...shownAs(shown, base),
  }));
}

/** What makes an item another one. */
interface Identity {
  readonly guid: string | undefined;
  /** The address of its page, as written. */
  readonly page: string | undefined;
  readonly title: string | undefined;
}

interface FeedItem extends Identity {
  /** What its addresses are relative to. */
  readonly base: string;
  readonly date: Instant;
  readonly shown: Shown;
}

function toItems({ format, feed }: AnyFeed<Instant>, address: string): readonly FeedItem[] {
  switch (format) {
    case "rss": {
      const base = baseOf(address, feed.link, feed.xml?.base);
      return (feed.items ?? []).map((item) => ofRss(item, base));
    }
    case "atom": {
      const base = baseOf(address, feed.xml?.base);
      return (feed.entries ?? []).map((entry) => ofAtom(entry, base));
    }
    case "rdf": {
      const base = baseOf(address, feed.link, feed.xml?.base);
      return (feed.items ?? []).map((item) => ofRdf(item, base));
    }
    case "json": {
      const base = baseOf(address, feed.home_page_url);
      return (feed.items ?? []).map((item) => ofJson(item, base));
    }
  }
}

function ofRss(item: RssFeed.Item<Instant>, base: string): FeedItem {
  const { guid, link, enclosures = [], media, itunes, content, dc } = item;
  const isPage = guid?.isPermaLink !== false && /^https?:/.test(guid?.value ?? "");
  return {
    guid: guid?.value,
    page: link ?? (isPage ? guid?.value : undefined),
    title: item.title,
    base: baseOf(base, item.xml?.base),
    date: item.pubDate ?? dc?.dates?.find(isThere),
    shown: {
      texts: [item.description, content?.encoded, itunes?.summary],
      files: enclosures,
      media,
      picture: itunes?.image,
    },
  };
}

function ofAtom(entry: AtomFeed.Entry<Instant>, feedBase: string): FeedItem {
  const { id, title, links = [], content, media, dc } = entry;
  const base = baseOf(feedBase, entry.xml?.base);
  // Content may be a file in base64.
  const isText = /^(?:text|x?html|text\/.*|application\/xhtml\+xml)$/.test(content?.type ?? "text");
  return {
    guid: id,
    page: links.find(({ rel = "alternate" }) => rel === "alternate")?.href,
    title: title?.value,
    base,
    date: entry.published ?? entry.updated ?? dc?.dates?.find(isThere),
    shown: {
      texts: [entry.summary?.value, isText ? content?.value : undefined],
      files: links.flatMap(({ rel, href, type }) => (rel === "enclosure" ? [{ url: href, type }] : [])),
      media,
      textBase: baseOf(base, content?.xml?.base),
    },
  };
}

function ofRdf(item: RdfFeed.Item<Instant>, base: string): FeedItem {
  const { link, title, description, content, media, dc } = item;
  return {
    guid: undefined,
    page: link,
    title,
    base: baseOf(base, item.xml?.base),
    date: dc?.dates?.find(isThere),
    shown: { texts: [description, content?.encoded], media },
  };
}

function ofJson(item: JsonFeed.Item<Instant>, base: string): FeedItem {
  const { id, url, external_url, title, attachments = [] } = item;
  return {
    guid: id,
    page: url ?? external_url,
    title,
    base,
    date: item.date_published ?? item.date_modified,
    shown: {
      texts: [item.summary, item.content_text, item.content_html],
      files: attachments.map(({ url: file, mime_type }) => ({ url: file, type: mime_type })),
      picture: item.image ?? item.banner_image,
    },
  };
}

/** Each reference is relative to what those before it give (XML Base, 4.2). */
function baseOf(address: string, ...references: readonly (string | undefined)[]): string {
  return references.reduce<string>((base, reference) => resolved(reference, base) ?? base, address);
}

function isThere(text: string | undefined): text is string {
  return text !== undefined && text !== "";
}

/** An item that is listed twice, perhaps with a corrected title, counts once. */
function distinct(items: readonly FeedItem[]): readonly FeedItem[] {
  const byIdentity = new Map<string, FeedItem>();
  for (const item of items) {
    const { guid, page, title } = item;
    const key = JSON.stringify(
      isThere(guid) && isThere(page) && guid !== page ? [guid, page] : [guid, page, title],
    );
    if (!byIdentity.has(key)) byIdentity.set(key, item);
  }
  return [...byIdentity.values()];
}

function countUses(items: readonly Identity[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const { guid, page } of items) {
    for (const id of new Set([guid, page].filter(isThere))) uses.set(id, (uses.get(id) ?? 0) + 1);
  }
  return uses;
}

/** Longer ids fit into no button: see `trendKeyText`, which adds the type. */
const LONGEST_ID = 97;

/** Returns the guid, or the page's address, whichever is this item's alone. */
function identifierOf({ guid, page, title }: Identity, uses: ReadonlyMap<string, number>): string {
  const own = [guid, page].filter(isThere).find((id) => uses.get(id) === 1);
  if (own !== undefined && own.length <= LONGEST_ID) return own;
  return createHash("sha256")
    .update(own ?? JSON.stringify([guid, page, title]))
    .digest("base64url");
}
