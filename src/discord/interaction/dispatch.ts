import type { Clock } from "../../base/clock.ts";
import { type ErrorCode, isMilepostError, MilepostError } from "../../base/errors.ts";
import { TokenBuckets } from "../../base/limit.ts";
import type { Log } from "../../base/log.ts";
import type { Metrics } from "../../base/metrics.ts";
import type { Answers } from "./answers.ts";
import type { InvocationContext, InvocationSite } from "../command/invocation-context.ts";
import { Deadlines, endsWithin } from "./deadline.ts";
import { type Incoming, INTERACTION, namedHereOf } from "./incoming.ts";
import { type InteractionApi, isNotOurs } from "./interaction-api.ts";
import { LiveReply } from "./live-reply.ts";
import { planCommand } from "./plan-command.ts";
import { type Planner, planPress } from "./plan-press.ts";
import type { Reply } from "../reply/reply.ts";
import { resolvedOf } from "./resolved.ts";
import type { RuntimeLimits } from "./runtime-limits.ts";
import type { AskAgeRestriction } from "../rest/age-restrictions.ts";
import { Suggester } from "./autocomplete.ts";
import {
  localeOf,
  type OpenPlan,
  type Plan,
  type RunPlan,
  type Invocation,
  invocationOf,
} from "./invocation.ts";
import { Semaphore } from "../../base/async/semaphore.ts";

interface DispatcherParts<Services> {
  readonly api: InteractionApi;
  readonly answers: Answers;
  readonly planner: Planner<Services>;
  readonly limits: RuntimeLimits;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly mention: (command: string) => string;
  readonly isAgeRestricted: AskAgeRestriction;
  readonly publicLocale?: ((site: InvocationSite) => string | undefined) | undefined;
}

/**
 * Brings each interaction to its command or action: limits first, then the acknowledgment, then the run with a
 * deadline, then one answer. Whatever fails on the way becomes one text with a reference.
 */
export class Dispatcher<Services> {
  readonly #parts: DispatcherParts<Services>;
  readonly #deadlines = new Deadlines();
  readonly #slots: Semaphore;
  readonly #suggester: Suggester<Services>;
  readonly #buckets: Readonly<Record<"command" | "press" | "refusal", TokenBuckets>>;
  #isStopping = false;

  constructor(parts: DispatcherParts<Services>) {
    this.#parts = parts;
    const { clock, limits } = parts;
    this.#slots = new Semaphore(limits.runs);
    this.#suggester = new Suggester({
      ...parts,
      registry: parts.planner.registry,
      services: parts.planner.services,
    });
    this.#buckets = {
      command: new TokenBuckets(limits.commands, clock),
      press: new TokenBuckets(limits.presses, clock),
      refusal: new TokenBuckets(limits.refusals, clock),
    };
  }

  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#slots.running, waiting: this.#slots.waiting };
  }

  /** Takes an interaction as the gateway brought it. Never throws. */
  handle(incoming: Incoming): void {
    this.#route(incoming).catch((error: unknown) => {
      this.#parts.log.error("an interaction was lost", { kind: incoming.type }, error);
    });
  }

  /**
   * Takes nothing new, and lets what runs end within this time; then it is ended. Gives whether all of it ended
   * by itself.
   */
  async drain(withinMs: number): Promise<boolean> {
    this.#isStopping = true;
    this.#suggester.stop();
    const graceMs = Math.min(1000, withinMs / 4);
    if (await endsWithin(this.#slots.idle(), withinMs - graceMs)) return true;
    this.#deadlines.abortAll(new MilepostError("busy", { reason: "shutting down" }));
    await endsWithin(this.#slots.idle(), graceMs);
    return false;
  }

  async #route(incoming: Incoming): Promise<void> {
    const named = invocationOf(incoming, this.#parts.random);
    if (named === undefined) return;
    const turn = { ...named, publicLocale: this.#parts.publicLocale?.(named.site) };
    switch (incoming.type) {
      case INTERACTION.command:
        return this.#answer(turn, "command", () => planCommand(turn, this.#parts.planner));
      case INTERACTION.component:
      case INTERACTION.modal:
        return this.#answer(turn, "press", () => planPress(turn, this.#parts.planner));
      case INTERACTION.autocomplete:
        return this.#suggester.answer(turn, (signal) => this.#askedThere(turn, true, signal));
    }
  }

  async #answer(
    invocation: Invocation,
    kind: "command" | "press",
    plan: () => Plan | Promise<Plan>,
  ): Promise<void> {
    let planned: Plan;
    try {
      this.#admit(invocation, kind);
      planned = await plan();
    } catch (error) {
      return this.#refuse(invocation, kind, error);
    }
    return planned.kind === "modal" ? this.#open(invocation, planned) : this.#runSlotted(invocation, planned);
  }

  async #open(invocation: Invocation, plan: OpenPlan): Promise<void> {
    const { answers, metrics } = this.#parts;
    let modal;
    try {
      modal = plan.open(this.#asked(invocation, true, new AbortController().signal));
    } catch (error) {
      return this.#refuse(invocation, plan.kind, error);
    }
    if (modal === undefined) return plan.otherwise && this.#runSlotted(invocation, plan.otherwise);
    let outcome = "ok";
    try {
      await answers.open(invocation, plan, modal);
    } catch (error) {
      outcome = "unacknowledged";
      if (isNotOurs(error)) this.#noteNotOurs(plan);
      else await this.#refuse(invocation, plan.kind, error);
    }
    metrics.count("interactions_total", { kind: plan.kind, name: plan.name, outcome });
  }

  async #runSlotted(invocation: Invocation, plan: RunPlan): Promise<void> {
    const slot = this.#slots.reserve();
    if (slot === undefined)
      return this.#refuse(invocation, plan.kind, new MilepostError("busy", { reason: "queue full" }));
    try {
      if (await this.#acknowledge(invocation, plan)) await this.#perform(invocation, plan, slot.started);
    } finally {
      slot.end();
    }
  }

  #admit({ member }: Invocation, kind: "command" | "press"): void {
    if (this.#isStopping) throw new MilepostError("busy", { reason: "shutting down" });
    const retryAfterMs = this.#buckets[kind].take(member.id);
    if (retryAfterMs > 0) throw new MilepostError("too-fast", { retryAfterMs });
  }

  async #refuse(invocation: Invocation, kind: string, error: unknown): Promise<void> {
    const { metrics, answers } = this.#parts;
    metrics.count("interactions_total", { kind, name: "refused", outcome: codeOf(error) });
    if (this.#buckets.refusal.take(invocation.member.id) > 0) {
      this.#parts.log.debug("A refusal was not told: too many of them", { kind, code: codeOf(error) });
      return;
    }
    await answers.refuse(invocation, error);
  }

  /** Gives whether it is ours to answer. Nothing is done for an interaction that isn't. */
  async #acknowledge(invocation: Invocation, plan: RunPlan): Promise<boolean> {
    const { incoming } = invocation;
    const { answers, api, log, metrics } = this.#parts;
    try {
      if (plan.acknowledge === "update") await api.deferUpdate(incoming);
      else await api.deferReply(incoming, plan.isEphemeral);
      return true;
    } catch (error) {
      metrics.count("interactions_total", { kind: plan.kind, name: plan.name, outcome: "unacknowledged" });
      if (isNotOurs(error)) {
        this.#noteNotOurs(plan);
        return false;
      }
      log.warn("an interaction could not be acknowledged", { command: plan.name }, error);
      // Discord may have taken it without our knowing: then the member must not be left waiting.
      await answers.fail(
        invocation,
        plan,
        new MilepostError("busy", { reason: "not acknowledged" }, { cause: error }),
      );
      return false;
    }
  }

  #noteNotOurs({ name }: Plan): void {
    this.#parts.log.info("an interaction was too late, or answered elsewhere", { command: name });
  }

  async #perform(invocation: Invocation, plan: RunPlan, started: Promise<void> | undefined): Promise<void> {
    const { answers, limits, log, metrics } = this.#parts;
    const startedAt = performance.now();
    const live = new LiveReply(answers, { turn: invocation, plan, log });
    const running = { update: (reply: Reply) => live.update(reply) };
    let outcome = "ok";
    try {
      const answer = await this.#deadlines.within(limits.runWithinMs, tooLong, async (signal) => {
        if (started !== undefined) await started;
        signal.throwIfAborted();
        const asked = await this.#askedThere(invocation, plan.isEphemeral, signal);
        const reply = await plan.run(asked, running);
        const { ownerId, isClassic } = plan;
        return answers.whole(reply, { locale: asked.locale, ownerId, isClassic, signal });
      });
      await live.finish(async () => void (await answers.deliver(invocation, plan, answer)));
    } catch (error) {
      outcome = codeOf(error);
      await live.finish(() => answers.fail(invocation, plan, error));
    }
    const labels = { kind: plan.kind, name: plan.name };
    const ms = performance.now() - startedAt;
    metrics.count("interactions_total", { ...labels, outcome });
    metrics.observe("interaction_seconds", ms / 1000, labels);
    const { reference } = invocation;
    log.debug("An interaction was answered", {
      reference,
      command: plan.name,
      kind: plan.kind,
      code: outcome,
      ms: Math.round(ms),
    });
  }

  /** Once there is time to ask what Discord leaves out of an interaction. */
  async #askedThere(
    invocation: Invocation,
    isEphemeral: boolean,
    signal: AbortSignal,
  ): Promise<InvocationContext> {
    const asked = this.#asked(invocation, isEphemeral, signal);
    const isAgeRestricted = await this.#parts.isAgeRestricted(invocation.site);
    return { ...asked, site: { ...asked.site, isAgeRestricted } };
  }

  #asked(invocation: Invocation, isEphemeral: boolean, signal: AbortSignal): InvocationContext {
    const isPrivate = isEphemeral || invocation.site.kind === "bot-dm";
    return {
      member: invocation.member,
      site: invocation.site,
      namedHere: namedHereOf(invocation.incoming),
      resolved: resolvedOf(invocation.incoming),
      locale: localeOf(invocation, isPrivate),
      isPrivate,
      signal,
      now: this.#parts.clock.now(),
      applicationId: invocation.incoming.application_id,
      reference: invocation.reference,
      mention: this.#parts.mention,
    };
  }
}

function tooLong(): MilepostError {
  return new MilepostError("run-timeout", { reason: "the run took too long" });
}

function codeOf(error: unknown): ErrorCode {
  return isMilepostError(error) ? error.code : "internal";
}
