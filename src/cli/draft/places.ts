import type { z } from "zod";

import { isObject } from "../../platform/json/path.ts";
import { listOf, type OpenApiDocument, type Schema, typeOf } from "./document.ts";
import { kindsOfSchema } from "./kinds.ts";
import { type Hints, type Matching, type Member, matchRecord } from "./match.ts";
import { isBesideId, plainOf, singular } from "./names.ts";

/** Where a record is in an answer, and how it was matched. */
export interface FoundRecord extends Matching {
  readonly place: Place;
}

/** Where a record may be. */
export interface Place {
  /** Its path from the top of the answer; empty: the top itself. */
  readonly path: string;
  readonly as: "record" | "list" | "dictionary";
  /** How many entries a sample has. */
  readonly count: number | undefined;
  readonly members: readonly Member[];
  /** Whether the document says what its entries are. */
  readonly isDescribed: boolean;
  /** Returns what is at a path of its members, as a place of its own. */
  readonly at: (path: string) => Place | undefined;
}

const PRIMITIVES = new Set(["string", "integer", "number", "boolean"]);
const MOST_DEPTH = 5;
const MOST_PLACES = 60;
const MEMBER_DEPTH = 4;
const MOST_MEMBERS = 200;
/** What is deeper is less likely what was asked for. */
const DEEPER = 0.05;
/** `post` in what `/post` answers. */
const NAMED_SO = 1;

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** Returns the place most like a record; undefined where nothing of it is there. */
export function findRecord(
  record: { readonly name: string; readonly shape: Shape },
  places: readonly Place[],
  hints: Hints = {},
): FoundRecord | undefined {
  let best: FoundRecord | undefined;
  for (const place of places) {
    const matching = matchRecord(record, place.members, hints);
    const depth = place.path === "" ? 0 : place.path.split(".").length;
    const isNamed = hints.nouns?.includes(singular(plainOf(place.path.split(".").at(-1) ?? ""))) === true;
    const score = matching.score - DEEPER * depth + (isNamed ? NAMED_SO : 0);
    if (matching.score > 0 && (best === undefined || score > best.score))
      best = { ...matching, score, place };
  }
  return best;
}

const known = new WeakMap<OpenApiDocument, Map<unknown, readonly Place[]>>();

/**
 * Returns the places of an answer at which a record may be, the outer ones first; those in the entries of a list, which
 * only `items` can name, on demand.
 */
export function placesIn(
  document: OpenApiDocument,
  answer: unknown,
  isThroughLists = false,
): readonly Place[] {
  const answers = known.get(document) ?? new Map<unknown, readonly Place[]>();
  known.set(document, answers);
  const places = answers.get(answer) ?? findPlaces(document, answer);
  answers.set(answer, places);
  return isThroughLists ? places : places.filter(({ path }) => !path.includes("*"));
}

function findPlaces(document: OpenApiDocument, answer: unknown): readonly Place[] {
  const found: Place[] = [];
  const waiting: { readonly path: string[]; readonly given: unknown }[] = [{ path: [], given: answer }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const schema = document.follow(next.given);
    if (schema === undefined || PRIMITIVES.has(typeOf(schema))) continue;
    const place = placeOf(document, schema, next.path.join("."));
    found.push(place);
    if (next.path.length === MOST_DEPTH) continue;
    if (place.as === "list" && !next.path.includes("*")) next.path.push("*");
    else if (place.as !== "record") continue;
    const members = document.properties(place.as === "list" ? document.follow(schema["items"]) : schema);
    for (const [name, given] of Object.entries(members))
      if (found.length + waiting.length < MOST_PLACES && !isBesideId(name, members) && isPathStep(name))
        waiting.push({ path: [...next.path, name], given });
  }
  return found;
}

function placeOf(document: OpenApiDocument, schema: Schema, path: string): Place {
  const values = schema["additionalProperties"];
  const [as, inner]: readonly [Place["as"], unknown] =
    typeOf(schema) === "array"
      ? ["list", schema["items"]]
      : isObject(values) && Object.keys(document.properties(schema)).length === 0
        ? ["dictionary", values]
        : areAlike(document, schema)
          ? ["dictionary", Object.values(document.properties(schema))[0]]
          : ["record", schema];
  const count = schema["minItems"];
  let members: readonly Member[] | undefined;
  return {
    path,
    as,
    count: typeof count === "number" ? count : undefined,
    get members() {
      members ??= membersOf(document, inner);
      return members;
    },
    isDescribed: isDescribed(document.follow(inner)),
    at: (within) => {
      const found = within
        .split(".")
        .reduce<unknown>((at, step) => document.properties(document.follow(at))[step], inner);
      const followed = document.follow(found);
      return followed && placeOf(document, followed, within);
    },
  };
}

const LEAST_ALIKE = 2;

/** Whether an object's members all are records with the same members: a dictionary whose keys are known. */
function areAlike(document: OpenApiDocument, schema: Schema): boolean {
  const [first, ...others] = Object.values(document.properties(schema)).map((one) =>
    Object.keys(document.properties(document.follow(one))),
  );
  if (first === undefined || others.length < LEAST_ALIKE) return false;
  return others.every((names) => names.filter((name) => first.includes(name)).length >= LEAST_ALIKE);
}

function isDescribed(schema: Schema | undefined): boolean {
  if (schema === undefined) return false;
  const { properties, additionalProperties } = schema;
  const isOpen = ["", "object"].includes(typeOf(schema)) && !isObject(additionalProperties);
  return !isOpen || (isObject(properties) && Object.keys(properties).length > 0);
}

/** Breadth first and limited, since a record may contain itself. */
function membersOf(document: OpenApiDocument, given: unknown): readonly Member[] {
  const found: Member[] = [];
  const waiting: { readonly path: readonly string[]; readonly given: unknown }[] = [{ path: [], given }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (const [name, member] of Object.entries(document.properties(document.follow(next.given)))) {
      if (found.length >= MOST_MEMBERS) return found;
      if (!isPathStep(name)) continue;
      const schema = document.follow(member) ?? {};
      const path = [...next.path, name];
      found.push({ path: path.join("."), kinds: kindsOfSchema(schema), example: exampleOf(schema) });
      if (path.length < MEMBER_DEPTH) waiting.push({ path, given: schema });
    }
  }
  return found;
}

/** A dot or an asterisk in a name would make another path of it. */
const isPathStep = (name: string) => name !== "" && name.length <= 100 && !/[.*]/.test(name);

const EXAMPLE_LENGTH = 40;

function exampleOf({ example, examples }: Schema): string | undefined {
  const value = example ?? listOf(examples)[0];
  if (value === undefined || value === null || value === "" || typeof value === "object") return undefined;
  const text = JSON.stringify(value) ?? "";
  return text.length > EXAMPLE_LENGTH ? `${text.slice(0, EXAMPLE_LENGTH)}...` : text;
}
