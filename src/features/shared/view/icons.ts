import { Markdown, md } from "../../../base/markdown.ts";
import type { Emoji } from "../../../discord/reply/reply.ts";
import type { ViewContext } from "./view-context.ts";

/** The text with the icon at this address before it, where there is one; nobody needs it to read the text. */
export function withIcon(context: ViewContext, url: string | undefined, text: Markdown): Markdown {
  const emoji = context.icon?.(url);
  return emoji === undefined ? text : md`${Markdown.trusted(`<:${emoji.name}:${emoji.id}>`)} ${text}`;
}

/** The same for an entry of a list. */
export function iconEntry(context: ViewContext, url: string | undefined): { readonly emoji?: Emoji } {
  const emoji = context.icon?.(url);
  return emoji === undefined ? {} : { emoji };
}
