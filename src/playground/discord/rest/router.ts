import type { Route } from "./route.ts";

export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

interface Compiled {
  readonly route: Route;
  readonly steps: readonly string[];
}

/** Finds routes; those with fewer parameters first. */
export class Router {
  readonly #compiled: readonly Compiled[];

  constructor(routes: readonly Route[]) {
    this.#compiled = routes
      .map((route) => ({ route, steps: route.path.split("/").slice(1) }))
      .sort((a, b) => parameters(a) - parameters(b));
  }

  /** Returns the match; "method" when only the method is wrong; else undefined. */
  find(method: string, path: readonly string[]): Match | "method" | undefined {
    const fitting = this.#compiled.filter(({ steps }) => fits(steps, path));
    const found = fitting.find(({ route }) => route.method === method);
    if (found === undefined) return fitting.length > 0 ? "method" : undefined;
    const params = found.steps.flatMap((step, at) =>
      step.startsWith(":") ? [[step.slice(1), path[at] ?? ""]] : [],
    );
    return { route: found.route, params: Object.fromEntries(params) };
  }
}

function parameters({ steps }: Compiled): number {
  return steps.filter((step) => step.startsWith(":")).length;
}

function fits(steps: readonly string[], path: readonly string[]): boolean {
  return steps.length === path.length && steps.every((step, at) => step.startsWith(":") || step === path[at]);
}
