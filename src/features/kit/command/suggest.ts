import { foldAccents } from "../../../base/text.ts";
import { isMilepostError } from "../../../base/errors.ts";
import type { Suggestion } from "../../../discord/command/options.ts";
import type { AutocompleteContext } from "./command-context.ts";
import { explanation } from "./explain.ts";

/**
 * Returns the items reordered: exact names first, then those equal in any case, then without accents and lookalike
 * letters, then those that begin with the text. So a name that only resembles another is never above it.
 */
export function closestFirst<T>(
  all: readonly T[],
  typed: string,
  nameOf: (one: T) => string | undefined,
): readonly T[] {
  const wanted = typed.trim();
  return all
    .map((one) => ({ one, rank: rankOf(nameOf(one)?.trim() ?? "", wanted) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

function rankOf(name: string, wanted: string): number {
  if (name === wanted) return 0;
  if (name.toLowerCase() === wanted.toLowerCase()) return 1;
  const folded = foldAccents(name);
  if (folded === foldAccents(wanted)) return 2;
  return folded.startsWith(foldAccents(wanted)) ? 3 : 4;
}

/** Returns the suggestions, or one that says why there are none; picked, the reply says more. */
export async function orFailure(
  { messages, locale, typed }: Pick<AutocompleteContext, "messages" | "locale" | "typed">,
  suggestions: Promise<readonly Suggestion[]>,
): Promise<readonly Suggestion[]> {
  try {
    return await suggestions;
  } catch (error) {
    if (!isMilepostError(error)) throw error;
    const { title } = explanation(error, messages(locale));
    return [{ name: title, value: typed.trim() || title }];
  }
}
