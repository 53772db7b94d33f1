export type { MissingCookie, MissingWhy, PasteForm, PasteOptions, PasteReading } from "./paste/reading.ts";
