import type { z } from "zod";

import { isMilepostError, MilepostError } from "../base/errors.ts";
import type { Fetched, PublicCache } from "./cache.ts";
import type { Dated, LocalisedOptions, Page } from "./client.ts";
import type { PlatformConnection } from "./connection.ts";
import { FEED_BYTES } from "./feed.ts";
import { type Answer, linesOf, type OnWait, type PlatformRequest } from "./http/request.ts";
import { valueAt } from "./json/path.ts";
import { platformLocale } from "./locale.ts";
import { callRead } from "./profile/code.ts";
import { namesIn, turnsPages } from "./profile/operation-templates.ts";
import { isFeed, isOfLines } from "./profile/operations.ts";
import { operationParameters } from "./profile/parameters.ts";
import type { OperationId, OperationTemplate, PagedTemplate, Profile } from "./profile/schema.ts";
import type { Parameters } from "./profile/template.ts";
import { readList, readListOfCode } from "./read-list.ts";
import { isEmptyRecord, readAnswer, withAskedBy, withUnread } from "./read-record.ts";
import { answers } from "./resources/answers.ts";
import { meaningOf } from "./resources/wire.ts";
import { routeOf } from "./route.ts";

export type ListOperation =
  | "trending.list"
  | "content.search"
  | "user.search"
  | "accounts.of"
  | "characters"
  | "vault";

type RecordOperation = OperationId & keyof typeof answers;
type Answered<Id extends RecordOperation> = z.output<(typeof answers)[Id]>;

/** The field a dictionary's key becomes, where the profile doesn't say. */
const LIST_KEYS: Readonly<Partial<Record<ListOperation, string>>> = {
  "accounts.of": "id",
  characters: "id",
  vault: "itemHash",
};

/** Turns an operation of the profile into a request, and its answer into a value in the contract's words. */
export abstract class Calls<Options> {
  readonly connection: PlatformConnection;

  constructor(connection: PlatformConnection) {
    this.connection = connection;
  }

  /** Returns what `read` makes of the operation's answer; `read` also gets the request's parameters and language. */
  abstract ask<T>(
    operation: OperationId,
    given: Parameters,
    read: (answer: Answer, asked: Parameters) => T,
    options: Options,
  ): Promise<Dated<T>>;

  /** Returns one record, at the profile's `pick`. */
  record<Id extends RecordOperation>(
    operation: Id,
    given: Parameters,
    options: Options,
  ): Promise<Dated<Answered<Id>>> {
    const { read: readCode, pick } = this.template(operation);
    const read = (payload: unknown, parameters: Parameters) => {
      const picked = readCode
        ? recordIn(operation, this.#byCode(operation, payload, parameters), "")
        : recordIn(operation, payload, pick);
      const { decoders, profile } = this.connection;
      const renames = readCode === undefined ? profile.renames : {};
      const found = withAskedBy(operation, picked, { given, renames });
      // The decoder of a schema returns that schema's output.
      return decoders.decode(answers[operation], found, operation, pick) as Answered<Id>;
    };
    const isEmpty = (data: unknown) => isEmptyRecord(answers[operation], data);
    const template = this.template(operation);
    return this.ask(
      operation,
      given,
      (answer, asked) =>
        readAnswer(withUnread(answer, operation, template), (payload) => read(payload, asked), isEmpty),
      options,
    );
  }

  /** Returns one page of a list. */
  page<T extends z.ZodType>(
    operation: ListOperation,
    schema: z.ZodArray<T>,
    given: Parameters,
    options: Options,
  ): Promise<Dated<Page<z.output<T>>>> {
    const { decoders, profile } = this.connection;
    const template = this.template(operation);
    const key = template.key ?? LIST_KEYS[operation];
    const { record = "" } = meaningOf(schema.element);
    const keyPath = key === undefined ? undefined : (profile.renames[record]?.[key] ?? key);
    const { read: readCode } = template;
    const isPlain = readCode !== undefined || isFeed(template);
    const type = typeIn(template);
    const typePath = isPlain ? "entityType" : (profile.renames[record]?.["entityType"] ?? "entityType");
    const fill = type === undefined ? undefined : { path: typePath, value: type };
    const read = (payload: unknown, parameters: Parameters, headers: Answer["headers"] = {}) => {
      if (!isPlain)
        return readList(decoders, payload, { operation, template, schema, keyPath, fill, headers });
      const list = readCode ? this.#byCode(operation, payload, parameters) : payload;
      return readListOfCode(decoders, list, { operation, schema, fill });
    };
    const found = this.ask(
      operation,
      given,
      (answer, asked) =>
        readAnswer(
          withUnread(answer, operation, template),
          (payload) => read(payload, asked, answer.headers),
          isEmptyPage,
        ),
      options,
    );
    return template.one === true ? found.catch((error: unknown) => this.#nobody(error)) : found;
  }

  offers(operation: string): boolean {
    const { operations } = this.connection.profile;
    return Object.entries(operations).some(([id, template]) => id === operation && template !== undefined);
  }

  /** Returns the profile's template; throws "not-offered" without one. */
  template<Id extends OperationId>(operation: Id): NonNullable<Profile["operations"][Id]> {
    const template = this.connection.profile.operations[operation];
    if (template === undefined) throw new MilepostError("not-offered", { operation });
    return template;
  }

  /** Returns what the service calls a hash; throws "not-found" for the hash of a text that was not read lately. */
  wireHash(hash: number): string {
    const known = this.connection.decoders.hashes.wireOf(hash);
    if (known === undefined)
      throw new MilepostError("not-found", { reason: "a text nobody has read lately" });
    return known;
  }

  protected requestFor(
    operation: OperationId,
    given: Parameters,
  ): Pick<
    PlatformRequest,
    "operation" | "method" | "url" | "body" | "envelope" | "isFeed" | "isLines" | "language" | "maxBytes"
  > {
    const { profile, hosts } = this.connection;
    const template = this.template(operation);
    const { bodyBytes } = profile.limits;
    return {
      ...routeOf(profile, hosts, operation, given),
      operation,
      envelope: profile.envelope.kind,
      language:
        operationParameters[operation].isLocalised === true ? given["locale"] : profile.locale.default,
      isFeed: isFeed(template),
      isLines: isOfLines(template),
      maxBytes: isFeed(template) ? Math.min(bodyBytes, FEED_BYTES) : bodyBytes,
    };
  }

  /** Where one record stands for a list, "not found" is an empty one. */
  #nobody(error: unknown): Dated<Page<never>> {
    if (!isMilepostError(error, "not-found")) throw error;
    return { data: { entries: [], hasMore: false }, at: this.connection.clock.now(), isStale: false };
  }

  /** Records that the profile's code leaves out count as unreadable. */
  #byCode(operation: OperationId, payload: unknown, parameters: Parameters): unknown {
    const { read, pick } = this.template(operation);
    const onLost = (fault: string) =>
      this.connection.decoders.lose(operation, { records: 1, faults: [fault] });
    return read && callRead(read, valueAt(payload, pick), { operation, parameters }, onLost);
  }
}

/** Calls whose answers are cached and shared by everyone who asks the same. */
export class PublicCalls extends Calls<LocalisedOptions> {
  readonly #cache: PublicCache;
  readonly #firstWithinMs: number | undefined;

  constructor(connection: PlatformConnection, cache: PublicCache, firstWithinMs?: number) {
    super(connection);
    this.#cache = cache;
    this.#firstWithinMs = firstWithinMs;
  }

  async ask<T>(
    operation: OperationId,
    given: Parameters,
    read: (answer: Answer, asked: Parameters) => T,
    options: LocalisedOptions,
  ): Promise<Dated<T>> {
    const { profile, send, decoders, sharedNames } = this.connection;
    const asked = { ...given, locale: platformLocale(profile, options.locale) };
    const request = this.requestFor(operation, asked);
    const isBackground = options.background === true;
    const fetch = async (signal: AbortSignal, onWait: OnWait, before?: Fetched<T>): Promise<Fetched<T>> => {
      const entityTag = before?.entityTag;
      const sent = send({ ...request, class: "public", signal, onWait, isBackground, entityTag });
      const answer = await (this.#asksForAll(operation, given) ? sent.catch(throwTrouble) : sent);
      if (before !== undefined && answer.isUnchanged === true) return { ...before, at: answer.at };
      const gathered = decoders.gather(() => read(answer, asked));
      // Of what is the same for everybody, wherever else it is mentioned.
      if (operationParameters[operation].isLocalised === true)
        sharedNames.add(asked.locale, gathered.names ?? new Map());
      const [tag] = linesOf(answer.headers?.["etag"]);
      return { ...gathered, at: answer.at, bytes: answer.bytes, entityTag: tag };
    };
    // A profile's code may return different parts of one answer, depending on the parameters.
    const isVaried = this.template(operation).read !== undefined;
    const own = isVaried
      ? JSON.stringify(asked)
      : profile.locale.header === undefined
        ? ""
        : request.language;
    const key = `${operation} ${request.url.href} ${request.body ?? ""} ${own}`;
    return this.#cache.get(key, fetch, {
      ...options,
      firstWithinMs: this.#firstWithinMs,
    });
  }

  /** Returns whether the request names nothing that could be missing, such as an id or a later page. */
  #asksForAll(operation: OperationId, { page, cursor }: Parameters): boolean {
    const template = this.template(operation);
    const { firstPage = 0 }: Partial<Pick<PagedTemplate, "firstPage">> =
      "firstPage" in template ? template : {};
    const isFirst = cursor === undefined && (page === undefined || page === String(firstPage));
    return isFirst && operationParameters[operation].required.length === 0;
  }

  /** Returns a page of a list, and whether there are more. */
  async list<T extends z.ZodType>(
    operation: ListOperation,
    schema: z.ZodArray<T>,
    given: Parameters,
    { page = 0, ...options }: LocalisedOptions & { readonly page?: number },
  ): Promise<Dated<Page<z.output<T>>>> {
    const template = this.template(operation);
    const paged = "firstPage" in template ? template : {};
    const at = (number: number, cursor?: string) =>
      this.page(operation, schema, { ...given, ...pageParameters(paged, number), cursor }, options);
    if (namesIn(template).has("cursor")) return pageByCursor(at, page);
    const { data, ...dated } = await at(page);
    const { pages = 0, hasMore } = data;
    const goesOn = hasMore || page + 1 < pages;
    return { ...dated, data: { ...data, hasMore: turnsPages(template) && goesOn } };
  }
}

/** Turns to a page by the cursors of those before it, which are cached, or repeats of pages that others looked at. */
async function pageByCursor<T>(
  at: (number: number, cursor?: string) => Promise<Dated<Page<T>>>,
  page: number,
): Promise<Dated<Page<T>>> {
  let dated = await at(0);
  for (let number = 1; number <= page; number += 1) {
    const { next } = dated.data;
    if (next === undefined || number > MOST_BY_CURSOR) {
      return { ...dated, data: { entries: [], hasMore: false } };
    }
    dated = await at(number, next);
    // A page that leads to itself would never end.
    if (dated.data.next === next) return { ...dated, data: { ...dated.data, hasMore: false } };
  }
  return dated;
}

const MOST_BY_CURSOR = 40;

/** "Not found" can't be true where nothing was named: a cached copy stays. */
function throwTrouble(error: unknown): never {
  if (!isMilepostError(error, "not-found")) throw error;
  const details = { ...error.details, reason: "nothing was named: the path may be wrong" };
  throw new MilepostError("platform-error", details, { cause: error });
}

/** Our pages count from 0, the platform's from `firstPage`. */
function pageParameters(
  { firstPage = 0, pageSize }: { readonly firstPage?: number; readonly pageSize?: number | undefined },
  page: number,
): Parameters {
  return {
    page: String(page + firstPage),
    ...(pageSize === undefined ? {} : { offset: String(page * pageSize), pageSize: String(pageSize) }),
  };
}

function isEmptyPage({ entries }: Page<unknown>): boolean {
  return entries.length === 0;
}

function recordIn(operation: OperationId, payload: unknown, pick: string): unknown {
  const picked = valueAt(payload, pick);
  if (picked !== undefined && picked !== null) return picked;
  if (operationParameters[operation].isDictionary === true) return {};
  const isThere = payload !== undefined && payload !== null;
  if (isThere && picked === undefined && pick !== "") {
    throw new MilepostError("platform-answer", { operation, path: pick, reason: "missing" });
  }
  throw new MilepostError("not-found", { operation });
}

/** The type of entries without one: a feed's are news. */
function typeIn(template: OperationTemplate): string | undefined {
  const type = "type" in template && typeof template.type === "string" ? template.type : undefined;
  return type ?? (isFeed(template) ? "News" : undefined);
}
