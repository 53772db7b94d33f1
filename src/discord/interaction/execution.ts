import { within } from "../../base/async/within.ts";
import { MilepostError } from "../../base/errors.ts";
import type { Metrics } from "../../base/metrics.ts";
import type { InvocationContext } from "../command/invocation-context.ts";
import type { Reply } from "../reply/reply.ts";
import { askContext, type ContextParts, type Invocation, type RunPlan } from "./invocation.ts";
import type { Deadlines, RuntimeLimits } from "./runtime-limits.ts";
import { type Ended, InteractionResponse, type Outcome, type ResponseParts } from "./interaction-response.ts";
import type { LatePictures } from "../reply/drawings.ts";

export interface ExecutionParts extends ContextParts, ResponseParts {
  readonly deadlines: Deadlines;
  readonly latePictures: LatePictures;
  readonly limits: RuntimeLimits;
  /**
   * Returns whether this process is the first to act on the interaction; another one that received it may have
   * acknowledged it, too.
   */
  readonly isFirst: (interactionId: string) => Promise<boolean>;
  readonly metrics: Metrics;
}

/** One run of a command or an action, and its reply. */
export class Execution {
  readonly #parts: ExecutionParts;
  readonly #invocation: Invocation;
  readonly #plan: RunPlan;
  readonly #response: InteractionResponse;
  readonly #ending = new AbortController();
  #startedAt = performance.now();

  constructor(parts: ExecutionParts, invocation: Invocation, plan: RunPlan) {
    this.#parts = parts;
    this.#invocation = invocation;
    this.#plan = plan;
    this.#response = new InteractionResponse(parts, invocation, plan);
  }

  /** Runs once `started` resolves, or at once without it, and sends the reply. */
  async complete(started: Promise<void> | undefined): Promise<void> {
    const { metrics, log, latePictures } = this.#parts;
    const { kind, name, isReadOnly } = this.#plan;
    const pictures = latePictures.begin(
      messageOf(this.#invocation, this.#plan),
      this.#invocation.incoming.id,
    );
    const outcome = await (isReadOnly === true ? this.#read(started) : this.#act(started));
    void this.#response.addPictures(pictures).finally(() => pictures.end());
    metrics.count("interactions_total", { kind, name, outcome });
    if (outcome === "unacknowledged") return;
    const ms = performance.now() - this.#startedAt;
    metrics.observe("interaction_seconds", ms / 1000, { kind, name });
    const { reference } = this.#invocation;
    const fields = { reference, command: name, kind, code: outcome, ms: Math.round(ms) };
    log.debug("An interaction was answered", fields);
  }

  /**
   * Acknowledges before it runs: a second process that received the same interaction is refused then and does nothing.
   * Where Discord's answer to an acknowledgment was lost, the database decides who acts.
   */
  async #act(started: Promise<void> | undefined): Promise<Outcome> {
    if (!(await this.#response.acknowledge())) return "unacknowledged";
    const { incoming } = this.#invocation;
    const asked = within(this.#parts.isFirst(incoming.id), this.#parts.limits.firstWithinMs);
    const isFirst = await asked.catch((error: unknown) => ({ error }));
    if (isFirst === false) return "unacknowledged";
    const { ended } = isFirst === true ? await this.#run(started) : { ended: isFirst ?? nobodyKnows() };
    return this.#response.end(ended);
  }

  /** Runs before it acknowledges: a quick reply is the first response itself. */
  async #read(started: Promise<void> | undefined): Promise<Outcome> {
    const run = this.#run(started);
    const soon = await within(run, this.#parts.limits.answerAtOnceWithinMs);
    const isSoon = soon !== undefined && this.#response.mayEndFirst(soon.ended);
    if (!isSoon && !(await this.#response.acknowledge())) {
      this.#ending.abort(new MilepostError("busy", { reason: "not ours to answer" }));
      return "unacknowledged";
    }
    const { ended, asked } = await run;
    const outcome = await this.#response.end(ended);
    if (outcome === "ok" && "reply" in ended && asked !== undefined) await this.#tellMore(asked, ended.reply);
    return outcome;
  }

  /** Never rejects. */
  async #run(
    started: Promise<void> | undefined,
  ): Promise<{ readonly ended: Ended; readonly asked?: InvocationContext }> {
    const { deadlines, limits } = this.#parts;
    const { isEphemeral } = this.#plan;
    this.#startedAt = performance.now();
    const work = async (signal: AbortSignal) => {
      if (started !== undefined) await started;
      signal.throwIfAborted();
      const asked = await askContext(this.#parts, this.#invocation, { isEphemeral, signal });
      const running = { update: (reply: Reply) => this.#response.update(reply) };
      const reply = await this.#plan.run(asked, running);
      return { asked, ended: await this.#response.prepare(reply, signal) };
    };
    try {
      return await deadlines.within(limits.runWithinMs, tooLong, work, this.#ending);
    } catch (error) {
      return { ended: { error } };
    }
  }

  /** Adds what `afterReply` has to say. */
  async #tellMore(asked: InvocationContext, reply: Reply): Promise<void> {
    try {
      const more = await this.#plan.afterReply?.(asked, reply);
      if (more !== undefined && more !== reply) await this.#response.update(more);
    } catch (error) {
      const { reference } = this.#invocation;
      this.#parts.log.warn("what else was to be told failed", { reference }, error);
    }
  }
}

function tooLong(): MilepostError {
  return new MilepostError("run-timeout", { reason: "the run took too long" });
}

function nobodyKnows(): Ended {
  return {
    error: new MilepostError("busy", { reason: "not known in time whether another process does it" }),
  };
}

/** Returns a key for the message. New messages have no known id yet, so they go by their interaction. */
function messageOf({ incoming }: Invocation, { acknowledge }: RunPlan): string {
  const { id, message } = incoming;
  if (acknowledge === "reply") return id;
  return message?.interaction_metadata?.id ?? message?.id ?? id;
}
