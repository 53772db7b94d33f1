import { type ErrorCode, type ErrorDetails, isMilepostError } from "../base/errors.ts";
import type { Profile } from "../platform/profile/schema.ts";

/** What each failure means to a profile's author, and where to look. */
const MEANINGS: Readonly<Partial<Record<ErrorCode, string>>> = {
  "platform-maintenance": "the service says it is under maintenance",
  "platform-unavailable": "no usable response",
  "platform-timeout": "no complete response in time (limits.deadlineSeconds)",
  "platform-throttled": "the service asks to slow down (limits.rate)",
  "platform-key":
    "the service refuses the key (PLATFORM_API_KEY, headers.apiKey, headers.apiKeyValue, headers.apiKeyQuery, headers.sign, or clientCredentials)",
  "platform-answer": "the response doesn't match the profile",
  "platform-refused": "the response was refused",
  "platform-error":
    "the service returns an error the profile has no class for (envelope.okCodes, envelope.classes, envelope.statuses)",
  "sign-in-needed": "the service needs a signed-in account",
  "not-found": "the service finds no such thing, or no such path",
  private: "the player set it to private",
  "bad-input": "the request can't be made",
  "not-offered":
    "the profile doesn't say how: describe the operation, or name its table in definitions.tables",
};

/** By what stands in an answer in place of what is wanted, what the profile can say. */
const WAYS_OUT: readonly (readonly [RegExp, string])[] = [
  [/(?:64-bit integer|from 0 to 4294967295), but a text/, 'ids that are texts need "wire": {"ids": "text"}'],
  [/64-bit integer beyond 2\^53/, "the service has to send it as a text"],
  [/not a text, but a (?:record|list)/, 'rename it to what it holds, such as "title.text" or "tags.0"'],
  [/not a (?:date|number), but/, "rename it to where one stands, if one does"],
  [/not an object, but a list/, 'of a list pick one: "pick": "0", or a path into it'],
  [/not an object, but (?:a text|another number)/, 'where it is its only field, rename that to ""'],
  [/not a list, but a record/, 'for one record say "one": true; for one around the list, items'],
  [/: missing\b/, "rename it to what the service calls it"],
];

/** Returns a problem of an answer with what the profile can do about it. */
export function withWayOut(problem: string): string {
  const way = WAYS_OUT.find(([pattern]) => pattern.test(problem))?.[1];
  return way === undefined ? problem : `${problem}: ${way}`;
}

/** Returns a failed call in words: what happened, where in the answer, and the HTTP status. */
export function failureInWords(error: unknown, profile: Profile): string {
  if (!isMilepostError(error)) return "a bug in Milepost";
  // To members a missing list is an outage; to a profile's author, a wrong path.
  if (isMilepostError(error.cause, "not-found")) return failureInWords(error.cause, profile);
  const { path, reason, status, platformCode } = error.details;
  const where = path === undefined || path === "" ? undefined : `at ${path}${onTheWire(path, profile)}`;
  // "none of its records could be read (GeneralUser.membershipId: missing)"
  const why = reason?.replace(
    /\((\w+(?:\.\w+)+):/,
    (_, field: string) => `(${field}${onTheWire(field, profile)}:`,
  );
  const what = withWayOut([where, why].filter((part) => part !== undefined).join(": "));
  const facts = [
    status === undefined ? undefined : `HTTP ${status}`,
    platformCode === undefined ? undefined : `code ${platformCode}`,
    error.code,
  ].filter((part) => part !== undefined);
  return `${MEANINGS[error.code] ?? "failed"}${what === "" ? "" : `; ${what}`} (${facts.join(", ")})`;
}

/** Errors name our fields; this adds where the profile looks for them. */
function onTheWire(path: NonNullable<ErrorDetails["path"]>, { renames }: Profile): string {
  const field = path.split(".").at(-1) ?? path;
  const names = new Set(Object.values(renames).flatMap((fields) => fields[field] ?? []));
  const others = [...names].filter((name) => name !== field && name !== "");
  return others.length === 0 ? "" : ` (looked for as ${others.join(" or ")})`;
}
