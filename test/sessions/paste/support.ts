import { type PasteReading, readPaste } from "../../../src/sessions/paste/read-paste.ts";
import { type Values, wanted } from "./forms.ts";

export const read = (text: string, more = wanted): PasteReading => readPaste(text, more, { cutAt: 100_000 });

/** The values that are read, by name; the whole reading where it holds no cookies. */
export function plain(text: string, more = wanted): PasteReading | Values {
  const reading = read(text, more);
  return reading.kind === "cookies"
    ? Object.fromEntries([...reading.cookies].map(([name, value]) => [name, value.reveal()]))
    : reading;
}

/** Why each cookie that is needed can't be used. */
export function missing(text: string): PasteReading | Values {
  const reading = read(text);
  return reading.kind === "cookies"
    ? Object.fromEntries(
        reading.missing.filter(({ isRequired }) => isRequired).map(({ name, why }) => [name, why]),
      )
    : reading;
}

export function each(
  cookies: Values,
  write: (name: string, value: string) => string,
  between = "\n",
): string {
  return Object.entries(cookies)
    .map(([name, value]) => write(name, value))
    .join(between);
}
