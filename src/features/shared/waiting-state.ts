import type { HistoryEntry, ReminderService, ReminderView } from "./reminder-service.ts";

const TO_COME: ReadonlySet<HistoryEntry["state"]> = new Set(["due", "sending", "failed", "held"]);

/**
 * Whether one that is over has something that is still to come: what comes once is over as soon as it is due, and may
 * wait for quiet hours to end, or for a permission.
 */
export async function hasWaitingPost(
  { id, state }: Pick<ReminderView, "id" | "state">,
  book: Pick<ReminderService, "history">,
): Promise<boolean> {
  if (state !== "ended") return false;
  const [last] = await book.history(id, 1);
  return last !== undefined && TO_COME.has(last.state);
}

/** What comes once is over when it is due, also where its post still waits. */
export async function currentState(
  announcement: Pick<ReminderView, "id" | "state">,
  book: Pick<ReminderService, "history">,
): Promise<ReminderView["state"] | "waiting"> {
  return (await hasWaitingPost(announcement, book)) ? "waiting" : announcement.state;
}
