import { z } from "zod";

import { memberPath } from "./leaves.ts";

/** The keys of a profile that describe what is around an answer, and how values are written on the wire. */

export const codeClass = z.enum([
  "maintenance",
  "signIn",
  "throttled",
  "key",
  "notFound",
  "private",
  "transient",
]);

const errorCode = z.union([z.int(), z.string()]);
const classes = z.partialRecord(codeClass, z.array(errorCode)).default({});

export const envelope = z.strictObject({
  kind: z
    .enum(["wrapped", "bare", "auto"])
    .default("wrapped")
    .describe("`wrapped`: every answer is; `bare`: none is; `auto`: those that have the code member."),
  members: z
    .strictObject({
      response: memberPath.default("Response").describe("Path of the payload."),
      code: memberPath.default("ErrorCode").describe("Path of the code."),
      throttleSeconds: memberPath.default("ThrottleSeconds").describe("Path of the seconds to wait."),
      status: memberPath.default("ErrorStatus").describe("Path of the code's name."),
      message: memberPath.default("Message").describe("Path of the message for people."),
      data: memberPath.default("MessageData").describe("Path of the message's data."),
    })
    .prefault({}),
  okCodes: z
    .array(errorCode.nullable())
    .default([1])
    .describe("Codes of success, numbers or texts; `null`: an answer without a code is one, as in JSON-RPC."),
  classes: classes.describe('What codes mean, by class: `{"notFound": [404, "NOT_FOUND"]}`.'),
  alternative: z
    .strictObject({
      error: memberPath.default("error").describe("Another form errors come in: path of its code."),
      description: memberPath.default("error_description").describe("Path of its message."),
      classes: classes.describe("What its codes mean, by class."),
    })
    .prefault({}),
  statuses: z
    .partialRecord(codeClass, z.array(z.int().min(400).max(599)))
    .default({})
    .describe(
      "What an HTTP status means where the body says nothing the profile knows, by class. A class left out keeps " +
        "its own (`signIn` 401, `private` 403, `notFound` 404 and 410, `throttled` 429), an empty list takes it away.",
    ),
});

export const wire = z.strictObject({
  int64: z
    .enum(["string", "number", "either"])
    .default("string")
    .describe("How 64-bit integers are sent. All are read; this is what the demo platform serves."),
  enums: z
    .enum(["number", "name"])
    .default("number")
    .describe("How enumerations are sent to the service in parameters. Both are read."),
  empty: z
    .enum(["null", "omitted"])
    .default("null")
    .describe("How the demo platform serves empty members. Both are read."),
  dates: z
    .enum(["iso", "seconds", "milliseconds", "text"])
    .default("iso")
    .describe(
      "How dates are sent: ISO 8601, `seconds` or `milliseconds` since 1970 (0 and an empty text mean none), or " +
        "`text` such as `Nov 1 2026 12:00`. A date without a zone is UTC.",
    ),
  noDates: z.array(z.string()).default(["0001-01-01T00:00:00Z"]).describe("Dates that mean none."),
  noHashes: z.array(z.int()).default([0]).describe("Hashes that mean none, in fields that may be empty."),
  trailingSlash: z
    .boolean()
    .default(false)
    .describe("Whether a slash is added to operation paths that don't end in one."),
});

/** One value of an enumeration. */
export const enumValue = z.strictObject({
  value: z.int(),
  name: z.string(),
  /**
   * TrendingEntryType: the member of TrendingEntry this type fills. PeriodType: which of our periods it is,
   * `daily`, `allTime` or `activity`.
   */
  field: z.string().optional(),
});
