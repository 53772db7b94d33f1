import { phraseOf } from "../../shared/schedule/phrase.ts";
import { isRepeating } from "../../shared/schedule/next-slot.ts";
import type { ReminderView } from "../../shared/reminder-service.ts";
import type { CommandContext } from "../../shared/command-context.ts";

type Timed = Pick<ReminderView, "rule" | "content">;

/** Where its times on the wall are meant; undefined where it has none. What comes once is said where it was set. */
export function zoneOf({ rule, content }: Timed): string | undefined {
  if (rule.kind === "once") return content.zone;
  return isRepeating(rule) ? rule.zone : undefined;
}

/** When, as an admin would type it. */
export function phraseIn(context: CommandContext, announcement: Timed): string {
  const zone = zoneOf(announcement) ?? announcement.content.zone;
  return phraseOf(announcement.rule, context.messages(context.locale).language, zone);
}

/** Who fills in a form. */
export function formReader(context: CommandContext) {
  const { locale } = context;
  return { locale, language: context.messages(locale).language };
}
