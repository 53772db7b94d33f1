import { isObject } from "../../platform/json/path.ts";
import { OpenApiDocument, type Schema } from "./document.ts";
import { inferSchema } from "./infer-schema.ts";
import { singular } from "./names.ts";

/** An answer of a service, with the address it came from. */
export interface SampleAnswer {
  readonly url: URL;
  readonly answer: unknown;
}

interface Sampled {
  readonly samples: SampleAnswer[];
  readonly parameters: readonly Schema[];
}

const MOST_VALUES = 2_000;

/** Returns a document of what sample answers show: their addresses with ids as parameters, and their shapes. */
export function documentOfAnswers(samples: readonly SampleAnswer[]): OpenApiDocument {
  const paths = new Map<string, Sampled>();
  for (const sample of samples) {
    const { path, parameters } = pathOf(sample);
    const before = paths.get(path);
    if (before === undefined) paths.set(path, { samples: [sample], parameters });
    else before.samples.push(sample);
  }
  const [first] = samples;
  return new OpenApiDocument({
    openapi: "3.1.0",
    info: { title: first?.url.hostname ?? "" },
    paths: Object.fromEntries([...paths].map(([path, sampled]) => [path, itemOf(sampled)])),
  });
}

function itemOf({ samples, parameters }: Sampled): Schema {
  const schema = inferSchema(samples.map(({ answer }) => answer));
  const responses = { "200": { content: { "application/json": { schema } } } };
  return { servers: [{ url: samples[0]?.url.origin }], get: { parameters, responses } };
}

function pathOf({ url, answer }: SampleAnswer): {
  readonly path: string;
  readonly parameters: readonly Schema[];
} {
  const named = namesByValue(answer);
  const parameters: Schema[] = [...url.searchParams].map(([name, value]) => ({
    name,
    in: "query",
    required: true,
    schema: /^\d{1,9}$/.test(value)
      ? { type: "integer", default: Number(value) }
      : { type: "string", default: value },
  }));
  const parts = url.pathname.split("/").map((part, index, all) => {
    const value = decoded(part);
    const isId = /^\d+$|^[\da-f]{8}-[\da-f-]{27}$|^[\da-f]{12,}$/i.test(value);
    const name = isId ? `${singular(all[index - 1] ?? "")}Id` : named.get(value);
    // The first word of a path is never what was asked for.
    if (name === undefined || index < 2) return part;
    parameters.push({ name, in: "path", required: true, schema: { type: isId ? "integer" : "string" } });
    return `{${name}}`;
  });
  return { path: parts.join("/"), parameters };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the names of the members that hold a text, as an address may have it: `{username}` for `/users/ann`. */
function namesByValue(answer: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const waiting: unknown[] = [answer];
  for (let next = waiting.shift(); next !== undefined && found.size < MOST_VALUES; next = waiting.shift()) {
    if (!isObject(next) || Array.isArray(next)) continue;
    for (const [name, value] of Object.entries(next)) {
      if (typeof value === "string" && value !== "" && !found.has(value)) found.set(value, name);
      else waiting.push(value);
    }
  }
  return found;
}
