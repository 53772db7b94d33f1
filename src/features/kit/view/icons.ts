import { Markdown, md } from "../../../base/markdown.ts";
import type { Emoji } from "../../../discord/reply/reply.ts";
import type { ViewContext, WithIcon } from "./view-context.ts";
import type { TrendKind } from "../../../game/trend-kinds.ts";
import type { TrendTile } from "../../../pictures/card.ts";

/** Returns the text with its icon before it, if there is one; the text must make sense without. */
export function withIcon(context: ViewContext, shown: WithIcon | undefined, text: Markdown): Markdown {
  const emoji = context.icon?.(shown);
  return emoji === undefined ? text : md`${Markdown.trusted(`<:${emoji.name}:${emoji.id}>`)} ${text}`;
}

/** Returns a short list with icons, or without any if one is missing. */
export function withIcons(
  context: ViewContext,
  things: readonly { readonly shown: WithIcon | undefined; readonly text: Markdown }[],
): readonly Markdown[] {
  const drawn = things.map(({ shown, text }) => withIcon(context, shown, text));
  const haveAll = drawn.every((one, index) => one !== things[index]?.text);
  return haveAll ? drawn : things.map(({ text }) => text);
}

/** Returns the icon of a select's entry. */
export function iconEntry(context: ViewContext, shown: WithIcon | undefined): { readonly emoji?: Emoji } {
  const emoji = context.icon?.(shown);
  return emoji === undefined ? {} : { emoji };
}

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
