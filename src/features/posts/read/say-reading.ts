import { clockStyle, dateLocale } from "../../../base/wall-time.ts";
import { dateFormat } from "../../../base/date-format.ts";
import type { Messages } from "../../../messages/catalog.ts";
import type { Reading } from "./read-rule.ts";
import type { ChosenSubject } from "./read-subject.ts";
import { type Dates, isRepeating, preview, type Rule } from "../../../schedule/next-slot.ts";
import { frequencyPhrase, fromNowPhrase, phraseOf, type SaidReading } from "../../../schedule/phrase.ts";
import { subjectKey } from "../../../schedule/subject.ts";
import { zoneLabel, zoneName } from "../../kit/settings/time-zones.ts";
import { whenWords } from "../view/when-words.ts";

interface Saying {
  readonly now: number;
  /** The reader's zone. */
  readonly zone: string;
  /** Where the reader's zone isn't known. */
  readonly likelyZones?: readonly string[];
  /** The reader's language, as Discord's locale code. */
  readonly locale: string;
  readonly messages: Messages;
}

/** Returns what was understood, in words: one text for each rule it may be. */
export function sayReading(
  { rules, inMs }: Reading,
  what: Pick<ChosenSubject, "subject" | "thing">,
  saying: Saying,
): readonly SaidReading[] {
  return rules.map((rule) => {
    const { language, shared } = saying.messages;
    const elsewhere =
      inMs === undefined && "zone" in rule && rule.zone !== saying.zone ? rule.zone : undefined;
    // In the rule's own zone: in the reader's, its hour may come twice.
    const bare =
      inMs === undefined ? phraseOf(rule, language, elsewhere ?? saying.zone) : fromNowPhrase(inMs, language);
    const phrase = elsewhere === undefined ? bare : `${bare} ${zoneLabel(elsewhere)}`;
    const isDate = inMs === undefined && rule.kind === "once";
    const isInterval = rule.kind === "interval";
    // The first date follows in full.
    const spoken = isInterval ? frequencyPhrase(rule, language) : bare;
    const said = whenWords(spoken, { ...saying, texts: saying.messages });
    const label =
      elsewhere === undefined ? said : shared.inZone(said, zoneName(elsewhere, language, saying.now));
    const isZoneNext = saying.likelyZones !== undefined && inMs === undefined && isMeantIn(rule, saying.zone);
    const words = wordsOf(rule, { what, phrase: isDate ? undefined : said, saying, isZoneNext });
    return { phrase, words, label: isDate || isInterval ? words : label };
  });
}

/** Returns whether the rule is due by the clock of this zone. */
export function isMeantIn(rule: Rule, zone: string): boolean {
  return "zone" in rule && rule.zone === zone;
}

/** Returns whether the typed text already says exactly that. */
export function isExact(typed: string, said: readonly SaidReading[]): boolean {
  return said.length === 1 && said[0]?.phrase.toLowerCase() === typed.trim().toLowerCase();
}

interface Spoken {
  readonly what: Pick<ChosenSubject, "subject" | "thing">;
  /** Undefined where the date says everything. */
  readonly phrase: string | undefined;
  readonly saying: Saying;
  readonly isZoneNext: boolean;
}

function wordsOf(rule: Rule, { what, phrase, saying, isZoneNext }: Spoken): string {
  const { remind, shared, language } = saying.messages;
  const { reading } = remind;
  const zone = isRepeating(rule) ? rule.zone : saying.zone;
  const [next] = preview(rule, saying.now, { count: 1, dates: datesOf(rule, what) });
  if (next === undefined) return phrase ?? "";
  const named = isZoneNext ? remind.zone.next : zoneName(zone, language, next);
  const at = shared.inZone(dateInFull(next, zone, saying), named);
  return phrase === undefined ? at : (isRepeating(rule) ? reading.first : reading.dated)(phrase, at);
}

/** A reminder about a milestone may be set by a reset, whose dates are not the milestone's. */
function datesOf(rule: Rule, { subject, thing }: Spoken["what"]): Dates {
  return rule.kind === "dated" && rule.thing !== subjectKey(subject) ? {} : (thing ?? {});
}

/** Returns a full date in the language of our texts, formatted for the reader's locale. */
function dateInFull(at: number, zone: string, { locale, messages: { language } }: Saying): string {
  return dateFormat(dateLocale({ locale, language }), {
    timeZone: zone,
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    ...clockStyle(locale),
  }).format(at);
}
