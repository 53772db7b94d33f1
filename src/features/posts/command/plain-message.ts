import { dateFormat } from "../../../base/date-format.ts";
import { cleanText, clip, cutText, withoutMarkup } from "../../../base/text.ts";
import type { ViewContext } from "../../kit/view/view-context.ts";

/** How much of a message a note quotes; its link leads to the rest. */
const MOST = 200;
const TIMESTAMP = /<t:(-?\d{1,12})(?::[tTdDfFR])?>/g;
const COMMAND = /<(\/[^:>]+):\d+>/g;
const BRACKETED_LINK = /<(https?:\/\/[^\s>]+)>/g;
const MENTION = /<(?:@[!&]?|#|a?:\w+:)\d+>/g;

/**
 * Returns a message as plain text: no markup, times in words, without empty lines and mentions (which would be numbers
 * in a form). Empty for a message of pictures alone.
 */
export function plainMessage(text: string, context: Pick<ViewContext, "locale" | "zone">): string {
  const words = cleanText(cutText(text, 10 * MOST))
    .replaceAll(TIMESTAMP, (_, seconds: string) => dateIn(Number(seconds) * 1_000, context))
    .replaceAll(COMMAND, "$1")
    .replaceAll(BRACKETED_LINK, "$1")
    .replaceAll(MENTION, "");
  const lines = withoutMarkup(words)
    .split("\n")
    .map((line) => line.replaceAll(/\s+/g, " ").trim());
  return clip(lines.filter((line) => line !== "").join("\n"), MOST);
}

function dateIn(at: number, { locale, zone }: Pick<ViewContext, "locale" | "zone">): string {
  const format = dateFormat(locale, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone: zone?.id ?? "UTC",
    timeZoneName: "short",
  });
  return format.format(at);
}
