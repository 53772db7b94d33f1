import { dirname, extname, relative, resolve } from "node:path";

import { isObject } from "../../platform/json/path.ts";
import { OpenApiDocument } from "./document.ts";
import { FileReader } from "./read-file.ts";

const MOST_FILES = 3_000;
/** For all files but the first, which has its own time. */
const READ_WITHIN_MS = 15_000;
const MOST_BYTES = 24 * 1024 * 1024;
const MOST_NODES = 3_000_000;
const MOST_NAMED = 5;
const ENDINGS = new Set([".json", ".yaml", ".yml"]);

/**
 * Reads an OpenAPI 3 or Swagger 2 document with the files it refers to. Those have to be JSON or YAML below the folder
 * the document's own is in; nothing is fetched.
 */
export async function readDocument(file: string): Promise<OpenApiDocument | { readonly fault: string }> {
  const reader = new FileReader();
  try {
    const main = await reader.read(file);
    if ("fault" in main) return main;
    const root = main.value;
    if (!isObject(root) || !isKnownVersion(root)) return { fault: `${file} ${NO_DOCUMENT}` };
    const files = new Files(resolve(file), root, main.size);
    return await files.gather(reader);
  } finally {
    await reader.close();
  }
}

const NO_DOCUMENT = "is no OpenAPI 3 or Swagger 2 document: it has neither openapi 3.x nor swagger 2.0.";

/** The files of one document. */
class Files {
  readonly #main: string;
  readonly #root: Readonly<Record<string, unknown>>;
  /** By path; undefined while it waits to be read. */
  readonly #values: Map<string, unknown>;
  /** What references say instead of a path. */
  readonly #ids: Map<string, string>;
  readonly #unresolved = new Set<string>();
  #size: number;
  #nodes = 0;

  constructor(main: string, root: Readonly<Record<string, unknown>>, size: number) {
    this.#main = main;
    this.#root = root;
    this.#values = new Map([[main, root]]);
    this.#ids = new Map([[main, ""]]);
    this.#size = size;
  }

  async gather(reader: FileReader): Promise<OpenApiDocument | { readonly fault: string }> {
    const late = AbortSignal.timeout(READ_WITHIN_MS);
    // What is added meanwhile comes in turn.
    for (const path of this.#values.keys()) {
      if (late.aborted) return { fault: `${this.#main} takes too long to read.` };
      if (this.#values.get(path) === undefined) await this.#read(path, reader);
      this.#nodes += linkReferences(this.#values.get(path), (reference) => this.#link(path, reference));
      if (this.#nodes > MOST_NODES || this.#size > MOST_BYTES)
        return { fault: `${this.#main} is too large to draft from.` };
      if (this.#values.size > MOST_FILES) return { fault: `${this.#main} refers to too many files.` };
    }
    const roots = new Map([...this.#values].map(([path, value]) => [this.#ids.get(path) ?? "", value]));
    return new OpenApiDocument(this.#root, roots, named([...this.#unresolved]));
  }

  async #read(path: string, reader: FileReader): Promise<void> {
    const read = await reader.read(path);
    if ("fault" in read) this.#unresolved.add(relative(dirname(this.#main), path));
    else this.#size += read.size;
    this.#values.set(path, "value" in read ? read.value : {});
  }

  #link(from: string, reference: string): string | undefined {
    const [name = "", pointer = ""] = reference.split("#", 2);
    if (name === "") return `${this.#ids.get(from) ?? ""}#${pointer}`;
    const isAddress = /^[a-z][a-z\d+.-]*:/i.test(name);
    const target = isAddress ? undefined : resolve(dirname(from), name);
    if (target === undefined || !isReadable(target, dirname(dirname(this.#main)))) {
      this.#unresolved.add(name);
      return undefined;
    }
    if (!this.#values.has(target)) {
      this.#values.set(target, undefined);
      this.#ids.set(target, String(this.#ids.size));
    }
    return `${this.#ids.get(target) ?? ""}#${pointer}`;
  }
}

function isKnownVersion({ openapi, swagger }: Readonly<Record<string, unknown>>): boolean {
  return String(openapi).startsWith("3.") || /^2(?:\.|$)/.test(String(swagger));
}

function isReadable(path: string, within: string): boolean {
  return ENDINGS.has(extname(path)) && !relative(within, path).startsWith("..");
}

function named(unresolved: readonly string[]): readonly string[] {
  if (unresolved.length === 0) return [];
  const more = unresolved.length - MOST_NAMED;
  const shown = unresolved.slice(0, MOST_NAMED).map((one) => one.slice(0, 100));
  return [`not read: what refers to ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`];
}

/** Replaces each `$ref` and returns how many values there are. Without recursion, since the text decides how deep. */
function linkReferences(value: unknown, link: (reference: string) => string | undefined): number {
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  let count = 0;
  while (waiting.length > 0 && count <= MOST_NODES) {
    const next = waiting.pop();
    count += 1;
    if (!isObject(next) || seen.has(next)) continue;
    seen.add(next);
    const reference = next["$ref"];
    if (typeof reference === "string") next["$ref"] = link(reference);
    for (const member of Object.values(next)) waiting.push(member);
  }
  return count;
}
