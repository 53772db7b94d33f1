/** What can be made to go wrong, on request. `times` is how often it happens; once by default. */
export type Fault =
  /** Closes the bot's gateway connection with this code, at once. */
  | { readonly kind: "drop-gateway"; readonly code?: number; readonly shard?: number }
  /** INVALID_SESSION at once; `resumable` is its `d`. */
  | { readonly kind: "invalid-session"; readonly resumable: boolean; readonly shard?: number }
  /** RECONNECT (op 7) at once. */
  | { readonly kind: "reconnect"; readonly shard?: number }
  /** The next RESUMEs are answered by INVALID_SESSION `d: false`. */
  | { readonly kind: "refuse-resume"; readonly times?: number }
  /** Heartbeats stay unanswered. */
  | { readonly kind: "silent-heartbeat"; readonly times?: number }
  /** Identifies are refused by closing with this code. */
  | { readonly kind: "refuse-identify"; readonly code: number; readonly times?: number }
  /** Gateway events arrive this much later. */
  | { readonly kind: "slow-gateway"; readonly ms: number; readonly times?: number }
  /** The first answer to the next interactions is refused as too late (10062). */
  | { readonly kind: "expire-acknowledgment"; readonly times?: number }
  /** Interactions reach the bot twice, as two processes on one shard see them, or one that is replayed at the endpoint. */
  | { readonly kind: "double-delivery"; readonly times?: number }
  /** Answers of a route. `route` is `METHOD /path`, `*` for one segment, `**` at the end for any rest. */
  | ({ readonly kind: "answer"; readonly route: string; readonly times?: number } & RouteAnswer)
  /** The request is carried out, but its answer is lost: another `status` is answered, or the connection is cut. */
  | {
      readonly kind: "lose-answer";
      readonly route: string;
      readonly status?: number;
      readonly times?: number;
    }
  /** The connection is cut before anything is done. */
  | { readonly kind: "cut"; readonly route: string; readonly times?: number }
  | { readonly kind: "slow"; readonly route: string; readonly ms: number; readonly times?: number };

interface RouteAnswer {
  readonly status: number;
  /** Discord's code in the body. */
  readonly code?: number;
  /** For 429. Default 1 s. */
  readonly retryAfterMs?: number;
  /** For 429. Default "user". */
  readonly scope?: "user" | "global" | "shared";
}

export interface FaultSet {
  readonly id: number;
  readonly fault: Fault;
  readonly left: number;
}
