import { english } from "./english/grammar.ts";
import { spellClocks } from "./english/spelling.ts";
import { toEnglish } from "./to-english.ts";

const CLOCK = /^(?:at )?(\d{1,2})(?:[:.h]?(\d{2}))?(?: ?([ap])\.?m\.?|h| uhr)?$/;
const NAMED: Readonly<Record<string, string>> = { noon: "12:00", midday: "12:00", midnight: "00:00" };
const PART = /(?:^| )(?:in the )?(morning|afternoon|evening)(?: |$)/;

/**
 * Returns a time of day as `HH:MM`: from 22:00, 7, 2230, 10 pm, 9 in the evening, 22 Uhr. Undefined for other texts.
 */
export function clockIn(typed: string, locale: string): string | undefined {
  const spelt = spellClocks(english.tidy(toEnglish(typed, locale)));
  return readClock(spelt) ?? readClock(typed);
}

/** Returns hours of a day, such as quiet ones; undefined where one can't be read, or both are the same. */
export function hoursIn(
  typed: { readonly from: string; readonly to: string },
  locale: string,
): { readonly from: string; readonly to: string } | undefined {
  const [from, to] = [clockIn(typed.from, locale), clockIn(typed.to, locale)];
  return from === undefined || to === undefined || from === to ? undefined : { from, to };
}

function readClock(typed: string): string | undefined {
  const text = typed.normalize("NFKC").trim().toLowerCase();
  if (Object.hasOwn(NAMED, text)) return NAMED[text];
  const part = PART.exec(text)?.[1];
  const [, hours, minutes = "00", half] = CLOCK.exec(text.replace(PART, " ").trim()) ?? [];
  const hour = Number(hours);
  const isHalved = half !== undefined;
  if (hours === undefined || hour > 23 || Number(minutes) > 59) return undefined;
  if (isHalved && (hour < 1 || hour > 12)) return undefined;
  const isLate =
    half === "p" || (half === undefined && part !== undefined && part !== "morning" && hour < 12);
  const full = isHalved || isLate ? (hour % 12) + (isLate ? 12 : 0) : hour;
  return `${String(full).padStart(2, "0")}:${minutes}`;
}
