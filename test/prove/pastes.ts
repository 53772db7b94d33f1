import { type PasteReading, readPaste } from "../../src/sessions/paste/read-paste.ts";
import { forms, type Values, wanted } from "../sessions/paste/forms.ts";
import { Random } from "./random.ts";
import type { Proof } from "./run.ts";

const PASTES = 1_000_000;
const QUICK = 20_000;
const LONGEST_MS = 100;
const FIELD = { cutAt: 4_000 };
const SAFE = /^[\x21\x23-\x2B\x2D-\x3A\x3C-\x5B\x5D-\x7E]{1,4096}$/;
const PIECES = [
  "portald",
  "portalatk=",
  "cookie",
  "Cookie: ",
  "Set-Cookie: ",
  "curl ",
  " -b ",
  " -H ",
  "{",
  "}",
  "[",
  "]",
  "(",
  ")",
  '"',
  "'",
  "`",
  "\\",
  '^"',
  "$'",
  "=",
  ":",
  ";",
  ",",
  "\t",
  "\n",
  "\r\n",
  "\0",
  "\u200B",
  "\u201C",
  "\uD800",
  "__proto__",
  "constructor",
  "name",
  "value",
  "domain",
  "milepost1:",
  '"log":',
  "request",
  "=>",
  "@{",
  "TRUE\t",
  "```",
  "System.Net.Cookie(",
];
const WRITERS = Object.values(forms).map(([, write]) => write);

interface Made {
  readonly text: string;
  /** What it must come to: these cookies whole, a refusal, or anything but a crash. */
  readonly expected: Values | "refused" | undefined;
}

/** Generated pastes: every form with other values, broken ones, noise, credentials. */
export async function pastes({ isQuick }: { readonly isQuick: boolean }): Promise<Proof> {
  const count = isQuick ? QUICK : PASTES;
  const random = new Random(20_261_121);
  const seen = { crashed: 0, slow: 0, unsafe: 0, wrong: 0, accepted: 0, slowestMs: 0 };
  for (let done = 0; done < count; done += 1) {
    const { text, expected } = make(random, done % 4);
    const [reading, first] = timed(text);
    // A pause of the machine doesn't come three times in a row; a slow paste does.
    const ms = first > LONGEST_MS ? Math.min(first, timed(text)[1], timed(text)[1]) : first;
    seen.slowestMs = Math.max(seen.slowestMs, ms);
    if (ms > LONGEST_MS) seen.slow += 1;
    if (reading === undefined) seen.crashed += 1;
    else if (!isSafe(reading)) seen.unsafe += 1;
    else if (expected === "refused" && reading.kind !== "refused") seen.accepted += 1;
    else if (typeof expected === "object" && !holds(reading, expected)) seen.wrong += 1;
  }
  const { crashed, slow, unsafe, wrong, accepted, slowestMs } = seen;
  const sentence =
    `${count} pastes: ${crashed} crashes, ${slow} over ${LONGEST_MS} ms (slowest ${slowestMs.toFixed(1)}), ` +
    `${accepted} credentials accepted, ${unsafe} unsafe values, ${wrong} whole pastes misread`;
  return { sentence, failed: crashed + slow + unsafe + wrong + accepted };
}

function make(random: Random, kind: number): Made {
  const values = valuesOf(random);
  const text = random.pick(WRITERS)(values);
  if (kind === 0) return { text, expected: values };
  if (kind === 1) return { text: broken(text, random), expected: undefined };
  if (kind === 2) {
    const parts = Array.from({ length: random.below(120) }, () => {
      return random.below(3) === 0 ? random.word(1 + random.below(9)) : random.pick(PIECES);
    });
    return { text: parts.join(""), expected: undefined };
  }
  return { text: credentials(random, text), expected: "refused" };
}

function valuesOf(random: Random): Values {
  const mark = () => random.pick(["=", "&", "%3D", ".", "-", "_", "/", "+", "~", "!", "|", "*"]);
  const value = () => `${random.word(1 + random.below(40))}${mark()}${random.word(1 + random.below(40))}`;
  return {
    portald: `1${String(random.below(2 ** 31))}`,
    portalatk: value(),
    portaldid: `${value()}=`,
    portalme: `7${String(random.below(2 ** 31))}`,
  };
}

function broken(text: string, random: Random): string {
  const at = random.below(text.length);
  const unit = String.fromCharCode(random.below(random.pick([128, 0x10000])));
  const cut = random.below(4) === 0 ? random.below(text.length) : 0;
  return text.slice(0, at) + unit + text.slice(at + random.below(4) + cut);
}

function credentials(random: Random, cookies: string): string {
  const password = random.word(12);
  const id = String(10 ** 17 + random.below(2 ** 31));
  const token = `${btoa(id).replaceAll("=", "")}.${random.word(6)}.${random.word(38)}`;
  return random.pick([
    `${random.word(6)}@example.com\n${password}`,
    `${random.word(6)}@example.com:${password}`,
    `login=${random.word(6)}&passwd=${password}`,
    `{"username":"${random.word(6)}","password":"${password}"}`,
    `Password: ${password}`,
    token,
    `Authorization: Bot ${token}`,
    cookies.startsWith("{") ? token : `${cookies}\npassword: ${password}`,
    `https://portal.test/en/User/SignIn/ProviderAid?code=${random.word(6)}`,
  ]);
}

function timed(text: string): readonly [PasteReading | undefined, number] {
  const started = performance.now();
  const reading = readSafely(text);
  return [reading, performance.now() - started];
}

function readSafely(text: string): PasteReading | undefined {
  try {
    return readPaste(text, wanted, FIELD);
  } catch {
    return undefined;
  }
}

function isSafe(reading: PasteReading): boolean {
  if (reading.kind !== "cookies") return true;
  const names = new Set(wanted.cookies.map(({ name }) => name));
  return [...reading.cookies].every(([name, value]) => names.has(name) && SAFE.test(value.reveal()));
}

function holds(reading: PasteReading, expected: Values): boolean {
  if (reading.kind !== "cookies") return false;
  return Object.entries(expected).every(([name, value]) => reading.cookies.get(name)?.reveal() === value);
}
