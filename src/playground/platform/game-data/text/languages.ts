/** The languages the world is written in. A row holds one text in each, in this order. */
export const languages = ["en", "de", "fr", "ja"] as const;
export type Language = (typeof languages)[number];
export type Row = readonly [en: string, de: string, fr: string, ja: string];

export function inLanguage(row: Row, language: Language): string {
  return row[languages.indexOf(language)] ?? row[0];
}
