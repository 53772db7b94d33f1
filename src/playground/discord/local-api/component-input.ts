import { ComponentType } from "discord-api-types/v10";

import { isRecord, type Json, listOf } from "../json.ts";
import type { ModalValue } from "../local-api.ts";
import { badInput } from "./command-options.ts";

/** Returns a modal's submission, checked as Discord's client does. Throws "bad-input". */
export function filledModal(modal: Json, values: Readonly<Record<string, ModalValue>>): Json {
  let lastId = 0;
  const numbered = (component: Json): Json => {
    lastId += 1;
    return { id: typeof component["id"] === "number" ? component["id"] : lastId, type: component["type"] };
  };
  const fill = (component: Json): readonly Json[] => {
    const base = numbered(component);
    if (isRecord(component["component"])) return [{ ...base, component: fill(component["component"])[0] }];
    if (Array.isArray(component["components"])) {
      return [{ ...base, components: listOf(component["components"]).flatMap(fill) }];
    }
    if (component["type"] === ComponentType.TextDisplay) return [base];
    return [
      {
        ...base,
        custom_id: component["custom_id"],
        ...held(component, values[String(component["custom_id"])]),
      },
    ];
  };
  return { custom_id: modal["custom_id"], components: listOf(modal["components"]).flatMap(fill) };
}

function held(component: Json, value: ModalValue | undefined): Json {
  const name = String(component["custom_id"]);
  const type = component["type"];
  if (type === ComponentType.Checkbox) return { value: value === true };
  if (type === ComponentType.TextInput)
    return { value: checkedText(component, typeof value === "string" ? value : "") };
  const list = (Array.isArray(value) ? value : [value]).filter(
    (entry) => typeof entry === "string" && entry !== "",
  );
  if (component["required"] !== false && list.length === 0) throw badInput(`${name} must be filled in`);
  const options = listOf(component["options"]);
  const stray = list.find(
    (entry) => options.length > 0 && !options.some((option) => option["value"] === entry),
  );
  if (stray !== undefined) throw badInput(`${name} has no entry ${stray}`);
  return type === ComponentType.RadioGroup ? { value: list[0] ?? null } : { values: list };
}

function checkedText(component: Json, text: string): string {
  const name = String(component["custom_id"]);
  if (text === "" && component["required"] !== false) throw badInput(`${name} must be filled in`);
  const min = Number(component["min_length"] ?? 0);
  const max = Number(component["max_length"] ?? 4000);
  if (text !== "" && (text.length < min || text.length > max)) {
    throw badInput(`${name} must have ${min} to ${max} characters`);
  }
  return text;
}

export function isFileUpload(modal: Json, customId: string): boolean {
  const fields = listOf(modal["components"]).flatMap(({ component }) =>
    isRecord(component) ? [component] : [],
  );
  return fields.some(
    (field) => field["custom_id"] === customId && field["type"] === ComponentType.FileUpload,
  );
}

/** Returns the button or select with this custom id, at any depth. */
export function findControl(components: readonly Json[], customId: string): Json | undefined {
  for (const component of components) {
    if (component["custom_id"] === customId) return component;
    const beside = isRecord(component["accessory"]) ? [component["accessory"]] : [];
    const inside = findControl([...listOf(component["components"]), ...beside], customId);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** Throws "bad-input" for values the select doesn't allow. */
export function checkValues(control: Json, values: readonly string[]): void {
  const min = Number(control["min_values"] ?? 1);
  const max = Number(control["max_values"] ?? 1);
  if (values.length < min || values.length > max) throw badInput(`${min} to ${max} entries must be chosen`);
  if (control["type"] !== ComponentType.StringSelect) return;
  const known = new Set(listOf(control["options"]).map((option) => option["value"]));
  const stray = values.find((value) => !known.has(value));
  if (stray !== undefined) throw badInput(`there is no entry ${stray}`);
}
