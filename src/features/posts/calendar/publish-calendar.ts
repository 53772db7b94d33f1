import { inBatches } from "../../../base/async/map-in-batches.ts";
import type { InvocationContext } from "../../../discord/command/invocation-context.ts";
import type { PostsServices } from "../services.ts";
import type { CalendarItem, ShownItem } from "./calendar-item.ts";
import { followItems, isReminderKey, shownItems } from "./follow-items.ts";
import { reminderItems, weekItems } from "./own-items.ts";

/** What a file is about: what the platform dates, the member's reminders, or both. */
export type CalendarPart = "week" | "reminders" | "all";

type PublishContext = Pick<PostsServices, "reminders" | "ownCalendars"> &
  Pick<InvocationContext, "locale" | "signal" | "now">;

const READ_WITHIN_MS = 10_000;
const AT_ONCE = 10;

/** Returns what a member's calendar shows now, and stores that it was shown, so that changes are told as changes. */
export async function publishCalendar(
  { reminders, ownCalendars, locale, signal, now }: PublishContext,
  memberId: string,
  part: CalendarPart,
): Promise<readonly ShownItem[]> {
  const wanted = new Map<string, CalendarItem>();
  if (part !== "reminders") {
    const subjects = await reminders.datedSubjects({ locale, signal, withinMs: READ_WITHIN_MS });
    for (const [key, item] of weekItems(subjects, now)) wanted.set(key, item);
  }
  if (part !== "week") {
    const views = await reminders.ofMember(memberId);
    const items = await inBatches(views, AT_ONCE, async (view) => {
      const known = view.nextAt === undefined ? [] : [view.nextAt];
      const times = view.rule.kind === "dated" ? await reminders.preview(view.rule) : known;
      return reminderItems(view, times, now);
    });
    for (const [key, item] of items.flat()) wanted.set(key, item);
  }
  const isListed = (key: string) => part === "all" || isReminderKey(key) === (part === "reminders");
  const rows = await ownCalendars.change(memberId, (before) =>
    followItems(before, { memberId, wanted, isListed, now }),
  );
  return shownItems(rows.filter(({ key }) => isListed(key)));
}
