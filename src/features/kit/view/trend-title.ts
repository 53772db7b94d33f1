import type { Trend } from "../../../game/trending.ts";
import { type NamedContext, type ViewContext, inOneLine, inPlain, TITLE_LENGTH } from "./view-context.ts";

/** Returns an entry's title: its own, else its definition's, else its kind. */
export function titleOf(trend: Trend, context: NamedContext): string {
  const { shared } = context.texts;
  if (trend.title !== undefined) {
    const title = inOneLine(trend.title, TITLE_LENGTH);
    if (title !== "") return title;
  }
  if (trend.named !== undefined) {
    const { table, hash } = trend.named;
    return inPlain(context.names.of(table, hash)?.name ?? shared.unnamed[table](String(hash)), TITLE_LENGTH);
  }
  return kindName(trend, context);
}

/** Returns a kind in words; for an unknown type, the platform's own name. */
export function kindName(trend: Pick<Trend, "kind" | "typeName">, context: ViewContext): string {
  const { kinds } = context.texts.trending;
  return trend.kind === "other" && trend.typeName !== undefined
    ? inPlain(trend.typeName, 40)
    : kinds[trend.kind];
}
