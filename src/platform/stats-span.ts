import { DAY_MS } from "../base/duration.ts";
import { MilepostError } from "../base/errors.ts";

/** Refuses days that are none, that run backwards, or that are more than a call may ask for. */
export function checkSpan(
  { from, to }: { readonly from?: string; readonly to?: string },
  mostDays: number,
): void {
  const start = dayOf(from);
  const end = dayOf(to);
  if (start === undefined || end === undefined) return;
  if (end < start) throw wrong("the last day is before the first");
  if ((end - start) / DAY_MS + 1 > mostDays) throw wrong(`more than ${mostDays} days at once`);
}

function dayOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at)) throw wrong("a day that is not written as YYYY-MM-DD");
  return at;
}

function wrong(reason: string): MilepostError {
  return new MilepostError("bad-input", { operation: "stats.character", reason });
}
