import tables from "./tables.json" with { type: "json" };

/** The game's languages. A row has a text in each, in this order. */
export const languages = ["en", "de", "fr", "ja"] as const;
export type Language = (typeof languages)[number];
export type Row = readonly [en: string, de: string, fr: string, ja: string];

export function inLanguage(row: Row, language: Language): string {
  return row[languages.indexOf(language)] ?? row[0];
}

/** A name in every language, perhaps with a description. */
export interface Named {
  readonly key: string;
  readonly name: Row;
  readonly about?: Row;
}

/** The tables of rows, their cells between bars; the other texts are lists. */
type Table = Exclude<keyof typeof tables, "paragraphs" | "steps">;

/** Returns the cells of a table's rows. */
export function tableOf(table: Table): readonly (readonly string[])[] {
  return tables[table].map((row) => row.split("|").map((cell) => cell.trim()));
}

/** Returns the rows of a table with a column for each language. */
export function translationsOf(table: Table): readonly Row[] {
  return tableOf(table).map(toRow);
}

/** Returns a table's rows. Columns: key, those `more` reads, names. `abouts`: descriptions in the same order. */
export function namedTable<More = object>(
  table: Table,
  more: (cells: readonly string[], key: string) => More = () => ({}) as More,
  abouts?: Table,
): readonly (Named & More)[] {
  const about = abouts === undefined ? [] : translationsOf(abouts);
  return tableOf(table).map(([key = "", ...cells], index) => ({
    key,
    ...more(cells.slice(0, -4), key),
    name: toRow(cells.slice(-4)),
    ...(about[index] !== undefined && { about: about[index] }),
  }));
}

function toRow([en, de, fr, ja]: readonly string[]): Row {
  if (en === undefined || de === undefined || fr === undefined || ja === undefined) {
    throw new TypeError("a translation is missing");
  }
  return [en, de, fr, ja];
}
