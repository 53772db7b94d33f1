import { tableOf } from "./translations.ts";
import tables from "./tables.json" with { type: "json" };

/** Beginnings of players' names, in several scripts and styles. */
export const firstParts = tableOf("firstParts").flat();
export const secondParts = tableOf("secondParts").flat();
export const wholeNames = tableOf("wholeNames").flat();
export const titles = tableOf("titles").flat();
export const themes = tableOf("themes").flat();
export const statuses: readonly string[] = tables.statuses;
export const abouts: readonly string[] = tables.abouts;
export const classes: readonly string[] = tables.classes;
