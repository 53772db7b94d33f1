import { globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { rolldown } from "rolldown";
import type { Plugin } from "vitest/config";

const root = path.resolve(import.meta.dirname, "../..");
const sources = path.join(root, "src");
const CACHE = path.join(root, "node_modules", ".cache");
/** Written for a browser. */
const PAGE = path.join("web", "page");

/** Has tests import the sources as the bundler leaves them, one file for each: it drops calls that it takes for pure. */
export function builtSources(): Plugin {
  let built: Promise<string> | undefined;
  return {
    name: "built-sources",
    enforce: "pre",
    async resolveId(source, importer = "") {
      const file = path.resolve(path.dirname(importer), source);
      if (!source.startsWith(".") || !file.startsWith(sources + path.sep) || !file.endsWith(".ts"))
        return undefined;
      return path.join(await (built ??= build()), path.relative(sources, file).replace(/ts$/, "js"));
    },
  };
}

/** Returns the folder with what was built, which goes with the process. */
async function build(): Promise<string> {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(path.join(CACHE, "built-sources-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const bundle = await rolldown({
    input: globSync("**/*.ts", { cwd: sources })
      .filter((file) => !file.includes(PAGE))
      .map((file) => path.join(sources, file)),
    platform: "node",
    external: /^[^./]/,
    plugins: [
      {
        name: "places",
        transform: (code, id) => ({
          code: code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href)),
          map: null,
        }),
      },
    ],
  });
  await bundle.write({
    dir: folder,
    preserveModules: true,
    preserveModulesRoot: sources,
    entryFileNames: "[name].js",
  });
  await bundle.close();
  return folder;
}
