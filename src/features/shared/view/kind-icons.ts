import type { TrendKind } from "../../../game/trend-kinds.ts";
import type { TrendTile } from "../../../pictures/cards/trending.ts";

/** The icon of each kind of entry, on cards. */
export const KIND_ICONS: Readonly<Record<TrendKind, TrendTile["icon"]>> = {
  news: "newspaper",
  help: "circle-question-mark",
  item: "gem",
  activity: "swords",
  event: "calendar-days",
  creation: "palette",
  stream: "radio",
  update: "wrench",
  link: "link",
  topic: "message-square",
  collection: "layers",
  release: "star",
  other: "star",
};

/** Cards of what is on take the hue of its kind, so that they differ at a glance. */
export const KIND_HUES: Readonly<Partial<Record<TrendKind, number>>> = {
  event: 300,
  news: 220,
  creation: 350,
  activity: 190,
  stream: 275,
  item: 85,
};
