import type { Fault, FaultSet } from "./fault.ts";

type Kind = Fault["kind"];
type OfKind<K extends Kind> = Extract<Fault, { readonly kind: K }>;
type RouteKind = "answer" | "lose-answer" | "cut" | "slow";

/** The faults asked for that are still to come. */
export class FaultInjector {
  readonly #held = new Map<number, { fault: Fault; left: number }>();
  #lastId = 0;

  add(fault: Fault): number {
    this.#lastId += 1;
    const times = "times" in fault ? (fault.times ?? 1) : 1;
    this.#held.set(this.#lastId, { fault, left: times });
    return this.#lastId;
  }

  list(): readonly FaultSet[] {
    return [...this.#held].map(([id, { fault, left }]) => ({ id, fault, left }));
  }

  clear(id?: number): void {
    if (id === undefined) this.#held.clear();
    else this.#held.delete(id);
  }

  /** Uses up one of this kind, if there is one. */
  take<K extends Kind>(kind: K): OfKind<K> | undefined {
    return this.#takeWhere((fault): fault is OfKind<K> => fault.kind === kind);
  }

  /** Uses up one of this kind that is meant for this request. */
  takeRoute<K extends RouteKind>(kind: K, method: string, path: string): OfKind<K> | undefined {
    if (this.#held.size === 0) return undefined;
    return this.#takeWhere(
      (fault): fault is OfKind<K> =>
        fault.kind === kind && "route" in fault && matches(fault.route, method, path),
    );
  }

  #takeWhere<F extends Fault>(is: (fault: Fault) => fault is F): F | undefined {
    for (const [id, held] of this.#held) {
      if (!is(held.fault)) continue;
      held.left -= 1;
      if (held.left <= 0) this.#held.delete(id);
      return held.fault;
    }
    return undefined;
  }
}

/** `METHOD /path` with `*` for one segment and `**` at the end for any rest; `*` as method for any. */
function matches(route: string, method: string, path: string): boolean {
  const [wantedMethod = "", wantedPath = ""] = route.split(" ", 2);
  if (wantedMethod !== "*" && wantedMethod.toUpperCase() !== method) return false;
  const wanted = wantedPath.split("/");
  const given = path.split("/");
  const isOpen = wanted.at(-1) === "**";
  if (isOpen ? given.length < wanted.length - 1 : given.length !== wanted.length) return false;
  return wanted.every((step, at) => step === "*" || step === "**" || step === given[at]);
}
