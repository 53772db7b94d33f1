const formats = new Map<string, Intl.ListFormat>();

/** Several names as one text, the way a language lists them: `A, B und C`, `A、B、C`. */
export function listWords(names: readonly string[], language: string): string {
  let format = formats.get(language);
  if (format === undefined) {
    format = new Intl.ListFormat(language, { type: "conjunction" });
    formats.set(language, format);
  }
  return format.format(names);
}
