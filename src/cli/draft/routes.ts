import { parseJson } from "../../platform/json/parse.ts";
import { isObject } from "../../platform/json/path.ts";
import { listOf, type OpenApiDocument, type Schema, typeOf } from "./document.ts";
import { inferSchema } from "./infer-schema.ts";

/** A route of an OpenAPI document. */
export interface Route {
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly operationId: string;
  /** What was taken for parts of its path that may be several things. */
  readonly assumed?: readonly string[];
  /** Required ones of the path, and possible ones of query and body. */
  readonly parameters: readonly RouteParameter[];
  /** Constant members of the body, or a constant body. */
  readonly constants: readonly { readonly path: string; readonly value: unknown }[];
  /** Required headers; undefined where the value isn't said. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Its JSON answer; undefined where the document doesn't say. */
  readonly answer: Schema | undefined;
  /** Whether its answer has the header `Link`. */
  readonly hasLinks: boolean;
  /** Whether it answers with RSS, Atom or JSON Feed. */
  readonly isFeed: boolean;
  /** Security schemes with their scopes, by alternatives. */
  readonly security: readonly Readonly<Record<string, readonly unknown[]>>[];
  /** Where it is, if it says so itself. */
  readonly servers: readonly unknown[];
}

export interface RouteParameter {
  readonly name: string;
  readonly in: "path" | "query" | "body";
  readonly isRequired: boolean;
  /** In a body: its path. A list takes it as its only entry. */
  readonly path?: string;
  /** Whether it may be any text, not just a number. */
  readonly isText: boolean;
  /** Whether it takes several. */
  readonly isMany?: boolean;
  /** What it may be, where that is listed. */
  readonly choices?: readonly unknown[];
  readonly default?: unknown;
  /** The least it may be: that of the first page. */
  readonly least?: unknown;
}

const BODY_DEPTH = 3;
const MOST_EXAMPLES = 5;
const MOST_ROUTES = 5_000;
const MOST_PARAMETERS = 60;
/** Longer ones are no address. */
const LONGEST_PATH = 500;

/** Returns a route's name: `GET /users`. */
export const keyOf = ({ method, path }: Pick<Route, "method" | "path">) => `${method} ${path}`;

/** Returns routes with GET, and those with POST and a JSON answer, that aren't on their way out. */
export function routesOf(document: OpenApiDocument): readonly Route[] {
  const paths = Object.entries(document.objectAt("paths")).slice(0, MOST_ROUTES);
  return paths.flatMap(([path, given]) => {
    const item = document.follow(given) ?? {};
    if (path.length > LONGEST_PATH) return [];
    return (["GET", "POST"] as const).flatMap((method) => {
      const operation = document.follow(item[method.toLowerCase()]);
      return operation === undefined || operation["deprecated"] === true
        ? []
        : routeOf(document, { path, method, item, operation });
    });
  });
}

interface Described {
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly item: Schema;
  readonly operation: Schema;
}

function routeOf(document: OpenApiDocument, { path, method, item, operation }: Described): readonly Route[] {
  const answer = answerOf(document, operation);
  if (method === "POST" && answer === undefined) return [];
  const named = [...listOf(item["parameters"]), ...listOf(operation["parameters"])]
    .slice(0, MOST_PARAMETERS)
    .map((one) => document.follow(one) ?? {});
  const inBody = method === "POST" ? bodyOf(document, operation, named) : { parameters: [], constants: [] };
  const { operationId } = operation;
  return [
    {
      path,
      method,
      operationId: typeof operationId === "string" ? operationId : "",
      parameters: [
        ...named.flatMap((one) => parametersIn(document, one)).slice(0, MOST_PARAMETERS),
        ...inBody.parameters,
      ],
      constants: inBody.constants,
      headers: Object.fromEntries(named.flatMap((one) => headerOf(document, one))),
      answer,
      hasLinks: hasHeader(goodResponse(document, operation), "link"),
      isFeed: method === "GET" && isFeed(document, path, operation),
      security: listOf(operation["security"] ?? document.root["security"]).flatMap((one) =>
        isObject(one)
          ? [Object.fromEntries(Object.entries(one).map(([name, scopes]) => [name, listOf(scopes)]))]
          : [],
      ),
      servers: listOf(operation["servers"] ?? item["servers"]),
    },
  ];
}

/** In Swagger 2 the parameter is its own schema. */
function schemaOf(document: OpenApiDocument, parameter: Schema): Schema {
  return document.follow(parameter["schema"]) ?? parameter;
}

/** A query parameter that is an object stands for its members, each by its own name (OpenAPI 3, style `form`). */
function parametersIn(document: OpenApiDocument, parameter: Schema): readonly RouteParameter[] {
  const schema = schemaOf(document, parameter);
  const isForm = parameter["style"] === undefined || parameter["style"] === "form";
  if (parameter["in"] !== "query" || typeOf(schema) !== "object" || !isForm || parameter["explode"] === false)
    return parameterOf(document, parameter);
  const needed = parameter["required"] === true ? listOf(schema["required"]) : [];
  return Object.entries(document.properties(schema)).flatMap(([name, member]) =>
    parameterOf(document, { name, in: "query", required: needed.includes(name), schema: member }),
  );
}

function parameterOf(document: OpenApiDocument, parameter: Schema): readonly RouteParameter[] {
  const { name, in: place, required } = parameter;
  if (typeof name !== "string" || (place !== "path" && place !== "query")) return [];
  const schema = schemaOf(document, parameter);
  // None of ours is yes or no.
  if (typeOf(schema) === "boolean" && required !== true) return [];
  const isRequired = place === "path" || required === true;
  return [
    {
      name,
      in: place,
      isRequired,
      isText: isTextual(schema),
      default:
        isRequired && place === "query"
          ? (constantOf(schema) ?? listOf(schema["enum"])[0])
          : constantOf(schema),
      least: schema["minimum"],
      isMany: typeOf(schema) === "array",
      choices: listOf(schema["enum"]),
    },
  ];
}

/** Returns a required header, with its value if there is only one possible. */
function headerOf(
  document: OpenApiDocument,
  parameter: Schema,
): readonly (readonly [string, string | undefined])[] {
  const { name, in: place, required } = parameter;
  if (typeof name !== "string" || place !== "header") return [];
  if (required !== true && !/api.?key/i.test(name.slice(0, 100))) return [];
  const value = constantOf(schemaOf(document, parameter));
  return [[name, typeof value === "string" || typeof value === "number" ? String(value) : undefined]];
}

function bodyOf(
  document: OpenApiDocument,
  operation: Schema,
  named: readonly Schema[],
): Pick<Route, "parameters" | "constants"> {
  const inline = named.find((one) => one["in"] === "body")?.["schema"];
  const schema = document.follow(inline ?? jsonIn(document.follow(operation["requestBody"])));
  const parameters: RouteParameter[] = [];
  const constants: { readonly path: string; readonly value: unknown }[] = [];
  const note = (given: unknown, path: readonly string[], isRequired: boolean) => {
    const member = document.follow(given) ?? {};
    const at = path.join(".");
    const value = constantOf(member);
    if (value !== undefined && isRequired) return void constants.push({ path: at, value });
    const type = typeOf(member);
    if (type === "boolean" && !isRequired) return;
    if (type !== "array" && type !== "object") {
      const name = path.findLast((step) => !/^\d+$/.test(step)) ?? "";
      return void parameters.push({ name, in: "body", isRequired, path: at, isText: isTextual(member) });
    }
    if (path.length >= BODY_DEPTH || parameters.length > MOST_PARAMETERS) return;
    if (type === "array") return note(member["items"], [...path, "0"], isRequired);
    const needed = listOf(member["required"]);
    for (const [name, inner] of Object.entries(document.properties(member)))
      note(inner, [...path, name], isRequired && needed.includes(name));
  };
  if (schema !== undefined) note(schema, [], true);
  return { parameters, constants };
}

/** Returns the only value a schema allows, or its usual one. */
function constantOf({ const: constant, enum: choices, default: usual }: Schema): unknown {
  if (constant !== undefined) return constant;
  return Array.isArray(choices) && choices.length === 1 ? (choices as readonly unknown[])[0] : usual;
}

function isTextual(schema: Schema): boolean {
  const { format } = schema;
  return typeOf(schema) === "string" && !(typeof format === "string" && format.includes("int64"));
}

function goodResponse(document: OpenApiDocument, { responses }: Schema): Schema | undefined {
  const [, good] =
    Object.entries(isObject(responses) ? responses : {}).find(([status]) => status.startsWith("2")) ?? [];
  return document.follow(good);
}

function hasHeader(response: Schema | undefined, wanted: string): boolean {
  const headers = response?.["headers"];
  return isObject(headers) && Object.keys(headers).some((name) => name.toLowerCase() === wanted);
}

/** Judged by its content type, else by the end of its path. */
function isFeed(document: OpenApiDocument, path: string, operation: Schema): boolean {
  const content = goodResponse(document, operation)?.["content"];
  const described = isObject(content) ? Object.keys(content) : listOf(operation["produces"]).map(String);
  if (described.some((type) => /\b(?:rss|atom)\b|\bxml\b|feed\+json/i.test(type.slice(0, 100))))
    return !described.some((type) => type.startsWith("application/json"));
  return described.length === 0 && /[./](?:rss|atom|feed)$/i.test(path);
}

/** In Swagger 2 an answer has its schema itself. */
function jsonIn(described: Schema | undefined): unknown {
  if (isObject(described?.["schema"])) return described["schema"];
  const content = described?.["content"];
  if (!isObject(content)) return undefined;
  const [, json] = Object.entries(content).find(([type]) => /json|\*\/\*/.test(type)) ?? [];
  return isObject(json) ? json["schema"] : undefined;
}

/** Returns an answer's schema; where nothing is described, that of its examples. */
function answerOf(document: OpenApiDocument, operation: Schema): Schema | undefined {
  const good = goodResponse(document, operation);
  const described = document.follow(jsonIn(good));
  if (described !== undefined && saysSomething(described)) return described;
  const samples = examplesIn(document, good);
  return samples.length === 0 ? described : inferSchema(samples);
}

function saysSomething(schema: Schema): boolean {
  const { items, properties, additionalProperties } = schema;
  return [items, properties, additionalProperties].some(
    (one) => isObject(one) && Object.keys(one).length > 0,
  );
}

/** OpenAPI 3 has examples in each content type, Swagger 2 beside the schema; some write them as texts. */
function examplesIn(document: OpenApiDocument, response: Schema | undefined): readonly unknown[] {
  const contents = [response?.["content"], response?.["examples"]].filter((one) => isObject(one));
  return contents.flatMap((content) =>
    Object.entries(content)
      .filter(([type]) => /json|\*\/\*/.test(type))
      .flatMap(([, given]) => (content === response?.["examples"] ? [given] : samplesOf(document, given)))
      .flatMap((one) => (typeof one === "string" ? parsed(one) : [one]))
      .slice(0, MOST_EXAMPLES),
  );
}

function samplesOf(document: OpenApiDocument, content: unknown): readonly unknown[] {
  if (!isObject(content)) return [];
  const { example, examples, schema } = content;
  const named = isObject(examples)
    ? Object.values(examples).map((one) => document.follow(one)?.["value"])
    : [];
  const own = isObject(schema) ? schema["example"] : undefined;
  return [example, own, ...named].filter((one) => one !== undefined);
}

function parsed(text: string): readonly unknown[] {
  try {
    return [parseJson(text)];
  } catch {
    return [];
  }
}
