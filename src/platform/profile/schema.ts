import { z } from "zod";

import { definitionTables } from "../resources/definitions.ts";
import { markups } from "../resources/markup.ts";
import { units } from "../resources/stats.ts";
import { enumNames } from "../resources/wire.ts";
import { signFunction } from "./code.ts";
import {
  count,
  flag,
  headerName,
  headerValue,
  memberPath,
  place,
  positive,
  template,
  text,
  textsByName,
} from "./leaves.ts";
import { clientCredentials } from "./oauth-schema.ts";
import { operations } from "./operations.ts";
import { cookies, hosts, provider, providerId, signIn } from "./sign-in-schema.ts";

export type { ListTemplate, OperationId, OperationTemplate, PagedTemplate } from "./operations.ts";

/**
 * A platform profile: everything the contract leaves to the service. Each key's description is the manual's (README.md
 * beside this file), whose tables are generated from this schema. Unknown keys are refused.
 */

const locale = z.strictObject({
  default: text.describe("The service's code of the language used when nothing fits."),
  query: text
    .optional()
    .describe(
      "Query member that carries the language. It is sent with the operations whose language is the member's in the " +
        "table of operations, unless their templates have `{locale}`, and with no others.",
    ),
  header: headerName
    .optional()
    .describe("Header that carries it, such as `Accept-Language`, with the same operations."),
  codes: textsByName.describe('From Discord\'s language codes to the service\'s: `{"en-US": "en_US"}`.'),
});

const headers = z.strictObject({
  apiKey: headerName
    .default("X-API-Key")
    .describe("Header of the application key. It goes to `hosts.api` alone."),
  apiKeyValue: headerValue.default("{key}").describe("What it holds, such as `Bearer {key}`."),
  apiKeyQuery: text
    .optional()
    .describe("Query member of the key, where the service takes it in no header: proxies log addresses."),
  csrf: headerName.default("X-CSRF").describe("Header that repeats the csrf cookie on private calls."),
  csrfFrom: z
    .strictObject({
      path: template.describe(
        "Path of a GET that gives a token for private calls, asked once with each session in use.",
      ),
      token: memberPath.describe("Path of the token in that answer, or `header:` and the name of a header."),
    })
    .optional()
    .describe("Where a token for the CSRF header is fetched first, in place of a cookie."),
  userAgent: headerValue
    .default("Mozilla/5.0 (compatible; Milepost/{version})")
    .describe("`{version}` is Milepost's."),
  more: z
    .record(headerName, headerValue)
    .default({})
    .describe("Constant headers of every call to the API; `Accept` replaces `application/json`."),
  sign: signFunction
    .optional()
    .describe("TypeScript only: `({ operation, method, url, body, key })` gives more headers."),
});

const limits = z.strictObject({
  rate: positive
    .default(12)
    .describe("Requests a second, averaged over the window; never exceeded in any window."),
  windowSeconds: count.default(10).describe("The window's length."),
  concurrency: count.default(8).describe("Requests under way at once."),
  defaultWaitSeconds: positive
    .default(5)
    .describe("How long to wait when the service throttles and doesn't say."),
  deadlineSeconds: positive
    .default(10)
    .describe(
      "Time for a whole call: retries and waiting included. A member waits 2.5 seconds for what nobody asked for before, " +
        "then reads that the service isn't responding; what comes later is there when they ask again.",
    ),
  bodyBytes: count.default(4 * 1024 * 1024).describe("The largest answer, before and after inflation."),
  fileBytes: count.default(256 * 1024 * 1024).describe("The largest definition file."),
  statsDays: count.default(31).describe("Days of daily statistics in one call."),
  freshSeconds: count.default(60).describe("How long public data counts as fresh."),
  staleSeconds: count
    .default(24 * 60 * 60)
    .describe("How long it is still shown after that, with its age, when the service doesn't answer."),
});

const definitions = z.strictObject({
  tables: z
    .partialRecord(z.enum(definitionTables), z.string())
    .describe(
      "From our tables (`item`, `quest`, `activity`, `milestone`, `progression`, `faction`, `objective`, `vendor`, " +
        "`destination`, `modifier`) to the service's names. A table left out has no names to show; without `quest`, " +
        "quests are in `item`.",
    ),
  paths: z
    .strictObject({
      name: place
        .default("displayProperties.name")
        .describe("Where a definition has its name, after renames."),
      description: place.default("displayProperties.description").describe("Its description."),
      icon: place.default("displayProperties.icon").describe("Its icon."),
      goal: place.default("completionValue").describe("The goal of an objective."),
    })
    .prefault({}),
});

const article = z.strictObject({
  title: place.default("title").describe("Place of an article's title in its `properties`, as in `renames`."),
  summary: place.default("summary").describe("Its summary."),
  body: place.default("body").describe("Its text."),
  image: place.default("image").describe("Its picture."),
  link: template.optional().describe("The article's address for people; `{locale}`, `{id}` and the hosts."),
});

const links = z.strictObject({
  profile: template
    .optional()
    .describe("Address of a profile for people; `{locale}`, `{membershipId}` and the hosts."),
  article: template
    .optional()
    .describe("Address of an article for people; `{locale}`, `{id}` and the hosts."),
});

const features = z.strictObject({
  trending: flag.optional().describe("`false` switches `/trending` off."),
  profiles: flag.optional().describe("`false` switches `/profile` off."),
  milestones: flag.optional().describe("`false` switches `/milestones` off."),
  private: flag.optional().describe("`true` switches on what needs a member's session."),
});

const codeClass = z.enum(["maintenance", "signIn", "throttled", "key", "notFound", "private", "transient"]);

const errorCode = z.union([z.int(), z.string()]);
const classes = z.partialRecord(codeClass, z.array(errorCode)).default({});

const envelope = z.strictObject({
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
      madeAt: memberPath
        .optional()
        .describe(
          "Path, in the whole answer, of when the service made it, where it answers with old data. Members then read how " +
            "old it is, as they do by the header `Age`.",
        ),
    })
    .prefault({}),
  okCodes: z
    .array(errorCode.nullable())
    .default([1])
    .describe("Codes of success, numbers or texts; `null`: an answer without a code is one, as in JSON-RPC."),
  classes: classes.describe('What codes mean, by class: `{"notFound": [404, "NOT_FOUND"]}`.'),
  alternative: z
    .strictObject({
      error: memberPath
        .default("error")
        .describe(
          "Another form errors come in: path of its code. In an answer without an envelope, one that `classes` doesn't " +
            "list is a failure where no record, or no entry of the list, stands beside it. Empty, `none`, `no error` and " +
            "`ok` mean that there is none.",
        ),
      description: memberPath.default("error_description").describe("Path of its message."),
      classes: classes.describe("What its codes mean, by class."),
    })
    .prefault({}),
  statuses: z
    .partialRecord(codeClass, z.array(z.int().min(400).max(599)))
    .default({})
    .describe(
      "What an HTTP status means where the body says nothing the profile knows, by class. A class left out keeps " +
        "its own (`signIn` 401, `private` 403, `notFound` 404 and 410, `throttled` 429), an empty list takes it away. On " +
        "calls without a session, 401 and 403 mean `key` by themselves, but for what a player may keep private: see " +
        "Errors. A 401 or 403 of a firewall or proxy means a service that can't be reached.",
    ),
});

const wire = z.strictObject({
  ids: z
    .enum(["int64", "text"])
    .default("int64")
    .describe(
      "`text` where ids are names, UUIDs, hexadecimal or of other letters, of users, accounts, characters, articles or " +
        "whatever else; hashes may be any text or number then, too.",
    ),
  markup: z
    .enum(markups)
    .default("html")
    .describe("What articles, descriptions and other longer texts are written in; plain texts may be HTML."),
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
  noDates: z
    .array(z.string())
    .default(["0001-01-01T00:00:00Z"])
    .describe(
      "Dates that mean none, besides 0 and an empty text. Dates are ISO 8601, seconds or milliseconds since 1970, " +
        "`/Date(1793534400000)/`, or a text with the month's English name and the year, such as `Nov 1 2026 12:00`; " +
        "one without a zone is UTC. Others, such as `11.12.2026`, are not read.",
    ),
  noHashes: z.array(z.int()).default([0]).describe("Hashes that mean none, in fields that may be empty."),
  trailingSlash: flag
    .default(false)
    .describe("Whether a slash is added to operation paths that don't end in one."),
});

/** A label that members read. */
const memberWord = z.string().min(1).max(60);

const enumValue = z.strictObject({
  value: z.int(),
  name: z.string(),
  /**
   * TrendingEntryType: the member of TrendingEntry this type fills. PeriodType: which of our periods it is, `daily`,
   * `allTime` or `activity`.
   */
  field: text.optional(),
  /** Its label for members; without one, its name is made readable. */
  label: memberWord.optional(),
});

export const ProfileSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, "not an id: lower-case letters, digits and hyphens, at most 40")
    .describe("Name of the profile: lower-case letters, digits, hyphens, at most 40."),
  name: z.string().min(1).max(60).describe("The service's name as members know it, at most 60 characters."),
  hosts,
  locale,
  headers: headers.prefault({}),
  clientCredentials: clientCredentials
    .optional()
    .describe(
      "Where the service wants a token of the application, in place of a key or beside one: see Tokens of the application.",
    ),
  cookies: cookies
    .optional()
    .describe(
      "Cookies by role; needed for private operations, unless there is `signIn.oauth` or `signIn.key`.",
    ),
  signIn: signIn.prefault({}),
  providers: z
    .partialRecord(providerId, provider)
    .default({})
    .describe("How signing in at `ProviderA` and `ProviderB` works: see A provider."),
  envelope: envelope.prefault({}),
  wire: wire.prefault({}),
  limits: limits.prefault({}),
  operations: operations.describe("What can be asked: see Operations. One left out is not offered."),
  renames: z
    .record(z.string(), z.record(z.string(), place))
    .default({})
    .describe(
      "By record: from our field to its place on the wire: a path, a text of several paths " +
        '(`"{gameName}#{tagLine}"`), or a list of such, of which the first that holds something counts ' +
        '(`["title", "topic.name"]`). `""` for a record whose members stand right in the one around it.',
    ),
  keys: z
    .record(z.string(), place)
    .default({})
    .describe(
      "By record: where its key is, where a list stands for a dictionary: " +
        '`{"GameHistoricalStatsByPeriod": "hero.name"}`. Records with a hash have theirs there, statistics in `statId`.',
    ),
  units: z
    .record(z.string(), z.enum(units))
    .default({})
    .describe(
      "By statistic: what its number counts, where its name doesn't say so: " +
        '`{"timeSurvived": "seconds", "winRate": "percent"}`. `share` is 0.45 for 45 %. A duration as text (`PT1H33M`) is ' +
        "read as seconds.",
    ),
  enums: z
    .partialRecord(z.enum(enumNames), z.array(enumValue))
    .default({})
    .describe(
      'By enumeration: a list of `{"value": 3, "name": "Ritual", "field": "gameRitual"}`; ' +
        "with `label` where members know it by another name.",
    ),
  labels: z
    .record(z.string(), z.union([memberWord, z.record(z.string(), memberWord)]))
    .default({})
    .describe(
      "What members read for the service's names of statistics and modes, and for `consoleADisplayName`, " +
        '`consoleBDisplayName`, `pcDisplayName`, `socialDisplayName`: `{"allPvE": "All PvE"}`, or by language ' +
        '`{"wins": {"en": "Wins", "de": "Siege"}}`. A name without one is made readable.',
    ),
  definitions: definitions.optional(),
  images: z
    .strictObject({
      base: template.default("{content}").describe("What picture paths are joined to; may use the hosts."),
      values: textsByName.describe(
        'What stands for names in braces in the addresses of pictures, such as `{"size": "256"}`; by themselves `{size}` ' +
          "is 256, `{width}x{height}` 640x360.",
      ),
    })
    .prefault({}),
  article: article.prefault({}),
  links: links.prefault({}),
  features: features.prefault({}),
  $schema: text.optional().describe("For editors: where the file is that `milepost profile schema` prints."),
});

/** A profile as it is written. */
export type ProfileInput = z.input<typeof ProfileSchema>;
/** A validated profile with its defaults; hosts are still templates. */
export type Profile = z.output<typeof ProfileSchema>;
export type OAuthProfile = NonNullable<Profile["signIn"]["oauth"]>;
export type MemberKey = NonNullable<Profile["signIn"]["key"]>;
export type ClientCredentials = NonNullable<Profile["clientCredentials"]>;
export type CodeClass = z.output<typeof codeClass>;
export type EnumRow = Readonly<z.output<typeof enumValue>>;
