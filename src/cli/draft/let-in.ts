import { isObject } from "../../platform/json/path.ts";
import type { Schema } from "./document.ts";

/**
 * Reads from an OpenAPI document's security schemes how a service authorizes applications and, by OAuth, members. Gaps
 * are listed.
 */
export function letInBy({ components }: Schema, portal: string) {
  const described = isObject(components) ? components["securitySchemes"] : undefined;
  const schemes = Object.entries(isObject(described) ? described : {}).flatMap(([name, scheme]) =>
    isObject(scheme) ? [{ name, scheme }] : [],
  );
  const named = schemes.filter(({ scheme }) => /^(?:oauth2|openIdConnect)$/.test(String(scheme["type"])));
  const signIn = named.map(({ scheme }) => signInBy(scheme, portal)).find((one) => one !== undefined);
  const application = named
    .map(({ scheme }) => applicationBy(scheme, portal))
    .find((one) => one !== undefined);
  const member = signIn === undefined ? UNSAID : FILL_IN;
  const isMembers = named.some(({ scheme }) => applicationBy(scheme, portal) === undefined);
  const look = [
    ...(isMembers || signIn !== undefined ? [member] : []),
    ...(application === undefined ? [] : [FILL_IN_APPLICATION]),
  ];
  const key = headersBy(schemes.map(({ scheme }) => scheme));
  const isUnkeyed = key === undefined || (named.length > 0 && key["apiKey"] === "Authorization");
  return {
    headers: isUnkeyed ? {} : key,
    signIn: signIn?.signIn,
    clientCredentials: application?.clientCredentials,
    /** Origins that a sign-in leads to. */
    allow: [...new Set([...(signIn?.allow ?? []), ...(application?.allow ?? [])])],
    /** Session cookies, by scheme name. */
    cookies: new Map(
      schemes.flatMap(({ name, scheme }) =>
        scheme["in"] === "cookie" ? [[name, String(scheme["name"])] as const] : [],
      ),
    ),
    /** Names of OAuth schemes that are for members only. */
    oauth: new Set(
      named.filter(({ scheme }) => applicationBy(scheme, portal) === undefined).map(({ name }) => name),
    ),
    look:
      isUnkeyed && application === undefined
        ? [...look, "headers.apiKey: the document names no place for a key"]
        : look,
  };
}

const UNSAID =
  "signIn.oauth: the document has OAuth, and not its addresses; say them, your application's clientId and redirectUri";
const FILL_IN =
  "signIn.oauth: put in your application's clientId and redirectUri, and say clientAuth; of the scopes leave those " +
  "you need";

function headersBy(schemes: readonly Schema[]): Readonly<Record<string, string>> | undefined {
  const keyIn = (place: string) =>
    schemes.find((one) => one["type"] === "apiKey" && one["in"] === place)?.["name"];
  const header = keyIn("header");
  if (typeof header === "string") return { apiKey: header };
  const isBearer = schemes.some(
    (one) => one["type"] === "http" && String(one["scheme"]).toLowerCase() === "bearer",
  );
  if (isBearer) return { apiKey: "Authorization", apiKeyValue: "Bearer {key}" };
  const member = keyIn("query");
  return typeof member === "string" ? { apiKeyQuery: member } : undefined;
}

const FILL_IN_APPLICATION =
  "clientCredentials: put in your application's clientId, and say clientAuth; where only a member's token will do, say " +
  '"class": "private"';

/** Returns the client-credentials flow, if the document has it. */
function applicationBy({ flows }: Schema, portal: string) {
  const flow = isObject(flows) ? flows["clientCredentials"] : undefined;
  const tokenUrl = isObject(flow) ? flow["tokenUrl"] : undefined;
  if (typeof tokenUrl !== "string" || !URL.canParse(tokenUrl, `${portal}/`)) return undefined;
  const { href, origin } = new URL(tokenUrl, `${portal}/`);
  return {
    clientCredentials: { tokenUrl: href, clientId: "YOUR-CLIENT-ID" },
    allow: origin === portal ? [] : [origin],
  };
}

/** Returns the authorization-code flow, if the document has it. */
function signInBy({ flows }: Schema, portal: string) {
  const flow = isObject(flows) ? flows["authorizationCode"] : undefined;
  if (!isObject(flow)) return undefined;
  const { authorizationUrl, tokenUrl, scopes } = flow;
  const addresses = [authorizationUrl, tokenUrl].flatMap((url) =>
    typeof url === "string" && URL.canParse(url, `${portal}/`) ? [new URL(url, `${portal}/`)] : [],
  );
  const [authorize, token] = addresses;
  if (authorize === undefined || token === undefined) return undefined;
  const scope = isObject(scopes) ? Object.keys(scopes).join(" ") : "";
  const oauth = {
    authorizeUrl: authorize.href,
    tokenUrl: token.href,
    clientId: "YOUR-CLIENT-ID",
    redirectUri: "https://localhost/linked",
    ...(scope !== "" && { scope }),
  };
  const allow = [...new Set(addresses.map(({ origin }) => origin))].filter((origin) => origin !== portal);
  return { signIn: { oauth }, allow };
}
