import { isObject } from "../../platform/json/path.ts";
import { parseProfile } from "../../platform/profile/load.ts";
import { answers, recordShapes } from "../../platform/resources/answers.ts";
import { meaningOf } from "../../platform/resources/wire.ts";
import { findRecord, type FoundRecord, type Place } from "./answer.ts";
import { type ChosenRoute, chooseRoutes } from "./choose-routes.ts";
import { renamesOf } from "./describe.ts";
import { OpenApiDocument, type Schema } from "./document.ts";
import { draftEnvelope } from "./envelope.ts";

/** A profile to begin with, and what its writer has to look at. */
export interface Draft {
  readonly profile: Readonly<Record<string, unknown>>;
  readonly look: readonly string[];
}

const LISTS = new Set(["trending.list", "content.search", "user.search", "accounts.of", "characters"]);
const MOST_PLACES = 60;
const ELSEWHERE = "https://portal.example";

/** Drafts a profile from an OpenAPI 3 document. What it doesn't tell is left out, and named. */
export function draftProfile(root: Schema): Draft {
  const document = new OpenApiDocument(root);
  const routes = document.routes();
  const hosts = hostsOf(root);
  const key = keyOf(root);
  const envelope = draftEnvelope(
    document,
    routes.flatMap(({ answer }) => (answer === undefined ? [] : [answer])),
  );
  const { chosen, unclear } = chooseRoutes(routes);
  const operations: Record<string, object> = {};
  const renames: Record<string, Readonly<Record<string, string>>> = {};
  const look: string[] = [...hosts.look, ...key.look, ...envelope.look];
  for (const one of chosen) {
    const drafted = operationOf(document, one, envelope.response);
    operations[one.operation] = drafted.template;
    look.push(...drafted.look);
    if (drafted.found === undefined || drafted.record === undefined) continue;
    renames[drafted.record] ??= renamesOf(drafted.found);
  }
  for (const { operation, path, unclear: names } of unclear)
    look.push(`${operation}: maybe GET ${path}, but what is {${names.join("}, {")}}?`);
  const profile = {
    ...titleOf(root),
    hosts: hosts.keys,
    locale: { default: "en" },
    ...(key.keys !== undefined && { headers: key.keys }),
    envelope: envelope.keys,
    operations,
    renames,
  };
  look.push("locale: en was taken for the default; say codes and query where there are others");
  const { faults } = parseProfile(JSON.stringify(profile));
  look.push(...faults.map(({ path, problem, fix }) => `${path}: ${problem}: ${fix}`));
  return { profile, look };
}

interface DraftedOperation {
  readonly template: object;
  readonly record: string | undefined;
  readonly found: FoundRecord | undefined;
  readonly look: readonly string[];
}

function operationOf(
  document: OpenApiDocument,
  { operation, route, path, query, others }: ChosenRoute,
  response: string | undefined,
): DraftedOperation {
  const look: string[] = [];
  if (others.length > 0) look.push(`${operation}: GET ${route.path}; or is it ${others.join(" or ")}?`);
  if (route.security.length > 0)
    look.push(
      `${operation}: wants ${route.security.join(", ")}; private or either (class) where that is an account`,
    );
  const template = { path, ...(Object.keys(query).length > 0 && { query }) };
  const schema = operation in answers ? answers[operation as keyof typeof answers] : undefined;
  const record = schema && meaningOf(schema).record;
  const shape = record === undefined ? undefined : recordShapes().get(record);
  if (record === undefined || shape === undefined || route.answer === undefined) {
    look.push(`${operation}: say pick, the document doesn't`);
    return { template, record: undefined, found: undefined, look };
  }
  const inner = response === undefined ? route.answer : document.properties(route.answer)[response];
  const isList = LISTS.has(operation);
  const found = findRecord(shape, firstOf(document.placesIn(inner), isList));
  if (found === undefined) {
    look.push(
      `${operation}: nothing in its answer looks like a ${record}; say pick${isList ? " and items" : ""}`,
    );
    return { template, record, found, look };
  }
  look.push(...doubts(operation, record, found));
  const at = found.path === "" ? {} : { [isList ? "items" : "pick"]: found.path };
  const gives = operation === "trending.list" ? { gives: "stubs" } : {};
  return { template: { ...template, ...at, ...gives }, record, found, look };
}

/** The first places, of which a list's operation takes no single record. */
function* firstOf(places: Iterable<Place>, isList: boolean): Generator<Place> {
  let left = MOST_PLACES;
  for (const place of places) {
    if (place.as !== "record" || !isList) yield place;
    left -= 1;
    if (left === 0) return;
  }
}

function doubts(operation: string, record: string, { proposals, unfound }: FoundRecord): readonly string[] {
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

function hostsOf({ servers }: Schema): { readonly keys: object; readonly look: readonly string[] } {
  const [first] = Array.isArray(servers) ? (servers as readonly unknown[]) : [];
  const url = isObject(first) ? first["url"] : undefined;
  if (typeof url !== "string" || !URL.canParse(url) || url.includes("{")) {
    const keys = { portal: ELSEWHERE, api: "{portal}" };
    return { keys, look: ["hosts: the document names no whole address of a server; say portal and api"] };
  }
  const { origin, pathname } = new URL(url);
  return {
    keys: { portal: origin, api: `{portal}${pathname.replace(/\/+$/, "")}` },
    look: ["hosts.content: pictures were taken to be at the portal"],
  };
}

function keyOf({ components }: Schema): { readonly keys?: object; readonly look: readonly string[] } {
  const schemes =
    isObject(components) && isObject(components["securitySchemes"]) ? components["securitySchemes"] : {};
  const all = Object.values(schemes).filter((one) => isObject(one));
  const look = all.some(({ type }) => type === "oauth2" || type === "openIdConnect")
    ? [
        "signIn.oauth: the document has OAuth; take its addresses, and your application's clientId and redirectUri",
      ]
    : [];
  const key = all.find((one) => one["type"] === "apiKey" && one["in"] === "header");
  if (typeof key?.["name"] === "string") return { keys: { apiKey: key["name"] }, look };
  const isBearer = all.some(
    (one) => one["type"] === "http" && String(one["scheme"]).toLowerCase() === "bearer",
  );
  if (isBearer && look.length === 0)
    return { keys: { apiKey: "Authorization", apiKeyValue: "Bearer {key}" }, look };
  return { look: [...look, "headers.apiKey: the document names no header for a key"] };
}
