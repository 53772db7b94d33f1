import type { StatTable } from "./stats.ts";
import { isoDay, type StatPoint } from "./stats-period.ts";

/** Statistics for use elsewhere, with the platform's own names. */
export interface StatExport {
  readonly account?: string | undefined;
  readonly period: string;
  readonly mode?: string | undefined;
  readonly total: StatTable;
  /** Days or months, oldest first. */
  readonly points?: readonly StatPoint[] | undefined;
}

const HEADER = ["date", "statistic", "total", "per game", "shown as"] as const;
/** The beginning of a text that a spreadsheet may run as a formula. */
const FORMULA_START = /^[=+\-@\t\r\n]|^\s+[=+\-@]/;
/** Spreadsheets read a file as UTF-8 only with a byte order mark. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Returns CSV (RFC 4180), one row per statistic and day. Texts can't be run as formulas; numbers stay numbers. */
export function toCsv({ total, points }: StatExport): string {
  const rows = [
    HEADER,
    ...rowsOf("", total),
    ...(points ?? []).flatMap(({ at, table }) => rowsOf(isoDay(at), table)),
  ];
  return BYTE_ORDER_MARK + rows.map((cells) => `${cells.map(cellOf).join(",")}\r\n`).join("");
}

type Cell = string | number | undefined;

function rowsOf(date: string, { stats }: StatTable): readonly (readonly Cell[])[] {
  return stats.map(({ id, total, perGame }) => [date, id, total.value, perGame?.value, total.words]);
}

function cellOf(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  if (cell === undefined || cell === "") return "";
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function toJson({ account, period, mode, total, points }: StatExport): string {
  const body = {
    ...(account !== undefined && { account }),
    period,
    ...(mode !== undefined && { mode }),
    ...tableOf(total),
    ...(points !== undefined && {
      days: points.map(({ at, table: day }) => ({ date: isoDay(at), ...tableOf(day) })),
    }),
  };
  return `${JSON.stringify(body, null, 2)}\n`;
}

function tableOf({ stats, games }: StatTable) {
  return {
    ...(games !== undefined && { games }),
    statistics: Object.fromEntries(
      stats.map(({ id, total, perGame }) => [
        id,
        {
          total: total.value,
          ...(perGame !== undefined && { perGame: perGame.value }),
          ...(total.words !== undefined && { shownAs: total.words }),
        },
      ]),
    ),
  };
}
