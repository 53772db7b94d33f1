import type { Secret } from "../../base/secret.ts";
import { callSign } from "../profile/code.ts";
import { type Hosts, isOfApi } from "../profile/hosts.ts";
import type { Profile } from "../profile/schema.ts";
import { fillTemplate } from "../profile/template.ts";
import type { PlatformRequest } from "./request.ts";

interface HeaderOptions {
  readonly profile: Pick<Profile, "headers"> & Partial<Pick<Profile, "locale">>;
  /** Only URLs under the API get the key, or a session with its CSRF token; the portal's pages get its cookies. */
  readonly hosts: Pick<Hosts, "api" | "portal"> & Partial<Pick<Hosts, "apis">>;
  readonly apiKey: Secret | undefined;
  readonly version: string;
}

const FEEDS =
  "application/rss+xml,application/atom+xml,application/feed+json,application/xml;q=0.9,*/*;q=0.5";
const LINES = "application/x-ndjson,application/json;q=0.5";
const PICTURES = "image/png,image/jpeg,image/webp,image/gif";

/** Returns the address of a request with the key, where the profile has it in the query. */
export function keyedBy({ profile, hosts, apiKey }: Omit<HeaderOptions, "version">) {
  const { apiKeyQuery: name, apiKeyValue } = profile.headers;
  return ({ class: kind }: Pick<PlatformRequest, "class">, url: URL): URL => {
    const key = apiKey?.reveal();
    const isKeyed = kind !== "page" && kind !== "picture" && isOfApi(url, hosts);
    if (name === undefined || key === undefined || !isKeyed) return url;
    const keyed = new URL(url);
    keyed.searchParams.set(name, fillTemplate(apiKeyValue, { key }) ?? key);
    keyed.search = keyed.search.replaceAll("+", "%20");
    return keyed;
  };
}

export type HeadersFor = (request: PlatformRequest, url: URL) => Record<string, string>;

/**
 * Builds the headers of every hop from its target: the key and a session go to the API only, while automatic redirects
 * would forward X-API-Key across origins.
 */
export function headersBy({ profile, hosts, apiKey, version }: HeaderOptions): HeadersFor {
  const { headers } = profile;
  const { portal } = hosts;
  const userAgent = fillTemplate(headers.userAgent, { version }) ?? headers.userAgent;
  const everywhere = { "user-agent": userAgent, "accept-encoding": "gzip, deflate, br" };
  return (request, url) => {
    if (request.class === "page") return { ...everywhere, ...pageHeaders(request, url, portal) };
    if (request.class === "picture") return { ...everywhere, accept: PICTURES };
    const made: Record<string, string> = {
      ...everywhere,
      accept: request.isFeed === true ? FEEDS : request.isLines === true ? LINES : "application/json",
    };
    if (request.class === "token")
      Object.assign(made, applicationHeaders(request), {
        "content-type": "application/x-www-form-urlencoded",
      });
    else if (request.body !== undefined) made["content-type"] = "application/json";
    if (!isOfApi(url, hosts)) return made;
    const key = apiKey?.reveal();
    const { operation, method, body = "", language, entityTag } = request;
    const header = profile.locale?.header;
    const sent = { operation, method, url: url.href, body, key };
    const more = { ...headers.more, ...(headers.sign && callSign(headers.sign, sent)) };
    const ofSession = sessionHeaders(request, url, headers.csrf);
    const ofApplication = {
      ...withoutNames(made, Object.keys(more)),
      ...more,
      ...(header !== undefined && language !== undefined && { [header]: language }),
      ...(entityTag !== undefined && { "if-none-match": entityTag }),
      ...(key === undefined || headers.apiKeyQuery !== undefined
        ? {}
        : { [headers.apiKey]: fillTemplate(headers.apiKeyValue, { key }) ?? key }),
      ...applicationHeaders(request),
    };
    // A member's own key may go where the application's does.
    return { ...withoutNames(ofApplication, Object.keys(ofSession)), ...ofSession };
  };
}

/** Removes headers that are set again; names are compared without case. */
function withoutNames(
  headers: Readonly<Record<string, string>>,
  names: readonly string[],
): Record<string, string> {
  const gone = new Set(names.map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !gone.has(name.toLowerCase())));
}

function applicationHeaders({ authorization }: PlatformRequest): Record<string, string> {
  return authorization === undefined ? {} : { authorization: authorization.reveal() };
}

function pageHeaders({ session }: PlatformRequest, url: URL, portal: string): Record<string, string> {
  const cookie = url.origin === new URL(portal).origin ? session?.cookie(url) : undefined;
  return { accept: "text/html,application/xhtml+xml", ...(cookie === undefined ? {} : { cookie }) };
}

function sessionHeaders({ session }: PlatformRequest, url: URL, csrfName: string): Record<string, string> {
  const cookie = session?.cookie(url);
  const csrf = session?.csrf();
  const authorization = session?.authorization?.(url);
  return {
    ...(cookie === undefined ? {} : { cookie }),
    ...(csrf === undefined ? {} : { [csrfName]: csrf }),
    ...(authorization === undefined ? {} : { [session?.header ?? "authorization"]: authorization }),
  };
}
