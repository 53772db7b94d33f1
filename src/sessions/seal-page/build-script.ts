import { readFileSync } from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parentPort } from "node:worker_threads";

/** The age library's imports for other kinds of recipients: half of its size. */
const LEFT_OUT = new Set([
  "@noble/post-quantum/hybrid.js",
  "@noble/curves/nist.js",
  "@noble/hashes/scrypt.js",
  "./webauthn.js",
]);

interface Inlined {
  readonly name: string;
  readonly code: string;
}

const IMPORT = /^import (?:\* as (\w+)|\{([^}]*)\}) from ["']([^"']+)["'];$/;
/** Nothing here is imported for side effects: such an import was for types only. */
const NOTHING = /^import ["'][^"']+["'];$/;
const REEXPORT = /^export (?:\* as (\w+)|\{([^}]*)\}) from ["']([^"']+)["'];$/;
const EXPORTED = /^export \{([^}]*)\};$/;
const DECLARED = /^export ((?:async )?function\*?|class|const|let) ([\w$]+)/;

/**
 * Returns one classic script of a module and all its imports: each becomes a function that returns its exports, in
 * dependency order. Types and comments are removed. Supports the import and export forms that our modules and
 * dependencies use, and throws for others. Imports in `leftOut` become undefined.
 */
function inlineModules(entry: URL, leftOut: ReadonlySet<string> = new Set()): string {
  const modules = new Map<string, Inlined>();
  add(entry.href, { modules, leftOut }, []);
  const bodies = [...modules.values()].map(({ name, code }) => `const ${name} = (() => {\n${code}\n})();`);
  return `(() => {\n"use strict";\n${bodies.join("\n")}\n})();\n`;
}

/** Adds a module after its imports. Returns its name. */
function add(
  url: string,
  collected: { readonly modules: Map<string, Inlined>; readonly leftOut: ReadonlySet<string> },
  waiting: readonly string[],
): string {
  const { modules, leftOut } = collected;
  const known = modules.get(url);
  if (known !== undefined) return known.name;
  if (waiting.includes(url)) throw new Error(`modules import one another in a circle: ${url}`);
  const load = (specifier: string) =>
    leftOut.has(specifier) ? "{}" : add(resolve(specifier, url), collected, [...waiting, url]);
  const source = readFileSync(new URL(url), "utf8");
  const code = asFunctionBody(stripTypeScriptTypes(source, { mode: "transform" }), load);
  const name = `$${modules.size}`;
  modules.set(url, { name, code });
  return name;
}

/** Returns its lines with imports as constants, without `export`, and with the exports returned. */
function asFunctionBody(source: string, load: (specifier: string) => string): string {
  const exports: string[] = [];
  const lines = source.split("\n").map((line) => {
    if (!/^(?:import|export)\b/.test(line)) return line;
    if (NOTHING.test(line)) return "";
    const imported = IMPORT.exec(line);
    if (imported !== null) return constants(imported, load);
    const passedOn = REEXPORT.exec(line);
    if (passedOn !== null) {
      exports.push(...reexports(passedOn, load));
      return "";
    }
    const list = EXPORTED.exec(line);
    if (list !== null) {
      exports.push(...namesIn(list[1]).map(([own, shown]) => `${shown}: ${own}`));
      return "";
    }
    const declared = DECLARED.exec(line);
    if (declared === null)
      throw new Error(`a form of import or export that is not known: ${line.slice(0, 80)}`);
    exports.push(declared[2] ?? "");
    return line.slice("export ".length);
  });
  return `${lines.filter((line) => line !== "").join("\n")}\nreturn { ${exports.join(", ")} };`;
}

function constants([, all, named, from = ""]: RegExpExecArray, load: (specifier: string) => string): string {
  const names = namesIn(named);
  if (all === undefined && names.length === 0) return "";
  const source = load(from);
  if (all !== undefined) return `const ${all} = ${source};`;
  return `const { ${names.map(([theirs, own]) => `${theirs}: ${own}`).join(", ")} } = ${source};`;
}

function reexports(
  [, all, named, from = ""]: RegExpExecArray,
  load: (specifier: string) => string,
): string[] {
  const source = load(from);
  if (all !== undefined) return [`${all}: ${source}`];
  return namesIn(named).map(([theirs, shown]) => `${shown}: ${source}.${theirs}`);
}

/** Parses `a, b as c` into pairs of source and local name. */
function namesIn(list = ""): readonly (readonly [string, string])[] {
  return list
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const [theirs = "", own = theirs] = part.split(" as ");
      return [theirs, own] as const;
    });
}

/** Resolves packages from the importing module, as Node does. */
function resolve(specifier: string, from: string): string {
  if (specifier.startsWith(".")) return new URL(specifier, from).href;
  const { resolve: find } = createRequire(fileURLToPath(from));
  return pathToFileURL(find(specifier)).href;
}

/** Runs in a worker, whose memory is given back: what reads TypeScript is large. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin
parentPort?.postMessage(inlineModules(new URL("page.js", import.meta.url), LEFT_OUT));
