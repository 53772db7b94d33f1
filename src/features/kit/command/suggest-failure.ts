import { isMilepostError } from "../../../base/errors.ts";
import type { Suggestion } from "../../../discord/command/options.ts";
import type { AutocompleteContext } from "./command-context.ts";
import { explanation } from "./explain.ts";

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
