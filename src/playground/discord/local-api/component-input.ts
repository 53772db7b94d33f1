import type { ModalValue } from "../local-api.ts";
import type { Json } from "../message/message-store.ts";
import { listOf } from "../message/write-message.ts";
import { isRecord } from "../validation/schema-check.ts";
import { badInput } from "./command-options.ts";

const TEXT_INPUT = 4;
const CHECKBOX = 23;
const RADIO = 21;
const TEXT_DISPLAY = 10;

/** A filled-in modal as its submission carries it, checked as Discord's client does. */
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
    if (component["type"] === TEXT_DISPLAY) return [base];
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
  if (type === CHECKBOX) return { value: value === true };
  if (type === TEXT_INPUT) return { value: checkedText(component, typeof value === "string" ? value : "") };
  const list = typeof value === "string" ? [value] : Array.isArray(value) ? value : [];
  if (component["required"] !== false && list.length === 0) throw badInput(`${name} must be filled in`);
  const options = listOf(component["options"]);
  const stray = list.find(
    (entry) => options.length > 0 && !options.some((option) => option["value"] === entry),
  );
  if (stray !== undefined) throw badInput(`${name} has no entry ${stray}`);
  return type === RADIO ? { value: list[0] ?? null } : { values: list };
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
