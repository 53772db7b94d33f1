import { ComponentType } from "discord-api-types/v10";

import { isRecord } from "../json.ts";
import type { FaultList, Path } from "./api-error.ts";
import { checkButton, checkSelect, checkTextInput } from "./control-rules.ts";
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
