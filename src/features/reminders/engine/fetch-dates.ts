import type { DatesSource } from "./ports.ts";
import type { Background } from "../../shared/system-context.ts";
import type { KnownDatesStore } from "./known-dates.ts";
import { listsOf, readDatedSubjects } from "../content/read-dated-subjects.ts";

const READ_WITHIN_MS = 5_000;

/** Returns a source of the known dates, which asks the platform for those of a subject no reminder waited for yet. */
export function createDatesFetcher(
  known: KnownDatesStore,
  ask: (signal: AbortSignal) => Background,
): DatesSource {
  return {
    async datesOf(key) {
      const before = await known.datesOf(key);
      if (before !== undefined) return before;
      const seen = await readDatedSubjects(ask(AbortSignal.timeout(READ_WITHIN_MS)), listsOf([key]));
      await known.learn(seen.subjects);
      return known.datesOf(key);
    },
  };
}
