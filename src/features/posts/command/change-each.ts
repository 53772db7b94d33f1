import type { ReminderService, ReminderChanges, ReminderView } from "../reminder-service.ts";

/** How often a change is retried after somebody else's. */
const TRIES = 3;

interface Changing {
  readonly book: Pick<ReminderService, "find" | "change">;
  readonly ids: readonly string[];
  readonly by: string;
}

/**
 * Applies `changesOf` to each reminder as it is now, skipping those it returns undefined for. Returns how many were
 * changed.
 */
export async function changeEach(
  { book, ids, by }: Changing,
  changesOf: (view: ReminderView) => ReminderChanges | undefined,
): Promise<number> {
  let count = 0;
  for (const id of ids) if (await changeOne({ book, id, by }, changesOf)) count += 1;
  return count;
}

async function changeOne(
  { book, id, by }: Omit<Changing, "ids"> & { readonly id: string },
  changesOf: (view: ReminderView) => ReminderChanges | undefined,
): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const view = await book.find(id);
    const changes = view && changesOf(view);
    if (view === undefined || changes === undefined) return false;
    const edited = await book.change({ id, revision: view.revision, by }, changes);
    if (edited !== "changed-meanwhile") return edited === "done";
  }
  return false;
}
