import { z } from "zod";

import { readFunction, requestFunction } from "./code.ts";
import { count, flag, listPath, memberPath, template, text, texts, textsByName } from "./leaves.ts";

/** What a profile says about each operation. The manual's table of operations is generated from it. */

const operationFields = {
  path: template.describe(
    "Template, from the base of `hosts.api`; begins with `/` and has no `?`. From another host where it begins with " +
      "that one's name in braces, of `hosts.more`: `{account}/by-id/{membershipId}`.",
  ),
  method: z.enum(["GET", "POST"]).default("GET").describe("`GET`, or `POST` (never tried again)."),
  query: textsByName.describe(
    "Names to templates. All of it is percent-encoded, the text around parameters too.",
  ),
  body: z
    .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .optional()
    .describe(
      "JSON of a POST; its strings are templates. A string that is only `{page}`, `{offset}`, `{pageSize}`, `{hash}` " +
        "or a `.value` parameter becomes a number, and so does an id's where `wire.int64` is `number`.",
    ),
  pick: memberPath.default("").describe("Path of what is wanted, inside the envelope."),
  defaults: textsByName.describe("Values for parameters the caller leaves out."),
  class: z
    .enum(["public", "private", "either"])
    .optional()
    .describe(
      "`private`: asked only with a member's session; `profile check --live` needs a session of yours for it. It needs " +
        "no `{id}` where the session says whose data is meant, as in `/me/progress`. " +
        "`public` and `either` are the same as leaving it out.",
    ),
  read: readFunction
    .optional()
    .describe(
      "TypeScript only: `(answer, { operation, parameters })` gives the record, or the list of records, in our names, " +
        "from what stands at `pick`.",
    ),
  request: requestFunction
    .optional()
    .describe(
      "TypeScript only: `(parameters)` gives `path`, `query` or `body` in place of the templates'. What it puts into " +
        "`path` has to be percent-encoded.",
    ),
};
const operation = z.strictObject(operationFields);
const unreadField = {
  unread: memberPath
    .optional()
    .describe(
      "Lists and `account.current` only: path, inside the envelope, of what the service says it could not read, such as " +
        "`profilesWithErrors`. Where anything stands there and no entry or game account was read, the answer counts as " +
        "an outage.",
    ),
};
const currentAccount = z.strictObject({ ...operationFields, ...unreadField });
const listFields = {
  ...operationFields,
  ...unreadField,
  format: z
    .enum(["json", "ndjson"])
    .optional()
    .describe("Lists only: `ndjson` where each line is an entry of its own."),
  items: listPath
    .default("")
    .describe(
      "Lists only: path of the list in the picked value. `*` joins what every member holds. A dictionary counts as " +
        "the list of its values; of news and articles by numeric ids, the highest is first.",
    ),
  key: text
    .optional()
    .describe(
      "Lists only: the field (our name) a dictionary's key, or a bare id in the list, is read into; `id` for accounts " +
        "and characters.",
    ),
  one: flag
    .optional()
    .describe(
      'Lists only: `true` where one record stands in place of a list, as the answer of a search by whole name. "Not ' +
        'found" is nobody then.',
    ),
};
const listOperation = z.strictObject(listFields);
const pagedFields = {
  ...listFields,
  more: memberPath
    .optional()
    .describe(
      "Pages only: path, in the picked value, of what says that another page follows: `true`, a number above 0, or " +
        "anything of the next page. Without it a full page does. Where the query has `{cursor}`, it is the cursor of the " +
        "next page, or an address that has it under the same name. `header:link` reads the header `Link`, `header:` and " +
        "another name that one.",
    ),
  pages: memberPath
    .optional()
    .describe("Pages only: path of the number of pages, or `header:x-pages` and the like."),
  firstPage: z.int().min(0).default(0).describe("Pages only: number of the first page."),
  pageSize: count.optional().describe("Pages only: entries of a full page."),
};
const pagedOperation = z.strictObject(pagedFields);
const trendingList = z.strictObject({
  ...pagedFields,
  gives: z
    .enum(["stubs", "details"])
    .default("details")
    .describe("`trending.list` only: whether the list holds stubs or whole entries."),
  format: z
    .enum(["json", "ndjson", "feed"])
    .default("json")
    .describe(
      "Lists only: `ndjson` where each line is an entry of its own. `trending.list` only: `feed` for news as RSS, Atom or JSON Feed. Its items are stubs; no path says where they are. " +
        "It is read as its byte order mark says, or its HTTP charset, or its XML declaration, and is at most 1 MiB large. " +
        "`path` may begin with `{portal}` or `{content}`: news are often not at the API's host.",
    ),
  type: text
    .optional()
    .describe(
      "`trending.list` only: name of the TrendingEntryType of entries that don't say it, as a feed's or a plain list's of " +
        "news. Such a list is taken to be for all ages. `startDate` is when a news entry was published, and when another " +
        "kind begins.",
    ),
  categories: texts.describe("`trending.list` only: what `{category}` may be, the default first."),
});
const manifest = z.strictObject({
  ...operationFields,
  version: memberPath.default("version").describe("`definitions.manifest` only: path of the version."),
  file: text
    .default("files.{locale}.{table}")
    .describe(
      "`definitions.manifest` only: path of a file's address (a whole one, or one joined to `hosts.content`), with " +
        "`{locale}` and `{table}` in it.",
    ),
  address: template
    .optional()
    .describe(
      "`definitions.manifest` only: address of a file in place of `file`, made of `{version}`, `{locale}` and `{table}`: " +
        "`/cdn/{version}/{locale}/{table}.json`.",
    ),
  records: memberPath
    .optional()
    .describe("`definitions.manifest` only: path of the definitions inside a file."),
});

const vault = z.strictObject({
  ...listFields,
  items: listPath
    .optional()
    .describe(
      `${listFields.items.description ?? ""} Of \`vault\`: where the things are, each a VaultItem; without it, what has a ` +
        "hash, anywhere.",
    ),
});

export const operations = z.strictObject({
  "trending.list": trendingList.optional(),
  "trending.entry": operation.optional(),
  "content.byId": operation.optional(),
  "content.search": pagedOperation.optional(),
  "user.byId": operation.optional(),
  "user.search": pagedOperation.optional(),
  "account.current": currentAccount.optional(),
  "accounts.of": listOperation.optional(),
  characters: listOperation.optional(),
  progression: operation.optional(),
  "stats.account": operation.optional(),
  "stats.character": operation.optional(),
  "milestones.public": operation.optional(),
  "milestones.content": operation.optional(),
  "definitions.manifest": manifest.optional(),
  "definitions.one": operation.optional(),
  vault: vault.optional(),
});

export type OperationTemplate = z.output<typeof operation>;
export type ListTemplate = z.output<typeof listOperation>;
export type PagedTemplate = z.output<typeof pagedOperation>;
export type OperationId = keyof z.output<typeof operations>;

export function isFeed(template: OperationTemplate | undefined): boolean {
  return template !== undefined && "format" in template && template.format === "feed";
}

/** Returns whether each line of an operation's answer is an entry. */
export function isOfLines(template: OperationTemplate): boolean {
  return "format" in template && template.format === "ndjson";
}

/** Returns where an operation's path begins: at the API's base, or at the host it names; the portal's for feeds alone. */
export function pathFrom(template: OperationTemplate): { readonly base: string; readonly path: string } {
  const [whole = "", base = "api"] = /^\{([a-z]\w*)\}(?=\/)/.exec(template.path) ?? [];
  if (!isFeed(template) && (base === "portal" || base === "content"))
    return { base: "api", path: template.path };
  return { base, path: template.path.slice(whole.length) };
}
