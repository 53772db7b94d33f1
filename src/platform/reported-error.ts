import type { z } from "zod";

import { isMilepostError } from "../base/errors.ts";
import type { Answer } from "./http/request.ts";
import { isObject } from "./json/path.ts";
import { isOf } from "./resources/answers.ts";
import { meaningOf } from "./resources/wire.ts";

/**
 * Returns what `read` makes of an answer; throws the error the answer reports where nothing of what was asked for
 * stands beside it.
 */
export function readAnswer<T>(
  { payload, reported }: Answer,
  read: (payload: unknown) => T,
  isEmpty: (data: T) => boolean,
): T {
  if (reported === undefined) return read(payload);
  let data: T;
  try {
    data = read(payload);
  } catch (error) {
    throw isMilepostError(error) ? reported : error;
  }
  if (isEmpty(data)) throw reported;
  return data;
}

/** Whether a decoded record has nothing in any of its fields, and a dictionary no members. */
export function isEmptyRecord(schema: z.core.$ZodType, data: unknown): boolean {
  if (!isObject(data)) return true;
  const { def } = schema._zod;
  if (isOf(def, "object")) return Object.keys(def.shape).every((field) => isNothing(data[field]));
  // Of a dictionary of anything, the error may be a member.
  return meaningOf(schema).dictionary === undefined || isNothing(data);
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (isObject(value) && Object.keys(value).length === 0);
}
