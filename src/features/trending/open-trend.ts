import { type ErrorCode, MilepostError, isMilepostError, orElse } from "../../base/errors.ts";
import { toPlatformId } from "../../base/int64.ts";
import type { Reply } from "../../discord/reply/reply.ts";
import { toArticle } from "../../game/article.ts";
import { hashesOf as milestoneHashes } from "../../game/milestones.ts";
import type { Names } from "../../game/names.ts";
import { type TrendDetails, toTrendDetails } from "../../game/trend-details.ts";
import { isSameTrend, toTrendKey } from "../../game/trend-search.ts";
import { type Trend, type TrendKey, trendOfArticle, trendOfEntry, trendOfStub } from "../../game/trending.ts";
import type { Dated } from "../../platform/client.ts";
import type { TrendingEntry } from "../../platform/resources/trending.ts";
import { ageOf, type Wanted, lookUpNames, mergeWanted } from "../kit/read/look-up-names.ts";
import { offerOfTrend } from "../kit/read/remind-me-offers.ts";
import { findListed, hashesOf, type Listed, mayBeShown, rulesOf } from "../kit/read/feed.ts";
import { ageGateReply, trendingEntryReply } from "./view/entry.ts";
import type { CommandContext } from "../kit/command/command-context.ts";
import type { TrendingEntryView } from "./view/bodies.ts";
import { viewForReader } from "../kit/settings/member-zone.ts";

interface OpenedTrend extends Omit<TrendingEntryView, keyof Chosen> {
  readonly names: Names;
}

/** The list an entry was picked from, and the part of a long text. */
type Chosen = Pick<TrendingEntryView, "list" | "part">;

/** Shows an entry. Throws "bad-input" where the picked value is no entry's key. */
export async function showTrend(
  context: CommandContext,
  chosen: string | undefined,
  { list, part }: Chosen,
): Promise<Reply> {
  const key = toTrendKey(chosen);
  if (key === undefined) throw new MilepostError("bad-input", { reason: "not an entry" });
  const opened = await openTrend(context, key);
  if (opened === "age-gated") return ageGateReply(list, context.view);
  const { names, ...view } = opened;
  return trendingEntryReply({ ...view, list, part }, { ...(await viewForReader(context)), names });
}

/** Opens an entry; "age-gated" where it must not be shown here, wherever the key came from. */
async function openTrend(context: CommandContext, key: TrendKey): Promise<OpenedTrend | "age-gated"> {
  return key.type === "article"
    ? openArticle(context, key.id)
    : openEntry(context, { type: key.type, id: key.id });
}

async function openArticle(context: CommandContext, id: string): Promise<OpenedTrend | "age-gated"> {
  const { platform, locale, signal, pageLinks } = context;
  const contentId = toContentId(context, id);
  const found = await platform.contentById({ id: contentId, locale, signal });
  const rules = rulesOf(context);
  const trend = trendOfArticle(found.data, rules);
  const [isShown] = await mayBeShown(context, [trend]);
  if (isShown !== true) return "age-gated";
  return {
    trend,
    details: { type: "article", article: toArticle(found.data, rules.article) },
    contents: [],
    names: await lookUpNames(context, {}),
    pageUrl: pageLinks.of(trend.link) ?? pageLinks.article(trend.key.id, locale),
    age: ageOf([found]),
  };
}

async function openEntry(
  context: CommandContext,
  key: { readonly type: number; readonly id: string },
): Promise<OpenedTrend | "age-gated"> {
  const rules = rulesOf(context);
  const [listed, fetched] = await Promise.all([listedEntry(context, key), fetchEntry(context, key)]);
  const entry = fetched?.data ?? listed?.listed.entry;
  const fromEntry = entry === undefined ? undefined : trendOfEntry(entry, rules);
  const trend = merged(listed?.listed.trend, fromEntry);
  if (trend === undefined) throw new MilepostError("not-found", { operation: "trending.entry" });
  const [isShown] = await mayBeShown(context, [trend]);
  if (isShown !== true) return "age-gated";
  const details: TrendDetails = entry === undefined ? { type: "plain" } : toTrendDetails(entry, rules);
  const contents = await contentsOf(context, listed?.listed);
  const wanted = mergeWanted(hashesOf([trend, ...contents]), wantedBy(details));
  return {
    trend,
    details,
    contents,
    names: await lookUpNames(context, wanted),
    pageUrl: pageUrlOf(context, trend, details),
    offer: offerOfTrend(context, trend),
    age: ageOf([...(listed?.parts ?? []), ...(fetched === undefined ? [] : [fetched])]),
  };
}

/** Merges details and list; the details win. */
function merged(listed: Trend | undefined, entry: Trend | undefined): Trend | undefined {
  if (listed === undefined || entry === undefined) return entry ?? listed;
  const known = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
  return { ...listed, ...known, isFeatured: listed.isFeatured || entry.isFeatured };
}

/** Returns the entry from the list; undefined where it no longer trends. */
async function listedEntry(
  context: CommandContext,
  key: TrendKey,
): Promise<{ readonly listed: Listed; readonly parts: readonly Dated<unknown>[] } | undefined> {
  try {
    const { found, feed } = await findListed(context, key);
    return found === undefined ? undefined : { listed: found, parts: feed.parts };
  } catch (error) {
    if (!isMilepostError(error) || !context.platform.offers("trending.entry")) throw error;
    return undefined;
  }
}

/** Failures after which the list's part may still be shown. */
const SHOW_LISTED: readonly ErrorCode[] = ["not-found", "platform-error", "platform-answer"];

async function fetchEntry(
  { platform, locale, signal }: CommandContext,
  key: { readonly type: number; readonly id: string },
): Promise<Dated<TrendingEntry> | undefined> {
  if (!platform.offers("trending.entry")) return undefined;
  const { type, id: identifier } = key;
  return orElse(platform.trendingEntry({ type, identifier, locale, signal }), undefined, ...SHOW_LISTED);
}

/** Returns what a collection contains, by the same rules as any entry. */
async function contentsOf(context: CommandContext, listed: Listed | undefined): Promise<readonly Trend[]> {
  const rules = rulesOf(context);
  const stubs = (listed?.stub?.items ?? []).map((item) => trendOfStub(item, rules));
  const inside = stubs
    .filter(({ key }) => listed === undefined || !isSameTrend(key, listed.trend.key))
    .slice(0, 10);
  const shown = await mayBeShown(context, inside);
  return inside.filter((_, index) => shown[index]);
}

function pageUrlOf(
  { pageLinks, locale }: CommandContext,
  trend: Trend,
  details: TrendDetails,
): string | undefined {
  const own = pageLinks.of(trend.link);
  if (own !== undefined) return own;
  return details.type === "article" ? pageLinks.article(details.article.id, locale) : undefined;
}

function wantedBy(details: TrendDetails): Wanted {
  switch (details.type) {
    case "item":
      return { item: [details.hash] };
    case "activity":
      return {
        activity: [details.hash],
        objective: details.challenges,
        modifier: details.modifiers,
        item: details.rewards.map(({ hash }) => hash),
      };
    case "ritual":
      return mergeWanted(details.milestone === undefined ? {} : milestoneHashes(details.milestone), {
        item: details.content?.rewards.flatMap(({ items }) => items) ?? [],
      });
    case "article":
    case "creation":
    case "stream":
    case "plain":
      return {};
  }
}

function toContentId({ profile }: CommandContext, id: string) {
  const contentId = toPlatformId(id, profile.wire.ids);
  if (contentId === undefined) throw new MilepostError("bad-input", { reason: "not a content id" });
  return contentId;
}
