import { isObject, valueAt } from "../../platform/json/path.ts";
import type { FoundRecord, Place } from "./answer.ts";
import { kindsOfType } from "./kinds.ts";
import type { Member } from "./match.ts";
import { isBesideId } from "./names.ts";

/** A schema of an OpenAPI document: JSON Schema with `$ref`. */
export type Schema = Readonly<Record<string, unknown>>;

const MOST_DEPTH = 5;
const MEMBER_DEPTH = 3;
const MOST_MEMBERS = 80;

/** An OpenAPI 3 document that follows references. */
export class OpenApiDocument {
  readonly root: Schema;

  constructor(root: Schema) {
    this.root = root;
  }

  /**
   * Resolves references, each once, and merges the parts of a schema. Undefined for anything but an object, and for
   * cycles.
   */
  follow(given: unknown, seen = new Set<string>()): Schema | undefined {
    if (!isObject(given)) return undefined;
    const reference = given["$ref"];
    if (typeof reference === "string") {
      if (seen.has(reference)) return undefined;
      return this.follow(this.#target(reference), seen.add(reference));
    }
    const parts = listOf(given["allOf"]).map((part) => this.follow(part, seen));
    if (parts.length > 0) {
      const { allOf: _all, ...own } = given;
      const all = [...parts, own].filter((part) => part !== undefined);
      const properties = Object.assign({}, ...all.map((part) => part["properties"] ?? {})) as Schema;
      return Object.assign({}, ...all, { properties }) as Schema;
    }
    for (const one of [...listOf(given["oneOf"]), ...listOf(given["anyOf"])]) {
      const choice = this.follow(one, seen);
      if (choice !== undefined && choice["type"] !== "null") return choice;
    }
    return given;
  }

  /** Returns an object's properties, with their kinds. */
  properties(schema: Schema | undefined): Schema {
    const properties = schema?.["properties"];
    return isObject(properties) ? properties : {};
  }

  /** Yields every place of an answer at which a record may be. */
  *placesIn(given: unknown, path: readonly string[] = []): Generator<Place> {
    const schema = this.follow(given);
    if (schema === undefined || path.length > MOST_DEPTH) return;
    const here = path.join(".");
    const place = this.#placeOf(schema, here);
    yield place;
    if (place.as !== "record") return;
    for (const [name, member] of Object.entries(this.properties(schema)))
      if (!isBesideId(name, this.properties(schema))) yield* this.placesIn(member, [...path, name]);
  }

  #placeOf(schema: Schema, path: string): Place {
    const values = schema["additionalProperties"];
    const [as, inner]: readonly [FoundRecord["as"], unknown] =
      typeOf(schema) === "array"
        ? ["list", schema["items"]]
        : isObject(values)
          ? ["dictionary", values]
          : ["record", schema];
    return {
      path,
      as,
      count: undefined,
      members: () => this.#members(inner),
      at: (within) => {
        const found = within
          .split(".")
          .reduce<unknown>((at, step) => this.properties(this.follow(at))[step], inner);
        const followed = this.follow(found);
        return followed && this.#placeOf(followed, within);
      },
    };
  }

  /** Breadth first and limited, since a record may contain itself. */
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

  #target(reference: string): unknown {
    if (!reference.startsWith("#/")) return undefined;
    const steps = reference.slice(2).split("/");
    return steps
      .map((step) => decodeURIComponent(step.replaceAll("~1", "/").replaceAll("~0", "~")))
      .reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), this.root);
  }

  /** Returns an object of the document; an empty one where it is missing. */
  objectAt(path: string): Schema {
    const value = valueAt(this.root, path);
    return isObject(value) ? value : {};
  }
}

/** OpenAPI 3.1 allows `["string", "null"]`. */
export function typeOf({ type, properties }: Schema): string {
  const named = (Array.isArray(type) ? type : [type]).find((one) => one !== "null");
  if (typeof named === "string") return named;
  return properties === undefined ? "" : "object";
}

/** Returns a list; empty for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
