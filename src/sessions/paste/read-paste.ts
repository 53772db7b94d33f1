import type { WantedCookies } from "../../platform/cookie-rules.ts";
import { isPlaceholder } from "./candidate.ts";
import { Candidates, type Choice } from "./candidates.ts";
import { plainCharacters, unwrapped, withoutTrailing } from "./clean.ts";
import { decoded, uncapitalized } from "./decode.ts";
import { addCurl } from "./curl.ts";
import { addData } from "./data.ts";
import {
  findForbidden,
  findForbiddenAlone,
  findForbiddenPosted,
  type Forbidden,
  hasEmail,
} from "./forbidden.ts";
import { addLines, addNamedValues } from "./lines.ts";
import { type LooseGroup, readLoosely } from "./loose-data.ts";
import type { PasteForm, PasteOptions, PasteReading } from "./reading.ts";
import { findSealed } from "./sealed-text.ts";
import { addTable } from "./table.ts";
import { isRemainder } from "./pairs.ts";

/** Narrower lines are nobody's. */
const NARROWEST = 20;
const WIDEST = 250;
/** A blank line, a number of a list, another pair or row, or data. */
const BEGINS_ANEW =
  /^(?:\s*$|\s*\d{1,3}[.):]?\s|\s*[\w.-]{1,60}(?:[ \t]{0,4}:|[ \t]{0,4}=(?!=|$)[^;]*$)|[{[#])/;

/**
 * Returns a text without the line ends behind its longest lines, where what follows may be the rest of a value: a
 * terminal, an editor or a mail put them there. Undefined where there are none.
 */
function withoutWraps(text: string): string | undefined {
  const lines = text.split("\n").map((line) => line.trimStart());
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  if (width < NARROWEST || width > WIDEST) return undefined;
  const whole = lines.map((line, index) => {
    const next = lines[index + 1] ?? "";
    return line.length === width && isRest(next) ? line : `${line}\n`;
  });
  return whole.every((line) => line.endsWith("\n")) ? undefined : whole.join("");
}

function isRest(line: string): boolean {
  const [token = ""] = line.slice(0, WIDEST).split(/[\s;|"',]/, 1);
  return !BEGINS_ANEW.test(line) && (token === "" || isRemainder(token));
}

export type { MissingCookie, PasteForm, PasteOptions, PasteReading } from "./reading.ts";

/** In characters. A HAR of a long visit is large; a text input takes far less. */
export const LONGEST_PASTE = 32 * 1024 * 1024;
/** A text input may drop a character or two at its end. */
const CUT_WITHIN = 2;

interface Attempt {
  readonly form: PasteForm;
  readonly found: Candidates;
}

/** Tries one form and puts what it finds into `found`. Undefined when the text isn't in it. */
type Reader = (text: string, found: Candidates) => PasteForm | undefined;

/** In order of preference when two find as much. */
const READERS: readonly Reader[] = [readCurl, readPowershell, readData, addTable, addLines];
/** They look for what the others did not see. */
const LOOSER_READERS: readonly Reader[] = [readDataWithin, readAnywhere];

/**
 * Reads the platform's cookies from a person's paste. Takes linear time, keeps only the named cookies, and never
 * decodes, sorts or repairs a value. Also runs in browsers.
 */
export function readPaste(
  raw: string,
  wanted: WantedCookies,
  { cutAt, now }: PasteOptions = {},
): PasteReading {
  if (raw.length > LONGEST_PASTE) return { kind: "unreadable", why: "too-long" };
  const isCut = cutAt !== undefined && raw.length >= cutAt - CUT_WITHIN;
  const text = uncapitalized(decoded(plainCharacters(raw), wanted), wanted);
  if (text.trim() === "") return { kind: "unreadable", why: "empty" };
  const bundle = findSealed(text);
  if (bundle !== undefined) return { kind: "bundle", bundle, isCut };
  const forbidden = isHar(text) ? findForbiddenPosted(text) : findForbidden(text);
  if (forbidden !== undefined) return refused(forbidden);
  const bare = unwrapped(text);
  const attempt = isPlaceholder(bare) ? nothingBut(bare, wanted) : unwrappedAttempt(bare, wanted);
  if (attempt === undefined || attempt.found.score === 0) {
    const alone = findForbiddenAlone(text);
    if (alone !== undefined) return refused(alone);
  }
  if (attempt === undefined) return { kind: "unreadable", why: isCut ? "cut" : "no-cookies" };
  return concluded(attempt, text, { isCut, now });
}

/** A program printed an empty variable, which was copied. */
function nothingBut(placeholder: string, wanted: WantedCookies): Attempt {
  const found = new Candidates(wanted);
  for (const { name } of wanted.cookies) found.add(name, placeholder);
  return { form: "text", found };
}

const refused = (why: Forbidden): PasteReading => ({ kind: "refused", why });

function concluded(
  { form, found }: Attempt,
  text: string,
  { isCut, now }: { readonly isCut: boolean; readonly now: number | undefined },
): PasteReading {
  const end = withoutTrailing(text.slice(-8_192).replaceAll(/[\^\\]/g, ""), " \t\n");
  const choice = found.choose((value) => isCut && value !== "" && end.endsWith(value), now);
  const values = [...choice.cookies.values()].map((value) => value.reveal());
  if (values.some(hasEmail)) return refused("password");
  return { kind: "cookies", form, ...named(choice, isCut), isCut };
}

function named({ cookies, ends, missing, otherHost }: Choice, isCut: boolean) {
  return {
    cookies,
    ends,
    found: [...cookies.keys()],
    missing: missing.map((one) => (isCut && one.why === "absent" ? { ...one, why: "cut" as const } : one)),
    isComplete: missing.every(({ isRequired }) => !isRequired),
    ...(otherHost !== undefined && { otherHost }),
  };
}

/**
 * Returns the reading of the text as it is, or, where values end at ends of lines as long as the longest, of the text
 * without these.
 */
function unwrappedAttempt(text: string, wanted: WantedCookies): Attempt | undefined {
  const asWritten = bestAttempt(text, wanted);
  const joined = withoutWraps(text);
  const unwrapped = joined === undefined ? undefined : bestAttempt(joined, wanted);
  if (unwrapped === undefined || asWritten === undefined) return unwrapped ?? asWritten;
  return unwrapped.found.continues(asWritten.found) ? unwrapped : asWritten;
}

/** Returns the form that finds most, completed by the others and by a search of the whole text. */
function bestAttempt(text: string, wanted: WantedCookies): Attempt | undefined {
  const attempts: Attempt[] = [];
  for (const read of READERS) {
    const attempt = attemptBy(read, text, wanted);
    if (attempt?.found.isComplete === true) return attempt;
    if (attempt !== undefined) attempts.push(attempt);
  }
  const most = Math.max(0, ...attempts.map(({ found }) => found.score));
  const best = attempts.find(({ found }) => found.score === most);
  if (best?.form === "har") return best;
  const others = attempts.filter((attempt) => attempt !== best);
  const looser = LOOSER_READERS.flatMap((read) => attemptBy(read, text, wanted) ?? []);
  return [...others, ...looser].reduce(filledBy, best);
}

function attemptBy(read: Reader, text: string, wanted: WantedCookies): Attempt | undefined {
  const found = new Candidates(wanted);
  const form = read(text, found);
  return form === undefined ? undefined : { form, found };
}

/** A looser reading adds only what a stricter one did not see; what that refused stays refused. */
function filledBy(best: Attempt | undefined, looser: Attempt): Attempt | undefined {
  if (looser.found.score === 0) return best;
  if (best === undefined || best.found.score === 0) return looser;
  best.found.fillFrom(looser.found);
  return best;
}

function readCurl(text: string, found: Candidates): PasteForm | undefined {
  if (!/\b(?:curl|wget|xh|https?)(?:\.exe)?\s/.test(text)) return undefined;
  addCurl(text, found);
  const isCommand = /^[\s$>#%]{0,8}curl(?:\.exe)?\s/.test(text);
  return isCommand || found.score > 0 ? "curl" : undefined;
}

const POWERSHELL = /System\.Net\.Cookie|WebRequestSession|Invoke-(?:WebRequest|RestMethod)|New-Object/i;

function readPowershell(text: string, found: Candidates): PasteForm | undefined {
  if (!POWERSHELL.test(text)) return undefined;
  addData(readLoosely(text, "powershell"), found);
  return "powershell";
}

/** Reads a text that begins like data, or like a call with data. */
function readData(text: string, found: Candidates): PasteForm | undefined {
  const isFetch = /^[\s;]{0,8}(?:await\s{1,8})?fetch\s{0,8}\(/.test(text);
  const beginsAsData = /^(?:(?:const|let|var)\s{1,8})?(?:["'[{]|\w{1,40}\s{0,8}=\s{0,8}[[{])/.test(
    text.slice(0, 80),
  );
  return isFetch || beginsAsData ? readAsData(text, found) : undefined;
}

function readDataWithin(text: string, found: Candidates): PasteForm {
  const form = readAsData(text, found);
  return form === "json-map" ? "text" : form;
}

function readAsData(given: string, found: Candidates): PasteForm {
  const text = withoutEscapes(given).replaceAll(COMMENT_LINE, "");
  const reading = readLoosely(text);
  const hasRecords = addData(reading, found);
  return dataForm(text, reading, hasRecords);
}

/** A program's comment, which may hold older values. */
const COMMENT_LINE = /^[ \t]{0,200}(?:#|\/\/)[ \t].*$/gm;

/** Text from another program's string, whose own quotes were left out. */
function withoutEscapes(text: string): string {
  const first = text.indexOf('"');
  const isEscaped = text.charAt(first - 1) === "\\" && !/[^\\]"/.test(text);
  return isEscaped ? text.replaceAll(/\\(["\\])/g, "$1") : text;
}

function dataForm(text: string, { entries }: LooseGroup, hasRecords: boolean): PasteForm {
  if (/fetch\s{0,8}\(/.test(text.slice(0, 40))) return "fetch";
  if (isHar(text)) return "har";
  const [outer] = entries;
  const keys = typeof outer?.value === "object" ? outer.value.entries.map(({ key }) => key) : [];
  if (keys.includes("cookies") && keys.includes("origins")) return "storage-state";
  return hasRecords ? "cookie-list" : "json-map";
}

function isHar(text: string): boolean {
  const start = text.slice(0, 4_000);
  return /^\s{0,20}\{\s{0,20}"log"\s{0,8}:/.test(start) && start.includes('"version"');
}

function readAnywhere(text: string, found: Candidates): PasteForm {
  addNamedValues(text, found);
  return "text";
}
