import type { Suggestion } from "../../discord/command/options.ts";
import { closestFirst, orFailure } from "../kit/command/suggest.ts";
import { toPlayer } from "../../game/player.ts";
import { toTrendDetails } from "../../game/trend-details.ts";
import { playerName } from "../kit/view/view-context.ts";
import { inBatches } from "../../base/async/map-in-batches.ts";
import { orElse } from "../../base/errors.ts";
import { capabilities, hasCapability } from "../kit/command/capabilities.ts";
import { type Listed, readTopOfFeed, rulesOf } from "../kit/read/feed.ts";
import type { AutocompleteContext, CommandContext } from "./services.ts";

const SUGGESTIONS = 25;
const NAME_LENGTH = 100;
const MEMBERS = 10;
/** How many details are read where a list doesn't name the authors. */
const MOST_ASKED = 8;
const ASKED_AT_ONCE = 4;

/**
 * Suggests recent players, visible members of this server, and the platform's search results. Before anything is typed:
 * recent players, else the authors of trending creations. Says why there are none where the platform fails.
 */
export function suggestPlayers(context: AutocompleteContext): Promise<readonly Suggestion[]> {
  return orFailure(context, playersHere(context));
}

async function playersHere(context: AutocompleteContext): Promise<readonly Suggestion[]> {
  const typed = context.typed.trim();
  const recents = context.recentPlayers
    .of(context.member.id)
    .filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()))
    .map(({ id, name }) => ({ name, value: id, called: name }));
  if (typed === "") return recents.length > 0 ? firstOfEach(recents) : trendingAuthors(context);
  const searched = searchPlatform(context, typed);
  const [members, found] = await Promise.all([orNone(membersHere(context, typed)), orNone(searched)]);
  // With nothing else to offer, its failure is what there is to say.
  if (recents.length + members.length + found.length === 0) await searched;
  const closest = closestFirst([...recents, ...members, ...found], typed, ({ called }) => called);
  return firstOfEach(closest).slice(0, SUGGESTIONS);
}

interface Suggested extends Suggestion {
  /** The name alone, where the label says more. */
  readonly called?: string | undefined;
}

/** Returns none where one source fails; the others remain. */
function orNone(suggestions: Promise<readonly Suggested[]>): Promise<readonly Suggested[]> {
  return orElse(suggestions, []);
}

function firstOfEach(all: readonly Suggested[]): readonly Suggestion[] {
  const byValue = new Map(all.toReversed().map((one) => [one.value, one]));
  return [...byValue.values()].toReversed().map(({ name, value }) => ({ name, value }));
}

async function membersHere(context: CommandContext, typed: string): Promise<readonly Suggested[]> {
  const { linking, site, locale } = context;
  if (linking === undefined || site.guildId === undefined) return [];
  const found = await linking.sessions.found.search(site.guildId, typed, MEMBERS);
  const { suggested } = context.messages(locale).profile;
  return found.map(({ membershipId, name }) => ({
    name: suggested.member(name ?? membershipId),
    value: membershipId,
    called: name,
  }));
}

async function searchPlatform(context: CommandContext, typed: string): Promise<readonly Suggested[]> {
  const { platform, signal, now, view } = context;
  if (!platform.offers("user.search")) return [];
  const { data } = await platform.userSearch({ name: typed.slice(0, NAME_LENGTH), signal });
  const players = data.entries.map((user) => toPlayer(user, now));
  const names = players.map((player) => playerName(player, view));
  return players.map(({ id, uniqueName, name: called }, index) => {
    const name = names[index] ?? id;
    const isAlone = names.indexOf(name) === names.lastIndexOf(name);
    return { name: isAlone ? name : `${name} (${uniqueName ?? id})`, value: id, called };
  });
}

/** Returns the authors of trending creations, highest first. */
async function trendingAuthors(context: CommandContext): Promise<readonly Suggestion[]> {
  if (!hasCapability(context, capabilities.trending)) return [];
  const feed = await readTopOfFeed(context);
  const creations = feed.listed.filter(({ trend }) => trend.kind === "creation");
  const known = creations.filter(({ entry }) => entry !== undefined);
  const asked = known.length > 0 ? known : creations.slice(0, MOST_ASKED);
  const { suggested } = context.messages(context.locale).profile;
  const authors = await inBatches(asked, ASKED_AT_ONCE, (listed) => authorOf(context, listed));
  const named = authors.flatMap((author) =>
    author === undefined ? [] : [{ name: suggested.author(author.name), value: author.id }],
  );
  return firstOfEach(named).slice(0, SUGGESTIONS);
}

/** Reads the entry's details, which are cached, where the list doesn't name the author. */
async function authorOf(
  context: CommandContext,
  { trend, entry }: Listed,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  const whole = entry ?? (await wholeEntry(context, trend.key));
  const details = whole && toTrendDetails(whole, rulesOf(context));
  if (details?.type !== "creation" || details.authorId === undefined) return undefined;
  return { id: details.authorId, name: details.author ?? details.authorId };
}

async function wholeEntry(context: CommandContext, { type, id }: Listed["trend"]["key"]) {
  const { platform, locale, signal } = context;
  if (type === "article" || !platform.offers("trending.entry")) return undefined;
  return (await orElse(platform.trendingEntry({ type, identifier: id, locale, signal }), undefined))?.data;
}
