import { MilepostError } from "../base/errors.ts";
import { isObject } from "./json/path.ts";
import { callRequest } from "./profile/code.ts";
import { type Hosts, isUnder } from "./profile/hosts.ts";
import { idParameters, numericParameters, operationParameters } from "./profile/parameters.ts";
import { pathFrom } from "./profile/operations.ts";
import type { OperationId, OperationTemplate, Profile } from "./profile/schema.ts";
import { fillTemplate, type Parameters, parametersOf } from "./profile/template.ts";

/** An operation's URL, method and body for given parameters. */
export interface Route {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly body?: string;
}

/**
 * Fills in an operation's templates. Values are percent-encoded and can't leave their place: a path segment of dots is
 * refused. Query and body members without a value are left out.
 */
export function routeOf(profile: Profile, hosts: Hosts, operation: OperationId, given: Parameters): Route {
  const template = profile.operations[operation];
  if (template === undefined) throw new MilepostError("not-offered", { operation });
  const parameters = { ...template.defaults, ...dropMissing(given) };
  const said = template.request && callRequest(template.request, { operation, parameters });
  const from = pathFrom(template);
  const path = said?.path ?? fillTemplate(from.path, parameters, (value) => encodeSegment(operation, value));
  if (path === undefined)
    throw new MilepostError("bad-input", { operation, reason: missing(template, parameters) });
  const base = baseOf(hosts, from.base, operation, parameters);
  const isFixed = from.base === "portal" || from.base === "content";
  const url = new URL(base + (isFixed ? path : withSlash(profile, path)));
  if (!isUnder(url, base)) {
    throw new MilepostError("platform-refused", {
      operation,
      reason: "the profile's request leaves its host",
    });
  }
  url.search =
    said?.query === undefined ? queryOf(profile, operation, template, parameters) : encoded(said.query);
  const body = said?.body ?? (template.body && filledBody(template.body, parameters, numbersOf(profile)));
  return { method: template.method, url, ...(body !== undefined && { body: JSON.stringify(body) }) };
}

/** Returns the base of a named host; throws "platform-refused" for an account of a kind the profile doesn't list. */
function baseOf(hosts: Hosts, name: string, operation: OperationId, parameters: Parameters): string {
  if (name === "api" || name === "portal" || name === "content") return hosts[name];
  const filled = fillTemplate(hosts.more[name] ?? "", parameters);
  if (filled !== undefined && hosts.apis.includes(filled)) return filled;
  throw new MilepostError("platform-refused", { operation, reason: `no host ${name} for this account` });
}

function dropMissing(given: Parameters): Parameters {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function encodeSegment(operation: string, value: string): string {
  if (value === "" || value === "." || value === "..") {
    throw new MilepostError("bad-input", { operation, reason: "a part of the address is empty or dots" });
  }
  return encodeURIComponent(value.toWellFormed());
}

function missing(template: OperationTemplate, parameters: Parameters): string {
  const names = parametersOf(template.path).filter((name) => parameters[name] === undefined);
  return `the profile's path needs ${names.join(", ")}`;
}

function withSlash(profile: Profile, path: string): string {
  return profile.wire.trailingSlash && !path.endsWith("/") ? `${path}/` : path;
}

function queryOf(
  profile: Profile,
  operation: OperationId,
  template: OperationTemplate,
  parameters: Parameters,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(template.query)) {
    const filled = fillTemplate(value, parameters, (text) => text.toWellFormed());
    if (filled !== undefined) query.append(name, filled);
  }
  const { query: localeName } = profile.locale;
  const isLocalised = operationParameters[operation].isLocalised === true && !namesLocale(template);
  if (localeName !== undefined && parameters["locale"] !== undefined && isLocalised) {
    query.append(localeName, parameters["locale"]);
  }
  return encodedText(query);
}

function encoded(members: Parameters): string {
  return encodedText(
    new URLSearchParams(
      Object.entries(members).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, value.toWellFormed()]],
      ),
    ),
  );
}

/** Servers disagree on whether a plus is a space. */
function encodedText(query: URLSearchParams): string {
  return query.toString().replaceAll("+", "%20");
}

function namesLocale({ path, query, body }: OperationTemplate): boolean {
  const templates = [path, ...Object.values(query), JSON.stringify(body ?? {})];
  return templates.some((template) => parametersOf(template).includes("locale"));
}

/** Returns the parameters that are numbers in a JSON body; ids, too, where the service sends them so. */
function numbersOf({ wire }: Profile): ReadonlySet<string> {
  return wire.int64 === "number" ? new Set([...numericParameters, ...idParameters]) : numericParameters;
}

/** A string that consists of a number's parameter becomes a number, without losing digits. */
function filledBody(value: unknown, parameters: Parameters, numbers: ReadonlySet<string>): unknown {
  if (typeof value === "string") {
    const filled = fillTemplate(value, parameters);
    const isNumber = numbers.has(/^\{([\w.]+)\}$/.exec(value)?.[1] ?? "");
    return isNumber && filled !== undefined && /^(?:0|-?[1-9]\d*)$/.test(filled) ? rawJson(filled) : filled;
  }
  if (Array.isArray(value))
    return value
      .map((member) => filledBody(member, parameters, numbers))
      .filter((member) => member !== undefined);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, filledBody(member, parameters, numbers)]),
  );
}

/** TypeScript doesn't know JSON.rawJSON yet, which writes digits unchanged. */
function rawJson(digits: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(digits);
}
