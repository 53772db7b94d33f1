import { namedTable, translationsOf } from "./translations.ts";

export type Slot = "weapon" | "armour" | "keepsake" | "material";

/** Columns: key, sign of the icon, slot, name. */
export const itemKinds = namedTable("itemKinds", ([sign = "", slot]) => ({ sign, slot: slot as Slot }));

/** Origins of items: phrases that fit every kind of item in every language. */
export const origins = translationsOf("origins");

export const rarities = translationsOf("rarities");

export const flavourTexts = translationsOf("flavourTexts");
