import { type Markdown, md } from "../../base/markdown.ts";
import { plural } from "../choice.ts";

/** /trending. */
export const trending = {
  title: "Trending",
  titleOfKind: (kind: string) => `Trending: ${kind}`,
  titleOfSearch: (words: string) => `Trending: “${words}”`,
  /** One entry, in a word; the title of one nobody gave one. */
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
  changed: (when: Markdown) => md`updated: ${when}`,
  ages: (age: string) => `Ages ${age} and up`,
  agesUnknown: "Age limit",
  hiddenHere: (count: number, shown: string) =>
    plural(count, {
      one: "1 entry not shown. Open it in an age-restricted channel.",
      other: `${shown} entries not shown. Open them in an age-restricted channel.`,
    }),
  onlyAgeRestricted: {
    title: "Not shown in this channel",
    next: "This entry has an age limit. Open it in an age-restricted channel.",
  },
  open: "Pick an entry",
  picture: (title: string) => `Picture of ${title}`,
  nothing: {
    title: "Nothing is trending right now",
    next: "Check back later.",
  },
  nothingFound: {
    title: "Nothing found",
    next: "Try fewer words, or another kind.",
  },
  olderUnsearched: "Older articles couldn't be searched just now.",
  text: {
    continued: (part: string, parts: string) => `Part ${part} of ${parts}`,
    none: "Read it on the platform's page.",
  },
  votes: (count: number, shown: string) => plural(count, { one: "1 vote", other: `${shown} votes` }),
  with: (modifiers: string) => `Modifiers: ${modifiers}`,
  channel: (name: string) => `Channel: ${name}`,
  quantity: (name: string, quantity: string) => `${name} × ${quantity}`,
  contains: "Contains",
  nothingMore: "The platform gives no details.",
};
