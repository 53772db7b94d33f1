import type { TrendingEntry } from "../../../platform/resources/trending.ts";

import type { Reader } from "./articles.ts";

/** All types of entries in the contract, and an unknown one. */
export const trendKinds = [
  "news",
  "item",
  "activity",
  "ritual",
  "support",
  "creation",
  "stream",
  "update",
  "link",
  "forumTag",
  "container",
  "release",
  "voyage",
] as const;
export type TrendKind = (typeof trendKinds)[number];

export interface Trend {
  readonly kind: TrendKind;
  readonly identifier: string;
  readonly displayName: string;
  readonly tagline: string;
  readonly image: string;
  readonly link: string;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly isFeatured: boolean;
  readonly items: readonly Trend[];
  /** Returns the sub-object of the contract's TrendingEntry; empty for kinds without one. */
  readonly detail: (reader?: Reader) => Partial<TrendingEntry>;
}

type Draft = Pick<Trend, "kind" | "identifier" | "displayName"> & Partial<Trend>;

/** Returns one entry of each kind without a sub-object. The container holds `inside`. */
export function rareTrends(inside: readonly Trend[]): Trend[] {
  const rare: readonly (readonly [TrendKind, identifier: string, displayName: string, link?: string])[] = [
    ["update", "update-current", "Update: longbows and lifts", "/News/Updates"],
    ["link", "link-soundtrack", "The soundtrack, to listen to", "https://music.example/harbour"],
    ["forumTag", "tag-cartography", "#cartography", "/Forum/Tag/cartography"],
    ["container", "container-art", "Art of the week"],
    ["release", "release-winter", "The Long Winter, out now", "/Winter"],
    ["voyage", "voyage-1", "Voyage: beyond the Far Harbour"],
  ];
  return rare.map(([kind, identifier, displayName, link = ""]) =>
    finish({ kind, identifier, displayName, link, items: kind === "container" ? inside : [] }),
  );
}

export function finish(draft: Draft): Trend {
  return {
    tagline: "",
    image: `/img/banners/${draft.kind}/${draft.identifier}.png`,
    link: "",
    isFeatured: false,
    items: [],
    detail: () => ({}),
    ...draft,
  };
}
