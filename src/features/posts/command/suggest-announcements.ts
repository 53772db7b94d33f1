import type { Suggestion } from "../../../discord/command/options.ts";
import { suggestWhat, suggestWhen } from "../read/suggest-reminders.ts";
import type { AutocompleteContext } from "../../kit/command-context.ts";
import { serverZone } from "../../kit/guild-settings.ts";

/** Suggests subjects, except a member's own progress. */
export function suggestSubject(context: AutocompleteContext): Promise<readonly Suggestion[]> {
  return suggestWhat({ ...context, linking: undefined });
}

/** Suggests times that fit the subject, in the server's zone. */
export function suggestTime(context: AutocompleteContext): Promise<readonly Suggestion[]> {
  const { site, guilds, memberSettings } = context;
  const settings = site.guildId === undefined ? {} : { zone: serverZone(context, guilds.of(site.guildId)) };
  return suggestWhen({ ...context, memberSettings: { ...memberSettings, of: async () => settings } });
}
