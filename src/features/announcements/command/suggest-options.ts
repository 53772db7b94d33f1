import type { InvocationContext } from "../../../discord/command/command.ts";
import type { Suggestion } from "../../../discord/command/options.ts";
import { suggestWhat, suggestWhen } from "../../reminders/command/suggest.ts";
import type { Services } from "../../services.ts";

type Typing = Services &
  InvocationContext & { readonly typed: string } & {
    readonly given?: Readonly<Record<string, string | undefined>>;
  };

/** What can be announced: nobody's own progress. */
export function suggestSubject(context: Typing): Promise<readonly Suggestion[]> {
  return suggestWhat({ ...context, openPrivate: undefined });
}

/** When, fitting what was chosen; times on the wall are the server's, not the member's. */
export function suggestLead(context: Typing): Promise<readonly Suggestion[]> {
  return suggestWhen({ ...context, memberSettings: undefined });
}
