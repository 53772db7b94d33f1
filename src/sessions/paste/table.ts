import type { Candidates } from "./candidates.ts";
import { readEnd } from "./candidate.ts";
import { withoutTrailing } from "./clean.ts";
import { isRemainder, nameStart, unquoted } from "./pairs.ts";
import type { PasteForm } from "./reading.ts";

const DELIMITERS = ["\t", "|", ",", ";"] as const;
const HTTP_ONLY = "#HttpOnly_";
/** Column headings, in browsers' languages. */
export const NAME_HEADING =
  /^(?:name|nom|nombre|nome|naam|namn|navn|nimi|nazwa|název|názov|név|nume|ad|adı|isim|nama|tên|όνομα|название|имя|назва|ім[’']?я|име|naziv|ime|ชื่อ|नाम|שם|الاسم|名前|名称|名稱|이름)$/iu;
export const VALUE_HEADING =
  /^(?:value|content|inhalt|contenu|contenido|contenuto|conteúdo|inhoud|treść|содержимое|içerik|内容|コンテンツ|wert|valeur|valor|valore|waarde|värde|verdi|værdi|arvo|wartość|hodnota|érték|valoare|değer|nilai|giá trị|τιμή|значение|значення|стойност|vrijednost|vrednost|ค่า|मान|ערך|القيمة|値|值|값)$/iu;
const DOMAIN_HEADING =
  /^(?:domain|host|domäne|domaine|dominio|domínio|domein|domän|domene|domæne|doména|domena|tartomány|domeniu|etki alanı|tên miền|τομέας|домен|домейн|โดเมน|डोमेन|דומיין|النطاق|ドメイン|域|网域|網域|도메인)$/iu;

interface Columns {
  readonly name: number;
  readonly value: number;
  readonly domain: number;
}

/**
 * Reads tables of cookies: rows from a browser's developer tools, cookies.txt with `#HttpOnly_` lines, CSV, or a row's
 * cells on lines of their own. Returns the form when it had a wanted name.
 */
export function addTable(text: string, found: Candidates): PasteForm | undefined {
  const lines = text.split("\n");
  let columns: Columns | undefined;
  let isNetscape = text.slice(0, 2_000).toLowerCase().includes("http cookie file");
  for (const line of untorn(lines, found)) {
    const joined = joinedRows(line, found);
    if (joined !== undefined) {
      isNetscape ||= joined.some(isNetscapeRow);
      for (const cells of joined) addCells(cells, undefined, found);
      continue;
    }
    const cells = cellsOf(line, found);
    if (cells === undefined) {
      columns = headingsOf(line) ?? columns;
      continue;
    }
    isNetscape ||= isNetscapeRow(cells);
    addCells(cells, columns, found);
  }
  addStacked(lines, found);
  if (isNetscape) return "netscape";
  return found.score > 0 ? "table" : undefined;
}

/** Returns the cells of a row with a wanted name. */
function cellsOf(line: string, found: Candidates): readonly string[] | undefined {
  for (const delimiter of DELIMITERS) {
    if (!line.includes(delimiter)) continue;
    const cells = split(line, delimiter).map(unquoted);
    if (cells.some((cell) => found.isWanted(cell))) return cells;
  }
  return spacedCells(line, found);
}

/** A bar may be part of a value: drawn ones are between spaces. */
function split(line: string, delimiter: string): readonly string[] {
  const isDrawn = delimiter === "|" && line.includes(" | ");
  return isDrawn
    ? line
        .replace(/^[ \t]*\|/, "")
        .replace(/\|[ \t]*$/, "")
        .split(" | ")
    : line.split(delimiter);
}

/** Reads a row whose tabs became spaces: the name first, or where cookies.txt has it. */
function spacedCells(line: string, found: Candidates): readonly string[] | undefined {
  const trimmed = line.trim().slice(0, 10_000);
  if (!trimmed.includes(" ")) return undefined;
  const netscape = trimmed.split(/ +/);
  if (isNetscapeRow(netscape)) return netscape;
  const cells = trimmed.slice(nameStart(trimmed)).split(/ +/).map(unquoted);
  if (!found.isWanted(cells[0] ?? "")) return undefined;
  const [, , third] = cells;
  return third === undefined || third === "/" || isHostLike(third) ? cells : undefined;
}

function headingsOf(line: string): Columns | undefined {
  const cells = line.split(/[\t|,;]/).map(unquoted);
  const name = cells.findIndex((cell) => NAME_HEADING.test(cell));
  const value = cells.findIndex((cell) => VALUE_HEADING.test(cell));
  if (name === -1 || value === -1) return undefined;
  return { name, value, domain: cells.findIndex((cell) => DOMAIN_HEADING.test(cell)) };
}

function addCells(cells: readonly string[], columns: Columns | undefined, found: Candidates): void {
  if (columns !== undefined && found.isWanted(cells[columns.name] ?? "")) {
    const end = endOf(cells, columns.value);
    found.add(cells[columns.name] ?? "", cells[columns.value] ?? "", { host: cells[columns.domain], end });
    return;
  }
  const at = cells.findIndex((cell) => found.isWanted(cell));
  const valueAt = at + (/^[=:]$/.test(cells[at + 1] ?? "") ? 2 : 1);
  found.add(cells[at] ?? "", cells[valueAt] ?? "", { host: hostOf(cells, at), end: endOf(cells, valueAt) });
}

/** cookies.txt has it in the fifth column, browsers as a date in some column. */
function endOf(cells: readonly string[], valueAt: number): string | undefined {
  if (isNetscapeRow(cells)) return cells[4];
  return cells.find(
    (cell, index) => index !== valueAt && /\d:\d\d/.test(cell) && readEnd(cell) !== undefined,
  );
}

function hostOf(cells: readonly string[], nameAt: number): string | undefined {
  const [first = ""] = cells;
  if (isNetscapeRow(cells)) {
    const domain = first.startsWith(HTTP_ONLY) ? first.slice(HTTP_ONLY.length) : first;
    const isHostOnly = cells[1]?.toUpperCase() === "FALSE";
    return isHostOnly || domain.startsWith(".") ? domain : `.${domain}`;
  }
  // A later cell may be another cookie's value.
  return cells.find((cell, index) => (index < nameAt || index === nameAt + 2) && isHostLike(cell));
}

/** Reads a name alone on a line and its value on the next, possibly with a heading between them. */
function addStacked(lines: readonly string[], found: Candidates): void {
  let name: string | undefined;
  for (const line of lines) {
    const bare = unquoted(line.replace(/^#{1,3} /, ""));
    const text = withoutTrailing(bare.slice(nameStart(bare)), ":=* ");
    if (text === "") continue;
    if (found.isWanted(text)) name = text;
    else if (name !== undefined && !VALUE_HEADING.test(text)) {
      if (!/\s/.test(line.trim())) found.add(name, unquoted(line));
      name = undefined;
    }
  }
}

const TRUTH = /^(?:TRUE|FALSE)$/i;
/** In cookies.txt the name follows host, subdomains, path, secure and expiry. */
const BEFORE_NAME = 5;

/** Returns whether these are the cells of a cookies.txt row, up to its name. */
function isNetscapeRow(cells: readonly string[]): boolean {
  return cells.length > BEFORE_NAME && TRUTH.test(cells[1] ?? "") && TRUTH.test(cells[3] ?? "");
}

export function isHostLike(cell = ""): boolean {
  return /^(?=.{1,253}$)\.?[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+$/i.test(cell);
}

/** Splits rows on one line whose line ends were lost. Undefined for a single row, or none. */
function joinedRows(line: string, found: Candidates): readonly (readonly string[])[] | undefined {
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

/** Joins lines that were wrapped before or inside a value of a row. */
function untorn(lines: readonly string[], found: Candidates): readonly string[] {
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

/** Returns what joins two parts of a row; undefined where they are none. */
function tornAt(before: string, line: string, found: Candidates): "\t" | "" | undefined {
  const cells = before.slice(0, LONGEST_ROW).trimEnd().split("\t");
  const next = line.slice(0, LONGEST_ROW).split("\t");
  const [name = ""] = cells;
  if (isNetscapeRow(cells)) {
    const isBeforeValue = cells.length === BEFORE_NAME + 1 && found.isWanted(cells[BEFORE_NAME] ?? "");
    if (isBeforeValue && next.length === 1 && /^\S+\s*$/.test(line)) return "\t";
    return found.isWanted(cells[BEFORE_NAME] ?? "") && next.length === 1 && isRemainder(line)
      ? ""
      : undefined;
  }
  const isInValue = cells.length === 2 && found.isWanted(name.trim());
  return isInValue && !found.isWanted((next[0] ?? "").trim()) && isHostLike(next[1] ?? "") ? "" : undefined;
}
