import type { FaultList } from "./api-error.ts";
import { isRecord } from "./schema-check.ts";
import { textLength } from "./text-length.ts";

type Path = readonly (string | number)[];
type Component = Record<string, unknown>;

/** Discord's component types by number, those this file needs. */
const ROW = 1;
const BUTTON = 2;
const STRING_SELECT = 3;
const TEXT_INPUT = 4;
const TEXT_DISPLAY = 10;
const FILE = 13;
const SELECTS: ReadonlySet<unknown> = new Set([3, 5, 6, 7, 8]);

const MOST_COMPONENTS = 40;
const MOST_TEXT = 4000;
const MOST_ROWS = 5;

export interface ComponentPlace {
  /** IS_COMPONENTS_V2 is set. */
  readonly isV2: boolean;
  /** Names that `attachment://` may refer to. */
  readonly files: ReadonlySet<string>;
}

/** What the schema can't say about a message's components. */
export function checkComponents(
  components: readonly unknown[],
  place: ComponentPlace,
  faults: FaultList,
): void {
  const all = walk(components, ["components"]);
  if (!place.isV2) checkOldLayout(components, faults);
  else checkTotals(all, faults);
  checkDistinct(all, "custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", faults);
  checkDistinct(all, "id", "COMPONENT_ID_DUPLICATED", faults);
  for (const { component, path } of all) {
    if (component["type"] === ROW) checkRow(component, path, faults);
    if (component["type"] === BUTTON) checkButton(component, path, faults);
    if (SELECTS.has(component["type"])) checkSelect(component, path, faults);
    checkMedia({ component, path }, place.files, faults);
  }
}

/** What the schema can't say about a modal. */
export function checkModal(modal: unknown, at: Path, faults: FaultList): void {
  const components = isRecord(modal) ? modal["components"] : undefined;
  if (!Array.isArray(components)) return;
  if (components.length > MOST_ROWS) {
    faults.add([...at, "components"], "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.");
  }
  const all = walk(components, [...at, "components"]);
  checkDistinct(all, "custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", faults);
  for (const { component, path } of all) {
    if (SELECTS.has(component["type"])) checkSelect(component, path, faults);
    if (component["type"] === TEXT_INPUT) checkTextInput(component, path, faults);
  }
}

interface Placed {
  readonly component: Component;
  readonly path: Path;
}

/** Every component in reading order, with its path. */
function walk(components: readonly unknown[], at: Path): readonly Placed[] {
  return components.flatMap((entry, index) => (isRecord(entry) ? walkOne(entry, [...at, index]) : []));
}

function walkOne(component: Component, path: Path): readonly Placed[] {
  const children = component["components"];
  const inside = Array.isArray(children) ? walk(children, [...path, "components"]) : [];
  const beside = ["accessory", "component"].flatMap((name) => {
    const held = component[name];
    return isRecord(held) ? walkOne(held, [...path, name]) : [];
  });
  return [{ component, path }, ...inside, ...beside];
}

function checkOldLayout(components: readonly unknown[], faults: FaultList): void {
  if (components.length > MOST_ROWS) {
    faults.add(["components"], "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.");
  }
  components.forEach((component, at) => {
    if (isRecord(component) && component["type"] !== ROW) {
      faults.add(["components", at], "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (1,).');
    }
  });
}

function checkTotals(all: readonly Placed[], faults: FaultList): void {
  if (all.length > MOST_COMPONENTS) {
    faults.add(
      ["components"],
      "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
      `The maximum number of total components is ${MOST_COMPONENTS}`,
    );
  }
  const text = all.reduce((sum, { component }) => sum + shownText(component), 0);
  if (text > MOST_TEXT) {
    faults.add(
      ["components"],
      "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
      `The combined size of text displays must be ${MOST_TEXT} or fewer`,
    );
  }
}

function shownText(component: Component): number {
  const content = component["content"];
  return component["type"] === TEXT_DISPLAY && typeof content === "string" ? textLength(content) : 0;
}

function checkDistinct(all: readonly Placed[], field: string, code: string, faults: FaultList): void {
  const seen = new Set<unknown>();
  for (const { component, path } of all) {
    const value = component[field];
    // An id of 0 is the same as none.
    if (value === undefined || value === null || value === 0) continue;
    if (seen.has(value))
      faults.add([...path, field], code, `Component ${field.replace("_", " ")} cannot be duplicated`);
    seen.add(value);
  }
}

function checkRow(row: Component, path: Path, faults: FaultList): void {
  const inside = Array.isArray(row["components"]) ? row["components"].filter(isRecord) : [];
  const selects = inside.filter((component) => SELECTS.has(component["type"])).length;
  if (selects > 0 && inside.length > 1) {
    faults.add(
      [...path, "components"],
      "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
      "The specified component exceeds the maximum width",
    );
  }
}

const LINK = 5;
const PREMIUM = 6;

function checkButton(button: Component, path: Path, faults: FaultList): void {
  const style = button["style"];
  const has = (field: string) => button[field] !== undefined && button[field] !== null;
  const needed = style === LINK ? "url" : style === PREMIUM ? "sku_id" : "custom_id";
  for (const field of ["url", "sku_id", "custom_id"]) {
    if (field === needed && !has(field)) faults.required([...path, field]);
    if (field !== needed && has(field)) {
      faults.add(
        [...path, field],
        "BUTTON_COMPONENT_EXCLUSIVE_FIELD",
        `A button of this style cannot have a ${field}`,
      );
    }
  }
  if (style === PREMIUM) return;
  if (!button["label"] && !has("emoji")) faults.required([...path, "label"]);
  checkScheme(button["url"], [...path, "url"], { schemes: ["http", "https", "discord"], faults });
  checkEmoji(button["emoji"], [...path, "emoji"], faults);
}

const EMOJI = /^(?:\p{Emoji}|\p{Emoji_Component}|\u200D|\uFE0F)+$/u;

function checkEmoji(emoji: unknown, path: Path, faults: FaultList): void {
  if (!isRecord(emoji) || (emoji["id"] !== undefined && emoji["id"] !== null)) return;
  if (typeof emoji["name"] === "string" && EMOJI.test(emoji["name"])) return;
  faults.add([...path, "name"], "COMPONENT_INVALID_EMOJI", "Invalid emoji");
}

function checkSelect(select: Component, path: Path, faults: FaultList): void {
  const min = numberOr(select["min_values"], 1);
  const max = numberOr(select["max_values"], 1);
  if (min > max) {
    faults.add(
      [...path, "min_values"],
      "SELECT_COMPONENT_MIN_VALUES_EXCEED_MAX",
      "min_values cannot exceed max_values",
    );
  }
  const options = Array.isArray(select["options"]) ? select["options"].filter(isRecord) : [];
  if (select["type"] === STRING_SELECT) checkOptions(options, { max, path }, faults);
  const defaults = select["default_values"];
  if (
    Array.isArray(defaults) &&
    (defaults.length > max || defaults.length < Math.min(min, defaults.length))
  ) {
    faults.add(
      [...path, "default_values"],
      "BASE_TYPE_BAD_LENGTH",
      `Must be between ${min} and ${max} in length.`,
    );
  }
}

function checkOptions(
  options: readonly Component[],
  select: { readonly max: number; readonly path: Path },
  faults: FaultList,
): void {
  const seen = new Set<unknown>();
  options.forEach((option, at) => {
    const path = [...select.path, "options", at];
    if (seen.has(option["value"])) {
      faults.add(
        [...path, "value"],
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
        "The specified option value is already used",
      );
    }
    seen.add(option["value"]);
    if (!option["label"]) faults.required([...path, "label"]);
    checkEmoji(option["emoji"], [...path, "emoji"], faults);
  });
  if (select.max > options.length && options.length > 0) {
    faults.add(
      [...select.path, "max_values"],
      "SELECT_COMPONENT_MAX_VALUES_EXCEED_OPTIONS",
      "max_values exceeds the options",
    );
  }
  if (options.filter((option) => option["default"] === true).length > select.max) {
    faults.add(
      [...select.path, "options"],
      "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
      "Too many default values",
    );
  }
}

function checkTextInput(input: Component, path: Path, faults: FaultList): void {
  const min = numberOr(input["min_length"], 0);
  const max = numberOr(input["max_length"], MOST_TEXT);
  if (min > max)
    faults.add([...path, "min_length"], "BASE_TYPE_INVALID", "min_length cannot exceed max_length");
  const value = input["value"];
  if (typeof value === "string" && value !== "" && (value.length > max || value.length < min)) {
    faults.add([...path, "value"], "BASE_TYPE_BAD_LENGTH", `Must be between ${min} and ${max} in length.`);
  }
  const inLabel = path.at(-1) === "component";
  if (!inLabel && !input["label"]) faults.required([...path, "label"]);
  if (inLabel && typeof input["label"] === "string") {
    faults.add(
      [...path, "label"],
      "COMPONENT_LABEL_EXCLUSIVE",
      "The label belongs to the Label around this text input",
    );
  }
}

function checkMedia({ component, path }: Placed, files: ReadonlySet<string>, faults: FaultList): void {
  const medium = (held: unknown, at: Path, schemes: readonly string[]) => {
    const url = isRecord(held) ? held["url"] : undefined;
    checkScheme(url, [...at, "url"], { schemes, faults });
    checkReference(url, [...at, "url"], { files, faults });
  };
  const open = ["http", "https", "attachment"];
  medium(component["media"], [...path, "media"], open);
  if (component["type"] === FILE) medium(component["file"], [...path, "file"], ["attachment"]);
  const items = component["items"];
  if (!Array.isArray(items)) return;
  items.forEach((item: unknown, at) => {
    if (isRecord(item)) medium(item["media"], [...path, "items", at, "media"], open);
  });
}

/** URL_TYPE_INVALID_SCHEME where an address has a scheme that isn't taken here. */
export function checkScheme(
  url: unknown,
  path: Path,
  rule: { readonly schemes: readonly string[]; readonly faults: FaultList },
): void {
  if (typeof url !== "string" || !URL.canParse(url)) return;
  const scheme = new URL(url).protocol.slice(0, -1);
  if (rule.schemes.includes(scheme)) return;
  const taken = rule.schemes.map((name) => `'${name}'`).join(", ");
  rule.faults.add(path, "URL_TYPE_INVALID_SCHEME", `Scheme "${scheme}" must be one of (${taken}).`);
}

/** An `attachment://` address must name a file of the message. */
export function checkReference(
  url: unknown,
  path: Path,
  rule: { readonly files: ReadonlySet<string>; readonly faults: FaultList },
): void {
  if (typeof url !== "string" || !url.startsWith("attachment://")) return;
  if (rule.files.has(url.slice("attachment://".length))) return;
  rule.faults.add(
    path,
    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    "The referenced attachment was not found",
  );
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
