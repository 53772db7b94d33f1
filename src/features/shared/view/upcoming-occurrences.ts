import { type Markdown, joinMarkdown, md, timestamp } from "../../../base/markdown.ts";
import type { ViewContext } from "./view-context.ts";

/** One time to come. */
export interface UpcomingOccurrence {
  readonly at: number;
  /** Its own local time is skipped that day. */
  readonly isMoved: boolean;
  /** Clocks were changed since the one before. */
  readonly isAfterChange: boolean;
}

/** The next times as a list, with a word where clocks change. */
export function upcomingOccurrenceLines(
  firings: readonly UpcomingOccurrence[],
  context: ViewContext,
): Markdown | undefined {
  if (firings.length === 0) return undefined;
  const texts = context.texts.announce.firings;
  const rows = firings.map(({ at, isMoved, isAfterChange }) => {
    const row = texts.at(timestamp(at, "F"), timestamp(at, "R"));
    if (isMoved) return md`- ${row} (${texts.moved})`;
    return isAfterChange ? md`- ${row} (${texts.clocksChange})` : md`- ${row}`;
  });
  return joinMarkdown([md`**${texts.title}**`, ...rows]);
}
