import { InteractionType } from "discord-api-types/v10";

import { MilepostError } from "../../base/errors.ts";
import { TokenBuckets } from "../../base/limit.ts";
import type { InvocationSite } from "../command/invocation-context.ts";
import { Deadlines, DEFAULT_LIMITS, endsWithin } from "./runtime-limits.ts";
import {
  askContext,
  createContext,
  type Invocation,
  invocationOf,
  type OpenPlan,
  type Plan,
  type RunPlan,
} from "./invocation.ts";
import { Execution, type ExecutionParts } from "./execution.ts";
import type { Incoming } from "./incoming.ts";
import { codeOf } from "./failure.ts";
import { InteractionResponse } from "./interaction-response.ts";
import { LatePictures, type MessageChanges } from "../reply/drawings.ts";
import { type InteractionApi, isGone } from "./interaction-api.ts";
import { planCommand } from "./plan-command.ts";
import { type Planner, planPress } from "./plan-press.ts";
import { Suggester } from "./autocomplete.ts";
import { Semaphore } from "../../base/async/semaphore.ts";
import { messagesFor } from "../../messages/catalog.ts";
import { CustomIds } from "./custom-id.ts";
import type { PickerTexts } from "../command/command-texts.ts";
import type { AskAgeRestriction } from "../rest/guild.ts";
import { menuTargets } from "../command/definition.ts";
import { Registry } from "../command/registry.ts";
import type { RuntimeOptions } from "../runtime-options.ts";
import { ReplyRenderer } from "./reply-renderer.ts";

interface DispatcherParts<Services> extends Omit<ExecutionParts, "deadlines" | "latePictures"> {
  readonly planner: Planner<Services>;
  readonly random: () => number;
  readonly publicLocale?: ((site: InvocationSite) => string | undefined) | undefined;
  readonly messageChanges?: MessageChanges | undefined;
}

/** How many refusals are sent at once, and how many may wait. Runs use connections of their own. */
const REFUSALS = { running: 32, waiting: 1_000 };
const REFUSED = { name: "refused", acknowledge: "reply", isEphemeral: true } as const;

/**
 * Brings each interaction to its command or action: first limits, then the run and its reply. Every failure becomes one
 * text with a reference.
 */
export class Dispatcher<Services> {
  readonly #parts: DispatcherParts<Services>;
  readonly #deadlines = new Deadlines();
  readonly #latePictures: LatePictures;
  readonly #slots: Semaphore;
  readonly #refusals = new Semaphore(REFUSALS);
  readonly #suggester: Suggester<Services>;
  readonly #buckets: Readonly<Record<"command" | "press", TokenBuckets>>;
  readonly #underWay = new Set<Promise<void>>();
  #isStopping = false;

  constructor(parts: DispatcherParts<Services>) {
    this.#parts = parts;
    const { clock, limits } = parts;
    this.#latePictures = new LatePictures(limits.pictureWithinMs, parts.messageChanges);
    this.#slots = new Semaphore(limits.runs);
    this.#suggester = new Suggester({
      ...parts,
      registry: parts.planner.registry,
      services: parts.planner.services,
    });
    this.#buckets = {
      command: new TokenBuckets(limits.commands, clock),
      press: new TokenBuckets(limits.presses, clock),
    };
  }

  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#slots.running, waiting: this.#slots.waiting };
  }

  /** Handles one interaction. Never throws. */
  handle(incoming: Incoming): void {
    const handled = this.#route(incoming)
      .catch((error: unknown) => {
        this.#parts.log.error("an interaction was lost", { kind: incoming.type }, error);
      })
      .finally(() => void this.#underWay.delete(handled));
    this.#underWay.add(handled);
  }

  /**
   * Takes no more interactions and waits for those under way, then ends them. Returns whether all ended by themselves.
   */
  async drain(withinMs: number): Promise<boolean> {
    this.#isStopping = true;
    this.#suggester.stop();
    this.#latePictures.stop();
    const graceMs = Math.min(1000, withinMs / 4);
    if (await endsWithin(this.#idle(), withinMs - graceMs)) return true;
    this.#deadlines.abortAll(new MilepostError("busy", { reason: "shutting down" }));
    await endsWithin(this.#idle(), graceMs);
    return false;
  }

  async #idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async #route(incoming: Incoming): Promise<void> {
    const named = invocationOf(incoming, this.#parts.random);
    if (named === undefined) return;
    const turn = { ...named, publicLocale: this.#parts.publicLocale?.(named.site) };
    switch (incoming.type) {
      case InteractionType.Ping:
        return;
      case InteractionType.ApplicationCommand:
        return this.#answer(turn, "command", () => planCommand(turn, this.#parts.planner));
      case InteractionType.MessageComponent:
      case InteractionType.ModalSubmit:
        return this.#answer(turn, "press", () => planPress(turn, this.#parts.planner));
      case InteractionType.ApplicationCommandAutocomplete:
        return this.#suggester.answer(turn, (signal) =>
          askContext(this.#parts, turn, { isEphemeral: true, signal }),
        );
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
    const { api, renderer, metrics } = this.#parts;
    let modal;
    try {
      const reader = { isEphemeral: true, signal: new AbortController().signal };
      modal = plan.open(createContext(this.#parts, invocation, reader));
    } catch (error) {
      return this.#refuse(invocation, plan.kind, error);
    }
    if (modal === undefined) return plan.otherwise && this.#runSlotted(invocation, plan.otherwise);
    let outcome = "ok";
    try {
      await api.openModal(invocation.incoming, await renderer.modal(invocation, plan, modal));
    } catch (error) {
      outcome = "unacknowledged";
      if (isGone(error))
        this.#parts.log.info("a modal was too late, or shown elsewhere", { command: plan.name });
      else await this.#refuse(invocation, plan.kind, error);
    }
    metrics.count("interactions_total", { kind: plan.kind, name: plan.name, outcome });
  }

  async #runSlotted(invocation: Invocation, plan: RunPlan): Promise<void> {
    const slot = this.#slots.reserve();
    if (slot === undefined)
      return this.#refuse(invocation, plan.kind, new MilepostError("busy", { reason: "queue full" }));
    try {
      const parts = { ...this.#parts, deadlines: this.#deadlines, latePictures: this.#latePictures };
      await new Execution(parts, invocation, plan).complete(slot.started);
    } finally {
      slot.end();
    }
  }

  #admit({ member }: Invocation, kind: "command" | "press"): void {
    if (this.#isStopping) throw new MilepostError("busy", { reason: "shutting down" });
    const retryAfterMs = this.#buckets[kind].take(member.id);
    if (retryAfterMs > 0) throw new MilepostError("too-fast", { retryAfterMs });
  }

  /**
   * Replies to everything but a flood, since Discord shows an unanswered interaction as a failure of the bot. Such
   * replies don't count towards the bot's rate limit.
   */
  async #refuse(invocation: Invocation, kind: string, error: unknown): Promise<void> {
    const { metrics } = this.#parts;
    metrics.count("interactions_total", { kind, name: "refused", outcome: codeOf(error) });
    const slot = this.#refusals.reserve();
    if (slot === undefined) return;
    await slot.started;
    const plan = { ...REFUSED, ownerId: invocation.member.id };
    await new InteractionResponse(this.#parts, invocation, plan).fail(error).finally(() => slot.end());
  }
}

interface BuiltFrom {
  readonly api: InteractionApi;
  readonly isAgeRestricted: AskAgeRestriction;
  readonly texts: PickerTexts;
  /** Returns a clickable mention of a command, or its plain name while Discord has not given it an id yet. */
  readonly mention: (name: string) => string;
}

/** Returns the dispatcher: it finds the command or action of each interaction, runs it and sends the reply. */
export function buildDispatcher<Services>(
  options: RuntimeOptions<Services>,
  { api, isAgeRestricted, texts, mention }: BuiltFrom,
): Dispatcher<Services> {
  const { commands, clock, log, metrics, random, explain, publicLocale, afterReply } = options;
  const { services, visibilityFor, heldBackNote } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const registry = new Registry(commands);
  const customIds = new CustomIds(options.tagKeys, options.states, clock);
  const renderer = new ReplyRenderer({
    customIds,
    registry,
    explain,
    texts: (locale) => messagesFor(locale).runtime,
    drawWithinMs: limits.drawWithinMs,
    log,
  });
  const menus = menuTargets(commands, texts);
  const planner = { registry, customIds, menus, services, afterReply, visibilityFor, heldBackNote };
  return new Dispatcher<Services>({
    api,
    renderer,
    planner,
    limits,
    clock,
    random,
    log,
    metrics,
    mention,
    isAgeRestricted,
    publicLocale,
    isFirst: options.isFirst ?? (async () => true),
    messageChanges: options.messageChanges,
  });
}
