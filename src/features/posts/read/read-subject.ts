import { trendChoices } from "../../../game/trend-search.ts";
import { cleanText, clip, cutText, withoutMarkup } from "../../../base/text.ts";
import type { Messages } from "../../../messages/catalog.ts";
import { isTimed, OWN_MATTERS, type Subject, subjectOfKey, subjectKey } from "../../../schedule/subject.ts";
import { readWatch, sayWatch } from "../../../schedule/watch-sentences.ts";
import { readWatchValue, watchValue } from "../../../schedule/watched.ts";

/** Something the platform lists that can be waited for. */
export interface DatedSubject {
  readonly subject: Subject;
  /** Plain text in the requested language. */
  readonly label: string;
  /** The same in the other language it may have been read in. */
  readonly otherLabel?: string | undefined;
  /** Milliseconds since 1970; absent where the platform gives no date. */
  readonly startAt?: number;
  readonly endAt?: number;
  /** It comes again after so long, for as long as anybody knows. */
  readonly everyMs?: number;
}

/** Discord's limit for the value of a suggestion or a select's entry. */
const VALUE_LENGTH = 100;
export const NOTE_LENGTH = 500;
const TITLE_LENGTH = 200;

/** The subject of a new reminder. */
export interface ChosenSubject {
  readonly subject: Subject;
  /** Plain text, shown and stored. */
  readonly title: string;
  /** With the platform's current dates. */
  readonly thing?: DatedSubject;
}

/** Returns the value of a suggestion; undefined for a note, and for what doesn't fit. */
export function subjectValue(subject: Subject): string | undefined {
  const text = subjectKey(subject) ?? fixedValue(subject);
  return text === undefined || text.length > VALUE_LENGTH ? undefined : text;
}

/** Returns whether this is the value of a suggestion rather than free text. */
export function isKey(what: string): boolean {
  return (
    subjectOfKey(what) !== undefined ||
    readWatchValue(what) !== undefined ||
    undatedSubjects(true).some((subject) => subjectValue(subject) === what)
  );
}

function fixedValue(subject: Subject): string | undefined {
  if (subject.kind === "new-entries")
    return subject.of === undefined ? "new-entries" : `new-entries:${subject.of}`;
  if (subject.kind === "agenda") return `agenda:${subject.every}`;
  if (subject.kind === "watch") return watchValue(subject);
  return subject.kind === "own" ? `own:${subject.matter}` : undefined;
}

/** Returns the subjects that don't depend on what the platform lists. */
export function undatedSubjects(isPrivateOn: boolean): readonly Subject[] {
  return [
    ...(isPrivateOn ? OWN_MATTERS.map((matter) => ({ kind: "own", matter }) as const) : []),
    { kind: "new-entries" },
    ...(["day", "week"] as const).map((every) => ({ kind: "agenda", every }) as const),
    ...trendChoices.map((of) => ({ kind: "new-entries", of }) as const),
  ];
}

/** Returns the title of a subject that is neither the platform's nor a note. */
export function undatedTitle(subject: Subject, { remind, commands }: Messages): string {
  if (isTimed(subject)) return "";
  switch (subject.kind) {
    case "own":
      return remind.what.own[subject.matter];
    case "new-entries": {
      const kind = trendChoices.find((choice) => choice === subject.of);
      if (kind === undefined) return remind.what.newAny;
      return remind.what.newOf(commands.trending.options.kind.choices[kind]);
    }
    case "reset":
      return remind.what.resets[subject.every];
    case "agenda":
      return remind.what.agenda[subject.every];
    case "watch":
      return sayWatch(subject);
    case "note":
      return clip(firstLine(subject), TITLE_LENGTH);
  }
}

function firstLine({ text, isMarkdown }: Subject & { kind: "note" }): string {
  const line = text.split("\n")[0]?.trim() ?? "";
  return isMarkdown === true ? withoutMarkup(line) || line : line;
}

/**
 * Returns the subject of a suggestion's value or of a typed name, else a note. "over": the platform no longer lists
 * what was picked. `otherMessages`: of the other language names may have been read in.
 */
export function readSubject(
  typed: string,
  things: readonly DatedSubject[],
  messages: Messages,
  otherMessages: Messages = messages,
): ChosenSubject | "over" {
  const untimed = (subject: Subject) => ({ subject, title: undatedTitle(subject, messages) });
  const fixed = undatedSubjects(true).find((subject) => subjectValue(subject) === typed);
  if (fixed !== undefined) return untimed(fixed);
  const chosen = subjectOfKey(typed);
  if (chosen !== undefined) return ofThing(chosen, things, messages);
  const text = cutText(cleanText(typed).trim(), NOTE_LENGTH);
  const isTyped = (name: string) => fold(name) === fold(text);
  const named = things.filter(({ label, otherLabel = label }) => isTyped(label) || isTyped(otherLabel));
  const [first] = named;
  // Where the platform lists one thing as a milestone and as an event, the milestone knows more.
  const known = named.find(({ subject }) => subject.kind === "milestone") ?? first;
  if (known !== undefined) return ofThing(known.subject, things, messages);
  const meant = undatedSubjects(true).find(
    (subject) => isTyped(undatedTitle(subject, messages)) || isTyped(undatedTitle(subject, otherMessages)),
  );
  if (meant !== undefined) return untimed(meant);
  const watch = readWatchValue(text) ?? readWatch(text, messages.language);
  return untimed(watch === undefined ? { kind: "note", text } : { kind: "watch", ...watch });
}

function ofThing(
  subject: Subject,
  things: readonly DatedSubject[],
  messages: Messages,
): ChosenSubject | "over" {
  const key = subjectKey(subject);
  const thing = things.find((one) => subjectKey(one.subject) === key);
  const fallback = undatedTitle(subject, messages);
  if (thing === undefined) return fallback === "" ? "over" : { subject, title: fallback };
  return { subject, title: clip(cleanText(thing.label), TITLE_LENGTH) || fallback, thing };
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}
