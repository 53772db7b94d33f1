import { parseProfile } from "../../platform/profile/load.ts";
import type { OperationId } from "../../platform/profile/schema.ts";
import { type Choice, chooseRoutes, withChoices } from "./choose-routes.ts";
import type { OpenApiDocument } from "./document.ts";
import { draftHosts } from "./draft-hosts.ts";
import { type DraftedOperation, draftOperation, merged } from "./draft-operation.ts";
import { draftEnvelope } from "./envelope.ts";
import { cookiesOf, letInBy, memberOnly } from "./let-in.ts";
import { keyOf, type Route, routesOf } from "./routes.ts";

/** A draft profile, and what its author has to check. */
export interface Draft {
  readonly profile: Readonly<Record<string, unknown>>;
  readonly look: readonly string[];
  /** The route of each drafted operation: `GET /users/{id}`. */
  readonly routes: Readonly<Partial<Record<OperationId, string>>>;
}

const MOST_LISTED = 20;
/** What a member's own session alone gives, whatever the document says. */
const ALWAYS_PRIVATE = new Set<OperationId>(["account.current", "vault"]);

/** Drafts a profile from a document, and lists what it doesn't say. Throws EntangledDocument. */
export function draftProfile(document: OpenApiDocument): Draft {
  const routes = routesOf(document).map(withChoices);
  const choice = chooseRoutes(document, routes);
  const chosen = choice.chosen.map(({ route }) => route);
  const hosts = draftHosts(document, chosen);
  const own = choice.chosen
    .filter(({ operation }) => ALWAYS_PRIVATE.has(operation))
    .map(({ route }) => route);
  const letIn = letInBy(document, hosts.keys.portal, { chosen, own });
  const envelope = draftEnvelope(
    document,
    routes.flatMap(({ answer }) => (answer === undefined ? [] : [answer])),
  );
  const isMembers = memberOnly(document, hosts.keys.portal);
  const drafted = new Map<OperationId, DraftedOperation>();
  for (const one of choice.chosen) {
    const isPrivate = ALWAYS_PRIVATE.has(one.operation) || isMembers(one.route);
    drafted.set(
      one.operation,
      draftOperation(one, { response: envelope.response, isPrivate, base: hosts.baseOf(one.route) }),
    );
  }
  const base = {
    ...titleOf(document),
    hosts: { ...hosts.keys, ...(letIn.allow.length > 0 && { allow: letIn.allow }) },
    locale: { default: "en" },
    ...(Object.keys(letIn.headers).length > 0 && { headers: letIn.headers }),
    ...(letIn.clientCredentials !== undefined && { clientCredentials: letIn.clientCredentials }),
    ...(letIn.signIn !== undefined && { signIn: letIn.signIn }),
    envelope: envelope.keys,
  };
  const { profile, refused } = withOperations(base, drafted);
  const look = [
    ...document.unread,
    ...hosts.look,
    ...letIn.look,
    ...envelope.look,
    ...constantsToSay(choice),
    ...[...drafted.values()].flatMap((one) => one.look),
    ...(drafted.has("definitions.one") ? ["definitions.tables: say the service's names of our tables"] : []),
    ...choice.unclear.map(
      ({ operation, path, unclear }) => `${operation}: maybe ${path}, but what is {${unclear.join("}, {")}}?`,
    ),
    ...cookiesToSay(document, routes),
    ...(choice.unused.length === 0 ? [] : [`not used: ${listed(choice.unused.map(keyOf))}`]),
    "locale: en was taken for the default; say codes and query where there are others",
    ...refused,
  ];
  return { profile, look, routes: routesDrafted(choice, profile) };
}

type Base = Readonly<Record<string, unknown>>;

/** Puts the operations in; one that `profile check` would refuse is left out and named. */
function withOperations(base: Base, drafted: ReadonlyMap<OperationId, DraftedOperation>) {
  const left = new Map(drafted);
  const refused: string[] = [];
  for (;;) {
    const profile = assemble(base, left);
    const { faults } = parseProfile(JSON.stringify(profile));
    const spoilt = [...left.keys()].filter((id) =>
      faults.some(
        ({ path }) => path.startsWith(`operations["${id}"]`) || path.startsWith(`operations.${id}`),
      ),
    );
    for (const { path, problem, fix } of faults) refused.push(`${path}: ${problem}: ${fix}`);
    if (spoilt.length === 0) return { profile, refused };
    for (const id of spoilt) left.delete(id);
  }
}

function assemble(base: Base, drafted: ReadonlyMap<OperationId, DraftedOperation>): Base {
  const operations = Object.fromEntries([...drafted].map(([id, { template }]) => [id, template]));
  const renames = merged([...drafted.values()].flatMap((one) => Object.entries(one.renames)));
  const joined = (key: "article" | "keys" | "units") => {
    const whole = Object.assign({}, ...[...drafted.values()].map((one) => one[key])) as object;
    return Object.keys(whole).length > 0 && { [key]: whole };
  };
  const isPrivate = [...drafted.values()].some(({ template }) => template["class"] === "private");
  const hasTextIds = [...drafted.values()].some((one) => one.hasTextIds);
  return {
    ...base,
    ...(hasTextIds && { wire: { ids: "text" } }),
    operations,
    renames,
    // Which tables there are no document says.
    ...("definitions.one" in operations && { definitions: { tables: {} } }),
    ...joined("keys"),
    ...joined("units"),
    ...joined("article"),
    ...(isPrivate && "signIn" in base && { features: { private: true } }),
  };
}

function routesDrafted({ chosen }: Choice, { operations }: Base): Draft["routes"] {
  const there = new Set(Object.keys(operations ?? {}));
  return Object.fromEntries(
    chosen.flatMap(({ operation, route }) => (there.has(operation) ? [[operation, keyOf(route)]] : [])),
  );
}

function constantsToSay({ constants }: Choice): readonly string[] {
  return [...constants].map(
    ([name, value]) =>
      `operations: {${name.slice(0, 60)}} is in most addresses, and ${value} was put in; say yours`,
  );
}

/** Left to the author, since a document doesn't say enough about sessions. */
function cookiesToSay(document: OpenApiDocument, routes: readonly Route[]): readonly string[] {
  return [...cookiesOf(document)].map(([scheme, cookie]) => {
    const wanting = routes.filter(({ security }) => security.some((all) => scheme in all)).map(keyOf);
    return (
      `cookies: the document has a session's cookie, ${cookie} (${listed(wanting)}): say it as cookies.session, with ` +
      'features.private, and "class": "private" for what wants it'
    );
  });
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return "nothing wants it";
  const more = names.length - MOST_LISTED;
  return names.slice(0, MOST_LISTED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function titleOf(document: OpenApiDocument) {
  const given = document.objectAt("info")["title"];
  const title = (typeof given === "string" && given.trim() !== "" ? given : "My service").slice(0, 60);
  const words = title.toLowerCase().match(/[a-z\d]+/g) ?? [];
  return { id: words.join("-").slice(0, 40) || "my-service", name: title };
}
