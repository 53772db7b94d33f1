import { isObject } from "../../platform/json/path.ts";

/** A schema of an OpenAPI document: JSON Schema with `$ref`. */
export type Schema = Readonly<Record<string, unknown>>;

const MOST_DEPTH = 30;
/** Real documents take up to 50,000. */
const MOST_STEPS = 1_500_000;

/** Thrown for a document whose schemas would take minutes to follow. */
export class EntangledDocument extends Error {}

/** An OpenAPI 3 or Swagger 2 document that follows references, between its files too. */
export class OpenApiDocument {
  readonly root: Schema;
  /** What could not be read, in words. */
  readonly unread: readonly string[];
  readonly #roots: ReadonlyMap<string, unknown>;
  readonly #followed = new WeakMap<object, Schema>();
  #steps = 0;

  constructor(root: Schema, roots: ReadonlyMap<string, unknown> = new Map(), unread: readonly string[] = []) {
    this.root = root;
    this.#roots = roots;
    this.unread = unread;
  }

  /**
   * Resolves references, each once, and merges the parts of a schema. Undefined for anything but an object, and for
   * cycles. Throws EntangledDocument.
   */
  follow(given: unknown): Schema | undefined {
    if (!isObject(given)) return undefined;
    const before = this.#followed.get(given);
    if (before !== undefined) return before;
    const followed = this.#follow(given, new Set());
    if (followed !== undefined) this.#followed.set(given, followed);
    return followed;
  }

  #follow(given: unknown, seen: ReadonlySet<unknown>): Schema | undefined {
    this.spend(1);
    if (!isObject(given) || seen.has(given) || seen.size > MOST_DEPTH) return undefined;
    const deeper = new Set([...seen, given]);
    const reference = given["$ref"];
    if (typeof reference === "string") return this.#follow(this.#target(reference), deeper);
    const { allOf, oneOf, anyOf, ...own } = given;
    const parts = listOf(allOf).map((part) => this.#follow(part, deeper));
    const choices = [...listOf(oneOf), ...listOf(anyOf)]
      .map((choice) => this.#follow(choice, deeper))
      .filter((choice) => choice !== undefined && choice["type"] !== "null");
    if (parts.length + choices.length === 0) return given;
    // A choice that says what it holds tells more than a list of names.
    const first = choices.find((one) => one !== undefined && this.#isTelling(one)) ?? choices[0];
    const alike = first === undefined ? [] : choices.filter((one) => one && typeOf(one) === typeOf(first));
    return this.#merged([...parts, ...alike.toReversed(), own]);
  }

  #isTelling(schema: Schema): boolean {
    const { items } = schema;
    const inner = isObject(items) && typeof items["$ref"] === "string" ? this.#target(items["$ref"]) : items;
    return [schema, inner].some(
      (one) => isObject(one) && ["properties", "allOf"].some((key) => isObject(one[key])),
    );
  }

  #merged(parts: readonly (Schema | undefined)[]): Schema {
    const all = parts.filter((part) => part !== undefined);
    const properties: Record<string, unknown> = {};
    for (const part of all)
      for (const [name, member] of Object.entries(this.properties(part))) {
        this.spend(1);
        properties[name] = member;
      }
    const whole = Object.assign({}, ...all) as Schema;
    return Object.keys(properties).length === 0 ? whole : { ...whole, properties };
  }

  /** Counts what is done with the document. Throws EntangledDocument where it is too much. */
  spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > MOST_STEPS) throw new EntangledDocument();
  }

  /** Returns an object's properties, with their kinds. */
  properties(schema: Schema | undefined): Schema {
    const properties = schema?.["properties"];
    return isObject(properties) ? properties : {};
  }

  #target(reference: string): unknown {
    const [file = "", pointer = ""] = reference.split("#", 2);
    const root = file === "" ? this.root : this.#roots.get(file);
    return pointer
      .split("/")
      .slice(1, MOST_DEPTH)
      .map(stepOf)
      .reduce<unknown>(
        (value, step) => (isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined),
        root,
      );
  }

  /** Returns an object of the document; an empty one where it is missing. */
  objectAt(...steps: readonly string[]): Schema {
    return steps.reduce<Schema>((at, step) => this.follow(at[step]) ?? {}, this.root);
  }
}

/** One step of a JSON pointer (RFC 6901), which may be percent-encoded in a reference. */
function stepOf(step: string): string {
  const plain = step.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** OpenAPI 3.1 allows `["string", "null"]`. */
export function typeOf({ type, properties, items }: Schema): string {
  const named = (Array.isArray(type) ? type : [type]).find((one) => one !== "null");
  if (typeof named === "string") return named;
  if (items !== undefined) return "array";
  return properties === undefined ? "" : "object";
}

/** Returns a list; empty for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
