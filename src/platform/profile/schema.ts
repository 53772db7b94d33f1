import { z } from "zod";

import { definitionTables } from "../resources/definitions.ts";
import { enumNames } from "../resources/wire.ts";
import { type codeClass, enumValue, envelope, wire } from "./answer-schema.ts";
import { count, headerName, headerValue, memberPath, template } from "./leaves.ts";
import { operations } from "./operations.ts";
import { cookies, hosts, provider, providerId, signIn } from "./sign-in-schema.ts";

export type { ListTemplate, OperationId, OperationTemplate, PagedTemplate } from "./operations.ts";

/**
 * A platform profile: everything one service chooses that interface.md leaves open. Each key's description is the
 * manual's (README.md beside this file), whose tables are written from this schema. Unknown keys are refused.
 */

const locale = z.strictObject({
  default: z.string().describe("The service's code of the language used when nothing fits."),
  query: z
    .string()
    .optional()
    .describe("Query member that carries the language, where an operation's templates have no `{locale}`."),
  codes: z
    .record(z.string(), z.string())
    .default({})
    .describe('From Discord\'s language codes to the service\'s: `{"en-US": "en_US"}`.'),
});

const headers = z.strictObject({
  apiKey: headerName
    .default("X-API-Key")
    .describe("Header of the application key. It goes to `hosts.api` alone."),
  apiKeyValue: template.default("{key}").describe("What it holds, such as `Bearer {key}`."),
  csrf: headerName.default("X-CSRF").describe("Header that repeats the csrf cookie on private calls."),
  userAgent: headerValue
    .default("Mozilla/5.0 (compatible; Milepost/{version})")
    .describe("`{version}` is Milepost's."),
  more: z
    .record(headerName, headerValue)
    .default({})
    .describe("Constant headers of every call to the API; `Accept` replaces `application/json`."),
});

const limits = z.strictObject({
  rate: z
    .number()
    .positive()
    .default(12)
    .describe("Requests a second, averaged over the window; never exceeded in any window."),
  windowSeconds: count.default(10).describe("The window's length."),
  concurrency: count.default(8).describe("Requests under way at once."),
  defaultWaitSeconds: z
    .number()
    .positive()
    .default(5)
    .describe("How long to wait when the service throttles and doesn't say."),
  deadlineSeconds: z
    .number()
    .positive()
    .default(10)
    .describe("Time for a whole call: retries and waiting included."),
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
      "From our tables (`item`, `activity`, `milestone`, `progression`, `faction`, `objective`, `vendor`, " +
        "`destination`, `modifier`) to the service's names. A table left out has no names to show.",
    ),
  paths: z
    .strictObject({
      name: memberPath
        .default("displayProperties.name")
        .describe("Where a definition has its name, after renames."),
      description: memberPath.default("displayProperties.description").describe("Its description."),
      icon: memberPath.default("displayProperties.icon").describe("Its icon."),
      goal: memberPath.default("completionValue").describe("The goal of an objective."),
    })
    .prefault({}),
});

const article = z.strictObject({
  title: z.string().default("title").describe("Member of an article's `properties` that holds its title."),
  summary: z.string().default("summary").describe("Its summary."),
  body: z.string().default("body").describe("Its text."),
  image: z.string().default("image").describe("Its picture."),
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
  trending: z.boolean().optional().describe("`false` switches `/trending` off."),
  profiles: z.boolean().optional().describe("`false` switches `/profile` off."),
  milestones: z.boolean().optional().describe("`false` switches `/milestones` off."),
  private: z.boolean().optional().describe("`true` switches on what needs a member's session."),
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
  cookies: cookies.optional().describe("Cookies by role; needed only for private operations."),
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
    .record(z.string(), z.record(z.string(), memberPath))
    .default({})
    .describe(
      'By record: from our field to its path on the wire. `""` for a record whose members stand right in the one ' +
        "around it.",
    ),
  enums: z
    .partialRecord(z.enum(enumNames), z.array(enumValue))
    .default({})
    .describe('By enumeration: a list of `{"value": 3, "name": "Ritual", "field": "gameRitual"}`.'),
  definitions: definitions.optional(),
  images: z
    .strictObject({
      base: template.default("{content}").describe("What picture paths are joined to; may use the hosts."),
    })
    .prefault({}),
  article: article.prefault({}),
  links: links.prefault({}),
  features: features.prefault({}),
});

/** A validated profile, defaults filled in; hosts are still templates. */
export type Profile = z.output<typeof ProfileSchema>;
export type CodeClass = z.output<typeof codeClass>;
