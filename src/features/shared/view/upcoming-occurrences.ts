import { type Markdown, joinMarkdown, md, timestamp } from "../../../base/markdown.ts";
import type { UpcomingOccurrence } from "../schedule/upcoming-occurrences.ts";
import type { ViewContext } from "./view-context.ts";

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
