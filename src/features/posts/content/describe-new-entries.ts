import { isSameTrend, toTrendKey } from "../../../game/trend-search.ts";
import type { Names } from "../../../game/names.ts";
import type { Trend } from "../../../game/trending.ts";
import type { PostEntry } from "../view/post-parts.ts";
import { kindName, titleOf } from "../../kit/view/trend-title.ts";
import { lookUpNames } from "../../kit/look-up-names.ts";
import { capabilities, hasCapability } from "../../kit/capabilities.ts";
import { audienceFor } from "../../kit/trending/audience.ts";
import { readTopOfFeed, hashesOf } from "../../kit/trending/feed.ts";
import type { Background } from "../engine/system-context.ts";
import { type Description, type DescribeInput, orTrouble } from "./description.ts";
import { isWanted, type NewEntry, readNewEntries } from "./new-entries-note.ts";

const MOST_TRIED = 5;

/** Describes the new entries, in the reader's language where the platform still lists them. */
export async function describeEntries(describing: DescribeInput): Promise<Description> {
  const { item, content, context, isSample } = describing;
  const { entries: noted, more } = readNewEntries(item.note);
  if (noted.length === 0) return isSample ? describeSample(describing) : { kind: "skip", reason: "nothing" };
  const listed = await listedNow(context);
  const names = await lookUpNames(context, hashesOf(listed));
  const entries: PostEntry[] = [];
  for (const entry of noted) {
    const key = toTrendKey(entry.key);
    const trend = key && listed.find((one) => isSameTrend(one.key, key));
    if (trend !== undefined && (await audienceFor(context, trend)) === "age-gated") continue;
    entries.push(trend === undefined ? asSeen(entry, context) : asListed(trend, names, context));
  }
  if (entries.length === 0) return { kind: "skip", reason: "nothing" };
  return { kind: "described", title: content.title, subject: { kind: "entries", entries, more } };
}

async function describeSample({ content, context, guild }: DescribeInput): Promise<Description> {
  const listed = await listedNow(context);
  const wanted = listed.filter(({ kind }) => isWanted(kind, content, guild)).slice(0, MOST_TRIED);
  for (const trend of wanted) {
    if ((await audienceFor(context, trend)) !== "everyone") continue;
    const names = await lookUpNames(context, hashesOf([trend]));
    const entries = [asListed(trend, names, context)];
    return { kind: "described", title: content.title, subject: { kind: "entries", entries, more: 0 } };
  }
  return { kind: "skip", reason: "nothing" };
}

async function listedNow(context: Background): Promise<readonly Trend[]> {
  if (!hasCapability(context, capabilities.trending)) return [];
  const feed = await orTrouble(readTopOfFeed(context));
  return typeof feed === "string" ? [] : feed.listed.map(({ trend }) => trend);
}

function asListed(trend: Trend, names: Names, context: Background): PostEntry {
  const view = { ...context.view, names };
  const named = trend.named === undefined ? undefined : names.of(trend.named.table, trend.named.hash);
  const { contentId } = trend;
  return {
    title: titleOf(trend, view),
    kind: trend.kind,
    kindName: kindName(trend, view),
    tagline: trend.tagline ?? named?.description,
    pictureUrl: view.imageUrl(trend.picture) ?? named?.iconUrl,
    isIcon: view.imageUrl(trend.picture) === undefined,
    pageUrl:
      context.pageLinks.of(trend.link) ??
      (contentId === undefined ? undefined : context.pageLinks.article(contentId, context.locale)),
  };
}

function asSeen({ title, kind }: NewEntry, context: Background): PostEntry {
  const { kinds } = context.messages(context.locale).trending;
  const name = Object.entries(kinds).find(([one]) => one === kind)?.[1] ?? kinds.other;
  return { title, kind, kindName: name };
}
