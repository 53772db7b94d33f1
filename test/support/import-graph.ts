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
  return globSync(["src/**/*.{ts,js}", "commands/**/*.ts"], { cwd: packageRoot }).sort();
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

/**
 * Returns the circles among the modules' imports, each with its first module again at its end. Imports of types count,
 * and so do those on demand.
 */
export function importCircles(): string[][] {
  const imports = new Map(modules().map((path) => [path, importsOf(path).map((found) => found.to)]));
  const circles = new Map<string, string[]>();
  for (const path of imports.keys()) {
    const circle = shortestCircle(path, imports);
    const key = circle?.toSorted().join(" ");
    if (circle !== undefined && key !== undefined && !circles.has(key)) circles.set(key, circle);
  }
  return [...circles.values()].map(([first = "", ...others]) => [first, ...others, first]);
}

/** By breadth: undefined where no way leads back to the start. */
function shortestCircle(
  start: string,
  imports: ReadonlyMap<string, readonly string[]>,
): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const waiting = [start];
  for (const path of waiting) {
    for (const to of imports.get(path) ?? []) {
      if (to === start) return wayFrom(path, cameFrom);
      if (cameFrom.has(to)) continue;
      cameFrom.set(to, path);
      waiting.push(to);
    }
  }
  return undefined;
}

/** The steps that led here, from the start on. */
function wayFrom(end: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [end];
  for (let path = cameFrom.get(end); path !== undefined; path = cameFrom.get(path)) way.unshift(path);
  return way;
}
