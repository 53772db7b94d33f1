import type { HistoryEntry, ReminderService, ReminderView } from "../reminder-service.ts";

const TO_COME: ReadonlySet<HistoryEntry["state"]> = new Set(["due", "sending", "failed", "held"]);

/** Returns whether a reminder that ended has a post waiting, for quiet hours or a permission. */
export async function hasWaitingPost(
  { id, state }: Pick<ReminderView, "id" | "state">,
  book: Pick<ReminderService, "history">,
): Promise<boolean> {
  if (state !== "ended") return false;
  const [last] = await book.history(id, 1);
  return last !== undefined && TO_COME.has(last.state);
}

/** Returns the state; "waiting" for one that ended but has a post waiting. */
export async function currentState(
  announcement: Pick<ReminderView, "id" | "state">,
  book: Pick<ReminderService, "history">,
): Promise<ReminderView["state"] | "waiting"> {
  return (await hasWaitingPost(announcement, book)) ? "waiting" : announcement.state;
}
