import { isObject } from "../../platform/json/path.ts";
import { isOwnHeader } from "../../platform/profile/faults.ts";
import { headerName, headerValue } from "../../platform/profile/leaves.ts";
import type { OpenApiDocument, Schema } from "./document.ts";
import type { Route } from "./routes.ts";

interface Scheme {
  readonly name: string;
  readonly scheme: Schema;
}

/**
 * Reads from a document's security schemes how a service authorizes applications and, by OAuth, members, with the
 * scopes of the chosen routes alone; `own` are those of what is a member's alone. Gaps are listed.
 */
export function letInBy(
  document: OpenApiDocument,
  portal: string,
  { chosen, own }: { readonly chosen: readonly Route[]; readonly own: readonly Route[] },
) {
  const schemes = schemesOf(document);
  const named = schemes.filter(({ scheme }) => /^(?:oauth2|openIdConnect)$/.test(String(scheme["type"])));
  const application = named
    .map(({ scheme }) => applicationBy(scheme, portal))
    .find((one) => one !== undefined);
  const members = named.filter(({ scheme }) => applicationBy(scheme, portal) === undefined);
  const signIn = named.map((one) => signInBy(one, portal, chosen)).find((one) => one !== undefined);
  const headers = headersOf(schemes, chosen);
  const memberKey =
    signIn === undefined && application === undefined && members.length === 0
      ? memberKeyBy(schemes, own)
      : undefined;
  const isUnkeyed =
    headers.key === undefined || (named.length > 0 && headers.key["apiKey"] === "Authorization");
  const isOpen = schemes.length === 0 && headers.key === undefined;
  return {
    headers: {
      ...(!isUnkeyed && headers.key),
      ...(Object.keys(headers.more).length > 0 && { more: headers.more }),
    },
    signIn: signIn?.signIn ?? memberKey,
    clientCredentials: application?.clientCredentials,
    /** Origins that a sign-in leads to. */
    allow: [...new Set([...(signIn?.allow ?? []), ...(application?.allow ?? [])])],
    look: [
      ...(members.length > 0 || signIn !== undefined ? [signIn === undefined ? UNSAID : FILL_IN] : []),
      ...(application === undefined ? [] : [FILL_IN_APPLICATION]),
      ...(isUnkeyed && application === undefined ? [isOpen ? OPEN : NO_PLACE] : []),
      ...(memberKey === undefined ? [] : [FILL_IN_KEY]),
      ...headers.look,
    ],
  };
}

/** Returns how the key goes that what is a member's own wants. */
function memberKeyBy(schemes: readonly Scheme[], own: readonly Route[]) {
  const wanted = new Set(own.flatMap(({ security }) => security.flatMap((all) => Object.keys(all))));
  const key = keyOfSchemes(
    schemes.filter(({ name }) => wanted.has(name)),
    own,
  );
  const header = key?.["apiKey"];
  if (header === undefined) return undefined;
  return { key: { header, value: key?.["apiKeyValue"] ?? "{key}", manageUrl: "{portal}/YOUR-KEYS-PAGE" } };
}

/** Session cookies, by scheme name. */
export function cookiesOf(document: OpenApiDocument): ReadonlyMap<string, string> {
  const cookies = schemesOf(document).filter(({ scheme }) => scheme["in"] === "cookie");
  return new Map(cookies.map(({ name, scheme }) => [name, String(scheme["name"])]));
}

/**
 * Returns which routes only a member's own sign-in lets in to. A service that only says OAuth, without a scope, may well
 * answer anybody.
 */
export function memberOnly(document: OpenApiDocument, portal: string): (route: Route) => boolean {
  const oauth = new Set(
    schemesOf(document)
      .filter(({ scheme }) => /^(?:oauth2|openIdConnect)$/.test(String(scheme["type"])))
      .filter(({ scheme }) => applicationBy(scheme, portal) === undefined)
      .map(({ name }) => name),
  );
  const isMembers = (all: Route["security"][number]) =>
    Object.entries(all).some(([name, scopes]) => oauth.has(name) && scopes.length > 0);
  return ({ security }) => security.length > 0 && security.every(isMembers);
}

function schemesOf(document: OpenApiDocument): readonly Scheme[] {
  const described = [
    ...Object.entries(document.objectAt("components", "securitySchemes")),
    ...Object.entries(document.objectAt("securityDefinitions")),
  ];
  return described.flatMap(([name, given]) => {
    const scheme = document.follow(given);
    return scheme === undefined ? [] : [{ name, scheme: asOpenApi3(scheme) }];
  });
}

const FLOWS: Readonly<Record<string, string>> = {
  accessCode: "authorizationCode",
  application: "clientCredentials",
};

/** Swagger 2 has one flow, under a name of its own. */
function asOpenApi3(scheme: Schema): Schema {
  if (scheme["type"] === "basic") return { type: "http", scheme: "basic" };
  const flow = FLOWS[String(scheme["flow"])];
  return flow === undefined ? scheme : { ...scheme, flows: { [flow]: scheme } };
}

const UNSAID =
  "signIn.oauth: the document has OAuth, and not its addresses; say them, your application's clientId and redirectUri";
const FILL_IN = "signIn.oauth: put in your application's clientId and redirectUri, and say clientAuth";
const FILL_IN_KEY =
  "signIn.key: members give a key of their own; say manageUrl, where they make it, and scope, what it has to be allowed";
const OPEN = "headers.apiKey: the document names no key; if the service needs one, say where it goes";
const NO_PLACE = "headers.apiKey: the document names no place for a key";

interface DraftHeaders {
  readonly key: Readonly<Record<string, string>> | undefined;
  readonly more: Readonly<Record<string, string>>;
  readonly look: readonly string[];
}

/** Returns the place of the key, and headers of one possible value; none that the profile would refuse. */
function headersOf(schemes: readonly Scheme[], chosen: readonly Route[]): DraftHeaders {
  const wanted = new Map(chosen.flatMap(({ headers }) => Object.entries(headers)));
  const valued = [...wanted].flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const key =
    keyOfSchemes(schemes, chosen) ??
    [...wanted].flatMap(([name, value]) =>
      value === undefined && /api.?key/i.test(name.slice(0, 100)) && isHeader(name) ? [{ apiKey: name }] : [],
    )[0];
  const more = valued.filter(
    ([name, value]) => isHeader(name) && headerValue.safeParse(value).success && name !== key?.["apiKey"],
  );
  const unsaid = [...wanted].filter(
    ([name]) => name !== key?.["apiKey"] && !more.some(([one]) => one === name),
  );
  const look = unsaid.map(
    ([name]) =>
      `headers.more: the service wants ${name.slice(0, 60)} too; say its value if it is the same always`,
  );
  return { key, more: Object.fromEntries(more), look };
}

const isHeader = (name: string) => headerName.safeParse(name).success && !isOwnHeader(name);

/** The chosen routes' own schemes come before what others of the document want. */
function keyOfSchemes(
  schemes: readonly Scheme[],
  chosen: readonly Route[],
): Readonly<Record<string, string>> | undefined {
  const used = new Set(chosen.flatMap(({ security }) => security.flatMap((all) => Object.keys(all))));
  const all = schemes
    .toSorted((a, b) => Number(used.has(b.name)) - Number(used.has(a.name)))
    .map(({ scheme }) => scheme);
  const nameIn = (place: string, isFit: (name: string) => boolean) =>
    all
      .filter((one) => one["type"] === "apiKey" && one["in"] === place)
      .map((one) => one["name"])
      .find((name): name is string => typeof name === "string" && isFit(name));
  const header = nameIn("header", isHeader);
  if (header !== undefined) return { apiKey: header };
  const isBearer = all.some((one) => one["type"] === "http" && /^bearer$/i.test(String(one["scheme"])));
  if (isBearer) return { apiKey: "Authorization", apiKeyValue: "Bearer {key}" };
  const member = nameIn("query", (name) => name.length < 60);
  return member === undefined ? undefined : { apiKeyQuery: member };
}

const FILL_IN_APPLICATION =
  "clientCredentials: put in your application's clientId, and say clientAuth; where only a member's token will do, say " +
  '"class": "private"';

/** Returns the client-credentials flow, if the document has it. */
function applicationBy({ flows }: Schema, portal: string) {
  const flow = isObject(flows) ? flows["clientCredentials"] : undefined;
  const token = isObject(flow) ? addressIn(flow["tokenUrl"], portal) : undefined;
  if (token === undefined) return undefined;
  return {
    clientCredentials: { tokenUrl: token.href, clientId: "YOUR-CLIENT-ID" },
    allow: token.origin === portal ? [] : [token.origin],
  };
}

/** Returns the authorization-code flow, if the document has it. */
function signInBy({ name, scheme }: Scheme, portal: string, chosen: readonly Route[]) {
  const { flows } = scheme;
  const flow = isObject(flows) ? flows["authorizationCode"] : undefined;
  if (!isObject(flow)) return undefined;
  const authorize = addressIn(flow["authorizationUrl"], portal);
  const token = addressIn(flow["tokenUrl"], portal);
  // A document that has to say some address says the root's.
  if (authorize === undefined || token === undefined || authorize.pathname === "/") return undefined;
  const known = isObject(flow["scopes"]) ? flow["scopes"] : {};
  const scopes = chosen
    .flatMap(({ security }) => security.flatMap((all) => all[name] ?? []))
    .filter((scope): scope is string => typeof scope === "string" && Object.hasOwn(known, scope));
  const oauth = {
    authorizeUrl: authorize.href,
    tokenUrl: token.href,
    clientId: "YOUR-CLIENT-ID",
    redirectUri: "https://localhost/linked",
    ...(scopes.length > 0 && { scope: [...new Set(scopes)].join(" ") }),
  };
  const allow = [...new Set([authorize.origin, token.origin])].filter((origin) => origin !== portal);
  return { signIn: { oauth }, allow };
}

function addressIn(given: unknown, portal: string): URL | undefined {
  return typeof given === "string" && given.length < 2_000
    ? (URL.parse(given, `${portal}/`) ?? undefined)
    : undefined;
}
