import type { HistoryEntry, ReminderService, ReminderView } from "../reminder-service.ts";

const TO_COME: ReadonlySet<HistoryEntry["state"]> = new Set(["due", "sending", "failed", "held"]);

/** Returns whether a reminder that ended has a post waiting, for quiet hours or a permission. */
export async function hasWaitingPost(
  { id, state }: Pick<ReminderView, "id" | "state">,
  book: Pick<ReminderService, "history">,
): Promise<boolean> {
  if (state !== "ended") return false;
  const last = await lastPost(id, book);
  return last !== undefined && TO_COME.has(last.state);
}

/** How many tests in a row may come behind a post that waits. */
const LOOKED_AT = 20;

/** Returns what became of the latest occurrence, tests aside. */
export async function lastPost(
  id: string,
  book: Pick<ReminderService, "history">,
): Promise<HistoryEntry | undefined> {
  return (await book.history(id, LOOKED_AT)).find(({ isTest }) => isTest !== true);
}

/** Returns the state; "waiting" for one that ended but has a post waiting. */
export async function currentState(
  announcement: Pick<ReminderView, "id" | "state">,
  book: Pick<ReminderService, "history">,
): Promise<ReminderView["state"] | "waiting"> {
  return (await hasWaitingPost(announcement, book)) ? "waiting" : announcement.state;
}
