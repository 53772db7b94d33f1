import type { Schema } from "./document.ts";
import { type Kind, KINDS, kindsOfValue } from "./kinds.ts";

const MOST_DEPTH = 8;
const MOST_SAMPLES = 20;
const MOST_PLACES = 5_000;

/** Returns the schema of sample answers, with the kinds all their values can be read as. */
export function inferSchema(samples: readonly unknown[]): Schema {
  let left = MOST_PLACES;
  const infer = (values: readonly unknown[], depth: number): Schema => {
    left -= 1;
    const present = values.filter((one) => one !== null && one !== undefined);
    if (present.length === 0 || left < 0) return {};
    const lists = present.filter((one) => Array.isArray(one));
    const [list] = lists;
    if (list !== undefined)
      return depth === MOST_DEPTH
        ? { type: "array" }
        : {
            type: "array",
            minItems: list.length,
            items: infer(lists.flat().slice(0, MOST_SAMPLES), depth + 1),
          };
    const objects = present.filter((one): one is object => typeof one === "object");
    const [object] = objects;
    if (object === undefined)
      return { [KINDS]: kindsOfAll(present), example: present.find((one) => one !== "") };
    if (depth === MOST_DEPTH) return { type: "object" };
    if (isKeyed(object)) {
      const inner = objects.flatMap((one) => Object.values(one) as readonly unknown[]);
      const additionalProperties = infer(inner.slice(0, MOST_SAMPLES), depth + 1);
      return { type: "object", minItems: Object.keys(object).length, additionalProperties };
    }
    const names = new Set(objects.flatMap((one) => Object.keys(one)));
    const members = [...names].map((name) => {
      const inner = objects.map((one) => (Object.hasOwn(one, name) ? Reflect.get(one, name) : undefined));
      return [name, infer(inner, depth + 1)] as const;
    });
    return { type: "object", properties: Object.fromEntries(members) };
  };
  return infer(samples, 0);
}

/** Returns whether its keys are ids: a dictionary. */
function isKeyed(value: object): boolean {
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => /^\d+$|^[\da-f]{8}-[\da-f-]{27}$/i.test(name));
}

function kindsOfAll(values: readonly unknown[]): ReadonlySet<Kind> | undefined {
  const all = values.map(kindsOfValue).filter((kinds) => kinds !== undefined);
  return all.length === 0
    ? undefined
    : all.reduce((some, kinds) => new Set([...some].filter((kind) => kinds.has(kind))));
}
