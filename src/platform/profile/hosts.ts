import { isLoopbackHost, withoutEndSlashes } from "../../base/address.ts";
import type { Profile } from "./schema.ts";
import { fillTemplate, parametersOf } from "./template.ts";

/** A profile's resolved hosts. Base URLs end without a slash. */
export type Hosts = Readonly<ReturnType<typeof resolveHosts>>;

/** Resolves `{portal}`, `{api}` and `{content}`. PLATFORM_BASE_URL has already replaced the portal (`loadProfile`). */
export function resolveHosts(profile: Pick<Profile, "hosts"> & Partial<Pick<Profile, "enums">>) {
  const { hosts } = profile;
  const portal = base(hosts.portal);
  const api = base(hosts.api, { portal });
  const content = base(hosts.content, { portal, api });
  const known = { portal, api, content };
  const providers: Readonly<Partial<Record<"ProviderA" | "ProviderB", string>>> = Object.fromEntries(
    Object.entries(hosts.providers).flatMap(([id, address]) =>
      address === undefined ? [] : [[id, base(address, known)]],
    ),
  );
  const originOf = (address: string) => new URL(base(address, known)).origin;
  const more = Object.fromEntries(
    Object.entries(hosts.more).map(([name, address]) => [name, base(address, { ...known, ...OF_ACCOUNT })]),
  );
  const apis = [api, ...Object.values(more).flatMap((address) => ofEachAccount(address, profile))];
  const asked = [portal, ...apis, content, ...Object.values(providers), ...hosts.allow].map(originOf);
  return {
    ...known,
    providers,
    /** Further hosts of the API by name, with what is the account's still open. */
    more,
    /** Every base of the API: what the key and members' tokens go to. */
    apis,
    /** Origins that a request, redirect, cookie or picture may go to. */
    allowed: new Set(asked),
    /** Origins that members may be sent to: the same, and the profile's `hosts.links`, which get no requests. */
    linked: new Set([...asked, ...hosts.links.map(originOf)]),
  };
}

/** What of a host is the account's; it stays open until an account is asked about. */
export const ACCOUNT_PARTS = ["membershipType.name", "membershipType.value"] as const;
const OF_ACCOUNT = Object.fromEntries(ACCOUNT_PARTS.map((name) => [name, `{${name}}`]));

/** Returns a host for each kind of account the profile lists, where it depends on that. */
export function ofEachAccount(
  address: string,
  { enums }: Partial<Pick<Profile, "enums">>,
): readonly string[] {
  if (parametersOf(address).length === 0) return [address];
  return (enums?.MembershipType ?? []).map(({ name, value }) =>
    base(address, { "membershipType.name": name, "membershipType.value": String(value) }),
  );
}

/** Returns whether the key and a member's token may go to a URL. */
export function isOfApi(
  url: URL,
  { api, apis = [api] }: Pick<Hosts, "api"> & Partial<Pick<Hosts, "apis">>,
): boolean {
  return apis.some((one) => isUnder(url, one));
}

/** Returns the values of `{portal}`, `{api}`, `{content}`, `{ProviderA}` and `{ProviderB}`. */
export function hostParameters(hosts: Hosts): Readonly<Record<string, string>> {
  return { portal: hosts.portal, api: hosts.api, content: hosts.content, ...hosts.providers };
}

/** Returns whether a URL is under a base URL: the same origin, and whole path segments. */
export function isUnder(url: URL, base: string): boolean {
  const { origin, pathname } = new URL(base);
  const folder = pathname.endsWith("/") ? pathname : `${pathname}/`;
  return url.origin === origin && (url.pathname === pathname || url.pathname.startsWith(folder));
}

/** Returns a URL on the allow-list, without user name and password; undefined for any other. */
export function allowedAddress(address: string, { allowed }: Pick<Hosts, "allowed">): URL | undefined {
  const url = URL.parse(address);
  if (url === null || hasCredentials(url)) return undefined;
  return allowed.has(url.origin) ? url : undefined;
}

/** Returns whether a user name or password stands before the host. */
export function hasCredentials(url: URL): boolean {
  return url.username !== "" || url.password !== "";
}

export const WITH_CREDENTIALS = "an address with a name or password in it";

/** Returns why a URL can't be a host, or undefined: it must be https, or http on loopback, without credentials. */
export function hostFault(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null) return "not a whole address";
  if (hasCredentials(url)) return WITH_CREDENTIALS;
  if (url.search !== "" || url.hash !== "") return "a base address with a query or fragment";
  if (url.protocol === "https:") return undefined;
  if (url.protocol !== "http:") return "neither https nor http";
  return isLoopbackHost(url.hostname) ? undefined : "http to a host that is not loopback";
}

function base(template: string, known: Readonly<Record<string, string>> = {}): string {
  return withoutEndSlashes(fillTemplate(template, known) ?? template);
}
