import type { Candidates } from "./candidates.ts";
import { readEnd } from "./cookie-end.ts";
import { unquoted } from "./pairs.ts";
import { isHostLike, isNetscapeRow, joinedRows, untorn } from "./table-rows.ts";
import type { PasteForm } from "./reading.ts";

const DELIMITERS = ["\t", "|", ",", ";"] as const;
const HTTP_ONLY = "#HttpOnly_";
/** Headings of a column, in the languages browsers have them. */
const NAME_HEADING =
  /^(?:name|nom|nombre|nome|naam|namn|navn|nimi|nazwa|název|názov|név|nume|ad|adı|isim|nama|tên|όνομα|название|имя|назва|ім[’']?я|име|naziv|ime|ชื่อ|नाम|שם|الاسم|名前|名称|名稱|이름)$/iu;
const VALUE_HEADING =
  /^(?:value|wert|valeur|valor|valore|waarde|värde|verdi|værdi|arvo|wartość|hodnota|érték|valoare|değer|nilai|giá trị|τιμή|значение|значення|стойност|vrijednost|vrednost|ค่า|मान|ערך|القيمة|値|值|값)$/iu;
const DOMAIN_HEADING =
  /^(?:domain|host|domäne|domaine|dominio|domínio|domein|domän|domene|domæne|doména|domena|tartomány|domeniu|etki alanı|tên miền|τομέας|домен|домейн|โดเมน|डोमेन|דומיין|النطاق|ドメイン|域|网域|網域|도메인)$/iu;

interface Columns {
  readonly name: number;
  readonly value: number;
  readonly domain: number;
}

/**
 * Tables of cookies: rows copied from a browser's developer tools, cookies.txt with its `#HttpOnly_` lines,
 * CSV, or the cells of a row on lines of their own. Gives the form when a wanted name was in it.
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

/** The cells of a row that has a wanted name as one of them. */
function cellsOf(line: string, found: Candidates): readonly string[] | undefined {
  for (const delimiter of DELIMITERS) {
    if (!line.includes(delimiter)) continue;
    const cells = split(line, delimiter).map(cellOf);
    if (cells.some((cell) => found.isWanted(cell))) return cells;
  }
  return spacedCells(line, found);
}

/** A bar may be part of a value: drawn ones stand between spaces. */
function split(line: string, delimiter: string): readonly string[] {
  const isDrawn = delimiter === "|" && line.includes(" | ");
  return isDrawn
    ? line
        .replace(/^[ \t]*\|/, "")
        .replace(/\|[ \t]*$/, "")
        .split(" | ")
    : line.split(delimiter);
}

/** A row whose tabs became spaces: the name first, or where cookies.txt has it. */
function spacedCells(line: string, found: Candidates): readonly string[] | undefined {
  const trimmed = line.trim();
  if (trimmed === "" || !trimmed.includes(" ")) return undefined;
  const cells = trimmed.slice(0, 10_000).split(/ +/);
  if (isNetscapeRow(cells)) return cells;
  if (!found.isWanted(cells[0] ?? "")) return undefined;
  const [, , third] = cells;
  return third === undefined || third === "/" || isHostLike(third) ? cells : undefined;
}

function cellOf(text: string): string {
  const trimmed = text.trim();
  return trimmed.length <= 10_000 && /^["'`]/.test(trimmed) ? unquoted(trimmed) : trimmed;
}

function headingsOf(line: string): Columns | undefined {
  if (line.length > 1_000) return undefined;
  const cells = (line.includes("\t") ? line.split("\t") : line.split(/[|,;]/)).map(cellOf);
  const name = cells.findIndex((cell) => NAME_HEADING.test(cell));
  const value = cells.findIndex((cell) => VALUE_HEADING.test(cell));
  if (name === -1 || value === -1) return undefined;
  return { name, value, domain: cells.findIndex((cell) => DOMAIN_HEADING.test(cell)) };
}

function addCells(cells: readonly string[], columns: Columns | undefined, found: Candidates): void {
  if (columns !== undefined && found.isWanted(cells[columns.name] ?? "")) {
    const host = columns.domain === -1 ? undefined : cells[columns.domain];
    const end = endOf(cells, columns.value);
    found.add(cells[columns.name] ?? "", cells[columns.value] ?? "", { host, end });
    return;
  }
  const at = isNetscapeRow(cells) ? 5 : cells.findIndex((cell) => found.isWanted(cell));
  const valueAt = at + (/^[=:]$/.test(cells[at + 1] ?? "") ? 2 : 1);
  found.add(cells[at] ?? "", cells[valueAt] ?? "", { host: hostOf(cells, at), end: endOf(cells, valueAt) });
}

/** cookies.txt has it in its fifth column, browsers as a date in some column of theirs. */
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
  // A cell further on may be another cookie's value.
  return cells.find((cell, index) => (index < nameAt || index === nameAt + 2) && isHostLike(cell));
}

/** A name alone on a line, and its value on the next; a heading may stand between them. */
function addStacked(lines: readonly string[], found: Candidates): void {
  let name: string | undefined;
  for (const line of lines) {
    const text = cellOf(line).replace(/^\.+/, "").replace(/[:=]$/, "").trimEnd();
    if (text === "") continue;
    if (found.isWanted(text)) name = text;
    else if (name !== undefined && !VALUE_HEADING.test(text)) {
      if (!/\s/.test(line.trim())) found.add(name, cellOf(line));
      name = undefined;
    }
  }
}
