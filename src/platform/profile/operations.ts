import { z } from "zod";

import { count, listPath, memberPath, template } from "./leaves.ts";

/** What a profile says about each operation (platform.md, "The operations"). */

const operationFields = {
  method: z.enum(["GET", "POST"]).default("GET"),
  host: z.enum(["api", "portal", "content"]).default("api"),
  path: template,
  query: z.record(z.string(), z.string()).default({}),
  /** JSON body of a POST; strings in it are templates. */
  body: z.record(z.string(), z.unknown()).optional(),
  /** Where in the (unwrapped) answer the wanted value stands. */
  pick: memberPath.default(""),
  /** Values for parameters the caller leaves out: `{ "category": "all" }`. */
  defaults: z.record(z.string(), z.string()).default({}),
  /** Overrides the profile's envelope for this operation. */
  envelope: z.enum(["wrapped", "bare", "auto"]).optional(),
  /** "public", "private", or "either" (by the player's privacy). Without it, as platform.md's table says. */
  class: z.enum(["public", "private", "either"]).optional(),
};
const operation = z.strictObject(operationFields);
const listFields = {
  ...operationFields,
  /**
   * Where in the picked value the list stands; empty: the picked value is the list. `*` goes through every
   * member and joins what it finds: `categories.*.entries`. A dictionary counts as the list of its values.
   */
  items: listPath.default(""),
  /** The field (contract name) a dictionary's key, or a bare value such as an id, is read into. */
  key: z.string().optional(),
  /** Where in each member of the list the entry stands: `node`. Empty: the member is the entry. */
  entry: memberPath.optional(),
};
const listOperation = z.strictObject(listFields);
const pagedFields = {
  ...listFields,
  /**
   * What says that another page follows: true, a number above 0, a text or object such as the next page's address.
   * Without it a cursor does; without that, a full page means there may be more.
   */
  more: memberPath.optional(),
  /** Where the answer holds what `{cursor}` is for the next page. The first page has no cursor. */
  cursor: memberPath.min(1).optional(),
  /** The number of the first page. */
  firstPage: z.int().min(0).default(0),
  /** How many entries a full page has, when the service says so; `{offset}` counts with it. */
  pageSize: count.optional(),
};
const pagedOperation = z.strictObject(pagedFields);
const trendingList = z.strictObject({
  ...pagedFields,
  /** Whether the list holds stubs, or the details of interface.md's TrendingEntry. */
  gives: z.enum(["stubs", "details"]).default("details"),
  /** The categories `{category}` may be, first the one that is shown when nobody chose. */
  categories: z.array(z.string()).default([]),
});
const manifest = z.strictObject({
  ...operationFields,
  version: memberPath.default("version"),
  /** Path of a file's address, with `{locale}` and `{table}` in it. */
  file: z.string().default("files.{locale}.{table}"),
});

export const operations = z.strictObject({
  "trending.list": trendingList.optional(),
  "trending.entry": operation.optional(),
  "content.byId": operation.optional(),
  "content.search": pagedOperation.optional(),
  "user.byId": operation.optional(),
  "user.search": pagedOperation.optional(),
  "account.current": operation.optional(),
  "accounts.of": listOperation.optional(),
  characters: listOperation.optional(),
  progression: operation.optional(),
  "stats.account": operation.optional(),
  "stats.character": operation.optional(),
  "milestones.public": operation.optional(),
  "milestones.content": operation.optional(),
  "definitions.manifest": manifest.optional(),
  "definitions.one": operation.optional(),
  vault: operation.optional(),
});

/** What every operation's template has. */
export type OperationTemplate = z.output<typeof operation>;
export type ListTemplate = z.output<typeof listOperation>;
export type PagedTemplate = z.output<typeof pagedOperation>;
export type OperationId = keyof z.output<typeof operations>;
