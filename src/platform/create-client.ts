import { z } from "zod";

import { MilepostError } from "../base/errors.ts";
import { PublicCache } from "./cache.ts";
import { PublicCalls } from "./calls.ts";
import type { CallOptions, Dated, PlatformClient, TrendingListing } from "./client.ts";
import { type ConnectionOptions, connectPlatform, type PlatformConnection } from "./connection.ts";
import type { Answer } from "./http/request.ts";
import { LargeJson } from "./json/members.ts";
import { HttpPlayerClient } from "./player-client.ts";
import { hostParameters, type Hosts } from "./profile/hosts.ts";
import { isFeed } from "./profile/operations.ts";
import { fillTemplate } from "./profile/template.ts";
import { readLargeFile, readManifest, readSmallFile } from "./read-definitions.ts";
import { answers } from "./resources/answers.ts";
import { lastPlayedFirst } from "./resources/user.ts";

/** How long a caller waits for news of what is old: a reply is still on time after it. */
const PATIENCE_MS = 1_500;
/** How long a member waits for what nobody asked before: their answer is there within 3 s. */
const MEMBER_WITHIN_MS = 2_500;

const stubs = z.array(answers["trending.list"]);
const details = z.array(answers["trending.entry"]);
const articles = z.array(answers["content.search"]);
const users = z.array(answers["user.search"]);
const accounts = z.array(answers["accounts.of"]);

type Query<Name extends keyof PlatformClient> = globalThis.Parameters<PlatformClient[Name]>[0];

/**
 * The public client of one profile. It opens no connection before its first call, and none after `close`, which
 * closes the connection for whoever shares it.
 */
export function createPlatformClient(
  parts: ConnectionOptions,
  connection: PlatformConnection = connectPlatform(parts),
): PlatformClient {
  return createPlatformClients(connection).patient;
}

/** Returns two clients of one cache: one that waits for the whole of a call, and one for members, who don't. */
export function createPlatformClients(connection: PlatformConnection): {
  readonly patient: PlatformClient;
  readonly forMembers: PlatformClient;
} {
  const { freshSeconds, staleSeconds } = connection.profile.limits;
  const limits = { freshMs: freshSeconds * 1_000, staleMs: staleSeconds * 1_000, patienceMs: PATIENCE_MS };
  const cache = new PublicCache(limits, connection.clock);
  return {
    patient: new HttpPlatformClient(connection, cache),
    forMembers: new HttpPlatformClient(connection, cache, MEMBER_WITHIN_MS),
  };
}

class HttpPlatformClient extends HttpPlayerClient<CallOptions> implements PlatformClient {
  readonly #connection: PlatformConnection;
  readonly #calls: PublicCalls;
  readonly #cache: PublicCache;

  constructor(connection: PlatformConnection, cache: PublicCache, firstWithinMs?: number) {
    const calls = new PublicCalls(connection, cache, firstWithinMs);
    super(calls);
    this.#connection = connection;
    this.#calls = calls;
    this.#cache = cache;
  }

  async trendingList(query: Query<"trendingList">): Promise<Dated<TrendingListing>> {
    const template = this.#calls.template("trending.list");
    const { categories, defaults } = template;
    const gives = isFeed(template) ? "stubs" : template.gives;
    const given = { category: query.category ?? defaults["category"] ?? categories[0] };
    if (gives === "stubs") {
      const dated = await this.#calls.list("trending.list", stubs, given, query);
      return { ...dated, data: { ...dated.data, gives } };
    }
    const dated = await this.#calls.list("trending.list", details, given, query);
    return { ...dated, data: { ...dated.data, gives } };
  }

  async trendingEntry(query: Query<"trendingEntry">) {
    const type = this.#connection.enums.parameters("type", "TrendingEntryType", query.type);
    return this.#calls.record("trending.entry", { identifier: query.identifier, ...type }, query);
  }

  async contentById(query: Query<"contentById">) {
    return this.#calls.record("content.byId", { id: query.id }, query);
  }

  async contentSearch(query: Query<"contentSearch">) {
    return this.#calls.list("content.search", articles, { text: query.text }, query);
  }

  async userSearch(query: Query<"userSearch">) {
    return this.#calls.list("user.search", users, { name: query.name }, query);
  }

  async accountsOf(query: Query<"accountsOf">) {
    const given = { membershipId: query.membershipId };
    const dated = await this.#calls.page("accounts.of", accounts, given, query);
    return { ...dated, data: lastPlayedFirst(dated.data.entries) };
  }

  async milestonesPublic(query: Query<"milestonesPublic">) {
    return this.#calls.record("milestones.public", {}, query);
  }

  async milestonesContent(query: Query<"milestonesContent">) {
    return this.#calls.record("milestones.content", { hash: String(query.hash) }, query);
  }

  async definitionsManifest(query: Query<"definitionsManifest">) {
    const read = ({ payload }: Answer) => readManifest(this.#connection.profile, payload);
    return this.#calls.ask("definitions.manifest", {}, read, query);
  }

  async definitionsOne(query: Query<"definitionsOne">) {
    const table = this.#connection.profile.definitions?.tables[query.table];
    if (table === undefined) throw new MilepostError("not-offered", { operation: "definitions.one" });
    return this.#calls.record("definitions.one", { table, hash: String(query.hash) }, query);
  }

  async definitionsFile({ address, signal, background }: Query<"definitionsFile">) {
    const operation = "definitions.file";
    const { profile, hosts, decoders, closing, send } = this.#connection;
    const url = contentUrl(hosts.content, hosts, address);
    if (url === undefined) {
      throw new MilepostError("platform-refused", { operation, reason: "a host outside the allow-list" });
    }
    const stop = AbortSignal.any(signal === undefined ? [closing] : [closing, signal]);
    const { payload } = await send({
      operation,
      class: "file",
      method: "GET",
      url,
      envelope: "bare",
      maxBytes: profile.limits.fileBytes,
      signal: stop,
      isBackground: background === true,
    });
    if (payload instanceof LargeJson) {
      return readLargeFile(payload, { profile, decoders, operation, signal: stop });
    }
    return readSmallFile(payload, { profile, decoders, operation });
  }

  offers(operation: string): boolean {
    return this.#calls.offers(operation);
  }

  imageUrl(path: string | null | undefined) {
    if (path === null || path === undefined || path === "") return undefined;
    const { profile, hosts } = this.#connection;
    const base = fillTemplate(profile.images.base, hostParameters(hosts)) ?? hosts.content;
    const url = contentUrl(base, hosts, path);
    return url === undefined || !/^https?:$/.test(url.protocol) ? undefined : url.href;
  }

  async close() {
    this.#cache.close();
    await this.#connection.close();
  }
}

/** Returns the whole address of what the platform names by path or address; undefined off the allow-list. */
function contentUrl(base: string, hosts: Hosts, path: string): URL | undefined {
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(path) ? path : joined(base, path);
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  if (url.username !== "" || url.password !== "") return undefined;
  return hosts.allowed.has(url.origin) ? url : undefined;
}

function joined(base: string, path: string): string {
  // `//host/path` names a host of its own.
  if (/^[\\/]{2}/.test(path)) return `${new URL(base).protocol}//${path.slice(2)}`;
  return `${base.replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`;
}
