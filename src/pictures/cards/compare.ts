import type { Canvas } from "../tree.ts";
import type { CardLook, Kit } from "./card.ts";
import { composeColumns } from "./compare-columns.ts";
import { composePair } from "./compare-pair.ts";
import type { ComparedContent, ComparedRow } from "./compared.ts";

/** Several sides with the same statistics: two mirrored, three or four in columns. */
export interface CompareCard extends CardLook {
  readonly card: "compare";
  /** At least two; at most four are drawn. */
  readonly sides: readonly ComparedContent[];
  /** At most five. */
  readonly rows: readonly ComparedRow[];
}

const MOST_ROWS = 5;

export function composeCompare(card: CompareCard, kit: Kit): Promise<Canvas> {
  const rows = card.rows.slice(0, MOST_ROWS);
  return card.sides.length > 2 ? composeColumns(card.sides, rows, kit) : composePair(card.sides, rows, kit);
}
