import { z } from "zod";

import { definitionTables } from "../resources/definitions.ts";
import { enumNames } from "../resources/wire.ts";
import { cookieName, count, headerName, headerValue, memberPath, template } from "./leaves.ts";
import { operations } from "./operations.ts";

export type { ListTemplate, OperationId, OperationTemplate, PagedTemplate } from "./operations.ts";

/**
 * A platform profile: everything one service chooses that interface.md leaves open. README's chapter "Write a
 * platform profile" documents each key; this schema is what it is checked by. Unknown keys are refused.
 *
 * Templates (paths, queries, addresses) hold parameters in braces: `/User/{membershipId}/`. What a parameter
 * gives is percent-encoded. A query member whose parameter is absent is left out.
 */

const providerId = z.enum(["ProviderA", "ProviderB"]);

const hosts = z.strictObject({
  /** Origin of the portal; PLATFORM_BASE_URL replaces it. May end in a path prefix. */
  portal: template,
  /** Base of the API. `{portal}/Platform` follows the portal. */
  api: template.default("{portal}/Platform"),
  /** Base of pictures, articles' files and definition files. */
  content: template.default("{portal}"),
  /** Origins of the login providers. */
  providers: z.strictObject({ ProviderA: template.optional(), ProviderB: template.optional() }).prefault({}),
  /** Further origins a redirect may lead to. The hosts above are always allowed. */
  allow: z.array(template).default([]),
});

const cookieRole = z.strictObject({ name: cookieName, required: z.boolean().default(true) });

const provider = z.strictObject({
  /** `provider` of E1: `ProviderAid`. */
  signInId: z.string(),
  aliases: z.array(z.string()).default([]),
  /** E5: 1 for a ProviderB account, 2 for a ProviderA account. */
  membershipType: z.int(),
  authorizeUrl: template,
  loginUrl: template,
  clientId: z.string().optional(),
  scope: z.string().optional(),
  /** E3: header the grant code may come in, without regard to case. */
  grantHeader: headerName.optional(),
  /** E4: id of the input that holds the form token, and the field it is posted as. */
  tokenInputId: z.string().optional(),
  tokenField: z.string().optional(),
  /** E4: names of the script value that holds the address to post to. */
  postAddressKeys: z.array(z.string()).default(["urlPost"]),
  sessionCookie: cookieName.optional(),
});

const enumValue = z.strictObject({
  value: z.int(),
  name: z.string(),
  /**
   * TrendingEntryType: the member of TrendingEntry this type fills. PeriodType: which of our periods it is,
   * `daily`, `allTime` or `activity`.
   */
  field: z.string().optional(),
});

const codeClass = z.enum(["maintenance", "signIn", "throttled", "key", "notFound", "private", "transient"]);

const errorCode = z.union([z.int(), z.string()]);
const classes = z.partialRecord(codeClass, z.array(errorCode)).default({});

const envelope = z.strictObject({
  /** "wrapped": every answer; "bare": none; "auto": those that have the code member. */
  kind: z.enum(["wrapped", "bare", "auto"]).default("wrapped"),
  /** Where in an answer each part of the envelope stands. */
  members: z
    .strictObject({
      response: memberPath.default("Response"),
      code: memberPath.default("ErrorCode"),
      throttleSeconds: memberPath.default("ThrottleSeconds"),
      status: memberPath.default("ErrorStatus"),
      message: memberPath.default("Message"),
      data: memberPath.default("MessageData"),
    })
    .prefault({}),
  /** Codes of success. null: an answer without a code is one, as in RPC protocols. */
  okCodes: z.array(errorCode.nullable()).default([1]),
  /** What the service's error codes mean. */
  classes,
  /** The other form errors come in, during maintenance above all: `{error, error_description}`. */
  alternative: z
    .strictObject({
      error: memberPath.default("error"),
      description: memberPath.default("error_description"),
      classes,
    })
    .prefault({}),
  /** What an HTTP status means where the body says nothing; the rest as `status-classes.ts` has it. */
  statuses: z.partialRecord(codeClass, z.array(z.int().min(400).max(599))).default({}),
});

const wire = z.strictObject({
  /** How 64-bit integers are sent. All are read; this is what a stand-in sends. */
  int64: z.enum(["string", "number", "either"]).default("string"),
  /** How enumerations are sent. "name": by the names of `enums`. Both are read. */
  enums: z.enum(["number", "name"]).default("number"),
  /** Whether empty members are sent as null or left out. Both are read. */
  empty: z.enum(["null", "omitted"]).default("null"),
  /**
   * How dates are sent: ISO 8601, seconds or milliseconds since 1970, or another text a date can be read from
   * (UTC where it names no zone).
   */
  dates: z.enum(["iso", "seconds", "milliseconds", "text"]).default("iso"),
  noDates: z.array(z.string()).default(["0001-01-01T00:00:00Z"]),
  noHashes: z.array(z.int()).default([0]),
  /** Whether a slash is added to the paths of operations that don't end in one. */
  trailingSlash: z.boolean().default(false),
});

const limits = z.strictObject({
  /** Requests a second, averaged over `windowSeconds`. */
  rate: z.number().positive().default(12),
  windowSeconds: count.default(10),
  concurrency: count.default(8),
  /** What a throttle code with ThrottleSeconds 0 means. */
  defaultWaitSeconds: z.number().positive().default(5),
  /** For a whole call, retries and waiting included. */
  deadlineSeconds: z.number().positive().default(10),
  bodyBytes: count.default(4 * 1024 * 1024),
  /** For a file of definitions. */
  fileBytes: count.default(256 * 1024 * 1024),
  statsDays: count.default(31),
  /** Public data is fresh for this long. */
  freshSeconds: count.default(60),
  /** After that it is still shown, with its age, for this long. */
  staleSeconds: count.default(24 * 60 * 60),
});

const signIn = z.strictObject({
  /** E1. */
  path: template.default("/{locale}/User/SignIn/{provider}"),
  returnQuery: z.string().default("bru"),
  codeQuery: z.string().default("code"),
  /** What the final query starts with when the sign-in succeeded. */
  successQuery: z.array(z.string()).default(["code", "wa=wsignin1.0"]),
  registerSegment: z.string().default("/Register"),
});

const definitions = z.strictObject({
  /** The service's own names of our tables. A table left out has no names to show. */
  tables: z.partialRecord(z.enum(definitionTables), z.string()),
  paths: z
    .strictObject({
      name: memberPath.default("displayProperties.name"),
      description: memberPath.default("displayProperties.description"),
      icon: memberPath.default("displayProperties.icon"),
      /** The goal of an objective. */
      goal: memberPath.default("completionValue"),
    })
    .prefault({}),
});

export const ProfileSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, "not an id: lower-case letters, digits and hyphens, at most 40"),
  /** The service's name as members know it. */
  name: z.string().min(1).max(60),
  hosts,
  locale: z.strictObject({
    default: z.string(),
    /** Query member the language goes in, where a path has none. */
    query: z.string().optional(),
    /** From Discord's locale codes to the service's. */
    codes: z.record(z.string(), z.string()).default({}),
  }),
  headers: z
    .strictObject({
      apiKey: headerName.default("X-API-Key"),
      /** What the key's header holds: `{key}`, or `Bearer {key}`. */
      apiKeyValue: template.default("{key}"),
      csrf: headerName.default("X-CSRF"),
      /** interface.md, Authentication 5: browser-like by default. `{version}` is Milepost's. */
      userAgent: headerValue.default("Mozilla/5.0 (compatible; Milepost/{version})"),
      /** Constant headers of every call to the API. */
      more: z.record(headerName, headerValue).default({}),
    })
    .prefault({}),
  /** Needed for private operations only. */
  cookies: z
    .strictObject({
      /** Its value is also sent as the CSRF header. */
      csrf: cookieRole,
      session: cookieRole,
      device: cookieRole.optional(),
      /** Holds an account's identifier. */
      account: cookieRole.optional(),
    })
    .optional(),
  signIn: signIn.prefault({}),
  providers: z.partialRecord(providerId, provider).default({}),
  envelope: envelope.prefault({}),
  wire: wire.prefault({}),
  limits: limits.prefault({}),
  operations,
  /** By record, from the contract's field to the path it has on the wire. */
  renames: z.record(z.string(), z.record(z.string(), memberPath)).default({}),
  /** By enumeration; a table left out is the one of platform.md. */
  enums: z.partialRecord(z.enum(enumNames), z.array(enumValue)).default({}),
  definitions: definitions.optional(),
  images: z.strictObject({ base: template.default("{content}") }).prefault({}),
  /** Members of `ContentItemPublicContract.properties` that hold what we show. */
  article: z
    .strictObject({
      title: z.string().default("title"),
      summary: z.string().default("summary"),
      body: z.string().default("body"),
      image: z.string().default("image"),
      link: template.optional(),
    })
    .prefault({}),
  /** Addresses of pages for people: `{portal}/...`. */
  links: z.strictObject({ profile: template.optional(), article: template.optional() }).prefault({}),
  features: z
    .strictObject({
      trending: z.boolean(),
      profiles: z.boolean(),
      milestones: z.boolean(),
      private: z.boolean(),
    })
    .partial()
    .prefault({}),
});

/** A validated profile, defaults filled in; hosts are still templates. */
export type Profile = z.output<typeof ProfileSchema>;
export type CodeClass = z.output<typeof codeClass>;
