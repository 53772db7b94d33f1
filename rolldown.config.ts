// `npm run build`: the bot and what it loads from node_modules, in a few files.
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

import { decode, encode, type SourceMapSegment } from "@jridgewell/sourcemap-codec";
import { defineConfig, type Plugin } from "rolldown";

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

/** What libraries load at their start though Node has its own: in which file, which text, and what stands in its place. */
const NOT_NEEDED = [
  // Touching the global FormData loads Node's own undici, 13 MiB.
  ["/@discordjs/rest/dist/index.mjs", "globalThis.FormData ??= FormData2;", ""],
  // Node's inspect, written anew.
  [
    "/@vladfrangu/async_event_emitter/dist/index.mjs",
    "__toESM(require_inspect(), 1)",
    `{ default: process.getBuiltinModule("node:util") }`,
  ],
] as const;

/** An import of one of Node's modules reads all of its names; some load what nobody uses, as Node's own undici. */
const lazyNode: Plugin = {
  name: "lazy-node",
  resolveId: (source, importer) =>
    isBuiltin(source) && importer?.startsWith("\0") === false ? `\0${source}` : undefined,
  load: (id) =>
    id.startsWith("\0") && isBuiltin(id.slice(1))
      ? `module.exports = process.getBuiltinModule("${id.slice(1)}");`
      : undefined,
  transform(code, id) {
    const found = NOT_NEEDED.find(([file]) => id.endsWith(file));
    return found && { code: code.replace(found[1], found[2]), map: null };
  },
};

/** What holds less memory. */
const lean: Plugin = {
  name: "lean",
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === "chunk") file.code = inOneByte(file.code);
      else if (file.fileName.endsWith(".map")) file.source = leanMap(String(file.source));
    }
  },
};

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** V8 keeps two bytes for each character of a file that has one beyond Latin-1. */
function inOneByte(code: string): string {
  // One with a backslash before it stays: two backslashes would be another text.
  return code.replaceAll(/(?<!(?<!\\)(?:\\\\)*\\)[^\0-\u00ff]/g, escaped);
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

const marks: Plugin = {
  name: "marks",
  load(id) {
    if (isOurs(id)) madeFrom.set(pathOf(id), markOf(pathOf(id)));
  },
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

export default defineConfig({
  input: entries,
  platform: "node",
  // Native, or data, or optional.
  external: [/^better-sqlite3/, /^@takumi-rs\//, /^discord-api-spec/, "pg", "zlib-sync"],
  // Its main file hides from bundlers what it requires.
  resolve: { alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" } },
  plugins: [places, lazyNode, lean, marks],
  output: {
    dir: fileURLToPath(new URL(build, BUILDS)),
    sourcemap: true,
    entryFileNames: "[name].js",
    comments: { jsdoc: false, annotation: false, legal: true },
  },
});
