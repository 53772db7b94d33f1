import type { Suggestion } from "../../../discord/command/options.ts";
import { isNamedIn, foldText, type Watch, WATCHED, WATCHED_LENGTH } from "../../../schedule/watched.ts";
import { readWatch, sayWatch } from "../../../schedule/watch-sentences.ts";
import { otherLocale } from "../../kit/settings/settings.ts";
import { subjectValue } from "./read-subject.ts";
import { isWatchable } from "../content/read-appearing.ts";
import type { AutocompleteContext } from "../services.ts";

/** From how many letters on names are searched for. */
const SEARCHED_FROM = 3;
const MOST_NAMED = 3;
const NAMED = ["item", "modifier", "milestone"] as const;

/**
 * Suggests to wait for what was typed: what a sentence says, what the platform's definitions have by that name, and the
 * typed words themselves.
 */
export async function suggestWatches(
  context: AutocompleteContext,
  typed: string,
): Promise<{ readonly said: readonly Suggestion[]; readonly others: readonly Suggestion[] }> {
  const { language } = context.messages(context.locale);
  const kinds = WATCHED.filter((of) => isWatchable(context, of));
  const read = readWatch(typed, language);
  const said = read !== undefined && kinds.includes(read.of) ? read : undefined;
  const name = said?.name ?? typed;
  if (name.length > WATCHED_LENGTH) return { said: [], others: [] };
  const other = otherLocale(context);
  const locales = [context.locale, ...(other === undefined ? [] : [other])];
  const searched = NAMED.filter((of) => kinds.includes(of) && name.length >= SEARCHED_FROM);
  const named = await Promise.all(
    searched.map(async (of) => {
      const found = await Promise.all(
        locales.map(async (locale) => {
          const names = await context.definitions.search(of, name, locale);
          const spoken = context.messages(locale).language;
          const fitting = names.filter((one) => isNamedIn(foldText(one), name)).slice(0, MOST_NAMED);
          return fitting.map((one) => ({ of, name: one, language: spoken }));
        }),
      );
      return found.flat();
    }),
  );
  const typedOnes = kinds.map((of) => ({ of, name, language }));
  const isSaid = ({ of }: Watch) => said?.of === of;
  const all = [...named.flat(), ...typedOnes];
  return {
    said: suggestionsOf(said === undefined ? [] : [said, ...all.filter(isSaid)]),
    others: said === undefined ? suggestionsOf(all) : [],
  };
}

function suggestionsOf(watches: readonly Watch[]): readonly Suggestion[] {
  const all = watches.flatMap((watch): readonly Suggestion[] => {
    const value = subjectValue({ kind: "watch", ...watch });
    const name = sayWatch(watch);
    return value === undefined || name.length > 100 ? [] : [{ name, value }];
  });
  return [...new Map(all.map((one) => [one.name, one])).values()];
}
