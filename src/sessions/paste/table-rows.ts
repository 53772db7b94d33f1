import type { Candidates } from "./candidates.ts";

const TRUTH = /^(?:TRUE|FALSE)$/i;
/** Of a row of cookies.txt: the name stands behind host, subdomains, path, secure and end. */
const BEFORE_NAME = 5;

/** Whether these are the cells of a row of cookies.txt, as far as its name. */
export function isNetscapeRow(cells: readonly string[]): boolean {
  return cells.length > BEFORE_NAME && TRUTH.test(cells[1] ?? "") && TRUTH.test(cells[3] ?? "");
}

export function isHostLike(cell: string): boolean {
  return cell.length <= 253 && /^\.?[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+$/i.test(cell);
}

/**
 * Rows that stand on one line, because their line ends were lost, tabs and all: each as its first cells. Undefined for
 * a line that is one row, or none.
 */
export function joinedRows(line: string, found: Candidates): readonly (readonly string[])[] | undefined {
  const words = line.split(/[ \t]+/);
  const rows: (readonly string[])[] = [];
  let isWithin = false;
  for (const [at, word] of words.entries()) {
    if (!found.isWanted(word)) continue;
    const [, value = "", host = "", path = ""] = words.slice(at, at + 4);
    const netscape = words.slice(at - BEFORE_NAME, at + 2);
    if (at >= BEFORE_NAME && isNetscapeRow(netscape)) {
      const isEmpty = TRUTH.test(words[at + 2] ?? "");
      rows.push(isEmpty ? netscape.slice(0, -1) : netscape);
      isWithin ||= at > BEFORE_NAME;
    } else if (isHostLike(host) && path.startsWith("/")) rows.push([word, value, host, path]);
  }
  return rows.length > 1 || isWithin ? rows : undefined;
}

/** Lines with those joined that were torn before a value, or inside one, in the middle of a row. */
export function untorn(lines: readonly string[], found: Candidates): readonly string[] {
  const whole: string[] = [];
  for (const line of lines) {
    const before = whole.at(-1);
    const between = before === undefined ? undefined : tornAt(before, line, found);
    if (before === undefined || between === undefined) whole.push(line);
    else whole[whole.length - 1] = before.trimEnd() + between + line.replace(/^ {1,80}/, "");
  }
  return whole;
}

const LONGEST_ROW = 10_000;

/** What belongs between two parts of a row; undefined where they are none. */
function tornAt(before: string, line: string, found: Candidates): "\t" | "" | undefined {
  const cells = before.slice(0, LONGEST_ROW).trimEnd().split("\t");
  const next = line.slice(0, LONGEST_ROW).split("\t");
  const [name = ""] = cells;
  if (isNetscapeRow(cells)) {
    const isBeforeValue = cells.length === BEFORE_NAME + 1 && found.isWanted(cells[BEFORE_NAME] ?? "");
    return isBeforeValue && next.length === 1 && /^\S+\s*$/.test(line) ? "\t" : undefined;
  }
  const isInValue = cells.length === 2 && found.isWanted(name.trim());
  return isInValue && !found.isWanted((next[0] ?? "").trim()) && isHostLike(next[1] ?? "") ? "" : undefined;
}
