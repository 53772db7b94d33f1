import { DAY_NAMES, DAYS, MONTHS } from "./days.ts";

/** A pattern and what stands for it in one spelling. */
type Spelling = readonly [RegExp, string | ((whole: string, ...found: string[]) => string)];

const NUMBERS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
};
const NUMBER = `(${Object.keys(NUMBERS).join("|")})`;
const HOUR_NUMBER = "(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)";
const numberOf = (word: string) => NUMBERS[word] ?? 0;

/** Words of one meaning in one spelling, wherever they stand. */
const WORDS: readonly Spelling[] = [
  [/\b(sun|mon|tue|wed|thu|fri|sat)(?:s|r|rs|nes)?\b/g, (_, day = "") => DAY_NAMES[DAYS.indexOf(day)] ?? day],
  [/\bsept\b/g, "sep"],
  [/\b(?:tmrw?|tmw|tmr|2mo?rr?ow|tom+or+ow)\b/g, "tomorrow"],
  [/\b(?:tonite|2nite|2night)\b/g, "tonight"],
  [/\bb4\b/g, "before"],
  [/\b(?:everyday)\b/g, "every day"],
  [
    new RegExp(
      `\\b(\\d{1,2}(?:[:.]\\d{2})?(?: ?[ap]m)?|noon|midnight|${NUMBER.slice(1, -1)})[ -]?ish\\b`,
      "g",
    ),
    "$1",
  ],
  [/\b(?:a|1|one) fortnight\b/g, "2 weeks"],
  [/\b(\d{1,2}(?::\d{2})?)([ap])(?=$|[ ,])/g, "$1 $2m"],
  [
    /\bin (?:about|around|roughly|approximately|approx|like|circa)(?= (?:\d|an?\b|half\b|[a-z]+ (?:min|hour|day|week)))/g,
    "in",
  ],
  [new RegExp(`\\b${HOUR_NUMBER} (?:fifteen|15)\\b`, "g"), "quarter past $1"],
  [new RegExp(`\\b${HOUR_NUMBER} (?:thirty|30)\\b`, "g"), "half past $1"],
  [
    new RegExp(`\\b${HOUR_NUMBER} forty[ -]?five\\b`, "g"),
    (_, hour = "") => `quarter to ${(numberOf(hour) % 12) + 1}`,
  ],
  [new RegExp(`\\b(five|ten|twenty|twenty[ -]five) (past|to) ${HOUR_NUMBER}\\b`, "g"), "$1 minutes $2 $3"],
  [/\b(5|10|20|25) past (\d{1,2})(?![\d:])/g, "$1 minutes past $2"],
  [
    new RegExp(`\\b(twenty|thirty|forty|fifty)[ -]${HOUR_NUMBER}\\b`, "g"),
    (_, tens = "", ones = "") => `${numberOf(tens) + numberOf(ones)}`,
  ],
  [new RegExp(`\\b${NUMBER}\\b`, "g"), (_, word = "") => `${numberOf(word)}`],
  [/\b((?:past|to) \d{1,2}) ?oclock\b/g, "$1"],
  [/\b(?:at )?(\d{1,2}) ?oclock\b/g, (_, hour = "") => (isOpen(hour) ? `at ${hour}` : `${hour}:00`)],
  // 18:00Z, 18:00+02:00
  [/(\d:\d{2})(?:\.\d{1,6})? ?z\b/g, "$1 utc"],
  [/(\d:\d{2})(?:\.\d{1,6})? ?(\+\d{2}:?\d{2})\b/g, "$1 utc$2"],
  [/(\dt\d{2}:\d{2}(?::\d{2})?)(?:\.\d{1,6})?(-\d{2}:?\d{2})\b/g, "$1 utc$2"],
];

/** Clock times and days as chrono-node knows them. */
const CLOCKS: readonly Spelling[] = [
  [/\bday after tomorrow\b/g, "in 2 days"],
  [/\b((?:next|this) week) ((?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)\b/g, "$2 $1"],
  [/\b(morning|afternoon|evening|night)s\b/g, "$1"],
  [/\b([a-z]+day)s\b/g, "$1"],
  [/(?<![\d.]|\bin )(\d{1,2})[h.](\d{2})(?![\d.])/g, "$1:$2"],
  [/\b(\d{1,2}[:.]\d{2}) ?(?:h|uhr|oclock)\b/g, "$1"],
  [/(?<!\bin )\b(\d{1,2}) ?(?:uhr|h)\b/g, (_, hour = "") => (isOpen(hour) ? `at ${hour}` : `${hour}:00`)],
  [/\b(?:around|about|by|circa|approximately) (?=\d)/g, "at "],
  [/\bat at\b/g, "at"],
  [/\bmidnight\b/g, "0:00"],
  [/\bhalf past (\d{1,2})(?!\d)/g, "$1:30"],
  [/\bquarter past (\d{1,2})(?!\d)/g, "$1:15"],
  [
    /\b(\d{1,2}) minutes? past (\d{1,2})(?![\d:])/g,
    (_, past = "", hour = "") => clock(Number(hour), Number(past)),
  ],
  [
    /\b(\d{1,2}) minutes? to (\d{1,2})(?![\d:])/g,
    (_, to = "", hour = "") => clock(hourBefore(hour), 60 - Number(to)),
  ],
  [/\bquarter to 12 ?([ap]m)\b/g, (_, half) => `11:45 ${half === "pm" ? "am" : "pm"}`],
  [/\bquarter to (\d{1,2})(?!\d)/g, (_, hour = "") => clock(hourBefore(hour), 45)],
  [/\bmorning (?:at )?12:(\d{2})\b(?! ?[ap]m)/g, "00:$1"],
  [/\b(\d{1,2}(?::\d{2})?) (?:in )?morning$/, "$1 am"],
  [/\b(\d{1,2}(?::\d{2})?) (?:(?:in|at) )?(?:afternoon|evening|night)$/, "$1 pm"],
  [
    new RegExp(
      `\\b(today|tonight|tomorrow|[a-z]*days?|morning|afternoon|evening|night|(?:${MONTHS.join("|")})[a-z]* \\d{1,2}(?:st|nd|rd|th)|\\d{1,2} (?:${MONTHS.join("|")})[a-z]*) (\\d{1,2})$`,
    ),
    "$1 at $2",
  ],
  [/^(\d{1,2})(?= (?:today|tonight|tomorrow|[a-z]+day)\b|$)/, "at $1"],
];

function clock(hour: number, minutes: number): string {
  return `${hour}:${String(minutes).padStart(2, "0")}`;
}

function hourBefore(hour: string): number {
  return (Number(hour) + 23) % 24 || 12;
}

/** Hours that are said without minutes may be in the evening, "08" is not. */
function isOpen(hour: string): boolean {
  return /^[1-9]$|^1[01]$/.test(hour);
}

export function spellWords(text: string): string {
  return spelt(text, WORDS);
}

export function spellClocks(text: string): string {
  return spelt(text, CLOCKS);
}

function spelt(text: string, spellings: readonly Spelling[]): string {
  return spellings.reduce((before, [pattern, by]) => before.replace(pattern, by as string), text);
}
