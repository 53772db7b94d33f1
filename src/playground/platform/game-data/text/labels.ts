import type { Profile } from "../../../../platform/profile/schema.ts";
import { inLanguage, languages, namedTable } from "./translations.ts";

const rows = namedTable("labels");

/** Added to the profile, as an operator would write them. */
export const worldLabels: Profile["labels"] = Object.fromEntries(
  rows.map(({ key, name }) => [
    key,
    Object.fromEntries(languages.map((language) => [language, inLanguage(name, language)])),
  ]),
);
