import { takeTime } from "./read-date-words.ts";

const BARE = /^(\d{1,2})(\d{2})?$/;

/** `HH:MM` of a time that stands alone: 22:00, 7, 2230, 10 pm, noon. Undefined: it is none. */
export function clockIn(typed: string): string | undefined {
  const text = typed.normalize("NFKC").trim().toLowerCase();
  const time = takeTime(text.replace(BARE, (_, hours, minutes = "00") => `${hours}:${minutes}`));
  return time === undefined || time.rest !== "" || time.found === "not-a-time" ? undefined : time.found;
}
