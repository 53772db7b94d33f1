import { ButtonStyle, ComponentType } from "discord-api-types/v10";

import { isRecord, numberOr } from "../json.ts";
import type { FaultList, Path } from "./api-error.ts";
import { checkScheme } from "./field-rules.ts";

type Component = Record<string, unknown>;

const MOST_INPUT = 4000;

/** Adds the faults of a button: style, URL, custom id and label must fit each other. */
export function checkButton(button: Component, path: Path, faults: FaultList): void {
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
export function checkSelect(select: Component, path: Path, faults: FaultList): void {
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
export function checkTextInput(input: Component, path: Path, faults: FaultList): void {
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
