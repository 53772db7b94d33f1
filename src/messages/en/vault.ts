import { plural } from "../choice.ts";

/** /vault. */
export const vault = {
  title: "Vault",
  search: (words: string) => `Vault: “${words}”`,
  /** The section of what lies in none. */
  other: "Other",
  things: (count: number, shown: string) =>
    plural(count, { one: "1 kind of item", other: `${shown} kinds of items` }),
  pickSection: "Pick a section",
  all: "All sections",
  find: "Search",
  form: { title: "Search the vault", label: "Part of a name" },
  rawTitle: "Your vault as a file",
  rawFile: "Exactly as the platform sent it",
  found: (count: number, shown: string) =>
    plural(count, { one: "1 kind of item found.", other: `${shown} kinds of items found.` }),
  unknown: (count: number, shown: string) =>
    plural(count, {
      one: "1 item has no name yet. Export JSON to see it.",
      other: `${shown} items have no name yet. Export JSON to see them.`,
    }),
  cut: "Your vault is too large to show in full. Export JSON to see the rest.",
  nothing: {
    title: "No items listed",
    next: "The vault may be empty, or the platform can't list it right now. Try again later.",
  },
  nothingKnown: {
    title: "No names yet",
    next: "They may still be loading. Try again in a moment, or export JSON.",
  },
  nothingFound: {
    title: "Nothing in the vault matches",
    next: "Try fewer letters. Some names may still be loading.",
  },
};
