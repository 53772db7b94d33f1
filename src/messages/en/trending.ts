import type { Markdown } from "../../base/markdown.ts";
import { md } from "../../base/markdown.ts";
import { plural } from "../choice.ts";

/** /trending. */
export const trending = {
  title: "Trending",
  titleOfKind: (kind: string) => `Trending: ${kind}`,
  titleOfSearch: (words: string) => `Trending: “${words}”`,
  /** One entry, in a word. */
  kinds: {
    news: "News",
    help: "Help article",
    item: "Item",
    activity: "Activity",
    event: "Event",
    creation: "Creation",
    stream: "Stream",
    update: "Update",
    link: "Link",
    topic: "Forum topic",
    collection: "Collection",
    release: "Release",
    other: "Entry",
  },
  featured: "Featured",
  by: (author: string) => `by ${author}`,
  byOn: (author: string, when: Markdown) => md`By ${author}, ${when}`,
  changed: (when: Markdown) => md`changed ${when}`,
  /** The title of an entry nobody gave one. */
  untitled: (kind: string) => kind,
  ages: (age: string) => `Ages ${age} and up`,
  agesUnknown: "Age-gated",
  hiddenHere: (count: number, shown: string) =>
    plural(count, {
      one: "1 entry is hidden here: open an age-restricted channel.",
      other: `${shown} entries are hidden here: open an age-restricted channel.`,
    }),
  onlyAgeRestricted: {
    title: "Not shown in this channel",
    next: "This entry has an age gate. Open it in an age-restricted channel.",
  },
  open: "Open an entry",
  picture: (title: string) => `Picture of ${title}`,
  nothing: {
    title: "Nothing is trending right now",
    next: "Look again later.",
  },
  nothingFound: {
    title: "Nothing was found",
    next: "Try fewer words, or another kind.",
  },
  olderUnsearched: "Older articles could not be searched just now.",
  text: {
    continued: (part: string, parts: string) => `Part ${part} of ${parts}`,
    none: "The text is on the platform's page.",
  },
  votes: (count: number, shown: string) => plural(count, { one: "1 vote", other: `${shown} votes` }),
  with: (modifiers: string) => `Modifiers: ${modifiers}`,
  channel: (name: string) => `Channel: ${name}`,
  quantity: (name: string, quantity: string) => `${name} × ${quantity}`,
  contains: "Contains",
  nothingMore: "The platform says no more about it.",
};
