import { z } from "zod";

import { edgeCaseNames, isAt } from "./sign-in/edge-cases.ts";

const status = z.int().min(200).max(599);
const seconds = z.number().min(0);
const retryAfterSeconds = z.int().min(0).optional();
const bytes = z.int().min(1);

/** The kinds of faults and their members. */
const kinds = [
  /** Delays the answer; other faults still happen. */
  fault("latency", { ms: z.int().min(0).max(600_000) }),
  fault("http", { status: status.min(300), retryAfterSeconds, location: z.string().optional() }),
  /** An error in the envelope, with any code. */
  fault("code", {
    code: z.union([z.int(), z.string()]),
    status: status.default(200),
    throttleSeconds: seconds.default(0),
    message: z.string().default("Something went wrong."),
  }),
  fault("maintenance", {
    form: z.enum(["code", "alternative", "html"]).default("code"),
    status: status.optional(),
  }),
  fault("html", { status: status.default(502) }),
  fault("throttle", { seconds: seconds.default(2), status: status.optional(), retryAfterSeconds }),
  /** The body ends halfway, though its full length was announced. */
  fault("truncated", {}),
  /** Sends one byte at a time and never ends. */
  fault("drip", { everyMs: z.int().min(1).default(50) }),
  fault("reset", {}),
  fault("wrongJson", { form: z.enum(["shape", "broken"]).default("shape") }),
  fault("empty", {}),
  /** A small compressed body that expands to `bytes`. */
  fault("bomb", { bytes: bytes.max(2 ** 31).default(200_000_000) }),
  /** An edge case of the sign-in. It applies to its own steps, whatever `operation` is, beside other faults. */
  fault("signIn", { edge: z.enum(edgeCaseNames) }),
] as const;

function fault<Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) {
  return z.strictObject({ kind: z.literal(kind), ...shape });
}

const where = z.strictObject({
  /** An operation's id, a step of the sign-in, "files" (definitions), "images", "pages", or "all". */
  operation: z.string().default("all"),
  /** How often it happens; absent: until it is cleared. */
  times: z.int().positive().optional(),
  /** How many matching requests pass before. */
  after: z.int().min(0).default(0),
});

export type Fault = z.output<(typeof kinds)[number]>;
export type FaultSpec = z.input<(typeof kinds)[number]> & z.input<typeof where>;

export interface StandingFault {
  readonly id: number;
  readonly operation: string;
  readonly left: number | undefined;
  readonly fault: Fault;
}

/** Returns whether the fault replaces the answer. */
export function endsAnswer({ kind }: Fault): boolean {
  return kind !== "latency" && kind !== "signIn";
}

function isMeant(standing: Pick<StandingFault, "operation" | "fault">, operation: string): boolean {
  if (standing.fault.kind === "signIn") return isAt(standing.fault.edge, operation);
  return standing.operation === "all" || standing.operation === operation;
}

/** The active faults. The oldest that matches happens first; delays and sign-in edge cases are added to it. */
export class Faults {
  #standing: { id: number; operation: string; left: number | undefined; skip: number; fault: Fault }[] = [];
  #lastId = 0;

  /** Adds a fault and returns its id. Throws a ZodError for an invalid one. */
  add(spec: FaultSpec): number {
    const { operation, times, after, ...rest } = spec;
    const place = where.parse({ operation, times, after });
    const fault = z.discriminatedUnion("kind", kinds).parse(rest);
    this.#lastId += 1;
    this.#standing.push({
      id: this.#lastId,
      operation: place.operation,
      left: place.times,
      skip: place.after,
      fault,
    });
    return this.#lastId;
  }

  clear(id?: number): void {
    this.#standing = id === undefined ? [] : this.#standing.filter((standing) => standing.id !== id);
  }

  list(): readonly StandingFault[] {
    return this.#standing.map(({ id, operation, left, fault }) => ({ id, operation, left, fault }));
  }

  /** Returns the faults of this request: delays, sign-in edge cases, and at most one that replaces the answer. */
  take(operation: string): readonly Fault[] {
    const struck: Fault[] = [];
    for (const standing of this.#standing) {
      if (!isMeant(standing, operation)) continue;
      if (endsAnswer(standing.fault) && struck.some(endsAnswer)) continue;
      if (standing.skip > 0) {
        standing.skip -= 1;
        continue;
      }
      struck.push(standing.fault);
      if (standing.left !== undefined) standing.left -= 1;
    }
    this.#standing = this.#standing.filter(({ left }) => left !== 0);
    return struck;
  }
}
