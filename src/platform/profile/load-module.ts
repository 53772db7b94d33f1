import { createRequire, registerHooks } from "node:module";
import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import type { ProfileFault } from "./fault.ts";

const MODULES: ReadonlySet<string> = new Set([".ts", ".mts", ".js", ".mjs"]);
const DEFINE = new URL("define-platform.ts", import.meta.url).href;

/** Whether a profile is written as a module, by its file's name. */
export function isModule(file: string): boolean {
  return MODULES.has(extname(file));
}

/** Returns what a profile's module exports by default, or why it has none. The operator's own code runs. */
export function loadModule(file: string): { readonly value: unknown } | ProfileFault {
  // A profile outside this package finds definePlatform by the same name as one inside.
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === "milepost/platform" ? { url: DEFINE, shortCircuit: true } : next(specifier, context),
  });
  try {
    const path = resolve(file);
    const loaded: unknown = createRequire(pathToFileURL(path))(path);
    if (typeof loaded === "object" && loaded !== null && "default" in loaded)
      return { value: loaded.default };
    return { path: "the file", problem: "exports no profile", fix: "export default definePlatform({ ... })" };
  } catch (error) {
    const problem = `can't be loaded: ${error instanceof Error ? error.message : "it throws"}`;
    return { path: "the file", problem, fix: "correct it where the message says" };
  } finally {
    hooks.deregister();
  }
}
