/** `locale`: the reader's; `language`: that of our texts. */
interface Reader {
  readonly locale: string;
  readonly language: string;
}

const DATE = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})$/;

/** Returns a phrase for a form's field: a single date is written as the reader would type it. */
export function phraseInForm(phrase: string, { locale, language }: Reader): string {
  const isOwn = locale.split("-")[0] === language.split("-")[0];
  return phrase.replace(DATE, (_, date: string, time: string) =>
    new Intl.DateTimeFormat(isOwn ? locale : language, {
      timeZone: "UTC",
      dateStyle: "long",
      timeStyle: "short",
      hourCycle: "h23",
    }).format(new Date(`${date}T${time}Z`)),
  );
}

/** Returns whether the field came back unchanged. */
export function isUntouched(typed: string, phrase: string, reader: Reader): boolean {
  return [phrase, phraseInForm(phrase, reader)].includes(typed.trim());
}
