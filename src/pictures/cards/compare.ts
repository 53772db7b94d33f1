import type { Canvas } from "../tree.ts";
import type { CardLook, Kit } from "./card.ts";
import { composeColumns } from "./compare-columns.ts";
import { composePair } from "./compare-pair.ts";
import type { ComparedContent, ComparedRow } from "./compared.ts";

/** Some side by side, number for number: two mirrored, three or four in columns. */
export interface CompareCard extends CardLook {
  readonly card: "compare";
  /** Two at least; four are drawn. */
  readonly sides: readonly ComparedContent[];
  /** Five at most. */
  readonly rows: readonly ComparedRow[];
}

const MOST_ROWS = 5;

export function composeCompare(card: CompareCard, kit: Kit): Promise<Canvas> {
  const rows = card.rows.slice(0, MOST_ROWS);
  return card.sides.length > 2 ? composeColumns(card.sides, rows, kit) : composePair(card.sides, rows, kit);
}
