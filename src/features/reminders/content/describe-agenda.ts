import type { Subject } from "../../shared/schedule/subject.ts";
import { type Description, type DescribeInput, suspendUntil, troubleOf } from "./description.ts";
import { nextEnd, noteOf } from "./listed-agenda.ts";
import { readAgenda, SPAN_MS } from "./read-agenda.ts";

/** What is on in the day or week that begins now. */
export async function describeAgenda(
  describing: DescribeInput,
  { every }: Extract<Subject, { kind: "agenda" }>,
): Promise<Description> {
  const { context, content, isListedElsewhere: isBoth, isSample } = describing;
  if (isBoth && every === "day" && !isSample) return { kind: "skip", reason: "in-weekly" };
  const { now } = context;
  const { seen, failure, list } = await readAgenda(context, { from: now, until: now + SPAN_MS[every] });
  // What one list lacks may be the half of it.
  const waits = failure && suspendUntil(describing, troubleOf(failure));
  if (waits !== undefined) return waits;
  if (seen.length === 0)
    return { kind: "skip", reason: failure === undefined ? "nothing" : troubleOf(failure) };
  const title = isBoth ? context.messages(context.locale).remind.what.agenda.both : content.title;
  const listed = { title, entries: list.entries, more: list.more };
  return {
    kind: "described",
    title,
    subject: { kind: "agenda", ...list },
    endAt: nextEnd(listed, now),
    note: noteOf(listed),
  };
}
