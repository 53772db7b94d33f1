import type { z } from "zod";

import { MilepostError } from "../base/errors.ts";
import type { Fetched, PublicCache } from "./cache.ts";
import type { CallOptions, Dated, LocalisedOptions, Page } from "./client.ts";
import type { Decoders } from "./decode/decoders.ts";
import type { Send } from "./http/request.ts";
import { valueAt } from "./json/path.ts";
import { platformLocale } from "./locale.ts";
import type { Hosts } from "./profile/hosts.ts";
import type { OperationId, Profile } from "./profile/schema.ts";
import type { Parameters } from "./profile/template.ts";
import { dictionaryOf, type ListPage, readList } from "./read-list.ts";
import type { answers } from "./resources/answers.ts";
import { meaningOf } from "./resources/wire.ts";
import { routeOf } from "./route.ts";

export interface CallDeps {
  readonly profile: Profile;
  readonly hosts: Hosts;
  readonly send: Send;
  readonly decoders: Decoders;
  readonly cache: PublicCache;
}

/** Operations that answer a dictionary: nothing there means that it is empty. */
const EMPTY_WHEN_MISSING: ReadonlySet<OperationId> = new Set<OperationId>([
  "progression",
  "stats.account",
  "stats.character",
  "milestones.public",
]);

type Paged = "trending.list" | "content.search" | "user.search";
export type Listed = Paged | "accounts.of" | "characters";

/** How an operation of the profile becomes a request, and its answer a value in the contract's words. */
export class PublicCalls {
  readonly #deps: CallDeps;

  constructor(deps: CallDeps) {
    this.#deps = deps;
  }

  /** One value, read by `read` from what the envelope holds. Shared and kept with everybody who asks the same. */
  async dated<T>(
    operation: OperationId,
    given: Parameters,
    read: (payload: unknown) => T,
    options: LocalisedOptions & CallOptions,
  ): Promise<Dated<T>> {
    const { profile, hosts, send, cache } = this.#deps;
    const template = this.template(operation);
    const locale = platformLocale(profile, options.locale);
    const route = routeOf(profile, hosts, operation, { ...given, locale });
    const fetch = async (signal: AbortSignal): Promise<Fetched<T>> => {
      const { payload, at, bytes } = await send({
        ...route,
        operation,
        class: "public",
        envelope: template.envelope ?? profile.envelope.kind,
        maxBytes: profile.limits.bodyBytes,
        signal,
        isBackground: options.background === true,
      });
      return { data: read(payload), at, bytes };
    };
    return cache.get(`${operation} ${route.url.href} ${route.body ?? ""}`, fetch, options);
  }

  /** One record, where the profile's `pick` says. */
  record<T extends z.ZodType>(
    operation: OperationId & keyof typeof answers,
    schema: T,
    given: Parameters,
    options: LocalisedOptions,
  ): Promise<Dated<z.output<T>>> {
    const read = (payload: unknown) => {
      const { pick } = this.template(operation);
      const found = this.#keyed(operation, recordIn(operation, payload, pick));
      return this.#deps.decoders.decode(schema, found, operation, pick);
    };
    return this.dated(operation, given, read, options);
  }

  /** The entries of a list, and whether there are more. A page that is reached by a cursor is walked to. */
  async list<T extends z.ZodType>(
    operation: Listed,
    schema: z.ZodArray<T>,
    given: Parameters,
    options: LocalisedOptions & { readonly page?: number },
  ): Promise<Dated<Page<z.output<T>>>> {
    const { page = 0 } = options;
    const template = this.template(operation);
    const path = "cursor" in template ? template.cursor : undefined;
    if (path === undefined) return this.#page(operation, schema, given, options);
    const passed = new Set<string>();
    let walked = await this.#page(operation, schema, given, { ...options, page: 0 });
    for (let at = 1; at <= page; at += 1) {
      const { cursor } = walked.data;
      if (cursor === undefined) return { ...walked, data: { entries: [], hasMore: false } };
      if (passed.has(cursor)) {
        throw new MilepostError("platform-answer", {
          operation,
          path,
          reason: "a cursor that leads in a circle",
        });
      }
      passed.add(cursor);
      walked = await this.#page(operation, schema, { ...given, cursor }, { ...options, page: at });
    }
    return walked;
  }

  #page<T extends z.ZodType>(
    operation: Listed,
    schema: z.ZodArray<T>,
    given: Parameters,
    options: LocalisedOptions & { readonly page?: number },
  ): Promise<Dated<ListPage<z.output<T>>>> {
    const template = this.template(operation);
    const keyPath = this.#keyPath(template.key ?? listKeys[operation], schema);
    const read = (payload: unknown) =>
      readList(this.#deps.decoders, payload, { operation, template, schema, keyPath });
    return this.dated(
      operation,
      { ...given, ...pageParameters("firstPage" in template ? template : {}, options.page) },
      read,
      options,
    );
  }

  /** Milestones may come as a list: each has its own hash. */
  #keyed(operation: OperationId, found: unknown): unknown {
    if (operation !== "milestones.public") return found;
    const renames = this.#deps.profile.renames["GamePublicMilestone"] ?? {};
    return dictionaryOf(found, renames["milestoneHash"] ?? "milestoneHash");
  }

  /** Where on the wire a list's key goes, so that decoding finds it. */
  #keyPath(key: string | undefined, schema: z.ZodArray): string | undefined {
    const { record } = meaningOf(schema.element);
    return key === undefined ? undefined : (this.#deps.profile.renames[record ?? ""]?.[key] ?? key);
  }

  /** The profile's template, or "not-offered". */
  template<Id extends OperationId>(operation: Id): NonNullable<Profile["operations"][Id]> {
    const template = this.#deps.profile.operations[operation];
    if (template === undefined) throw new MilepostError("not-offered", { operation });
    return template;
  }
}

/** Where a dictionary's key goes when the profile doesn't say. */
export const listKeys: Readonly<Partial<Record<Listed, string>>> = { "accounts.of": "id", characters: "id" };

/** Pages are counted from 0 by us, and from `firstPage` by the service. */
function pageParameters(
  template: { readonly firstPage?: number | undefined; readonly pageSize?: number | undefined },
  page = 0,
): Parameters {
  const { firstPage = 0, pageSize } = template;
  return {
    page: String(page + firstPage),
    ...(pageSize === undefined ? {} : { offset: String(page * pageSize), pageSize: String(pageSize) }),
  };
}

export function recordIn(operation: OperationId, payload: unknown, pick: string): unknown {
  const picked = valueAt(payload, pick);
  if (picked !== undefined && picked !== null) return picked;
  if (EMPTY_WHEN_MISSING.has(operation)) return {};
  const isThere = payload !== undefined && payload !== null;
  if (isThere && picked === undefined && pick !== "") {
    throw new MilepostError("platform-answer", { operation, path: pick, reason: "missing" });
  }
  throw new MilepostError("not-found", { operation });
}
