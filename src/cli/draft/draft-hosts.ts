import { withoutEndSlashes } from "../../base/address.ts";
import { isObject } from "../../platform/json/path.ts";
import { hostFault } from "../../platform/profile/hosts.ts";
import type { OpenApiDocument } from "./document.ts";
import type { Route } from "./routes.ts";

export interface DraftHosts {
  readonly keys: {
    readonly portal: string;
    readonly api: string;
    readonly more?: Readonly<Record<string, string>>;
  };
  /** What a route's path begins with, where it is at another host: `{users}`. */
  readonly baseOf: (route: Route) => string;
  readonly look: readonly string[];
}

const ELSEWHERE = "https://portal.example";
const LONGEST = 500;

/** Returns the hosts by the document's first server that is a whole address, or the servers of most chosen routes. */
export function draftHosts(document: OpenApiDocument, chosen: readonly Route[]): DraftHosts {
  const general = serversOf(document);
  const serverOf = ({ servers }: Route) => servers.flatMap((one) => addressOf(one))[0] ?? general[0];
  const own = chosen.map(serverOf);
  const address = mostOf(own) ?? general[0];
  if (address === undefined) {
    const look = ["hosts: the document names no whole address of a server; say portal and api"];
    return { keys: { portal: ELSEWHERE, api: "{portal}" }, baseOf: () => "", look };
  }
  const { origin, pathname } = new URL(address.url);
  const names = new Map<string, string>();
  for (const one of own)
    if (one !== undefined && one.url !== address.url && !names.has(one.url))
      names.set(one.url, nameFor(one.url, new Set(names.values())));
  const look = ["hosts.content: pictures were taken to be at the portal"];
  if (address.isAssumed) look.push(`hosts.portal: ${origin} is the document's default; say yours`);
  const more = Object.fromEntries([...names].map(([url, name]) => [name, withoutEndSlashes(url)]));
  return {
    keys: {
      portal: origin,
      api: `{portal}${withoutEndSlashes(pathname)}`,
      ...(names.size > 0 && { more }),
    },
    baseOf: (route) => {
      const name = names.get(serverOf(route)?.url ?? "");
      return name === undefined ? "" : `{${name}}`;
    },
    look,
  };
}

/** What says nothing in the name of a host. */
const GENERAL = new Set(["www", "api", "apis", "portal", "content"]);

/** Returns a name for a host, by the first telling word of its own. */
function nameFor(url: string, taken: ReadonlySet<string>): string {
  const words = new URL(url).hostname.split(".").map((one) => one.toLowerCase().replaceAll(/[^a-z\d]/g, ""));
  const word = words.find((one) => /^[a-z]/.test(one) && !GENERAL.has(one)) ?? "more";
  const free = [word, ...Array.from({ length: taken.size }, (_, index) => `${word}${index + 2}`)];
  return free.find((one) => !taken.has(one)) ?? word;
}

interface Address {
  readonly url: string;
  /** Whether variables were filled in. */
  readonly isAssumed: boolean;
}

function serversOf(document: OpenApiDocument): readonly Address[] {
  const { servers, host, basePath, schemes } = document.root;
  if (Array.isArray(servers)) return servers.flatMap((one) => addressOf(one));
  if (typeof host !== "string") return [];
  const scheme =
    Array.isArray(schemes) && !schemes.includes("https") && schemes.includes("http") ? "http" : "https";
  const path = typeof basePath === "string" ? basePath : "";
  return addressOf({ url: `${scheme}://${host}${path}` });
}

/** Fills in the defaults of a server's variables (OpenAPI 3, Server Variable Object). */
function addressOf(server: unknown): readonly Address[] {
  if (!isObject(server) || typeof server["url"] !== "string" || server["url"].length > LONGEST) return [];
  const variables = isObject(server["variables"]) ? server["variables"] : {};
  let url = server["url"];
  for (const [name, variable] of Object.entries(variables)) {
    const usual = isObject(variable) ? variable["default"] : undefined;
    if (typeof usual === "string" || typeof usual === "number")
      url = url.replaceAll(`{${name}}`, String(usual));
  }
  const bare = URL.parse(url);
  const address = bare === null || url.includes("{") ? undefined : `${bare.origin}${bare.pathname}`;
  if (address === undefined || hostFault(address) !== undefined) return [];
  return [{ url: address, isAssumed: url !== server["url"] }];
}

function mostOf(all: readonly (Address | undefined)[]): Address | undefined {
  const counts = new Map<string, number>();
  for (const one of all) if (one !== undefined) counts.set(one.url, (counts.get(one.url) ?? 0) + 1);
  const [best] = [...counts].toSorted(([, a], [, b]) => b - a);
  return best === undefined ? undefined : all.find((one) => one?.url === best[0]);
}
