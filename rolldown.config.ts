// `npm run build`: the bot and what it loads from node_modules, in a few files.
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

import { decode, encode, type SourceMapSegment } from "@jridgewell/sourcemap-codec";
import { defineConfig, type OutputOptions, type Plugin, type RolldownOptions } from "rolldown";

import { BUILDS, lastBuild, MARKS, markOf } from "./src/built.js";

const root = import.meta.dirname;
const entries = { main: "src/main.ts", draw: "src/pictures/process.ts" };
const before = existsSync(BUILDS) ? readdirSync(BUILDS) : [];
const build = String(Math.max(0, ...before.map(Number).filter(Number.isInteger)) + 1);
const pathOf = (id: string) => relative(root, id).replaceAll(sep, "/");
const isOurs = (id: string) => /^(src|commands)\//.test(pathOf(id));

/** Files lie where they lay, and a program that was built is run as that. */
const places: Plugin = {
  name: "places",
  transform(code, id) {
    if (!isOurs(id)) return undefined;
    const own = code.replaceAll("import.meta.url", `new URL("../../${pathOf(id)}", import.meta.url).href`);
    const moved = Object.entries(entries).reduce(
      (text, [name, file]) => text.replaceAll(`"${file}"`, `"dist/${build}/${name}.js"`),
      own,
    );
    return { code: moved, map: null };
  },
};

/** One of Node's modules, loaded when something of it is used. */
const late = (name: string) => `new Proxy({}, { get: (_, key) => process.getBuiltinModule("${name}")[key] })`;

/** What libraries load at their start though it may never be used: in which file, which text, what stands in its place. */
const NOT_NEEDED = [
  // Touching the global FormData loads Node's own undici, 13 MiB.
  ["/@discordjs/rest/dist/index.mjs", "globalThis.FormData ??= FormData2;", ""],
  // Node's inspect, written anew.
  [
    "/@vladfrangu/async_event_emitter/dist/index.mjs",
    "__toESM(require_inspect(), 1)",
    `{ default: process.getBuiltinModule("node:util") }`,
  ],
  // Of use where an address is a secure one, beside what is waited for then.
  ["/ws/lib/websocket.js", "require('https')", late("node:https")],
  ["/ws/lib/websocket.js", "require('tls')", late("node:tls")],
  [
    "/undici/lib/dispatcher/client.js",
    "require('./client-h2.js')",
    "(...to) => require('./client-h2.js')(...to)",
  ],
] as const;

/** Loads what compares and colors, which takes as long as a hundred files, for the first check that fails. */
const ASSERT = `
const load = () => process.getBuiltinModule("node:assert");
const assert = (...given) => { if (!given[0]) load()(...given); };
module.exports = Object.setPrototypeOf(assert, new Proxy({}, { get: (_, key) => load()[key] }));`;

/** An import of one of Node's modules reads all of its names; some load what nobody uses, as Node's own undici. */
const lazyNode: Plugin = {
  name: "lazy-node",
  resolveId: (source, importer) =>
    isBuiltin(source) && importer?.startsWith("\0") === false ? `\0${source}` : undefined,
  load(id) {
    const name = id.slice(1);
    if (!id.startsWith("\0") || !isBuiltin(name)) return undefined;
    return name === "node:assert" ? ASSERT : `module.exports = process.getBuiltinModule("${name}");`;
  },
  transform(code, id) {
    const found = NOT_NEEDED.filter(([file]) => id.endsWith(file));
    const changed = found.reduce((text, [, from, to]) => text.replace(from, () => to), code);
    return changed === code ? undefined : { code: changed, map: null };
  },
};

/** What holds less memory. */
const lean: Plugin = {
  name: "lean",
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === "chunk") file.code = inAscii(file.code);
      else if (file.fileName.endsWith(".map")) file.source = leanMap(String(file.source));
    }
  },
};

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** V8 keeps two bytes for each character of a file that has one beyond Latin-1; Node reads ASCII faster. */
function inAscii(code: string): string {
  // One with a backslash before it stays: two backslashes would be another text.
  return code.replaceAll(/(?<!(?<!\\)(?:\\\\)*\\)[^\0-\u007f]/g, escaped);
}

/** Returns a map of no more than the lines of our own files: whole ones take 85 MiB and most of a second to read. */
function leanMap(map: string): string {
  const { sources, mappings } = JSON.parse(map) as { sources: (string | null)[]; mappings: string };
  const isKept = sources.map((file) => file !== null && !file.includes("node_modules/"));
  let last = "";
  const lines = decode(mappings).map((segments) =>
    segments.flatMap(([column, file = -1, line = 0]): SourceMapSegment[] => {
      const place = isKept[file] === true ? `${file}:${line}` : "";
      if (place === last) return [];
      last = place;
      return [place === "" ? [column] : [column, file, line, 0]];
    }),
  );
  return JSON.stringify({
    version: 3,
    sources: sources.map((file, index) => (isKept[index] === true ? file : "")),
    names: [],
    mappings: encode(lines),
  });
}

/** `src/built.js` runs what was built only as long as these are as they were before they were read. */
const madeFrom = new Map(
  ["package.json", "package-lock.json", "rolldown.config.ts"].map((file) => [file, markOf(file)]),
);

const reading: Plugin = {
  name: "reading",
  load(id) {
    const path = pathOf(id);
    // As the first of both programs read it.
    if (isOurs(id) && !madeFrom.has(path)) madeFrom.set(path, markOf(path));
  },
};

const marks: Plugin = {
  name: "marks",
  writeBundle() {
    const previous = lastBuild().build;
    // Whole at once, however this ends.
    const draft = new URL(`${build}/made-from.json`, BUILDS);
    writeFileSync(draft, JSON.stringify({ build, madeFrom: Object.fromEntries(madeFrom) }));
    renameSync(draft, MARKS);
    for (const name of before)
      if (name !== previous && name !== "made-from.json")
        rmSync(new URL(name, BUILDS), { recursive: true, force: true });
  },
};

const plugins = [reading, places, lazyNode, lean];
const both: RolldownOptions = {
  platform: "node",
  // Native, or data, or optional.
  external: [/^better-sqlite3/, /^@takumi-rs\//, /^discord-api-spec/, "pg", "zlib-sync"],
  // Its main file hides from bundlers what it requires.
  resolve: { alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" } },
  plugins,
};
const output: OutputOptions = {
  dir: fileURLToPath(new URL(build, BUILDS)),
  sourcemap: true,
  entryFileNames: "[name].js",
  comments: { jsdoc: false, annotation: false, legal: true },
};
/** To find, read and link a file takes longer than what most would hold: what is loaded at once is one. */
const oneFile: OutputOptions = { codeSplitting: { groups: [{ name: "start", tags: ["$initial"] }] } };

/** One after the other, and marked after the last. */
export default defineConfig([
  { ...both, input: { draw: entries.draw }, output },
  {
    ...both,
    input: { main: entries.main },
    plugins: [...plugins, marks],
    output: { ...output, ...oneFile },
  },
]);
