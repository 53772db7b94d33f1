import { ButtonStyle, ComponentType } from "discord-api-types/v10";

import { isRecord, numberOr } from "../json.ts";
import type { FaultList, Path } from "./api-error.ts";
import { checkReference, checkScheme, textLength } from "./field-rules.ts";

type Component = Record<string, unknown>;

const SELECTS: ReadonlySet<unknown> = new Set([
  ComponentType.StringSelect,
  ComponentType.UserSelect,
  ComponentType.RoleSelect,
  ComponentType.MentionableSelect,
  ComponentType.ChannelSelect,
]);

const MOST_COMPONENTS = 40;
const MOST_TEXT = 4000;
const MOST_ROWS = 5;

export interface ComponentContext {
  readonly isV2: boolean;
  /** File names that `attachment://` may use. */
  readonly files: ReadonlySet<string>;
}

/** Adds the faults of a message's components that Discord's schema doesn't find. */
export function checkComponents(
  components: readonly unknown[],
  place: ComponentContext,
  faults: FaultList,
): void {
  const all = walk(components, ["components"]);
  if (!place.isV2) checkOldLayout(components, faults);
  else checkTotals(all, faults);
  checkDistinct(all, "custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", faults);
  checkDistinct(all, "id", "COMPONENT_ID_DUPLICATED", faults);
  for (const { component, path } of all) {
    if (component["type"] === ComponentType.ActionRow) checkRow(component, path, faults);
    if (component["type"] === ComponentType.Button) checkButton(component, path, faults);
    if (SELECTS.has(component["type"])) checkSelect(component, path, faults);
    checkMedia({ component, path }, place.files, faults);
  }
}

/** Adds the faults of a modal that Discord's schema doesn't find. */
export function checkModal(modal: unknown, at: Path, faults: FaultList): void {
  const components = isRecord(modal) ? modal["components"] : undefined;
  if (!Array.isArray(components)) return;
  if (components.length > MOST_ROWS) {
    faults.badLength([...at, "components"], 1, MOST_ROWS);
  }
  const all = walk(components, [...at, "components"]);
  checkDistinct(all, "custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", faults);
  for (const { component, path } of all) {
    if (SELECTS.has(component["type"])) checkSelect(component, path, faults);
    if (component["type"] === ComponentType.TextInput) checkTextInput(component, path, faults);
  }
}

interface Placed {
  readonly component: Component;
  readonly path: Path;
}

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
    faults.badLength(["components"], 1, MOST_ROWS);
  }
  components.forEach((component, at) => {
    if (isRecord(component) && component["type"] !== ComponentType.ActionRow) {
      faults.add(["components", at], "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (1,).');
    }
  });
}

function checkTotals(all: readonly Placed[], faults: FaultList): void {
  if (all.length > MOST_COMPONENTS) {
    faults.add(["components"], "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED");
  }
  const text = all.reduce((sum, { component }) => sum + shownText(component), 0);
  if (text > MOST_TEXT) {
    faults.add(["components"], "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED");
  }
}

function shownText(component: Component): number {
  const content = component["content"];
  return component["type"] === ComponentType.TextDisplay && typeof content === "string"
    ? textLength(content)
    : 0;
}

function checkDistinct(all: readonly Placed[], field: string, code: string, faults: FaultList): void {
  const seen = new Set<unknown>();
  for (const { component, path } of all) {
    const value = component[field];
    // 0 means no id.
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
    faults.add([...path, "components"], "COMPONENT_LAYOUT_WIDTH_EXCEEDED");
  }
}

function checkMedia({ component, path }: Placed, files: ReadonlySet<string>, faults: FaultList): void {
  const medium = (held: unknown, at: Path, schemes: readonly string[]) => {
    const url = isRecord(held) ? held["url"] : undefined;
    checkScheme(url, [...at, "url"], schemes, faults);
    checkReference(url, [...at, "url"], files, faults);
  };
  const open = ["http", "https", "attachment"];
  medium(component["media"], [...path, "media"], open);
  if (component["type"] === ComponentType.File) medium(component["file"], [...path, "file"], ["attachment"]);
  const items = component["items"];
  if (!Array.isArray(items)) return;
  items.forEach((item: unknown, at) => {
    if (isRecord(item)) medium(item["media"], [...path, "items", at, "media"], open);
  });
}

const MOST_INPUT = 4000;

/** Adds the faults of a button: style, URL, custom id and label must fit each other. */
function checkButton(button: Component, path: Path, faults: FaultList): void {
  const style = button["style"];
  const has = (field: string) => button[field] !== undefined && button[field] !== null;
  const needed = style === ButtonStyle.Link ? "url" : style === ButtonStyle.Premium ? "sku_id" : "custom_id";
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
  if (style === ButtonStyle.Premium) return;
  if (!button["label"] && !has("emoji")) faults.required([...path, "label"]);
  checkScheme(button["url"], [...path, "url"], ["http", "https", "discord"], faults);
  checkEmoji(button["emoji"], [...path, "emoji"], faults);
}

const EMOJI = /^(?:\p{Emoji}|\p{Emoji_Component}|\u200D|\uFE0F)+$/u;

function checkEmoji(emoji: unknown, path: Path, faults: FaultList): void {
  if (!isRecord(emoji) || (emoji["id"] !== undefined && emoji["id"] !== null)) return;
  if (typeof emoji["name"] === "string" && EMOJI.test(emoji["name"])) return;
  faults.add([...path, "name"], "COMPONENT_INVALID_EMOJI");
}

/** Adds the faults of a select: counts, defaults and options must fit each other. */
function checkSelect(select: Component, path: Path, faults: FaultList): void {
  const min = numberOr(select["min_values"], 1);
  const max = numberOr(select["max_values"], 1);
  if (min > max) {
    faults.add([...path, "min_values"], "SELECT_COMPONENT_MIN_VALUES_EXCEED_MAX");
  }
  const options = Array.isArray(select["options"]) ? select["options"].filter(isRecord) : [];
  if (select["type"] === ComponentType.StringSelect) checkOptions(options, max, path, faults);
  const defaults = select["default_values"];
  const isChosen = Array.isArray(defaults) && defaults.length > 0;
  if (isChosen && (defaults.length > max || defaults.length < min)) {
    faults.badLength([...path, "default_values"], min, max);
  }
}

function checkOptions(options: readonly Component[], max: number, at: Path, faults: FaultList): void {
  const seen = new Set<unknown>();
  options.forEach((option, index) => {
    const path = [...at, "options", index];
    if (seen.has(option["value"])) {
      faults.add([...path, "value"], "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED");
    }
    seen.add(option["value"]);
    if (!option["label"]) faults.required([...path, "label"]);
    checkEmoji(option["emoji"], [...path, "emoji"], faults);
  });
  if (max > options.length && options.length > 0) {
    faults.add([...at, "max_values"], "SELECT_COMPONENT_MAX_VALUES_EXCEED_OPTIONS");
  }
  if (options.filter((option) => option["default"] === true).length > max) {
    faults.add([...at, "options"], "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES");
  }
}

/** Adds the faults of a text input's lengths and label. */
function checkTextInput(input: Component, path: Path, faults: FaultList): void {
  const min = numberOr(input["min_length"], 0);
  const max = numberOr(input["max_length"], MOST_INPUT);
  if (min > max)
    faults.add([...path, "min_length"], "BASE_TYPE_INVALID", "min_length cannot exceed max_length");
  const value = input["value"];
  if (typeof value === "string" && value !== "" && (value.length > max || value.length < min)) {
    faults.badLength([...path, "value"], min, max);
  }
  const inLabel = path.at(-1) === "component";
  if (!inLabel && !input["label"]) faults.required([...path, "label"]);
  if (inLabel && typeof input["label"] === "string") {
    faults.add([...path, "label"], "COMPONENT_LABEL_EXCLUSIVE");
  }
}
