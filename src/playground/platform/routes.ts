import { withoutEndSlashes } from "../../base/address.ts";
import { pathFrom } from "../../platform/profile/operations.ts";
import type { OperationId, OperationTemplate, Profile } from "../../platform/profile/schema.ts";
import type { resolveHosts } from "../../platform/profile/load.ts";
import { cut, parametersOf } from "../../platform/profile/template.ts";
import { isSameComponent, variantsOf } from "./variants.ts";

export type Parameters = Readonly<Record<string, string>>;

export interface Route {
  readonly id: OperationId;
  readonly operation: OperationTemplate;
  /** Returns the request's parameters; undefined when it doesn't match. */
  readonly match: (request: RouteRequest) => Parameters | undefined;
  /** Query members that are constant. A request may list several values: `200,202`, or repeat the member. */
  readonly constants: readonly string[];
  /** How exact the route is: by its constant query members, then by fewer parameters in the path. */
  readonly weight: number;
  readonly hasPath: (path: string) => boolean;
}
interface RouteRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

type Hosts = ReturnType<typeof resolveHosts>;

export function routesOf(profile: Profile, hosts: Hosts): Route[] {
  const routes = Object.entries(profile.operations).flatMap(([id, operation]) =>
    operation === undefined
      ? []
      : [operation, ...variantsOf(profile, id as OperationId)].map((one) =>
          toRoute(id as OperationId, one, pathnameOf(hosts, pathFrom(one).base)),
        ),
  );
  return routes.sort((one, other) => other.weight - one.weight);
}

function pathnameOf({ portal, api, content, more }: Hosts, base: string): string {
  const bases: Readonly<Record<string, string>> = { ...more, portal, api, content };
  return new URL(bases[base] ?? api).pathname;
}

function toRoute(id: OperationId, operation: OperationTemplate, prefix: string): Route {
  const path = matcher(withoutEndSlashes(withoutEndSlashes(prefix) + pathFrom(operation).path), "[^/]+");
  const query = Object.entries(operation.query).map(([name, template]) => ({
    name,
    template,
    isFixed: parametersOf(template).length === 0,
    read: matcher(template, ".*"),
  }));
  return {
    id,
    operation,
    constants: query.flatMap(({ name, isFixed }) => (isFixed ? [name] : [])),
    weight: query.filter(({ isFixed }) => isFixed).length - parametersOf(operation.path).length / 10,
    hasPath: (asked) => path(withoutEndSlashes(asked)) !== undefined,
    match: (request) => {
      const found: Record<string, string> = { ...operation.defaults };
      const inPath = path(withoutEndSlashes(request.path), decode);
      if (inPath === undefined) return undefined;
      Object.assign(found, inPath);
      for (const { name, template, isFixed, read } of query) {
        const value = request.query.has(name) ? request.query.getAll(name).join(",") : null;
        // An empty value counts as absent.
        if (value === "" && !isFixed) continue;
        const inQuery = value === null ? undefined : read(value);
        const isListed =
          isFixed &&
          value?.split(",").some((one) => read(one) !== undefined || isSameComponent(one, template));
        if (isFixed && inQuery === undefined && isListed !== true) return undefined;
        Object.assign(found, inQuery);
      }
      if (operation.body !== undefined && !readBody(operation.body, request.body, found)) return undefined;
      return withoutSuffixes(found);
    },
  };
}

/** Reads parameters from a JSON body by its template. Returns false when a constant differs. */
function readBody(template: unknown, body: unknown, found: Record<string, string>): boolean {
  if (typeof template === "string") {
    const isConstant = parametersOf(template).length === 0;
    if (typeof body !== "string" && typeof body !== "number") return !isConstant;
    const given = matcher(template, ".*")(String(body));
    Object.assign(found, given);
    return !isConstant || given !== undefined;
  }
  if (typeof template !== "object" || template === null) return template === body;
  return Object.entries(template).every(([name, inner]) => {
    const held: unknown = typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
    return readBody(inner, held, found);
  });
}

/** Returns a function that reads a template's parameters from a text; undefined when it doesn't match. */
export function matcher(template: string, any: string) {
  const names = parametersOf(template);
  const source = cut(template)
    .map((part) =>
      "text" in part ? part.text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`) : `(${any})`,
    )
    .join("");
  const pattern = new RegExp(`^${source}$`, "su");
  return (text: string, decoded: (value: string) => string = (value) => value): Parameters | undefined => {
    const match = pattern.exec(text);
    if (match === null) return undefined;
    return Object.fromEntries(names.map((name, index) => [name, decoded(match[index + 1] ?? "")]));
  };
}

/** `type.value` and `type.name` both mean `type`. */
function withoutSuffixes(found: Parameters): Parameters {
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => [name.replace(/\.(?:value|name)$/, ""), value]),
  );
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

const UNRESERVED = /%(?:2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/gi;

/**
 * Returns the requested URL with its path normalized: no doubled slashes, no needless escapes (RFC 3986, 6.2.2.2). Also
 * reads whole addresses, as sent to proxies.
 */
export function requestUrl(target: string, portal: string): URL | undefined {
  const whole = /^https?:\/\//i.test(target) ? pathOf(target) : target;
  if (whole === undefined || !whole.startsWith("/")) return undefined;
  const [path = "", ...query] = whole.split("?");
  const address =
    new URL(portal).origin + path.replaceAll(UNRESERVED, decodeURIComponent).replaceAll(/\/{2,}/g, "/");
  const search = query.length === 0 ? "" : `?${query.join("?")}`;
  return URL.canParse(address + search) ? new URL(address + search) : undefined;
}

function pathOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { pathname, search } = new URL(address);
  return pathname + search;
}
