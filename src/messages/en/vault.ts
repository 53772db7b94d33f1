import { type Markdown, md } from "../../base/markdown.ts";

/** /vault. */
export const vault = {
  title: "Vault",
  search: (words: string) => `Vault: “${words}”`,
  intro: "The platform does not document what is in here, so it is shown as it came.",
  path: (steps: Markdown) => md`In ${steps}`,
  entry: (number: string) => `Entry ${number}`,
  members: (count: number, shown: string) => (count === 1 ? "1 entry" : `${shown} entries`),
  empty: "nothing",
  none: "none",
  row: (name: string, value: string | Markdown) => md`${name}: **${value}**`,
  thing: (name: string, details: Markdown) => md`**${name}** · ${details}`,
  detail: (name: string, value: string | Markdown) => md`${name} ${value}`,
  open: "Open an entry",
  raw: "Raw JSON",
  rawTitle: "Your vault as a file",
  rawNote: "Only you see it. Milepost keeps nothing; Discord keeps the file as long as this message.",
  rawFile: "The platform's answer, unchanged",
  found: (count: number, shown: string) => (count === 1 ? "1 entry fits." : `${shown} entries fit.`),
  foundMost: (shown: string) => `The first ${shown} that fit.`,
  cut: "The answer is very large: only its beginning is shown. Raw JSON has all of it.",
  gone: "The vault has changed since. Here is its beginning.",
  nothing: { title: "The vault is empty", next: "The platform's answer holds nothing." },
  nothingFound: {
    title: "Nothing in the vault fits",
    next: "Try fewer letters. Names may need a moment to load.",
  },
};
