import { md } from "../../base/markdown.ts";
import type { runtime } from "../../messages/en/runtime.ts";
import { actionButton, buttons, text } from "./build.ts";
import type { ActionCall, Block } from "./reply.ts";

/** One page of a list, counted from 1. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly page: number;
  readonly pages: number;
}

/** Returns the wanted page, or the last: the list may have shrunk since the button was made. */
export function pageOf<T>(items: readonly T[], wanted: number, size: number): Page<T> {
  const pages = Math.max(1, Math.ceil(items.length / size));
  const whole = Number.isInteger(wanted) ? wanted : 1;
  const page = Math.min(Math.max(1, whole), pages);
  return { items: items.slice((page - 1) * size, page * size), page, pages };
}

/** Returns "Page 2 of 5" with Previous and Next, whose calls `turn` makes; nothing for a single page. */
export function pager(
  { page, pages }: Pick<Page<unknown>, "page" | "pages">,
  turn: (page: number) => ActionCall,
  texts: (typeof runtime)["pages"],
): readonly Block[] {
  if (pages <= 1) return [];
  return [
    text(md`-# ${texts.position(page, pages)}`),
    buttons(
      actionButton(texts.previous, turn(page - 1), { disabled: page <= 1 }),
      actionButton(texts.next, turn(page + 1), { disabled: page >= pages }),
    ),
  ];
}
