import type { TrendKind } from "../../../game/trend-kinds.ts";
import type { TrendTile } from "../../../pictures/card.ts";

/** The icon of each kind of entry, on cards. */
const KIND_ICONS: Readonly<Record<TrendKind, TrendTile["icon"]>> = {
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

/** Returns a kind's icon; a star for an unknown kind. */
export function iconOf(kind: string): TrendTile["icon"] {
  const known: Readonly<Record<string, TrendTile["icon"]>> = KIND_ICONS;
  return known[kind] ?? KIND_ICONS.other;
}

/** The hues of kinds, so that cards differ at a glance. */
export const KIND_HUES: Readonly<Record<string, number | undefined>> = {
  event: 300,
  news: 220,
  creation: 350,
  activity: 190,
  stream: 275,
  item: 85,
};
