import { chunks } from "../../base/async/map-in-batches.ts";
import { cleanText, clip } from "../../base/text.ts";
import { LIMITS, SNOWFLAKE } from "./limits.ts";
import type {
  ActionButton,
  Block,
  Button,
  EntitySelect,
  Image,
  LinkButton,
  Select,
  SelectEntry,
} from "./reply.ts";

/** A block that Discord accepts by itself: no blank texts, clean labels, safe URLs, counts within limits. */
export type Piece =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "section"; readonly text: string; readonly beside: Media | Control }
  | { readonly type: "gallery"; readonly items: readonly Media[] }
  | { readonly type: "divider" }
  | { readonly type: "row"; readonly controls: readonly Control[] }
  | { readonly type: "select"; readonly select: CleanSelect | CleanEntities }
  | { readonly type: "file"; readonly name: string };

export interface Media {
  readonly type: "media";
  readonly url: string;
  readonly description?: string;
}

export type Control =
  | LinkButton
  | (Required<Omit<ActionButton, "emoji" | "isAside">> & Pick<ActionButton, "emoji">);

interface CleanChoice extends Pick<Select, "placeholder" | "choose"> {
  readonly least: number;
  readonly most: number;
}

export interface CleanSelect extends CleanChoice, Pick<Select, "entries"> {
  readonly type: "texts";
}

export interface CleanEntities extends CleanChoice, Pick<EntitySelect, "type" | "channelTypes"> {
  readonly chosen: readonly string[];
}

/** Blocks without bytes: pictures, files and fields are turned into pieces elsewhere. */
export type PlainBlock = Exclude<Block, { readonly type: "file" | "picture" | "fields" }>;

/** Returns the block without what Discord would refuse; its text is kept. `unnamed` replaces a blank label. */
export function toPieces(block: PlainBlock, unnamed: string): Piece[] {
  switch (block.type) {
    case "text":
      return textPieces(block.text.toString());
    case "section":
      return sectionPieces(block.text.toString(), besideOf(block.beside, unnamed));
    case "gallery":
      return chunks(block.images.flatMap(toMedia), LIMITS.galleryImages).map((items) => ({
        type: "gallery",
        items,
      }));
    case "divider":
      return [{ type: "divider" }];
    case "buttons":
      return rowPieces(block.buttons.flatMap((button) => toControl(button, unnamed)));
    case "select":
      return selectPieces(block, unnamed);
    case "channels":
    case "roles":
    case "people":
      return [{ type: "select", select: cleanEntities(block, unnamed) }];
  }
}

export function textPieces(text: string): Extract<Piece, { type: "text" }>[] {
  const whole = text.toWellFormed();
  return isBlank(whole) ? [] : [{ type: "text", text: whole }];
}

/** Returns a label, alt text or name as one line of visible characters; undefined if none are left. */
export function cleanLine(text: string, max: number): string | undefined {
  const line = cleanText(text).replaceAll(/\s+/g, " ").trim();
  return isBlank(line) ? undefined : clip(line, max);
}

export function mediaOf(url: string, description: string | undefined): Media {
  const alt = description === undefined ? undefined : cleanLine(description, LIMITS.altText);
  return { type: "media", url, ...(alt !== undefined && { description: alt }) };
}

function sectionPieces(text: string, beside: Media | Control | undefined): Piece[] {
  const [piece] = textPieces(text);
  if (beside === undefined) return piece === undefined ? [] : [piece];
  if (piece !== undefined) return [{ type: "section", text: piece.text, beside }];
  return beside.type === "media" ? [{ type: "gallery", items: [beside] }] : rowPieces([beside]);
}

function besideOf(beside: Button | (Image & { readonly type: "thumbnail" }), unnamed: string) {
  return (beside.type === "thumbnail" ? toMedia(beside) : toControl(beside, unnamed))[0];
}

function rowPieces(controls: readonly Control[]): Piece[] {
  return chunks(controls, LIMITS.buttonsInRow).map((row) => ({ type: "row", controls: row }));
}

function selectPieces(select: Select, unnamed: string): Piece[] {
  const most = Math.min(select.max ?? 1, LIMITS.selectEntries);
  const entries = toEntries(select.entries, unnamed, { most, longest: LONGEST_VALUE });
  if (entries.length === 0) return [];
  const choice = cleanChoice(select, { unnamed, most: Math.min(most, entries.length) });
  return [{ type: "select", select: { type: "texts", ...choice, entries } }];
}

const MOST_DATE = 40;

function cleanEntities(select: EntitySelect, unnamed: string): CleanEntities {
  const { type, chosen = [], channelTypes } = select;
  const choice = cleanChoice(select, { unnamed, most: Math.min(select.max ?? 1, LIMITS.selectEntries) });
  const known = [...new Set(chosen)].filter((id) => SNOWFLAKE.test(id)).slice(0, choice.most);
  return {
    type,
    ...choice,
    // Discord takes no choice ahead that could not be made.
    chosen: known.length < choice.least ? [] : known,
    ...(type === "channels" && channelTypes !== undefined && { channelTypes }),
  };
}

function cleanChoice(
  { placeholder, choose, min: least = 1 }: Select | EntitySelect,
  { unnamed, most }: { readonly unnamed: string; readonly most: number },
): CleanChoice {
  const shown = cleanLine(placeholder, LIMITS.placeholder) ?? unnamed;
  return { placeholder: shown, choose, least: Math.min(least, most), most };
}

/** Longer than Discord's: the wire has something stand for those. */
const LONGEST_VALUE = 500;

/** Returns the entries that are shown: at most 25, unique values, no more preselected than may be picked. */
export function toEntries(
  given: readonly SelectEntry[],
  unnamed: string,
  { most = 1, longest = LIMITS.selectText }: { readonly most?: number; readonly longest?: number } = {},
): SelectEntry[] {
  const seen = new Set<string>();
  const entries: SelectEntry[] = [];
  let chosen = 0;
  for (const entry of given) {
    const value = entry.value.toWellFormed();
    if (isBlank(value) || value.length > longest || seen.has(value)) continue;
    if (entries.length === LIMITS.selectEntries) break;
    seen.add(value);
    const isChosen = entry.chosen === true && chosen < most;
    if (isChosen) chosen += 1;
    entries.push(toEntry(entry, { value, isChosen, unnamed }));
  }
  return toldApart(entries).map(({ label, value, description, chosen, emoji }) => ({
    label,
    value,
    ...(emoji !== undefined && { emoji }),
    ...(description !== undefined && { description }),
    ...(chosen !== undefined && { chosen }),
  }));
}

/** Tells equal labels apart by their dates, else by numbers. */
function toldApart(entries: readonly SelectEntry[]): readonly SelectEntry[] {
  const dated = relabelled(entries, ({ date }) => (date === undefined ? undefined : ` · ${date}`));
  return relabelled(dated, (_, at) => (at === 0 ? undefined : ` (${at + 1})`));
}

/** Appends `suffix` of how many earlier entries have the same label; undefined leaves it as it is. */
function relabelled(
  entries: readonly SelectEntry[],
  suffix: (entry: SelectEntry, at: number) => string | undefined,
): readonly SelectEntry[] {
  const same = Map.groupBy(entries, ({ label }) => label);
  return entries.map((entry) => {
    const alike = same.get(entry.label) ?? [];
    const end = alike.length < 2 ? undefined : suffix(entry, alike.indexOf(entry));
    if (end === undefined) return entry;
    return { ...entry, label: `${clip(entry.label, LIMITS.selectText - end.length)}${end}` };
  });
}

function toEntry(
  entry: SelectEntry,
  { value, isChosen, unnamed }: { value: string; isChosen: boolean; unnamed: string },
): SelectEntry {
  const description = cleanLine(entry.description ?? "", LIMITS.selectText);
  return {
    label: cleanLine(entry.label, LIMITS.selectText) ?? unnamed,
    value,
    ...(description !== undefined && { description }),
    date: entry.date === undefined ? undefined : cleanLine(entry.date, MOST_DATE),
    ...(isChosen && { chosen: true }),
    ...(entry.emoji !== undefined && { emoji: entry.emoji }),
  };
}

function toControl(button: Button, unnamed: string): Control[] {
  const label = cleanLine(button.label, LIMITS.buttonLabel) ?? unnamed;
  if (button.type === "link") {
    const url = safeAddress(button.url, LIMITS.buttonUrl);
    return url === undefined ? [] : [{ type: "link", label, url }];
  }
  const { press, style = "secondary", disabled = false, emoji } = button;
  return [{ type: "action", label, press, style, disabled, ...(emoji !== undefined && { emoji }) }];
}

function toMedia({ url, description }: Image): Media[] {
  const address = safeAddress(url, LIMITS.mediaUrl);
  return address === undefined ? [] : [mediaOf(address, description)];
}

function safeAddress(url: string, max: number): string | undefined {
  if (url.length > max || !URL.canParse(url)) return undefined;
  const { protocol, username, password, href } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") return undefined;
  if (username !== "" || password !== "" || href.length > max) return undefined;
  return href;
}

function isBlank(text: string): boolean {
  return cleanText(text).trim() === "";
}
