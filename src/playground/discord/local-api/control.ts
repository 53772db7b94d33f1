import type { Json } from "../message/message-store.ts";
import { listOf } from "../message/write-message.ts";
import { isRecord } from "../validation/schema-check.ts";
import { badInput } from "./command-options.ts";

/** The button or select with this custom id, however deep it lies. */
export function findControl(components: readonly Json[], customId: string): Json | undefined {
  for (const component of components) {
    if (component["custom_id"] === customId) return component;
    const beside = isRecord(component["accessory"]) ? [component["accessory"]] : [];
    const inside = findControl([...listOf(component["components"]), ...beside], customId);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** Refuses what a select would not let anyone choose. */
export function checkValues(control: Json, values: readonly string[]): void {
  const min = Number(control["min_values"] ?? 1);
  const max = Number(control["max_values"] ?? 1);
  if (values.length < min || values.length > max) throw badInput(`${min} to ${max} entries must be chosen`);
  if (control["type"] !== 3) return;
  const known = new Set(listOf(control["options"]).map((option) => option["value"]));
  const stray = values.find((value) => !known.has(value));
  if (stray !== undefined) throw badInput(`there is no entry ${stray}`);
}
