import { MONTHS } from "./days.ts";

/** Which number of 03/04 is the day; undefined where that varies. */
export type DateOrder = "dmy" | "mdy" | undefined;

const DATE =
  /(?<![\d.:/+-])(\d{1,2})(?:([./-])(\d{1,2})\2(\d{4}|\d{2})|\/(\d{1,2})|\. ?(\d{1,2})\.|([.-])(\d{1,2}))(?![\d:/+-]|\.\d| ?(?:[ap]m|uhr|h|hours?|days?|weeks?|minutes?|min)\b)/g;
const YEAR_FIRST = /\b(\d{4})(?:\/|[.-] ?)(\d{1,2})(?:\/|[.-] ?)(\d{1,2})(?:\.(?!\d)|\b)/g;
/** What tells a time of day: beside it, two numbers with a dot between them are a date. */
const CLOCK =
  /\d:\d|\d\.\d{2}(?!\d)|\d ?(?:[ap]m|h|uhr|oclock)\b|\bat \d|\b(?:noon|midnight|midday|morning|afternoon|evening|night)\b/;

/**
 * Returns dates in numbers with the month's name, whatever marks stand between them; undefined where the day may be the
 * month. With a dot or a dash and no year it is a date only beside a time of day.
 */
export function nameMonths(text: string, order: DateOrder): string | undefined {
  let isOpen = false;
  const whole = text.replaceAll(YEAR_FIRST, isoDate);
  const spelt = whole.replaceAll(DATE, (typed: string, ...found: (string | undefined)[]) => {
    const [one = "", , other, year, slashed, dotted, mark, bare] = found;
    const at = Number(found.at(-2));
    const rest = `${whole.slice(0, at)} ${whole.slice(at + typed.length)}`;
    if (bare !== undefined && !isBesideClock({ one, mark, bare }, rest, whole.slice(0, at))) return typed;
    const numbers = [Number(one), Number(other ?? slashed ?? dotted ?? bare)] as const;
    // No language that begins with the month ends with the year.
    const date = dateOf(numbers, order === "mdy" && year !== undefined ? undefined : order);
    if (date === "open") isOpen = true;
    if (typeof date === "string") return typed;
    return ` ${date.day} ${MONTHS[date.month - 1]} ${year?.length === 2 ? `20${year}` : (year ?? "")} `;
  });
  return isOpen ? undefined : spelt.replaceAll(/ +/g, " ").trim();
}

function isoDate(_: string, year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** "8-9" is a span of hours, "18.30" and "at 8.12" are times. */
function isBesideClock(
  { one, mark, bare }: { readonly one: string; readonly mark: string | undefined; readonly bare: string },
  rest: string,
  before: string,
): boolean {
  if (mark === "-" && (one.length < 2 || bare.length < 2)) return false;
  return CLOCK.test(rest) && !/\bat $/.test(before);
}

function dateOf(
  [one, other]: readonly [number, number],
  order: DateOrder,
): { readonly day: number; readonly month: number } | "open" | "none" {
  const readings = [
    { day: one, month: other, order: "dmy" },
    { day: other, month: one, order: "mdy" },
  ].filter(({ day, month }) => day >= 1 && day <= 31 && month >= 1 && month <= 12);
  const [first] = readings;
  if (first === undefined) return "none";
  return (
    readings.find((reading) => reading.order === order) ??
    (readings.length === 1 || one === other ? first : "open")
  );
}
