import { plural } from "../choice.ts";

/** /vault. */
export const vault = {
  title: "Vault",
  search: (words: string) => `Vault: “${words}”`,
  /** The section of what lies in none. */
  other: "Other",
  many: (name: string, quantity: string) => `${name} × ${quantity}`,
  things: (count: number, shown: string) =>
    plural(count, { one: "1 kind of thing", other: `${shown} kinds of things` }),
  pickSection: "Pick a section",
  all: "All sections",
  find: "Search",
  form: { title: "Search the vault", label: "Part of a name" },
  raw: "Raw JSON",
  rawTitle: "Your vault as a file",
  rawNote: "Only you see it. Milepost keeps nothing; Discord keeps the file as long as this message.",
  rawFile: "The platform's answer, unchanged",
  found: (count: number, shown: string) =>
    plural(count, { one: "1 thing found.", other: `${shown} things found.` }),
  unknown: (count: number, shown: string) =>
    plural(count, {
      one: "1 more entry has no name here: it's in the file.",
      other: `${shown} more entries have no name here: they're in the file.`,
    }),
  cut: "The vault is very large: only its beginning is shown. The file has all of it.",
  nothing: { title: "The vault is empty", next: "The platform's answer holds nothing." },
  nothingKnown: {
    title: "Nothing here has a name yet",
    next: "Names may need a moment to load. The file has everything.",
  },
  nothingFound: {
    title: "Nothing in the vault fits",
    next: "Try fewer letters. Names may need a moment to load.",
  },
};
