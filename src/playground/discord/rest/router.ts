import type { Route } from "./route.ts";

export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

interface Compiled {
  readonly route: Route;
  readonly steps: readonly string[];
}

/** Finds the route of a request; a fixed step is preferred to a parameter. */
export class Router {
  readonly #byShape = new Map<string, Compiled[]>();
  readonly #byLength = new Map<number, Compiled[]>();

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const compiled = { route, steps: route.path.split("/").slice(1) };
      push(this.#byShape, `${route.method} ${compiled.steps.length}`, compiled);
      push(this.#byLength, compiled.steps.length, compiled);
    }
    for (const list of this.#byShape.values()) list.sort((a, b) => parameters(a) - parameters(b));
  }

  /** A match, "method" when only the method is wrong, or undefined. */
  find(method: string, path: readonly string[]): Match | "method" | undefined {
    for (const { route, steps } of this.#byShape.get(`${method} ${path.length}`) ?? []) {
      if (fits(steps, path)) return { route, params: paramsOf(steps, path) };
    }
    const isKnown = this.#byLength.get(path.length)?.some(({ steps }) => fits(steps, path)) === true;
    return isKnown ? "method" : undefined;
  }
}

function push<Key>(map: Map<Key, Compiled[]>, key: Key, compiled: Compiled): void {
  const list = map.get(key) ?? [];
  map.set(key, list);
  list.push(compiled);
}

function parameters({ steps }: Compiled): number {
  return steps.filter((step) => step.startsWith(":")).length;
}

function fits(steps: readonly string[], path: readonly string[]): boolean {
  return steps.every((step, at) => step.startsWith(":") || step === path[at]);
}

function paramsOf(steps: readonly string[], path: readonly string[]): Readonly<Record<string, string>> {
  const params: Record<string, string> = {};
  steps.forEach((step, at) => {
    if (step.startsWith(":")) params[step.slice(1)] = path[at] ?? "";
  });
  return params;
}
