import { isObject } from "../../platform/json/path.ts";
import { idParameters, operationParameters } from "../../platform/profile/parameters.ts";
import type { OperationId } from "../../platform/profile/schema.ts";
import { isCalled, placeOfName } from "./parameter-names.ts";
import type { Route, RouteParameter } from "./routes.ts";

/** A route's templates for one of our operations. */
export interface Filled {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Keys about pages. */
  readonly pages: { readonly firstPage?: number; readonly pageSize?: number };
  /** Our parameters, with the service's names. */
  readonly used: ReadonlyMap<string, RouteParameter>;
  /** Needed parameters that nobody knows. */
  readonly unclear: readonly string[];
  /** Our ids that are text there. */
  readonly textual: readonly string[];
}

/** What the address says of its parameters. */
export interface Meant {
  /** The service's name of the one that says whom or what. */
  readonly subject: string | undefined;
  /** Values of parameters that are the same in all addresses. */
  readonly constants: ReadonlyMap<string, string>;
}

const LARGEST_PAGE = 100;

/** Fills in a route's templates, with what an operation needs and what turns pages. */
export function fill(operation: OperationId, route: Route, { subject, constants }: Meant): Filled {
  const { required, optional } = operationParameters[operation];
  const used = new Map<string, RouteParameter>();
  const take = (ours: string, wanted: (parameter: RouteParameter) => boolean) => {
    const [best] = route.parameters
      .filter((one) => ![...used.values()].includes(one) && wanted(one))
      .toSorted((a, b) => placeOfName(ours, a) - placeOfName(ours, b));
    if (best !== undefined) used.set(ours, best);
  };
  const [main] = required;
  if (main !== undefined && subject !== undefined) take(main, ({ name }) => name === subject);
  for (const ours of required) {
    if (used.has(ours)) continue;
    take(ours, ({ name, isRequired }) => isRequired && isCalled(ours, name));
    if (!used.has(ours)) take(ours, ({ name }) => isCalled(ours, name) || name === "");
  }
  const others = optional.filter((name) => !name.includes(".") && !PAGES.has(name));
  for (const ours of [...others, "locale"])
    if (!used.has(ours)) take(ours, ({ name, isRequired }) => isRequired && isCalled(ours, name));
  for (const ours of FREE.filter((name) => optional.includes(name) && !used.has(name)))
    take(ours, ({ name }) => isCalled(ours, name));
  const pages = takePages(optional, take, used);
  const unclear = route.parameters
    .filter((one) => one.isRequired && ![...used.values()].includes(one) && !isConstant(one, constants))
    .map(({ name }) => (name === "" ? "body" : name));
  const textual = [...used].flatMap(([ours, { isText }]) => (isText && idParameters.has(ours) ? [ours] : []));
  return { ...templates(route, used, constants), pages, used, unclear, textual };
}

const PAGES = new Set(["page", "offset", "pageSize"]);
/** Taken wherever there is one: what is shown then is what was asked for. */
const FREE = ["membershipType", "mode", "period", "from", "to"];

/** Whether it is a number that counts. */
const isCount = (value: unknown) => typeof value === "number" && Number.isInteger(value) && value >= 0;
const firstOf = ({ default: usual, least }: RouteParameter) =>
  [usual, least].find((one) => one === 0 || one === 1) ?? usual;

const isPageSize = (one: RouteParameter) =>
  isCount(one.default) && Number(one.default) > 0 && Number(one.default) <= LARGEST_PAGE;

/** Pages can be turned where the document says how large one is, or what the first one's number is. */
function takePages(
  optional: readonly string[],
  take: (ours: string, wanted: (parameter: RouteParameter) => boolean) => void,
  used: Map<string, RouteParameter>,
): Filled["pages"] {
  if (!optional.includes("page")) return {};
  take("page", (one) => isCalled("page", one.name) && (one.isRequired || isCount(firstOf(one))));
  take("pageSize", (one) => isCalled("pageSize", one.name) && isPageSize(one));
  const pageSize = used.get("pageSize")?.default;
  if (pageSize !== undefined) take("offset", ({ name }) => isCalled("offset", name));
  const page = used.get("page");
  const first = page && firstOf(page);
  if (!used.has("page") && !used.has("offset")) {
    used.delete("pageSize");
    return {};
  }
  return {
    ...(typeof first === "number" && first > 0 && { firstPage: first }),
    ...(typeof pageSize === "number" && { pageSize }),
  };
}

/** Whether a value is one that an address may always have, and no text of its own making. */
function isUsual(value: unknown): value is string | number {
  return typeof value === "number" || (typeof value === "string" && /^[^{}\\]{0,40}$/.test(value));
}

/** Whether a parameter has the same value always, or a usual one in the query. */
function isConstant(
  { name, in: place, default: usual }: RouteParameter,
  constants: Meant["constants"],
): boolean {
  return constants.has(name) || (place === "query" && isUsual(usual));
}

function templates(
  route: Route,
  used: ReadonlyMap<string, RouteParameter>,
  constants: ReadonlyMap<string, string>,
): Pick<Filled, "path" | "query" | "body"> {
  const query: Record<string, string> = {};
  let path = [...constants].reduce(
    (whole, [name, value]) => whole.replaceAll(`{${name}}`, value),
    route.path,
  );
  let body = route.constants.reduce<unknown>((whole, one) => withAt(whole, one.path, one.value), undefined);
  for (const { name, in: place, isRequired, default: usual } of route.parameters)
    if (place === "query" && isRequired) {
      const value = constants.get(name) ?? usual;
      if (isUsual(value)) query[name] = String(value);
    }
  for (const [ours, { name, in: place, path: at = "" }] of used) {
    if (place === "path") path = path.replace(`{${name}}`, `{${ours}}`);
    else if (place === "query") query[name] = `{${ours}}`;
    else body = withAt(body, at, `{${ours}}`);
  }
  return { path, query, body: body ?? (route.method === "POST" ? {} : undefined) };
}

/** Sets a value at a path of a body, with list indexes as numbers. */
function withAt(whole: unknown, path: string, value: unknown): unknown {
  const [step = "", ...rest] = path.split(".");
  if (step === "") return value;
  const inner = withAt(isObject(whole) ? whole[step] : undefined, rest.join("."), value);
  if (step === "0") return [inner];
  return { ...(isObject(whole) ? whole : {}), [step]: inner };
}
