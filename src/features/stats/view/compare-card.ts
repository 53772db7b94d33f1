import type { Markdown } from "../../../base/markdown.ts";
import type { Block } from "../../../discord/reply/reply.ts";
import type { StatTable } from "../../../game/stats.ts";
import type { CompareCard } from "../../../pictures/cards/compare.ts";
import { altText } from "../../shared/view/alt-text.ts";
import { cardBlock } from "../../shared/view/card-block.ts";
import { comparedStat } from "../../shared/view/compared-stat.ts";
import { type ViewContext, count } from "../../shared/view/view-context.ts";

const ROWS = 5;

interface Compared {
  readonly name: string;
  readonly table: StatTable;
}

/** Two characters side by side as a picture. Of more, or of one, there is none. */
export function compareCardBlock(
  [left, right, ...others]: readonly Compared[],
  { ids, twin }: { readonly ids: readonly string[]; readonly twin: Markdown },
  context: ViewContext,
): readonly Block[] {
  if (left === undefined || right === undefined || others.length > 0) return [];
  const find = ({ table }: Compared, id: string) => table.stats.find((one) => one.id === id);
  const rows = ids.slice(0, ROWS).map((id) => comparedStat(id, find(left, id), find(right, id), context));
  const { higherIn } = context.texts.stats;
  const sideOf = ({ name }: Compared, side: "left" | "right") => ({
    name,
    detail: higherIn(
      count(context, rows.filter(({ ahead }) => ahead === side).length),
      count(context, rows.length),
    ),
  });
  const sides = { left: sideOf(left, "left"), right: sideOf(right, "right") };
  const sentences = [
    `${left.name}: ${sides.left.detail}`,
    `${right.name}: ${sides.right.detail}`,
    ...rows.map((row) => `${row.label}: ${left.name} ${row.left.text}, ${right.name} ${row.right.text}`),
  ];
  const words = { alt: altText(sentences, context.texts.language), twin };
  return cardBlock(context, words, (look): CompareCard => ({ ...look, card: "compare", ...sides, rows }));
}
