import { namedTable, translationsOf } from "./translations.ts";
import tables from "./tables.json" with { type: "json" };

/** The longer English text of each theme. */
const paragraphs: Readonly<Record<string, readonly string[]>> = tables.paragraphs;

/** Columns: key, tag, title; then the summaries. Articles fill in `{place}`, `{event}`, `{number}`, `{season}` and `{name}`. */
export const newsThemes = namedTable(
  "newsThemes",
  ([tag = ""], key) => ({ tags: ["news", tag], paragraphs: paragraphs[key] ?? [] }),
  "newsThemesAbout",
);

export const eventNames = translationsOf("eventNames");

/** Last sentences of articles that aren't in English. */
export const closings = translationsOf("closings");
