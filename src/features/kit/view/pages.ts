import { type Markdown, md } from "../../../base/markdown.ts";
import { actionButton } from "../../../discord/reply/build.ts";
import type { ActionButton, ActionCall } from "../../../discord/reply/reply.ts";
import { type ViewContext, count, small } from "./view-context.ts";

/** A page of a list, counted from 0; `pages` is undefined where only "is there more" is known. */
export interface PageOfList {
  readonly page: number;
  readonly pages?: number | undefined;
  readonly hasMore: boolean;
}

export const ONLY_PAGE: PageOfList = { page: 0, pages: 1, hasMore: false };

/** Returns the wanted page, or the last if there are fewer. */
export function cutPage<T>(
  all: readonly T[],
  wanted: number,
  size: number,
): { readonly entries: readonly T[]; readonly at: PageOfList & { readonly pages: number } } {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const page = Math.min(Math.max(0, wanted), pages - 1);
  const entries = all.slice(page * size, (page + 1) * size);
  return { entries, at: { page, pages, hasMore: page < pages - 1 } };
}

/** Returns Previous and Next, whose calls `turn` makes; none for a single page. */
export function pageButtons(
  context: ViewContext,
  at: PageOfList,
  turn: (page: number) => ActionCall,
): readonly ActionButton[] {
  if (at.page === 0 && !at.hasMore) return [];
  const { pages } = context.texts.runtime;
  return [
    actionButton(pages.previous, turn(at.page - 1), { disabled: at.page === 0 }),
    actionButton(pages.next, turn(at.page + 1), { disabled: !at.hasMore }),
  ];
}

/** Returns "Page 2 of 5" in small text; undefined for a single page. */
export function pageLine(context: ViewContext, at: PageOfList): Markdown | undefined {
  if (at.page === 0 && !at.hasMore) return undefined;
  const { shared, runtime } = context.texts;
  const page = at.page + 1;
  const { pages } = at;
  return small(
    md`${pages === undefined ? shared.page(count(context, page)) : runtime.pages.position(page, pages)}`,
  );
}
