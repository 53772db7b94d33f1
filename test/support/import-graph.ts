import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

import { packageRoot } from "../../src/base/package-root.ts";

export interface Import {
  /** Path from the package's root. */
  readonly from: string;
  readonly to: string;
  /** Erased before it runs: `import type`. */
  readonly isTypeOnly: boolean;
  /** Loaded when asked: `import("...")`. */
  readonly isDynamic: boolean;
}

const STATIC = /^(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gm;
const DYNAMIC = /\bimport\(\s*"([^"]+)"\s*\)/g;

/** Every module of the program, by path from the package's root. */
export function modules(): string[] {
  return globSync(["src/**/*.{ts,js}", "commands/**/*.ts"], { cwd: packageRoot })
    .filter((path) => !path.startsWith("src/playground/web/page/"))
    .sort();
}

export function importsOf(path: string): Import[] {
  const source = readFileSync(join(packageRoot, path), "utf8");
  const fixed = [...source.matchAll(STATIC)].map((match) => ({
    specifier: match[2] ?? "",
    isTypeOnly: match[1] !== undefined,
    isDynamic: false,
  }));
  const dynamic = [...source.matchAll(DYNAMIC)].map((match) => ({
    specifier: match[1] ?? "",
    isTypeOnly: false,
    isDynamic: true,
  }));
  return [...fixed, ...dynamic].map(({ specifier, ...kind }) => ({
    from: path,
    to: specifier.startsWith(".") ? normalize(join(dirname(path), specifier)) : specifier,
    ...kind,
  }));
}

/** Every module that runs when `entry` does, following what `follow` lets through. */
export function reachableFrom(entry: string, follow: (found: Import) => boolean): Set<string> {
  const seen = new Set<string>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    if (!/\.(ts|js)$/.test(path) || !path.includes("/")) continue;
    waiting.push(
      ...importsOf(path)
        .filter((found) => !found.isTypeOnly && follow(found))
        .map((found) => found.to),
    );
  }
  return seen;
}
