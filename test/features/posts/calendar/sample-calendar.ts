import { DAY_MS } from "../../../../src/base/duration.ts";
import type { CalendarFile } from "../../../../src/features/posts/calendar/write-ics.ts";
import { reminderItems } from "../../../../src/features/posts/calendar/own-items.ts";
import { nextSlot, preview, type Rule } from "../../../../src/schedule/next-slot.ts";
import type { ReminderView } from "../../../../src/features/posts/reminder-service.ts";
import { contentOf } from "../reminder-service-harness.ts";

export const NOW = Date.parse("2026-11-20T12:00:00Z");

export function reminder(rule: Rule, more: Partial<ReminderView> = {}): ReminderView {
  const { at } = nextSlot(rule, NOW) ?? {};
  return {
    id: "r1",
    revision: 1,
    ownerId: "1",
    editorId: "1",
    state: "active",
    rule,
    content: contentOf(),
    destinations: [],
    ...(at !== undefined && { nextAt: at }),
    madeAt: NOW,
    changedAt: NOW,
    ...more,
  };
}

/** Returns the file of a reminder as it is first shown. */
export function fileOf(view: ReminderView, times = preview(view.rule, NOW)): CalendarFile {
  const items = reminderItems(view, times, NOW).map(([key, item]) => ({
    uid: `${key}@test`,
    sequence: 1,
    item,
    isCanceled: false,
    changedAt: NOW,
  }));
  return { name: "Neutral; really, two\nlines", items, now: NOW };
}

const title = `Pfannkuchen, “süß”; \\ and ${"長い".repeat(40)}`;

const weekly = fileOf(
  reminder(
    { kind: "weekly", zone: "America/New_York", time: "02:30", days: [0, 3] },
    { content: contentOf({ title, subject: { kind: "note", text: `${title}\nline two` } }) },
  ),
);
const hourly = fileOf(
  reminder({
    kind: "interval",
    unit: "hour",
    count: 5,
    from: "2026-11-20",
    zone: "Asia/Kolkata",
    time: "09:00",
  }),
);
const fair = { title: "Fair", startAt: NOW, endAt: NOW + 3 * DAY_MS };

/** One of each: a repetition by the clock, an hourly one, an event of days that was called off. */
export const CALENDAR: CalendarFile = {
  ...weekly,
  items: [
    ...weekly.items,
    ...hourly.items.map((item) => ({ ...item, uid: "hourly@test" })),
    { uid: "fair@test", sequence: 2, item: fair, isCanceled: true, changedAt: NOW },
  ],
};
