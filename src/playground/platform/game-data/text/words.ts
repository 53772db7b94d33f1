import { inLanguage, languages, namedTable, tableOf, translationsOf } from "./translations.ts";
import type { Profile } from "../../../../platform/profile/schema.ts";
import tables from "./tables.json" with { type: "json" };

export type Slot = "weapon" | "armour" | "keepsake" | "material";

/** Columns: key, sign of the icon, slot, name. */
export const itemKinds = namedTable("itemKinds", ([sign = "", slot]) => ({ sign, slot: slot as Slot }));

/** Origins of items: phrases that fit every kind of item in every language. */
export const origins = translationsOf("origins");

export const rarities = translationsOf("rarities");

export const flavourTexts = translationsOf("flavourTexts");

const rows = namedTable("labels");

/** Added to the profile, as an operator would write them. */
export const worldLabels: Profile["labels"] = Object.fromEntries(
  rows.map(({ key, name }) => [
    key,
    Object.fromEntries(languages.map((language) => [language, inLanguage(name, language)])),
  ]),
);

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

/** Beginnings of players' names, in several scripts and styles. */
export const firstParts = tableOf("firstParts").flat();
export const secondParts = tableOf("secondParts").flat();
export const wholeNames = tableOf("wholeNames").flat();
export const titles = tableOf("titles").flat();
export const themes = tableOf("themes").flat();
export const statuses: readonly string[] = tables.statuses;
export const abouts: readonly string[] = tables.abouts;
export const classes: readonly string[] = tables.classes;

export const destinations = namedTable("destinations");

export const activityKinds = namedTable("activityKinds");

export const tiers = namedTable("tiers");

export const vendors = namedTable("vendors");

export const modifiers = namedTable("modifiers", undefined, "modifiersAbout");

export const milestones = namedTable("milestones", undefined, "milestonesAbout");

/** Columns: key, goal, name. */
export const objectives = namedTable("objectives", ([goal]) => ({ goal: Number(goal) }));

/** Columns: key, points a step, last step, name. */
export const progressions = namedTable("progressions", ([step, cap]) => ({
  step: Number(step),
  cap: Number(cap),
}));

/** Columns: key, points a step, name. */
export const factions = namedTable("factions", ([step]) => ({ step: Number(step) }));

/** Milestones' rewards, found inside a milestone's definition. */
export const rewards = namedTable("rewards");

/** Quests; each step is an item too. */
export const quests = namedTable("quests");

const steps: Readonly<Record<string, readonly string[]>> = tables.steps;

export const topics = namedTable("topics", (_, key) => ({ steps: steps[key] ?? [] }));
