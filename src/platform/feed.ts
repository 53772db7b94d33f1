import type { parseFeed as parse } from "feedsmith";

import type { TrendingStub } from "./resources/trending.ts";

/** Larger feeds would block everything else while they are parsed. */
export const FEED_BYTES = 1024 * 1024;

type FeedStub = Pick<TrendingStub, "identifier" | "displayName" | "tagline" | "image" | "link" | "startDate">;

/**
 * Returns the items of an RSS, Atom, RDF or JSON feed in its order, with our names; throws for any other text. Items
 * without id and URL are left out, as nobody could open them.
 */
export async function readFeed(text: string): Promise<readonly FeedStub[]> {
  const { parseFeed } = await import("feedsmith");
  return toItems(parseFeed(text)).flatMap(({ ids, date, image, ...item }) => {
    const identifier = ids.find((id) => id !== undefined && id !== "");
    return identifier === undefined ? [] : [{ ...item, identifier, startDate: isoDate(date), image }];
  });
}

interface FeedItem extends Pick<FeedStub, "displayName" | "tagline" | "link"> {
  /** The first that exists is the item's id. */
  readonly ids: readonly (string | undefined)[];
  readonly date: unknown;
  readonly image: string | undefined;
}

type ParsedFeed = ReturnType<typeof parse>;

function toItems(parsed: ParsedFeed): readonly FeedItem[] {
  switch (parsed.format) {
    case "rss":
      return (parsed.feed.items ?? []).map(
        ({ guid, title, link, description, pubDate, enclosures, media }) => ({
          ids: [guid?.value, link],
          displayName: title,
          tagline: description,
          link,
          date: pubDate,
          image: pictureOf(enclosures) ?? media?.thumbnails?.[0]?.url ?? pictureOf(media?.contents),
        }),
      );
    case "atom":
      return (parsed.feed.entries ?? []).map(({ id, title, links, summary, published, updated, media }) => {
        const page = links?.find(({ rel }) => rel === undefined || rel === "alternate")?.href;
        return {
          ids: [id, page],
          displayName: title?.value,
          tagline: summary?.value,
          link: page,
          date: published ?? updated,
          image: media?.thumbnails?.[0]?.url,
        };
      });
    case "rdf":
      return (parsed.feed.items ?? []).map(({ title, link, description, dc }) => ({
        ids: [link],
        displayName: title,
        tagline: description,
        link,
        date: dc?.dates?.[0],
        image: undefined,
      }));
    case "json":
      return (parsed.feed.items ?? []).map((item) => ({
        ids: [item.id, item.url],
        displayName: item.title,
        tagline: item.summary ?? item.content_text,
        link: item.url,
        date: item.date_published,
        image: item.image ?? item.banner_image,
      }));
  }
}

function pictureOf(
  files: readonly { readonly url?: string | undefined; readonly type?: string | undefined }[] | undefined,
): string | undefined {
  return files?.find(({ type }) => type?.startsWith("image/"))?.url;
}

/** RSS has mail dates; returns undefined for unreadable ones. */
function isoDate(date: unknown): string | undefined {
  const time = typeof date === "string" ? Date.parse(date) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
