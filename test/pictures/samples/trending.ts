import { art } from "./art.ts";
import { ARABIC, LONG } from "./words.ts";
import type { TrendTile, TrendingCard } from "../../../src/pictures/card.ts";

const news: TrendTile = {
  kind: "News",
  icon: "newspaper",
  title: "This Week at the Harbour: Amber Coast",
  tagline: "What changed in Amber Coast, who helped, and what comes next",
  picture: art.banner("news"),
};
const event: TrendTile = {
  kind: "Event",
  icon: "calendar-days",
  title: "The Weekly Vigil",
  picture: art.banner("vigil"),
};
const creation: TrendTile = {
  kind: "Creation",
  icon: "palette",
  title: "A map that folds the right way",
  picture: art.banner("map"),
};
const item: TrendTile = {
  kind: "Item",
  icon: "gem",
  title: "Sling of the White Stag",
  picture: art.icon("crown", 3),
  isIcon: true,
};
const activity: TrendTile = {
  kind: "Activity",
  icon: "swords",
  title: "Patrol: Salt Road (Heroic)",
  picture: art.banner("road"),
};

export const trendingCard: TrendingCard = {
  card: "trending",
  mode: "dark",
  hue: 240,
  locale: "en-GB",
  title: "Trending",
  entries: [news, event, creation, item, activity],
};

function changed(change: (tile: TrendTile) => TrendTile): TrendingCard["entries"] {
  return [change(news), change(event), change(creation), change(item), change(activity)];
}

/** Every edge of what may trend. */
export const trendingSamples: Readonly<Record<string, TrendingCard>> = {
  usual: trendingCard,
  "one, without a title": { ...trendingCard, title: undefined, entries: [trendingCard.entries[0]] },
  one: { ...trendingCard, entries: [news] },
  "one, an item": { ...trendingCard, entries: [item] },
  two: { ...trendingCard, entries: [event, item] },
  three: { ...trendingCard, entries: [news, event, item] },
  four: { ...trendingCard, entries: [news, event, creation, activity] },
  "six: five are drawn": { ...trendingCard, entries: [...trendingCard.entries, news] },
  "without pictures": { ...trendingCard, entries: changed((tile) => ({ ...tile, picture: undefined })) },
  "long names": {
    ...trendingCard,
    title: `Trending: ${LONG}`,
    entries: changed((tile) => ({ ...tile, kind: "Gemeinschaftswerk", title: LONG, tagline: LONG })),
  },
  "one character": {
    ...trendingCard,
    entries: changed((tile) => ({ ...tile, kind: "A", title: "B", tagline: "C" })),
  },
  "right to left": {
    ...trendingCard,
    entries: changed((tile) => ({ ...tile, title: ARABIC, tagline: ARABIC })),
  },
  Japanese: {
    ...trendingCard,
    locale: "ja",
    title: "人気",
    entries: changed((tile) => ({ ...tile, kind: "ニュース", title: "灯籠の夜市・金木犀の渡し守" })),
  },
  "white pictures": { ...trendingCard, entries: changed((tile) => ({ ...tile, picture: art.white() })) },
  "black pictures": { ...trendingCard, entries: changed((tile) => ({ ...tile, picture: art.black() })) },
  "pictures cut short": { ...trendingCard, entries: changed((tile) => ({ ...tile, picture: art.cut() })) },
  amber: { ...trendingCard, hue: 75, entries: changed((tile) => ({ ...tile, picture: undefined })) },
};
