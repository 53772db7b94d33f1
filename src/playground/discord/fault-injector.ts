/** A fault to inject on request. `times`: how often it happens, by default once. */
export type Fault =
  /** Closes the bot's gateway connections with this code, at once. */
  | { readonly kind: "drop-gateway"; readonly code?: number; readonly shard?: number }
  /** Sends INVALID_SESSION at once; `resumable` is its `d`. */
  | { readonly kind: "invalid-session"; readonly resumable: boolean; readonly shard?: number }
  | { readonly kind: "reconnect"; readonly shard?: number }
  /** Answers the next RESUMEs with INVALID_SESSION, `d: false`. */
  | { readonly kind: "refuse-resume"; readonly times?: number }
  | { readonly kind: "silent-heartbeat"; readonly times?: number }
  /** Closes the connection on the next IDENTIFYs with this code. */
  | { readonly kind: "refuse-identify"; readonly code: number; readonly times?: number }
  /** Delays gateway events by this much. */
  | { readonly kind: "slow-gateway"; readonly ms: number; readonly times?: number }
  /** Refuses the first answer to the next interactions as too late (10062). */
  | { readonly kind: "expire-acknowledgment"; readonly times?: number }
  /** Delivers interactions twice, as to two processes on one shard, or replayed at the endpoint. */
  | { readonly kind: "double-delivery"; readonly times?: number }
  /** Answers a route this way. `route` is `METHOD /path`, with `*` for one segment and `**` at the end for the rest. */
  | ({ readonly kind: "answer"; readonly route: string; readonly times?: number } & RouteAnswer)
  /** Carries out the request but loses the answer: sends `status` instead, or cuts the connection. */
  | {
      readonly kind: "lose-answer";
      readonly route: string;
      readonly status?: number;
      readonly times?: number;
    }
  /** Cuts the connection before anything is done. */
  | { readonly kind: "cut"; readonly route: string; readonly times?: number }
  | { readonly kind: "slow"; readonly route: string; readonly ms: number; readonly times?: number };

interface RouteAnswer {
  readonly status: number;
  /** Discord's error code in the body. */
  readonly code?: number;
  /** For 429; by default 1,000. */
  readonly retryAfterMs?: number;
  /** For 429; by default "user". */
  readonly scope?: "user" | "global" | "shared";
}

export interface FaultSet {
  readonly id: number;
  readonly fault: Fault;
  readonly left: number;
}

type Kind = Fault["kind"];
type OfKind<K extends Kind> = Extract<Fault, { readonly kind: K }>;
type RouteKind = "answer" | "lose-answer" | "cut" | "slow";

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

  take<K extends Kind>(kind: K): OfKind<K> | undefined {
    return this.#takeWhere((fault): fault is OfKind<K> => fault.kind === kind);
  }

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

/** Whether `METHOD /path` fits: `*` stands for any method or segment, `**` at the end for the rest. */
function matches(route: string, method: string, path: string): boolean {
  const [wantedMethod = "", wantedPath = ""] = route.split(" ", 2);
  if (wantedMethod !== "*" && wantedMethod.toUpperCase() !== method) return false;
  const wanted = wantedPath.split("/");
  const given = path.split("/");
  const isOpen = wanted.at(-1) === "**";
  if (isOpen ? given.length < wanted.length - 1 : given.length !== wanted.length) return false;
  return wanted.every((step, at) => step === "*" || step === "**" || step === given[at]);
}
