import type { z } from "zod";

import { MilepostError } from "../base/errors.ts";
import type { Page } from "./client.ts";
import type { Decoders } from "./decode/decoders.ts";
import { isObject, listAt, valueAt } from "./json/path.ts";
import type { ListTemplate, PagedTemplate } from "./profile/schema.ts";

export interface ListReading<T extends z.ZodType> {
  readonly operation: string;
  readonly template: ListTemplate & Partial<PagedTemplate>;
  /** A list of this. */
  readonly schema: z.ZodArray<T>;
  /** Where in an entry a dictionary's key or a bare value goes. */
  readonly keyPath: string | undefined;
}

/** A list and whether it goes on, from the payload of a list's operation. */
export function readList<T extends z.ZodType>(
  decoders: Decoders,
  payload: unknown,
  { operation, template, schema, keyPath }: ListReading<T>,
): Page<z.output<T>> {
  const picked = valueAt(payload, template.pick);
  const at = [template.pick, template.items].filter((path) => path !== "").join(".");
  const found = listAt(picked, template.items) ?? [];
  if (!isObject(found))
    throw new MilepostError("platform-answer", { operation, path: at, reason: "not a list" });
  const entries = decoders.decode(schema, itemsOf(found, keyPath), operation, at);
  const isFull = template.pageSize !== undefined && entries.length >= template.pageSize;
  const more = template.more === undefined ? isFull : valueAt(picked, template.more) === true;
  return { entries, hasMore: more };
}

/** A dictionary's values with their keys, and bare values as records of one member. */
function itemsOf(found: Record<string, unknown>, keyPath: string | undefined): unknown[] {
  if (keyPath === undefined) return Object.values(found);
  if (Array.isArray(found))
    return found.map((item: unknown) => (isBare(item) ? withKey({}, keyPath, item) : item));
  return Object.entries(found).map(([name, item]) => withKey(isObject(item) ? item : {}, keyPath, name));
}

/** Writes the key unless the entry has one of its own. */
function withKey(item: Record<string, unknown>, keyPath: string, key: unknown): Record<string, unknown> {
  const steps = keyPath.split(".");
  const last = steps.pop() ?? keyPath;
  let holder = item;
  for (const step of steps) {
    const next = holder[step];
    holder = isObject(next) ? next : (holder[step] = {});
  }
  holder[last] ??= key;
  return item;
}

function isBare(item: unknown): boolean {
  return typeof item === "string" || typeof item === "number";
}
