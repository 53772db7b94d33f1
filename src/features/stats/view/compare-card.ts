import type { Markdown } from "../../../base/markdown.ts";
import type { Block } from "../../../discord/reply/reply.ts";
import type { StatTable } from "../../../game/stats.ts";
import type { CompareCard } from "../../../pictures/cards/compare.ts";
import { altText } from "../../shared/view/alt-text.ts";
import { cardBlock } from "../../shared/view/card-block.ts";
import { comparedStat } from "../../shared/view/compared-stat.ts";
import { type ViewContext, count } from "../../shared/view/view-context.ts";

const ROWS = 5;
const MOST = 4;

interface Compared {
  readonly name: string;
  readonly table: StatTable;
}

/** Characters side by side as a picture: two to four. */
export function compareCardBlock(
  compared: readonly Compared[],
  { ids, twin }: { readonly ids: readonly string[]; readonly twin: Markdown },
  context: ViewContext,
): readonly Block[] {
  if (compared.length < 2 || compared.length > MOST) return [];
  const rows = ids.slice(0, ROWS).map((id) => {
    const stats = compared.map(({ table }) => table.stats.find((one) => one.id === id));
    return comparedStat(id, stats, context);
  });
  const sides = compared.map(({ name }, side) => {
    const higher = rows.filter(({ ahead }) => ahead === side).length;
    return {
      name,
      detail: context.texts.stats.higherIn(count(context, higher), count(context, rows.length)),
    };
  });
  const sentences = [
    ...sides.map(({ name, detail }) => `${name}: ${detail}`),
    ...rows.map(({ label, values }) => {
      const said = values.map(({ text }, side) => `${sides[side]?.name ?? ""} ${text}`);
      return `${label}: ${said.join(" · ")}`;
    }),
  ];
  const words = { alt: altText(sentences, context.texts.language), twin };
  return cardBlock(context, words, (look): CompareCard => ({ ...look, card: "compare", sides, rows }));
}
