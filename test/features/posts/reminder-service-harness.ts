import { createReminderService } from "../../../src/features/posts/create-reminder-service.ts";
import type { NewReminder } from "../../../src/features/posts/reminder-service.ts";
import { reminderStore } from "../../../src/features/posts/engine/ports.ts";
import type { Dates } from "../../../src/schedule/next-slot.ts";
import type { ReminderContent } from "../../../src/schedule/subject.ts";
import type { Queries } from "../../../src/storage/schema.ts";
import { ManualClock } from "../../support/manual-clock.ts";

export const NOW = Date.parse("2026-11-20T12:00:00Z");
export const MEMBER = "720000000000000001";
export const GUILD = "710000000000000001";

/** A book on a database, with the clock and the platform's dates in the test's hands. */
export function stageBook(queries: Queries) {
  const clock = new ManualClock(NOW);
  const dates = new Map<string, Dates>();
  const store = reminderStore(queries);
  const woken = { times: 0 };
  let count = 0;
  const reminders = createReminderService({
    queries,
    store,
    datedSubjects: async () => [],
    dates: { datesOf: async (thing) => dates.get(thing) },
    sendTest: async () => ({ kind: "sent", channelId: "1", messageId: "2" }),
    takeBack: async () => "removed",
    clock,
    newId: () => `id${(count += 1)}`,
    wake: () => void (woken.times += 1),
  });
  return { book: reminders, store, clock, dates, woken };
}

export function contentOf(more: Partial<ReminderContent> = {}): ReminderContent {
  return {
    purpose: "personal",
    subject: { kind: "note", text: "Water the plants" },
    title: "Water the plants",
    locale: "en-US",
    zone: "UTC",
    skipIfDone: false,
    publish: false,
    ...more,
  };
}

export function personal(more: Partial<NewReminder> = {}): NewReminder {
  return {
    ownerId: MEMBER,
    destinations: [{ kind: "dm", target: MEMBER }],
    rule: { kind: "weekly", zone: "Europe/Berlin", time: "18:00", days: [] },
    content: contentOf(),
    ...more,
  };
}

export function announcement(more: Partial<NewReminder> = {}): NewReminder {
  return {
    ownerId: MEMBER,
    guildId: GUILD,
    destinations: [{ kind: "channel", target: "730000000000000001" }],
    rule: { kind: "weekly", zone: "UTC", time: "18:00", days: [2] },
    content: contentOf({ purpose: "announcement" }),
    ...more,
  };
}
