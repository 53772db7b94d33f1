import { z } from "zod";

import { MilepostError } from "../base/errors.ts";
import { PublicCache } from "./cache.ts";
import { PublicCalls } from "./calls.ts";
import type { Dated, Page, PlatformClient, TrendingListing } from "./client.ts";
import { type ConnectionOptions, connectPlatform, type PlatformConnection } from "./connection.ts";
import { contentUrl, imageBase } from "./images.ts";
import { LargeObject } from "./json/members.ts";
import type { Parameters } from "./profile/template.ts";
import { readLargeFile } from "./read-file.ts";
import { dictionaryOf } from "./read-list.ts";
import { readManifest } from "./read-manifest.ts";
import { answers } from "./resources/answers.ts";
import { Definition } from "./resources/definitions.ts";
import { checkSpan } from "./stats-span.ts";

/** How long a caller waits for news of what is old: a reply is still on time after it. */
const PATIENCE_MS = 1_500;

const stubs = z.array(answers["trending.list"]);
const details = z.array(answers["trending.entry"]);
const articles = z.array(answers["content.search"]);
const users = z.array(answers["user.search"]);
const accounts = z.array(answers["accounts.of"]);
const characters = z.array(answers.characters);
const definitionFile = z.record(z.string(), Definition);

type Query<Name extends keyof PlatformClient> = globalThis.Parameters<PlatformClient[Name]>[0];

/**
 * The public client of one profile. It opens no connection before its first call, and none after `close`, which
 * closes the connection for whoever shares it.
 */
export function createPlatformClient(
  parts: ConnectionOptions,
  connection: PlatformConnection = connectPlatform(parts),
): PlatformClient {
  return new HttpPlatformClient(connection);
}

class HttpPlatformClient implements PlatformClient {
  readonly #connection: PlatformConnection;
  readonly #calls: PublicCalls;
  readonly #cache: PublicCache;

  constructor(connection: PlatformConnection) {
    const { profile, clock } = connection;
    const { freshSeconds, staleSeconds } = profile.limits;
    const limits = { freshMs: freshSeconds * 1_000, staleMs: staleSeconds * 1_000, patienceMs: PATIENCE_MS };
    this.#connection = connection;
    this.#cache = new PublicCache(limits, clock);
    this.#calls = new PublicCalls({ ...connection, cache: this.#cache });
  }

  async trendingList(query: Query<"trendingList">): Promise<Dated<TrendingListing>> {
    const { gives, categories, defaults } = this.#calls.template("trending.list");
    const given = { category: query.category ?? defaults["category"] ?? categories[0] };
    if (gives === "stubs") {
      const dated = await this.#calls.list("trending.list", stubs, given, query);
      return { ...dated, data: { ...dated.data, gives } };
    }
    const dated = await this.#calls.list("trending.list", details, given, query);
    return { ...dated, data: { ...dated.data, gives: "details" } };
  }

  async trendingEntry(query: Query<"trendingEntry">) {
    const type = this.#connection.enums.parameters("type", "TrendingEntryType", query.type);
    const given = { identifier: query.identifier, ...type };
    return this.#calls.record("trending.entry", answers["trending.entry"], given, query);
  }

  async contentById(query: Query<"contentById">) {
    return this.#calls.record("content.byId", answers["content.byId"], { id: query.id }, query);
  }

  async contentSearch(query: Query<"contentSearch">) {
    return this.#calls.list("content.search", articles, { text: query.text }, query);
  }

  async userById(query: Query<"userById">) {
    const given = { membershipId: query.membershipId };
    return this.#calls.record("user.byId", answers["user.byId"], given, query);
  }

  async userSearch(query: Query<"userSearch">) {
    return this.#calls.list("user.search", users, { name: query.name }, query);
  }

  async accountsOf(query: Query<"accountsOf">) {
    const given = { membershipId: query.membershipId };
    return entriesOf(await this.#calls.list("accounts.of", accounts, given, query));
  }

  async characters(query: Query<"characters">) {
    return entriesOf(await this.#calls.list("characters", characters, this.#player(query), query));
  }

  async progression(query: Query<"progression">) {
    return this.#calls.record("progression", answers.progression, this.#player(query), query);
  }

  async statsAccount(query: Query<"statsAccount">) {
    return this.#calls.record("stats.account", answers["stats.account"], this.#player(query), query);
  }

  async statsCharacter(query: Query<"statsCharacter">) {
    checkSpan(query, this.#connection.profile.limits.statsDays);
    const given = {
      ...this.#player(query),
      ...this.#connection.enums.parameters("mode", "ActivityMode", query.mode),
      ...this.#connection.enums.parameters(
        "period",
        "PeriodType",
        this.#connection.enums.period(query.period),
      ),
      character: query.character,
      from: query.from,
      to: query.to,
    };
    return this.#calls.record("stats.character", answers["stats.character"], given, query);
  }

  async milestonesPublic(query: Query<"milestonesPublic">) {
    return this.#calls.record("milestones.public", answers["milestones.public"], {}, query);
  }

  async milestonesContent(query: Query<"milestonesContent">) {
    const given = { hash: String(query.hash) };
    return this.#calls.record("milestones.content", answers["milestones.content"], given, query);
  }

  async definitionsManifest(query: Query<"definitionsManifest">) {
    return this.#calls.dated(
      "definitions.manifest",
      {},
      (payload) => readManifest(this.#connection.profile, payload),
      query,
    );
  }

  async definitionsOne(query: Query<"definitionsOne">) {
    const table = this.#connection.profile.definitions?.tables[query.table];
    if (table === undefined) throw new MilepostError("not-offered", { operation: "definitions.one" });
    const given = { table, hash: String(query.hash) };
    return this.#calls.record("definitions.one", answers["definitions.one"], given, query);
  }

  async definitionsFile({ address, signal, background }: Query<"definitionsFile">) {
    const operation = "definitions.file";
    const url = contentUrl(this.#connection.hosts.content, this.#connection.hosts, address);
    if (url === undefined) {
      throw new MilepostError("platform-refused", { operation, reason: "a host outside the allow-list" });
    }
    const stop = AbortSignal.any(
      signal === undefined ? [this.#connection.closing] : [this.#connection.closing, signal],
    );
    const { payload } = await this.#connection.send({
      operation,
      class: "file",
      method: "GET",
      url,
      envelope: "bare",
      maxBytes: this.#connection.profile.limits.fileBytes,
      signal: stop,
      isBackground: background === true,
    });
    if (payload instanceof LargeObject) {
      return readLargeFile(payload, {
        profile: this.#connection.profile,
        decoders: this.#connection.decoders,
        operation,
        signal: stop,
      });
    }
    const hash = this.#connection.profile.renames["Definition"]?.["hash"] ?? "hash";
    return this.#connection.decoders.decode(definitionFile, dictionaryOf(payload, hash), operation);
  }

  offers(operation: string): boolean {
    return Object.entries(this.#connection.profile.operations).some(
      ([id, one]) => id === operation && one !== undefined,
    );
  }

  imageUrl(path: string | null | undefined) {
    if (path === null || path === undefined || path === "") return undefined;
    const url = contentUrl(
      imageBase(this.#connection.profile, this.#connection.hosts),
      this.#connection.hosts,
      path,
    );
    return url === undefined || !/^https?:$/.test(url.protocol) ? undefined : url.href;
  }

  async close() {
    this.#cache.close();
    await this.#connection.close();
  }

  #player(query: { readonly membershipType: number; readonly id: string }): Parameters {
    return {
      id: query.id,
      ...this.#connection.enums.parameters("membershipType", "MembershipType", query.membershipType),
    };
  }
}

function entriesOf<T>(dated: Dated<Page<T>>): Dated<readonly T[]> {
  return { ...dated, data: dated.data.entries };
}
