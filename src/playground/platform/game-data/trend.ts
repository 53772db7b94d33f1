import type { TrendingEntry } from "../../../platform/resources/trending.ts";

import type { Reader } from "./articles.ts";

/** Every type of entry platform.md names, and one from the future. */
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

/** An entry of the list. What a stub shows stands here; `detail` makes the rest. */
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
  /** The sub-object of interface.md's TrendingEntry this kind fills; empty for kinds that have none. */
  readonly detail: (reader?: Reader) => Partial<TrendingEntry>;
}

type Draft = Pick<Trend, "kind" | "identifier" | "displayName"> & Partial<Trend>;

/** The kinds that have no sub-object of their own, one of each; the container holds other entries. */
export function rareTrends(inside: readonly Trend[]): Trend[] {
  return [
    finish({
      kind: "update",
      identifier: "update-current",
      displayName: "Update: longbows and lifts",
      link: "/News/Updates",
    }),
    finish({
      kind: "link",
      identifier: "link-soundtrack",
      displayName: "The soundtrack, to listen to",
      link: "https://music.example/harbour",
    }),
    finish({
      kind: "forumTag",
      identifier: "tag-cartography",
      displayName: "#cartography",
      link: "/Forum/Tag/cartography",
    }),
    finish({ kind: "container", identifier: "container-art", displayName: "Art of the week", items: inside }),
    finish({
      kind: "release",
      identifier: "release-winter",
      displayName: "The Long Winter, out now",
      link: "/Winter",
    }),
    finish({ kind: "voyage", identifier: "voyage-1", displayName: "Voyage: beyond the Far Harbour" }),
  ];
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
