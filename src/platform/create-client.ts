import { z } from "zod";

import type { Clock } from "../base/clock.ts";
import { MilepostError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Metrics } from "../base/metrics.ts";
import type { Secret } from "../base/secret.ts";
import { PublicCache } from "./cache.ts";
import { PublicCalls } from "./calls.ts";
import type { Dated, Page, PlatformClient, TrendingListing } from "./client.ts";
import { Decoders } from "./decode/decoders.ts";
import { Enums } from "./decode/enums.ts";
import { createSend } from "./http/send.ts";
import { createDispatcher } from "./http/transport.ts";
import { contentUrl, imageBase } from "./images.ts";
import { LargeObject } from "./json/members.ts";
import { measured } from "./measured.ts";
import { resolveHosts } from "./profile/hosts.ts";
import type { Profile } from "./profile/schema.ts";
import { readLargeFile } from "./read-file.ts";
import { readManifest } from "./read-manifest.ts";
import { answers } from "./resources/answers.ts";
import { Definition } from "./resources/definitions.ts";
import { checkSpan } from "./stats-span.ts";

export interface PlatformClientParts {
  readonly profile: Profile;
  /** PLATFORM_API_KEY. */
  readonly apiKey: Secret | undefined;
  readonly clock: Clock;
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Milepost's, for the user agent. */
  readonly version: string;
}

/** How long a caller waits for news of what is old: a reply is still on time after it. */
const PATIENCE_MS = 1_500;

const stubs = z.array(answers["trending.list"]);
const details = z.array(answers["trending.entry"]);
const articles = z.array(answers["content.search"]);
const users = z.array(answers["user.search"]);
const accounts = z.array(answers["accounts.of"]);
const characters = z.array(answers.characters);
const definitionFile = z.record(z.string(), Definition);

/** The client of one profile. It opens no connection before its first call, and none after `close`. */
export function createPlatformClient(parts: PlatformClientParts): PlatformClient {
  const { profile, clock } = parts;
  const hosts = resolveHosts(profile);
  const dispatcher = createDispatcher(profile.limits.concurrency);
  const send = measured(createSend({ ...parts, hosts, dispatcher }), parts);
  const enums = new Enums(profile);
  const decoders = new Decoders(profile, enums);
  const { freshSeconds, staleSeconds, fileBytes } = profile.limits;
  const cache = new PublicCache(
    { freshMs: freshSeconds * 1_000, staleMs: staleSeconds * 1_000, patienceMs: PATIENCE_MS },
    clock,
  );
  const calls = new PublicCalls({ profile, hosts, send, decoders, cache });
  const closing = new AbortController();
  const images = imageBase(profile, hosts);

  const player = (query: { readonly membershipType: number; readonly id: string }) => ({
    id: query.id,
    ...enums.parameters("membershipType", "MembershipType", query.membershipType),
  });

  return {
    async trendingList(query) {
      const { gives, categories, defaults } = calls.template("trending.list");
      const given = { category: query.category ?? defaults["category"] ?? categories[0] };
      if (gives === "stubs") return listing("stubs", await calls.list("trending.list", stubs, given, query));
      return listing("details", await calls.list("trending.list", details, given, query));
    },

    async trendingEntry(query) {
      const type = enums.parameters("type", "TrendingEntryType", query.type);
      const given = { identifier: query.identifier, ...type };
      return calls.record("trending.entry", answers["trending.entry"], given, query);
    },

    async contentById(query) {
      return calls.record("content.byId", answers["content.byId"], { id: query.id }, query);
    },

    async contentSearch(query) {
      return calls.list("content.search", articles, { text: query.text }, query);
    },

    async userById(query) {
      const given = { membershipId: query.membershipId };
      return calls.record("user.byId", answers["user.byId"], given, query);
    },

    async userSearch(query) {
      return calls.list("user.search", users, { name: query.name }, query);
    },

    async accountsOf(query) {
      const given = { membershipId: query.membershipId };
      return entriesOf(await calls.list("accounts.of", accounts, given, query));
    },

    async characters(query) {
      return entriesOf(await calls.list("characters", characters, player(query), query));
    },

    async progression(query) {
      return calls.record("progression", answers.progression, player(query), query);
    },

    async statsAccount(query) {
      return calls.record("stats.account", answers["stats.account"], player(query), query);
    },

    async statsCharacter(query) {
      checkSpan(query, profile.limits.statsDays);
      const given = {
        ...player(query),
        ...enums.parameters("mode", "ActivityMode", query.mode),
        ...enums.parameters("period", "PeriodType", enums.period(query.period)),
        character: query.character,
        from: query.from,
        to: query.to,
      };
      return calls.record("stats.character", answers["stats.character"], given, query);
    },

    async milestonesPublic(query) {
      return calls.record("milestones.public", answers["milestones.public"], {}, query);
    },

    async milestonesContent(query) {
      const given = { hash: String(query.hash) };
      return calls.record("milestones.content", answers["milestones.content"], given, query);
    },

    async definitionsManifest(query) {
      return calls.dated("definitions.manifest", {}, (payload) => readManifest(profile, payload), query);
    },

    async definitionsOne(query) {
      const table = profile.definitions?.tables[query.table];
      if (table === undefined) throw new MilepostError("not-offered", { operation: "definitions.one" });
      const given = { table, hash: String(query.hash) };
      return calls.record("definitions.one", answers["definitions.one"], given, query);
    },

    async definitionsFile({ address, signal, background }) {
      const operation = "definitions.file";
      const url = contentUrl(hosts.content, hosts, address);
      if (url === undefined) {
        throw new MilepostError("platform-refused", { operation, reason: "a host outside the allow-list" });
      }
      const stop = AbortSignal.any(signal === undefined ? [closing.signal] : [closing.signal, signal]);
      const { payload } = await send({
        operation,
        class: "file",
        method: "GET",
        url,
        envelope: "bare",
        maxBytes: fileBytes,
        signal: stop,
        isBackground: background === true,
      });
      if (payload instanceof LargeObject) {
        return readLargeFile(payload, { profile, decoders, operation, signal: stop });
      }
      return decoders.decode(definitionFile, payload, operation);
    },

    // The schema knows no other keys than operation ids.
    offers: (operation) =>
      Object.entries(profile.operations).some(([id, one]) => id === operation && one !== undefined),

    imageUrl(path) {
      if (path === null || path === undefined || path === "") return undefined;
      const url = contentUrl(images, hosts, path);
      return url === undefined || !/^https?:$/.test(url.protocol) ? undefined : url.href;
    },

    async close() {
      closing.abort(new MilepostError("busy", { reason: "the client is closed" }));
      cache.close();
      await dispatcher.destroy();
    },
  };
}

function listing<Gives extends TrendingListing["gives"]>(
  gives: Gives,
  dated: Dated<Omit<Extract<TrendingListing, { gives: Gives }>, "gives">>,
): Dated<TrendingListing> {
  // One of the union's two members, by `gives`.
  return { ...dated, data: { gives, ...dated.data } as unknown as TrendingListing };
}

function entriesOf<T>(dated: Dated<Page<T>>): Dated<readonly T[]> {
  return { ...dated, data: dated.data.entries };
}
