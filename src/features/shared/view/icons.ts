import { Markdown, md } from "../../../base/markdown.ts";
import type { Emoji } from "../../../discord/reply/reply.ts";
import type { ViewContext } from "./view-context.ts";

/** The text with the icon at this address before it, where there is one; nobody needs it to read the text. */
export function withIcon(context: ViewContext, url: string | undefined, text: Markdown): Markdown {
  const emoji = context.icon?.(url);
  return emoji === undefined ? text : md`${Markdown.trusted(`<:${emoji.name}:${emoji.id}>`)} ${text}`;
}

/** The same for a short list: each has an icon or none has, else it looks as if something were missing. */
export function withIcons(
  context: ViewContext,
  things: readonly { readonly url: string | undefined; readonly text: Markdown }[],
): readonly Markdown[] {
  const drawn = things.map(({ url, text }) => withIcon(context, url, text));
  const haveAll = drawn.every((one, index) => one !== things[index]?.text);
  return haveAll ? drawn : things.map(({ text }) => text);
}

/** The same for an entry of a list. */
export function iconEntry(context: ViewContext, url: string | undefined): { readonly emoji?: Emoji } {
  const emoji = context.icon?.(url);
  return emoji === undefined ? {} : { emoji };
}
