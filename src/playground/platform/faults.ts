import { z } from "zod";

import { edgeCaseNames, isAt } from "./sign-in/edge-cases.ts";

/** What goes wrong on request. One record a kind; unknown members are refused. */
const kinds = [
  /** The answer comes later; what else would go wrong still does. */
  z.strictObject({ kind: z.literal("latency"), ms: z.int().min(0).max(600_000) }),
  z.strictObject({
    kind: z.literal("http"),
    status: z.int().min(300).max(599),
    retryAfterSeconds: z.int().min(0).optional(),
    location: z.string().optional(),
  }),
  /** An error in the envelope, of any number or name. */
  z.strictObject({
    kind: z.literal("code"),
    code: z.union([z.int(), z.string()]),
    status: z.int().min(200).max(599).default(200),
    throttleSeconds: z.number().min(0).default(0),
    message: z.string().default("Something went wrong."),
  }),
  z.strictObject({
    kind: z.literal("maintenance"),
    form: z.enum(["code", "alternative", "html"]).default("code"),
    status: z.int().min(200).max(599).optional(),
  }),
  z.strictObject({ kind: z.literal("html"), status: z.int().min(200).max(599).default(502) }),
  z.strictObject({
    kind: z.literal("throttle"),
    seconds: z.number().min(0).default(2),
    status: z.int().min(200).max(599).optional(),
    retryAfterSeconds: z.int().min(0).optional(),
  }),
  /** The body ends halfway, though its length was announced. */
  z.strictObject({ kind: z.literal("truncated") }),
  /** One byte at a time, without end. */
  z.strictObject({ kind: z.literal("drip"), everyMs: z.int().min(1).default(50) }),
  z.strictObject({ kind: z.literal("reset") }),
  /** JSON, but of another shape; or text that is no JSON. */
  z.strictObject({ kind: z.literal("wrongJson"), form: z.enum(["shape", "broken"]).default("shape") }),
  z.strictObject({ kind: z.literal("empty") }),
  /** A small compressed body that grows to `bytes`. */
  z.strictObject({
    kind: z.literal("bomb"),
    bytes: z
      .int()
      .min(1)
      .max(2 ** 31)
      .default(200_000_000),
  }),
  /** An edge of the sign-in. It happens at its own steps, whatever `operation` says, beside any other fault. */
  z.strictObject({ kind: z.literal("signIn"), edge: z.enum(edgeCaseNames) }),
] as const;

const where = {
  /** An operation's id, a step of the sign-in, "files" (definitions), "images", "pages", or "all". */
  operation: z.string().default("all"),
  /** How often; without it, until it is cleared. */
  times: z.int().positive().optional(),
  /** How many matching requests pass before. */
  after: z.int().min(0).default(0),
};

export type Fault = z.output<(typeof kinds)[number]>;
export type FaultSpec = z.input<(typeof kinds)[number]> & {
  readonly operation?: string;
  readonly times?: number;
  readonly after?: number;
};

export interface StandingFault {
  readonly id: number;
  readonly operation: string;
  readonly left: number | undefined;
  readonly fault: Fault;
}

/** Whether nothing more is answered after it. */
export function endsAnswer({ kind }: Fault): boolean {
  return kind !== "latency" && kind !== "signIn";
}

function isMeant(standing: Pick<StandingFault, "operation" | "fault">, operation: string): boolean {
  if (standing.fault.kind === "signIn") return isAt(standing.fault.edge, operation);
  return standing.operation === "all" || standing.operation === operation;
}

/** The faults asked for. The oldest that matches happens first; "latency" is added to whatever follows. */
export class Faults {
  #standing: { id: number; operation: string; left: number | undefined; skip: number; fault: Fault }[] = [];
  #lastId = 0;

  /** Throws a ZodError when it isn't a fault. Gives its id. */
  add(spec: FaultSpec): number {
    const { operation, times, after, ...rest } = spec;
    const place = z.strictObject(where).parse({ operation, times, after });
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

  /** What happens to this request: any latency, and at most one other fault. */
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
