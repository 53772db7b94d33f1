import { isObject, valueAt } from "../../platform/json/path.ts";
import type { FoundRecord, Place } from "./answer.ts";
import { kindsOfType } from "./kinds.ts";
import type { Member } from "./match.ts";

/** A schema of an OpenAPI document: JSON Schema, with `$ref`. */
export type Schema = Readonly<Record<string, unknown>>;

/** One route that an OpenAPI document describes. */
export interface Route {
  readonly path: string;
  readonly operationId: string;
  /** Of the path, those that have to be there, and those of the query that may. */
  readonly parameters: readonly RouteParameter[];
  /** Of its JSON; undefined where the document doesn't say. */
  readonly answer: Schema | undefined;
  /** Names of what it wants to be let in by. */
  readonly security: readonly string[];
}

interface RouteParameter {
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
}

const MOST_DEPTH = 5;
const MEMBER_DEPTH = 3;
const MOST_REFS = 20;
const MOST_MEMBERS = 80;

/** An OpenAPI 3 document, with its references followed. */
export class OpenApiDocument {
  readonly root: Schema;

  constructor(root: Schema) {
    this.root = root;
  }

  /** Routes that are asked with GET. */
  routes(): readonly Route[] {
    return Object.entries(this.#objectAt("paths")).flatMap(([path, given]) => {
      const item = this.follow(given);
      const get = this.follow(item?.["get"]);
      if (item === undefined || get === undefined) return [];
      return [
        {
          path,
          operationId: typeof get["operationId"] === "string" ? get["operationId"] : "",
          parameters: [...listOf(item["parameters"]), ...listOf(get["parameters"])].flatMap((one) =>
            this.#parameter(one),
          ),
          answer: this.#answerOf(get),
          security: listOf(get["security"] ?? this.root["security"]).flatMap((one) =>
            isObject(one) ? Object.keys(one) : [],
          ),
        },
      ];
    });
  }

  /** Follows references, and puts together what a schema is made of. Undefined for what is no object. */
  follow(given: unknown, left = MOST_REFS): Schema | undefined {
    if (!isObject(given) || left === 0) return undefined;
    const reference = given["$ref"];
    if (typeof reference === "string") return this.follow(this.#target(reference), left - 1);
    const parts = listOf(given["allOf"]).map((part) => this.follow(part, left - 1));
    if (parts.length > 0) {
      const { allOf: _all, ...own } = given;
      const all = [...parts, own].filter((part) => part !== undefined);
      const properties = Object.assign({}, ...all.map((part) => part["properties"] ?? {})) as Schema;
      return Object.assign({}, ...all, { properties }) as Schema;
    }
    const choice = [...listOf(given["oneOf"]), ...listOf(given["anyOf"])]
      .map((one) => this.follow(one, left - 1))
      .find((one) => one !== undefined && one["type"] !== "null");
    return choice ?? given;
  }

  /** The members of an object, with what they can be read as. */
  properties(schema: Schema | undefined): Schema {
    const properties = schema?.["properties"];
    return isObject(properties) ? properties : {};
  }

  /** Every place of an answer at which a record may stand. */
  *placesIn(given: unknown, path: readonly string[] = []): Generator<Place> {
    const schema = this.follow(given);
    if (schema === undefined || path.length > MOST_DEPTH) return;
    const here = path.join(".");
    const at = (as: FoundRecord["as"], inner: unknown): Place => ({
      path: here,
      as,
      count: undefined,
      members: () => this.#members(inner),
    });
    const type = typeOf(schema);
    if (type === "array") return yield at("list", schema["items"]);
    const values = schema["additionalProperties"];
    if (isObject(values)) return yield at("dictionary", values);
    yield at("record", schema);
    for (const [name, member] of Object.entries(this.properties(schema)))
      yield* this.placesIn(member, [...path, name]);
  }

  /** What lies nearest first, and no more than any record has: a record may hold itself. */
  #members(given: unknown): readonly Member[] {
    const found: Member[] = [];
    const waiting: { readonly path: readonly string[]; readonly given: unknown }[] = [{ path: [], given }];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      for (const [name, member] of Object.entries(this.properties(this.follow(next.given)))) {
        if (found.length >= MOST_MEMBERS) return found;
        const schema = this.follow(member) ?? {};
        const path = [...next.path, name];
        const format = schema["format"];
        const kinds = kindsOfType(typeOf(schema), typeof format === "string" ? format : undefined);
        found.push({ path: path.join("."), kinds });
        if (path.length < MEMBER_DEPTH) waiting.push({ path, given: schema });
      }
    }
    return found;
  }

  #parameter(given: unknown): readonly RouteParameter[] {
    const { name, in: place, required } = this.follow(given) ?? {};
    if (typeof name !== "string" || (place !== "path" && place !== "query")) return [];
    return [{ name, in: place, isRequired: place === "path" || required === true }];
  }

  #answerOf(operation: Schema): Schema | undefined {
    const responses = isObject(operation["responses"]) ? operation["responses"] : {};
    const [, good] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
    const content = this.follow(good)?.["content"];
    if (!isObject(content)) return undefined;
    const [, json] = Object.entries(content).find(([type]) => /json|\*\/\*/.test(type)) ?? [];
    return isObject(json) ? this.follow(json["schema"]) : undefined;
  }

  #target(reference: string): unknown {
    if (!reference.startsWith("#/")) return undefined;
    const steps = reference.slice(2).split("/");
    return steps
      .map((step) => decodeURIComponent(step.replaceAll("~1", "/").replaceAll("~0", "~")))
      .reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), this.root);
  }

  #objectAt(path: string): Schema {
    const value = valueAt(this.root, path);
    return isObject(value) ? value : {};
  }
}

/** OpenAPI 3.1 writes `["string", "null"]`. */
export function typeOf({ type, properties }: Schema): string {
  const named = (Array.isArray(type) ? type : [type]).find((one) => one !== "null");
  if (typeof named === "string") return named;
  return properties === undefined ? "" : "object";
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
