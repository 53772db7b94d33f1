import { isObject } from "../../platform/json/path.ts";
import { listOf, type OpenApiDocument, type Schema, typeOf } from "./document.ts";

/** A route of an OpenAPI document. */
export interface Route {
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly operationId: string;
  /** Required ones of the path, and possible ones of query and body. */
  readonly parameters: readonly RouteParameter[];
  /** Constant members of the body, or a constant body. */
  readonly constants: readonly { readonly path: string; readonly value: unknown }[];
  /** Required headers with a constant value. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its JSON answer; undefined where the document doesn't say. */
  readonly answer: Schema | undefined;
  /** Whether it answers with RSS, Atom or JSON Feed. */
  readonly isFeed: boolean;
  /** Names of its security schemes, by alternatives. */
  readonly security: readonly (readonly string[])[];
}

interface RouteParameter {
  readonly name: string;
  readonly in: "path" | "query" | "body";
  readonly isRequired: boolean;
  /** In a body: its path. A list takes it as its only entry. */
  readonly path?: string;
  /** Whether it may be any text, not just a number. */
  readonly isText: boolean;
}

const BODY_DEPTH = 3;

/** Returns routes with GET, and those with POST and a JSON answer. */
export function routesOf(document: OpenApiDocument): readonly Route[] {
  return Object.entries(document.objectAt("paths")).flatMap(([path, given]) => {
    const item = document.follow(given) ?? {};
    return (["GET", "POST"] as const).flatMap((method) => {
      const operation = document.follow(item[method.toLowerCase()]);
      if (operation === undefined) return [];
      const answer = answerOf(document, operation);
      if (method === "POST" && answer === undefined) return [];
      const named = [...listOf(item["parameters"]), ...listOf(operation["parameters"])];
      const inBody = method === "POST" ? bodyOf(document, operation) : { parameters: [], constants: [] };
      const { operationId } = operation;
      return [
        {
          path,
          method,
          operationId: typeof operationId === "string" ? operationId : "",
          parameters: [...named.flatMap((one) => parameterOf(document, one)), ...inBody.parameters],
          constants: inBody.constants,
          headers: Object.fromEntries(named.flatMap((one) => headerOf(document, one))),
          answer,
          isFeed: method === "GET" && isFeed(document, path, operation),
          security: listOf(operation["security"] ?? document.root["security"]).flatMap((one) =>
            isObject(one) ? [Object.keys(one)] : [],
          ),
        },
      ];
    });
  });
}

function parameterOf(document: OpenApiDocument, given: unknown): readonly RouteParameter[] {
  const { name, in: place, required, schema } = document.follow(given) ?? {};
  if (typeof name !== "string" || (place !== "path" && place !== "query")) return [];
  const isText = isTextual(document.follow(schema) ?? {});
  return [{ name, in: place, isRequired: place === "path" || required === true, isText }];
}

/** Returns a required header, if it has only one possible value. */
function headerOf(document: OpenApiDocument, given: unknown): readonly (readonly [string, string])[] {
  const { name, in: place, required, schema } = document.follow(given) ?? {};
  if (typeof name !== "string" || place !== "header" || required !== true) return [];
  const value = constantOf(document.follow(schema) ?? {});
  return typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [];
}

function bodyOf(document: OpenApiDocument, operation: Schema): Pick<Route, "parameters" | "constants"> {
  const schema = document.follow(jsonIn(document.follow(operation["requestBody"])));
  const parameters: RouteParameter[] = [];
  const constants: { readonly path: string; readonly value: unknown }[] = [];
  const note = (given: unknown, path: readonly string[], isRequired: boolean) => {
    const member = document.follow(given) ?? {};
    const at = path.join(".");
    const value = constantOf(member);
    if (value !== undefined && isRequired) return void constants.push({ path: at, value });
    const type = typeOf(member);
    if (type !== "array" && type !== "object") {
      const name = path.findLast((step) => !/^\d+$/.test(step)) ?? "";
      return void parameters.push({ name, in: "body", isRequired, path: at, isText: isTextual(member) });
    }
    if (path.length >= BODY_DEPTH) return;
    if (type === "array") return note(member["items"], [...path, "0"], isRequired);
    const needed = listOf(member["required"]);
    for (const [name, inner] of Object.entries(document.properties(member)))
      note(inner, [...path, name], isRequired && needed.includes(name));
  };
  if (schema !== undefined) note(schema, [], true);
  return { parameters, constants };
}

/** Returns the only value a schema allows. */
function constantOf({ const: constant, enum: choices, default: usual }: Schema): unknown {
  if (constant !== undefined) return constant;
  return Array.isArray(choices) && choices.length === 1 ? (choices as readonly unknown[])[0] : usual;
}

function isTextual(schema: Schema): boolean {
  const { format } = schema;
  return typeOf(schema) === "string" && !(typeof format === "string" && format.includes("int64"));
}

function answerOf(document: OpenApiDocument, operation: Schema): Schema | undefined {
  return document.follow(jsonIn(goodResponse(document, operation)));
}

function goodResponse(document: OpenApiDocument, { responses }: Schema): Schema | undefined {
  const [, good] =
    Object.entries(isObject(responses) ? responses : {}).find(([status]) => status.startsWith("2")) ?? [];
  return document.follow(good);
}

/** Judged by its content type, else by the end of its path. */
function isFeed(document: OpenApiDocument, path: string, operation: Schema): boolean {
  const content = goodResponse(document, operation)?.["content"];
  const types = Object.keys(isObject(content) ? content : {});
  if (types.some((type) => /\b(?:rss|atom)\b|\bxml\b|feed\+json/i.test(type)))
    return !types.includes("application/json");
  return types.length === 0 && /[./](?:rss|atom|feed)$/i.test(path);
}

function jsonIn(described: Schema | undefined): unknown {
  const content = described?.["content"];
  if (!isObject(content)) return undefined;
  const [, json] = Object.entries(content).find(([type]) => /json|\*\/\*/.test(type)) ?? [];
  return isObject(json) ? json["schema"] : undefined;
}
