import { Markdown, md } from "../../../base/markdown.ts";
import type { Emoji } from "../../../discord/reply/reply.ts";
import type { ViewContext, WithIcon } from "./view-context.ts";

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
