import { z } from "zod";

import { withoutEndSlashes } from "../base/address.ts";
import { MilepostError } from "../base/errors.ts";
import { PublicCache } from "./cache.ts";
import { PublicCalls } from "./calls.ts";
import type { CallOptions, PlatformClient } from "./client.ts";
import { type ConnectionOptions, connectPlatform, type PlatformConnection } from "./connection.ts";
import { valueAt } from "./json/path.ts";
import { LargeJson } from "./json/members.ts";
import { platformLocale } from "./locale.ts";
import { accountsOf, playerClient } from "./player-client.ts";
import { allowedAddress, hostParameters, type Hosts } from "./profile/hosts.ts";
import { isFeed } from "./profile/operations.ts";
import { fillTemplate } from "./profile/template.ts";
import { readLargeFile, readManifest, readSmallFile } from "./read-definitions.ts";
import { answers } from "./resources/answers.ts";
import { nameKey } from "./resources/wire.ts";

/** How long a caller waits for a refresh: a reply is still on time after that. */
const PATIENCE_MS = 1_500;
/** How long a member waits for uncached data, for a reply within 3 s. */
const MEMBER_WITHIN_MS = 2_500;

const stubs = z.array(answers["trending.list"]);
const details = z.array(answers["trending.entry"]);
const articles = z.array(answers["content.search"]);
const users = z.array(answers["user.search"]);

/**
 * Returns the public client of one profile. It opens no connection before its first call, and none after `close`, which
 * closes the connection for everyone who shares it.
 */
export function createPlatformClient(
  parts: ConnectionOptions,
  connection: PlatformConnection = connectPlatform(parts),
): PlatformClient {
  return createPlatformClients(connection).patient;
}

/** Returns two clients with one cache: one that waits for calls to finish, and one for members, who don't. */
export function createPlatformClients(connection: PlatformConnection): {
  readonly patient: PlatformClient;
  readonly forMembers: PlatformClient;
} {
  const { freshSeconds, staleSeconds } = connection.profile.limits;
  const limits = { freshMs: freshSeconds * 1_000, staleMs: staleSeconds * 1_000, patienceMs: PATIENCE_MS };
  const cache = new PublicCache(limits, connection.clock);
  return {
    patient: platformClient(connection, cache),
    forMembers: platformClient(connection, cache, MEMBER_WITHIN_MS),
  };
}

function platformClient(
  connection: PlatformConnection,
  cache: PublicCache,
  firstWithinMs?: number,
): PlatformClient {
  const { profile, hosts } = connection;
  const calls = new PublicCalls(connection, cache, firstWithinMs);
  return {
    ...playerClient<CallOptions>(calls),
    ...definitionsClient(calls),
    async trendingList(query) {
      const template = calls.template("trending.list");
      const { categories, defaults } = template;
      const gives = isFeed(template) ? "stubs" : template.gives;
      const given = { category: query.category ?? defaults["category"] ?? categories[0] };
      if (gives === "stubs") {
        const dated = await calls.list("trending.list", stubs, given, query);
        return { ...dated, data: { ...dated.data, gives } };
      }
      const dated = await calls.list("trending.list", details, given, query);
      return { ...dated, data: { ...dated.data, gives } };
    },
    async trendingEntry(query) {
      const type = connection.enums.parameters("type", "TrendingEntryType", query.type);
      return calls.record("trending.entry", { identifier: query.identifier, ...type }, query);
    },
    async contentById(query) {
      return calls.record("content.byId", { id: query.id }, query);
    },
    async contentSearch(query) {
      return calls.list("content.search", articles, { text: query.text }, query);
    },
    async userSearch(query) {
      return calls.list("user.search", users, { name: query.name }, query);
    },
    async accountsOf(query) {
      return accountsOf(calls, query.membershipId, query);
    },
    async milestonesPublic(query) {
      return calls.record("milestones.public", {}, query);
    },
    async milestonesContent(query) {
      return calls.record("milestones.content", { hash: calls.wireHash(query.hash) }, query);
    },
    ownName({ table, hash }, locale, names) {
      const key = nameKey(table, hash);
      const { sharedNames } = connection;
      const found =
        names?.get(key) ??
        sharedNames.find(platformLocale(profile, locale), key) ??
        sharedNames.find(profile.locale.default, key);
      if (found === undefined) return undefined;
      const { name, description, icon } = found;
      const iconUrl = this.imageUrl(icon);
      return {
        name,
        ...(description !== "" && { description }),
        ...(iconUrl !== undefined && { iconUrl }),
      };
    },
    offers: (operation) => calls.offers(operation),
    imageUrl(path) {
      if (path === null || path === undefined || path === "") return undefined;
      const base = fillTemplate(profile.images.base, hostParameters(hosts)) ?? hosts.content;
      const url = contentUrl(base, hosts, sized(path, profile.images.values));
      return url === undefined || !/^https?:$/.test(url.protocol) ? undefined : url.href;
    },
    async close() {
      cache.close();
      await connection.close();
    },
  };
}

function definitionsClient(
  calls: PublicCalls,
): Pick<PlatformClient, "definitionsManifest" | "definitionsOne" | "definitionsFile"> {
  const { profile, hosts, decoders, closing, send } = calls.connection;
  return {
    async definitionsManifest(query) {
      return calls.ask("definitions.manifest", {}, ({ payload }) => readManifest(profile, payload), query);
    },
    async definitionsOne(query) {
      const table = profile.definitions?.tables[query.table];
      if (table === undefined) throw new MilepostError("not-offered", { operation: "definitions.one" });
      return calls.record("definitions.one", { table, hash: calls.wireHash(query.hash) }, query);
    },
    async definitionsFile({ address, signal: given, background }) {
      const operation = "definitions.file";
      const records = profile.operations["definitions.manifest"]?.records;
      const url = contentUrl(hosts.content, hosts, address);
      if (url === undefined) {
        throw new MilepostError("platform-refused", { operation, reason: "a host outside the allow-list" });
      }
      const signal = AbortSignal.any(given === undefined ? [closing] : [closing, given]);
      const { payload } = await send({
        operation,
        class: "file",
        method: "GET",
        url,
        envelope: "bare",
        isWhole: records !== undefined,
        maxBytes: profile.limits.fileBytes,
        signal,
        isBackground: background === true,
      });
      const reading = { profile, decoders, operation, signal };
      return payload instanceof LargeJson
        ? readLargeFile(payload, reading)
        : readSmallFile(valueAt(payload, records ?? ""), reading);
    },
  };
}

/** Returns an absolute URL for a path or URL of the platform; undefined outside the allow-list. */
function contentUrl(base: string, hosts: Hosts, path: string): URL | undefined {
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(path) ? path : joined(base, path);
  return allowedAddress(whole, hosts);
}

/** Fills in the sizes a picture's address leaves open, as in `{width}x{height}` or `%{size}`. */
function sized(path: string, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(
    /%?\{([A-Za-z]\w*)\}/g,
    (whole, name: string) => values[name] ?? SIZES[name] ?? whole,
  );
}

const SIZES: Readonly<Record<string, string>> = { size: "256", width: "640", height: "360" };

function joined(base: string, path: string): string {
  // `//host/path` names a host of its own.
  if (/^[\\/]{2}/.test(path)) return `${new URL(base).protocol}//${path.slice(2)}`;
  return `${withoutEndSlashes(base)}/${path.replace(/^\/+/, "")}`;
}
