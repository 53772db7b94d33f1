import { phraseOf } from "../../../schedule/phrase.ts";
import { isRepeating } from "../../../schedule/next-slot.ts";
import type { ReminderView } from "../reminder-service.ts";
import type { CommandContext } from "../services.ts";

type Timed = Pick<ReminderView, "rule" | "content">;

/**
 * Returns the zone of its clock times; undefined where it has none. A single date is shown in the zone it was set in.
 */
export function zoneOf({ rule, content }: Timed): string | undefined {
  if (rule.kind === "once") return content.zone;
  return isRepeating(rule) ? rule.zone : undefined;
}

/** Returns its time as an admin would type it. */
export function phraseIn(context: CommandContext, announcement: Timed): string {
  const zone = zoneOf(announcement) ?? announcement.content.zone;
  return phraseOf(announcement.rule, context.messages(context.locale).language, zone);
}

/** Returns the form's reader: their locale, and the language of our texts. */
export function formReader(context: CommandContext) {
  const { locale } = context;
  return { locale, language: context.messages(locale).language };
}
