import { cutText } from "../../base/text.ts";
import type { Suggestion } from "../../discord/command/options.ts";
import { hasWords } from "../../game/trend-search.ts";
import { closestFirst } from "../kit/closest-first.ts";
import { lookUpNames } from "../kit/look-up-names.ts";
import { orFailure } from "../kit/suggest-failure.ts";
import { mayBeShown } from "../kit/trending/audience.ts";
import { readTopOfFeed, hashesOf, plainTitle } from "../kit/trending/feed.ts";
import type { AutocompleteContext } from "../kit/command-context.ts";

const MAX_SUGGESTIONS = 25;
const VALUE_LENGTH = 100;
/** How long autocomplete waits for age gates; what is unknown by then is left out. */
const KNOWN_WITHIN_MS = 1200;

/** Suggests titles that contain the words and may be shown here, or says why the list can't be read. */
export function suggestTitles(context: AutocompleteContext): Promise<readonly Suggestion[]> {
  return orFailure(context, titlesHere(context));
}

async function titlesHere(context: AutocompleteContext): Promise<readonly Suggestion[]> {
  const feed = await readTopOfFeed(context);
  const all = feed.listed.map(({ trend }) => trend);
  const names = await lookUpNames(context, hashesOf(all));
  const found = all
    .filter((trend) => trend.audience !== "age-gated" || context.site.isAgeRestricted)
    .map((trend) => ({ trend, title: plainTitle(trend, names) ?? "" }))
    .filter(({ title }) => title !== "" && hasWords(title, context.typed));
  const matching = closestFirst(found, context.typed, ({ title }) => title).slice(0, MAX_SUGGESTIONS);
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(KNOWN_WITHIN_MS)]);
  const shown = await mayBeShown(
    { ...context, signal },
    matching.map(({ trend }) => trend),
  );
  return matching
    .filter((_, index) => shown[index])
    .map(({ title }) => ({ name: title, value: titleValue(title) }));
}

/** Returns a title as an option's value: Discord takes 100 characters. */
export function titleValue(title: string): string {
  return cutText(title, VALUE_LENGTH).trim();
}
