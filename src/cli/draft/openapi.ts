import type { z } from "zod";

import { withoutEndSlashes } from "../../base/address.ts";
import { isObject } from "../../platform/json/path.ts";
import { parseProfile } from "../../platform/profile/load.ts";
import { answers, isOf, recordShapes } from "../../platform/resources/answers.ts";
import { meaningOf } from "../../platform/resources/wire.ts";
import { findRecord, type Place } from "./answer.ts";
import { type ChosenRoute, chooseRoutes, keyOf } from "./choose-routes.ts";
import { renamesOf } from "./describe.ts";
import { OpenApiDocument, type Schema } from "./document.ts";
import { draftEnvelope } from "./envelope.ts";
import { letInBy } from "./let-in.ts";
import type { Matching } from "./match.ts";
import { nestedRecords } from "./nested.ts";
import { type Route, routesOf } from "./routes.ts";

/** A draft profile, and what its author has to check. */
export interface Draft {
  readonly profile: Readonly<Record<string, unknown>>;
  readonly look: readonly string[];
}

const LISTS = new Set(["trending.list", "content.search", "user.search", "accounts.of", "characters"]);
const MOST_PLACES = 60;
const MOST_LISTED = 20;
const ELSEWHERE = "https://portal.example";

/** Drafts a profile from an OpenAPI 3 document, and lists what it doesn't say. */
export function draftProfile(root: Schema): Draft {
  const document = new OpenApiDocument(root);
  const routes = routesOf(document);
  const hosts = hostsOf(root);
  const key = letInBy(root, hosts.keys.portal);
  const isOAuth = ({ security }: Route) =>
    security.length > 0 && security.every((all) => all.some((name) => key.oauth.has(name)));
  const envelope = draftEnvelope(
    document,
    routes.flatMap(({ answer }) => (answer === undefined ? [] : [answer])),
  );
  const { chosen, unclear, unused } = chooseRoutes(routes);
  const operations: Record<string, object> = {};
  const renames: Record<string, Readonly<Record<string, string>>> = {};
  const look: string[] = [...hosts.look, ...key.look, ...envelope.look];
  for (const one of chosen) {
    const drafted = operationOf(document, one, {
      response: envelope.response,
      isPrivate: isOAuth(one.route),
    });
    operations[one.operation] = drafted.template;
    look.push(...drafted.look);
    for (const [record, renamed] of Object.entries(drafted.renames)) renames[record] ??= renamed;
  }
  for (const { operation, path, unclear: names } of unclear)
    look.push(`${operation}: maybe ${path}, but what is {${names.join("}, {")}}?`);
  look.push(...cookiesToSay(key.cookies, routes), ...unusedLine(unused));
  const more = Object.assign({}, ...chosen.map(({ route }) => route.headers)) as Record<string, string>;
  const headers = { ...key.headers, ...(Object.keys(more).length > 0 && { more }) };
  const profile = {
    ...titleOf(root),
    hosts: { ...hosts.keys, ...(key.allow.length > 0 && { allow: key.allow }) },
    locale: { default: "en" },
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(key.clientCredentials !== undefined && { clientCredentials: key.clientCredentials }),
    ...(key.signIn !== undefined && { signIn: key.signIn }),
    envelope: envelope.keys,
    operations,
    renames,
    ...(chosen.some(({ route }) => isOAuth(route)) && { features: { private: true } }),
  };
  look.push("locale: en was taken for the default; say codes and query where there are others");
  const { faults } = parseProfile(JSON.stringify(profile));
  look.push(...faults.map(({ path, problem, fix }) => `${path}: ${problem}: ${fix}`));
  return { profile, look };
}

/** Left to the author, since a document doesn't say enough about sessions. */
function cookiesToSay(cookies: ReadonlyMap<string, string>, routes: readonly Route[]): readonly string[] {
  return [...cookies].map(([scheme, cookie]) => {
    const wanting = routes.filter(({ security }) => security.flat().includes(scheme)).map(keyOf);
    return (
      `cookies: the document has a session's cookie, ${cookie} (${listed(wanting)}): say it as cookies.session, with ` +
      'features.private, and "class": "private" for what wants it'
    );
  });
}

function unusedLine(unused: readonly Route[]): readonly string[] {
  return unused.length === 0 ? [] : [`not used: ${listed(unused.map(keyOf))}`];
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return "nothing wants it";
  const more = names.length - MOST_LISTED;
  return names.slice(0, MOST_LISTED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

interface DraftedOperation {
  readonly template: object;
  readonly renames: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly look: readonly string[];
}

function operationOf(
  document: OpenApiDocument,
  { operation, route, path, query, body, textual, others }: ChosenRoute,
  { response, isPrivate }: { readonly response: string | undefined; readonly isPrivate: boolean },
): DraftedOperation {
  const look: string[] = [];
  if (others.length > 0)
    look.push(`${operation}: ${route.method} ${route.path}; or is it ${others.join(" or ")}?`);
  if (isPrivate)
    look.push(`${operation}: private, because it wants ${[...new Set(route.security.flat())].join(", ")}`);
  for (const name of textual)
    look.push(
      `${operation}: {${name}} is a text there. If it isn't always a whole number, the profile has to be TypeScript: ` +
        "request and read translate it",
    );
  const template = {
    path,
    ...(route.method === "POST" && { method: route.method }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(body !== undefined && { body }),
    ...(isPrivate && { class: "private" }),
  };
  if (route.isFeed) return { template: { ...template, format: "feed", type: "News" }, renames: {}, look };
  const schema = operation in answers ? answers[operation as keyof typeof answers] : undefined;
  const { record, isKeyed } = schema === undefined ? {} : recordAnswered(schema);
  const shape = record === undefined ? undefined : recordShapes().get(record);
  if (record === undefined || shape === undefined || route.answer === undefined) {
    look.push(`${operation}: say pick, the document doesn't`);
    return { template, renames: {}, look };
  }
  const inner = response === undefined ? route.answer : document.properties(route.answer)[response];
  const isList = LISTS.has(operation);
  const found = findRecord(shape, firstOf(document.placesIn(inner), isList || isKeyed === true));
  if (found === undefined) {
    look.push(
      `${operation}: nothing in its answer looks like a ${record}; say pick${isList ? " and items" : ""}`,
    );
    return { template, renames: {}, look };
  }
  const nested = nestedRecords(shape, found);
  look.push(...doubts(operation, record, found));
  for (const one of nested) look.push(...doubts(operation, one.record, one));
  const at = found.path === "" ? {} : { [isList ? "items" : "pick"]: found.path };
  const gives = operation === "trending.list" ? { gives: "stubs" } : {};
  const all = [{ record, ...found }, ...nested].map((one) => [one.record, renamesOf(one)] as const);
  const renames = Object.fromEntries(all.filter(([, renamed]) => Object.keys(renamed).length > 0));
  return { template: { ...template, ...at, ...gives }, renames, look };
}

/** Returns the record an operation answers with, whether many, and its key. */
function recordAnswered(schema: z.core.$ZodType): {
  readonly record?: string | undefined;
  readonly isKeyed?: boolean;
} {
  const { record, dictionary } = meaningOf(schema);
  if (dictionary === undefined) return { record };
  const { def } = dictionary._zod;
  return isOf(def, "record") ? { record: meaningOf(def.valueType).record, isKeyed: true } : {};
}

/** Limits the places, and for lists skips single records. */
function* firstOf(places: Iterable<Place>, isList: boolean): Generator<Place> {
  let left = MOST_PLACES;
  for (const place of places) {
    if (place.as !== "record" || !isList) yield place;
    left -= 1;
    if (left === 0) return;
  }
}

function doubts(operation: string, record: string, { proposals, unfound }: Matching): readonly string[] {
  const maybe = proposals
    .filter(({ sure }) => sure === "maybe")
    .map(({ field, member }) => `${record}.${field}: maybe ${member.path} (${operation})`);
  const missing = unfound
    .filter(({ isRequired }) => isRequired)
    .map(({ field, candidates }) => {
      const could = candidates.slice(0, 6).join(", ");
      return `${record}.${field}: needed, and not found${could === "" ? "" : `; by kind it could be ${could}`}`;
    });
  return [...missing, ...maybe];
}

function titleOf({ info }: Schema) {
  const title = isObject(info) && typeof info["title"] === "string" ? info["title"] : "My service";
  const id = title.toLowerCase().replaceAll(/[^a-z\d]+/g, "-");
  return { id: id.replaceAll(/^-+|-+$/g, "").slice(0, 40) || "my-service", name: title.slice(0, 60) };
}

interface DraftHosts {
  readonly portal: string;
  readonly api: string;
}

function hostsOf({ servers }: Schema): { readonly keys: DraftHosts; readonly look: readonly string[] } {
  const [first] = Array.isArray(servers) ? (servers as readonly unknown[]) : [];
  const url = isObject(first) ? first["url"] : undefined;
  if (typeof url !== "string" || !URL.canParse(url) || url.includes("{")) {
    const keys = { portal: ELSEWHERE, api: "{portal}" };
    return { keys, look: ["hosts: the document names no whole address of a server; say portal and api"] };
  }
  const { origin, pathname } = new URL(url);
  return {
    keys: { portal: origin, api: `{portal}${withoutEndSlashes(pathname)}` },
    look: ["hosts.content: pictures were taken to be at the portal"],
  };
}
