import type { z } from "zod";

import { isMilepostError, MilepostError } from "../base/errors.ts";
import type { Answer } from "./http/request.ts";
import { isObject, valueAt } from "./json/path.ts";
import type { OperationId, OperationTemplate } from "./profile/schema.ts";
import type { Parameters } from "./profile/template.ts";
import { type Place, valueAtPlace, withValueAt } from "./resources/place.ts";
import { answers, isOf } from "./resources/answers.ts";
import { meaningOf } from "./resources/wire.ts";

/**
 * Returns what `read` makes of an answer; throws the answer's reported error where it holds nothing of the requested
 * data.
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

/** Returns an answer that reports an outage where it names, at the profile's `unread`, what could not be read. */
export function withUnread(answer: Answer, operation: OperationId, template: OperationTemplate): Answer {
  const path = "unread" in template && typeof template.unread === "string" ? template.unread : undefined;
  const unread = path === undefined ? undefined : valueAt(answer.payload, path);
  if (answer.reported !== undefined || unread === false || isNothing(unread)) return answer;
  const reason = "the service could not read what was asked for";
  return { ...answer, reported: new MilepostError("platform-unavailable", { operation, reason }) };
}

/** Returns whether all fields of a record are empty, a dictionary has no entries, or an account no game accounts. */
export function isEmptyRecord(schema: z.core.$ZodType, data: unknown): boolean {
  if (!isObject(data)) return true;
  if (schema === answers["account.current"]) return isNothing(data["accounts"]);
  const { def } = schema._zod;
  if (isOf(def, "object")) return Object.keys(def.shape).every((field) => isNothing(data[field]));
  // In a dictionary of anything, the error may be a member.
  return meaningOf(schema).dictionary === undefined || isNothing(data);
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (isObject(value) && Object.keys(value).length === 0);
}

/** Fields that repeat a request's parameters, by parameter. */
const ASKED_BY: Readonly<Partial<Record<OperationId, Readonly<Record<string, string>>>>> = {
  "user.byId": { membershipId: "membershipId" },
  "content.byId": { contentId: "id" },
  "trending.entry": { identifier: "identifier", entityType: "type" },
};

type Renames = Readonly<Record<string, Readonly<Record<string, Place>>>>;

/**
 * Adds a request's parameters to a record that leaves them out. An answer with nothing else of the record stays
 * unchanged.
 */
export function withAskedBy(
  operation: OperationId & keyof typeof answers,
  found: unknown,
  { given, renames }: { readonly given: Parameters; readonly renames: Renames },
): unknown {
  const asked = ASKED_BY[operation];
  const schema: z.core.$ZodType = answers[operation];
  const { def } = schema._zod;
  const { record = "" } = meaningOf(schema);
  if (asked === undefined || !isObject(found) || !isOf(def, "object")) return found;
  const placeOf = (field: string) => renames[record]?.[field] ?? field;
  const isThere = (field: string) => (valueAtPlace(found, placeOf(field)) ?? undefined) !== undefined;
  const others = Object.keys(def.shape).filter((field) => !(field in asked));
  if (!others.some(isThere)) return found;
  for (const [field, parameter] of Object.entries(asked)) {
    const value = given[parameter];
    if (value !== undefined) withValueAt(found, placeOf(field), value);
  }
  return found;
}
