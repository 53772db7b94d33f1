import { DAY_MS } from "../base/duration.ts";
import { alternativesIn } from "./english/alternatives.ts";
import { dateText } from "./english/days.ts";
import { english } from "./english/grammar.ts";
import { readRepetition } from "./english/repetition.ts";
import { onceAt } from "./phrase.ts";
import { readAgain } from "./read-again.ts";
import { readWall } from "./read-wall.ts";
import { dayAt } from "./repeating.ts";
import { toEnglish } from "./to-english.ts";
import { mendTyping } from "./typing-errors.ts";
import { atTimes, FURTHEST_MS, nextDays, oneOf, soonest } from "./wall-rules.ts";
import type { Here, WallRule, When, WhenRefusal } from "./when.ts";

/** Room for the longest exact phrase: no grammar is fast at every length. */
const LONGEST = 160;
/** The limit once translated to English, which is longer than some languages. */
const LONGEST_MEANT = 320;
/** Letters that are not English: unknown words. */
const FOREIGN = /(?=\p{L})[^a-z]/iu;
/** Refusals after which the text is read as the reader's language. */
const MAY_BE_ENGLISH: ReadonlySet<WhenRefusal> = new Set([
  "unknown",
  "empty",
  "no-lead",
  "not-a-date",
  "not-a-time",
]);
/** How many meanings are looked at. */
const MOST_TEXTS = 8;
const ZONE =
  /(?<=\d|\dh|[ap]m|noon|midday|midnight) ?\b((?:utc|gmt) ?[+-] ?\d{1,2}(?::?\d{2})?|[a-z][a-z_]*(?:\/[a-z_/+-]+)?)(?: time)?(?= |,|$)/g;
/** A time as Discord writes it in messages. */
const DISCORD_TIME = /^<t:(\d{1,12})(?::[a-z])?>$/i;

/**
 * Returns what a typed phrase means, in the reader's language or English: "1h before it ends", "tonight at 9", "alle 2
 * Wochen freitags 20 Uhr", "2026-12-24 18:00". Returns why where it means nothing; never guesses an hour.
 */
export async function readWhen(typed: string, here: Here): Promise<When | WhenRefusal> {
  if (typed.length > LONGEST) return "unknown";
  const instant = DISCORD_TIME.exec(typed.trim())?.[1];
  if (instant !== undefined) return atInstant(Number(instant) * 1000, here);
  const when = await readTyped(typed, here);
  if (typeof when !== "string" || !MAY_BE_ENGLISH.has(when)) return when;
  const mended = mendTyping(typed, here.locale ?? "en");
  const then = mended === undefined ? when : await readTyped(mended, here);
  return typeof then === "string" ? when : then;
}

/** Reads the reader's language, or English. */
async function readTyped(typed: string, here: Here): Promise<When | WhenRefusal> {
  const meant = toEnglish(typed, here.locale ?? "en");
  const when = await readEnglish(meant, here);
  if (meant === typed || typeof when !== "string" || !MAY_BE_ENGLISH.has(when)) return when;
  const asEnglish = await readEnglish(typed, here);
  return typeof asEnglish === "string" && when !== "unknown" ? when : asEnglish;
}

function atInstant(at: number, { now }: Here): When | WhenRefusal {
  if (at <= now) return "past";
  return at - now > FURTHEST_MS ? "too-far" : { kind: "wall", rules: [onceAt(at)] };
}

async function readEnglish(typed: string, here: Here): Promise<When | WhenRefusal> {
  if (typed.length > LONGEST_MEANT || FOREIGN.test(typed.normalize("NFKD"))) return "unknown";
  const tidied = english.tidy(typed);
  if (tidied === "") return "empty";
  const span = english.readSpan(tidied);
  if (typeof span === "object") return span;
  const { text, zone } = takeZone(tidied, here);
  const there = { ...here, zone };
  const texts = alternativesIn(text, dayAt(zone, here.now));
  if (span !== undefined && texts.length === 1) return span;
  if (texts.length > MOST_TEXTS) return "unknown";
  const [first = "unknown", ...others] = await Promise.all(texts.map((one) => readOne(one, there)));
  return others.length === 0 ? first : oneOf([first, ...others]);
}

async function readOne(text: string, here: Here): Promise<When | WhenRefusal> {
  const span = english.readSpan(text);
  if (span !== undefined) return span;
  const repetition = readRepetition(text);
  if (typeof repetition === "string") return repetition;
  if (repetition !== undefined) return readAgain(repetition, here);
  const wall = await readWall(text, here);
  if (typeof wall === "string") return wall;
  const once = (time: string, night: number): WallRule | undefined => {
    const days = wall.days?.map((day) => day + night * DAY_MS) ?? nextDays(here);
    const day = soonest(days, time, here);
    return day === undefined ? undefined : { kind: "once", zone: here.zone, date: dateText(day), time };
  };
  return atTimes(wall, once, here);
}

/** Takes a zone off a time: "6pm EST", "18:00 UTC+2". */
function takeZone(text: string, here: Here): { readonly text: string; readonly zone: string } {
  for (const match of text.matchAll(ZONE)) {
    const zone = here.zoneNamed?.(match[1] ?? "");
    if (zone === undefined) continue;
    const rest = text.slice(0, match.index) + text.slice(match.index + match[0].length);
    return { text: rest.trim(), zone };
  }
  return { text, zone: here.zone };
}
