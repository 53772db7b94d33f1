import { z } from "zod";

import { isOfKind, isSameTrend, toTrendChoice, toTrendKey } from "../../../game/trend-search.ts";
import type { Names, NameTable } from "../../../game/names.ts";
import { isCreation, type Trend } from "../../../game/trending.ts";
import type { PostEntry } from "../view/post-parts.ts";
import { kindName, titleOf } from "../../kit/view/trend-title.ts";
import { lookUpNames, mergeWanted, type Wanted } from "../../kit/read/look-up-names.ts";
import type { SubjectOf } from "../../../schedule/subject.ts";
import { capabilities, hasCapability } from "../../kit/command/capabilities.ts";
import { audienceFor, hashesOf, readTopOfFeed } from "../../kit/read/feed.ts";
import type { Background } from "../engine/system-context.ts";
import { type DescribeInput, type Description, orTrouble } from "./description.ts";
import type { TrendKind } from "../../../game/trend-kinds.ts";
import type { ReminderContent } from "../../../schedule/subject.ts";
import type { GuildSettings } from "../../kit/settings/settings.ts";

const MOST_TRIED = 5;

/** Describes the new entries, in the reader's language where the platform still lists them. */
export async function describeEntries(describing: DescribeInput): Promise<Description> {
  const { item, content, context, isSample } = describing;
  const { entries: noted, more } = readNewEntries(item.note);
  if (noted.length === 0) return isSample ? describeSample(describing) : { kind: "skip", reason: "nothing" };
  const listed = await listedNow(context);
  const names = await lookUpNames(context, mergeWanted(hashesOf(listed), ...noted.map(definedBy)));
  const entries: PostEntry[] = [];
  for (const entry of noted) {
    const key = toTrendKey(entry.key);
    const trend = key && listed.find((one) => isSameTrend(one.key, key));
    if (trend !== undefined && (await audienceFor(context, trend)) === "age-gated") continue;
    entries.push(trend === undefined ? asSeen(entry, names, context) : asListed(trend, names, context));
  }
  if (entries.length === 0) return { kind: "skip", reason: "nothing" };
  return { kind: "described", title: content.title, subject: { kind: "entries", entries, more } };
}

async function describeSample({ content, context, guild }: DescribeInput): Promise<Description> {
  const { subject } = content;
  if (subject.kind === "watch") {
    const entries = [sampleOfWatch(subject, context)];
    return { kind: "described", title: content.title, subject: { kind: "entries", entries, more: 0 } };
  }
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

function asSeen({ key, title, kind, about }: NewEntry, names: Names, context: Background): PostEntry {
  const [table, hash] = definitionIn(key) ?? [];
  const pictureUrl = table === undefined ? undefined : names.of(table, hash)?.iconUrl;
  const icon = pictureUrl === undefined ? {} : { pictureUrl, isIcon: true };
  return {
    title,
    kind,
    kindName: nameOfKind(kind, context),
    ...(about !== undefined && { tagline: about }),
    ...icon,
  };
}

/** Returns what a watch would tell of, as nobody knows when it comes up. */
export function sampleOfWatch(
  { of, name }: SubjectOf<"watch">,
  context: Pick<Background, "locale" | "messages">,
): PostEntry {
  return { title: name, kind: of, kindName: nameOfKind(of, context) };
}

function nameOfKind(kind: string, { messages, locale }: Pick<Background, "locale" | "messages">): string {
  const { trending, posts } = messages(locale);
  const kinds = { ...trending.kinds, ...posts.kinds };
  return Object.entries(kinds).find(([one]) => one === kind)?.[1] ?? kinds.other;
}

/** Watches key what is no entry by its definition: `item:123`. */
function definitionIn(key: string): readonly [NameTable, number] | undefined {
  const [table, hash] = key.split(":");
  return table === "item" || table === "modifier" || table === "milestone"
    ? [table, Number(hash)]
    : undefined;
}

function definedBy({ key }: NewEntry): Wanted {
  const [table, hash] = definitionIn(key) ?? [];
  return table === undefined || hash === undefined ? {} : { [table]: [hash] };
}

/** New entries, stored with the occurrence. Public data of the platform. */
type NewEntries = z.output<typeof newsSchema>;
const newsSchema = z.object({
  entries: z.array(
    z.object({
      key: z.string(),
      kind: z.string(),
      title: z.string(),
      /** Where it is, as a reward is one of a milestone. */
      about: z.string().optional(),
    }),
  ),
  more: z.int().nonnegative(),
});
export type NewEntry = NewEntries["entries"][number];

/** More than this are only counted. */
const MAX_LISTED = 10;

export function serializeNewEntries(entries: readonly NewEntry[], notListed = 0): string {
  const shown = entries.slice(0, MAX_LISTED);
  const more = notListed + entries.length - shown.length;
  return JSON.stringify({ entries: shown, more } satisfies NewEntries);
}

function readNewEntries(note: string | undefined): NewEntries {
  return note === undefined ? { entries: [], more: 0 } : newsSchema.parse(JSON.parse(note));
}

/** Merges several occurrences of one reminder into one post. */
export function mergeNewEntries(notes: readonly (string | undefined)[]): string {
  const all = notes.map(readNewEntries);
  const byKey = new Map(all.flatMap(({ entries }) => entries).map((entry) => [entry.key, entry]));
  const notListed = all.reduce((sum, { more }) => sum + more, 0);
  return serializeNewEntries([...byKey.values()], notListed);
}

/** Returns whether a reminder of new entries, or a watch, wants this kind. */
export function isWanted(
  kind: TrendKind,
  { subject, purpose, kinds }: ReminderContent,
  guild: GuildSettings | undefined,
): boolean {
  const chosen = chosenKind(subject);
  const isChosen = (one: string) => isOfKind({ kind }, toTrendChoice(one) ?? "other");
  if (chosen !== undefined && !isChosen(chosen)) return false;
  if (kinds !== undefined && !kinds.some(isChosen)) return false;
  const isPublic = purpose === "announcement";
  if (isPublic && guild !== undefined && guild.kinds !== "all" && !guild.kinds.some(isChosen)) return false;
  if (!isCreation(kind)) return true;
  return isPublic ? guild?.areCreationsOn === true : chosen !== undefined;
}

function chosenKind(subject: ReminderContent["subject"]): string | undefined {
  if (subject.kind === "new-entries") return subject.of;
  return subject.kind === "watch" && subject.of === "creation" ? subject.of : undefined;
}
