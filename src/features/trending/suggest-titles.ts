import type { Suggestion } from "../../discord/command/options.ts";
import { closestFirst, orFailure } from "../kit/command/suggest.ts";
import { lookUpNames } from "../kit/read/look-up-names.ts";
import { findByTitle, titleHere, titleValue } from "./find-by-title.ts";
import { readTopOfFeed, hashesOf, plainTitle } from "../kit/read/feed.ts";
import type { AutocompleteContext } from "../kit/command/command-context.ts";

const MAX_SUGGESTIONS = 25;
/** How long autocomplete waits for age gates; what is unknown by then is left out. */
const KNOWN_WITHIN_MS = 1200;

/** Suggests titles that contain the words and may be shown here, or says why the list can't be read. */
export function suggestTitles(context: AutocompleteContext): Promise<readonly Suggestion[]> {
  return orFailure(context, titlesHere(context));
}

async function titlesHere(context: AutocompleteContext): Promise<readonly Suggestion[]> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(KNOWN_WITHIN_MS)]);
  const here = { ...context, signal };
  const feed = await readTopOfFeed(context);
  const filter = { search: context.typed };
  const found = await findByTitle(here, feed, filter);
  const names = await lookUpNames(context, hashesOf(found));
  const titles = found.map((trend) => plainTitle(trend, names) ?? "").filter((title) => title !== "");
  const other = titles.length === 0 ? await titleHere(here, feed, filter) : undefined;
  return closestFirst(other === undefined ? titles : [other], context.typed, (title) => title)
    .slice(0, MAX_SUGGESTIONS)
    .map((title) => ({ name: title, value: titleValue(title) }));
}
