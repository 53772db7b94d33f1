import type { DatesSource } from "./ports.ts";
import type { Background } from "../../shared/system-context.ts";
import type { KnownDatesStore } from "./known-things.ts";
import { readThings } from "../content/read-things.ts";

const READ_WITHIN_MS = 5_000;

/** Dates that are known; of what nobody waited for yet, those the platform gives now. */
export function freshDates({
  known,
  ask,
}: {
  readonly known: KnownDatesStore;
  readonly ask: (signal: AbortSignal) => Background;
}): DatesSource {
  return {
    async datesOf(thing) {
      const before = await known.datesOf(thing);
      if (before !== undefined) return before;
      const isEvent = thing.startsWith("ritual:");
      const context = ask(AbortSignal.timeout(READ_WITHIN_MS));
      const seen = await readThings(context, { milestones: !isEvent, trending: isEvent });
      await known.learn(seen.things);
      return known.datesOf(thing);
    },
  };
}
