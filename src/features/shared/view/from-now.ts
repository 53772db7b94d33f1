import { HOUR_MS, MINUTE_MS } from "../../../base/duration.ts";

/** Making one takes longer than all the rest of a post. */
const formats = new Map<string, Intl.RelativeTimeFormat>();

/** How far away, in plain words: a lock screen shows Discord's own times as they are written. */
export function fromNow(ms: number, language: string): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes === 0) return formatIn(language, "auto").format(0, "second");
  const exactly = formatIn(language, "always");
  if (Math.abs(minutes) < 100 && Math.abs(minutes) !== 60) return exactly.format(minutes, "minute");
  const hours = Math.round(ms / HOUR_MS);
  if (Math.abs(hours) < 48 && Math.abs(hours) !== 24) return exactly.format(hours, "hour");
  return exactly.format(Math.round(hours / 24), "day");
}

function formatIn(language: string, numeric: "auto" | "always"): Intl.RelativeTimeFormat {
  const key = `${language} ${numeric}`;
  const format = formats.get(key) ?? new Intl.RelativeTimeFormat(language, { numeric });
  formats.set(key, format);
  return format;
}
