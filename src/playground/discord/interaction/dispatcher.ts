import { InteractionType, MessageFlags } from "discord-api-types/v10";

import type { Json } from "../json.ts";
import type { FaultInjector } from "../fault-injector.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { EventBus } from "../event-bus.ts";
import type { Answer, AnswerWanted, SeenModal } from "../local-api.ts";
import type { MessageStore } from "../message/message-store.ts";
import type { World } from "../world/world.ts";
import type { InteractionsEndpoint } from "./endpoint.ts";
import type { Interaction, InteractionFacts, InteractionStore, Outcome } from "./interaction-store.ts";
import { interactionPayload } from "./payload.ts";

export interface DispatcherParts {
  readonly world: World;
  readonly interactions: InteractionStore;
  readonly gateway: Gateway;
  readonly endpoint: InteractionsEndpoint;
  readonly eventBus: EventBus;
  readonly messages: MessageStore;
  readonly faults: FaultInjector;
}

const NO_ANSWER = "The application did not respond";
const REFUSED = "This interaction failed";

const LONGEST_WAIT_MS = 60_000;

/** Sends interactions to the bot, enforces the 3 seconds, and tells people the result. */
export class InteractionDispatcher {
  readonly #parts: DispatcherParts;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
  }

  /** Sends an interaction to the bot and returns it. `rest` is what its kind adds to the payload. */
  open(facts: InteractionFacts, rest: Json): Interaction {
    const { world, interactions } = this.#parts;
    const interaction = interactions.start(world.ids.next(), facts);
    // Real time: a timer must not wait for a clock that can be moved.
    interaction.timer = setTimeout(
      () => this.fail(interaction, "no-answer"),
      interactions.answerWithinMs,
    ).unref();
    this.#send(interactionPayload(world, interaction, rest), facts);
    return interaction;
  }

  /** Sends to the application's endpoint if it has one, else over the gateway. */
  #send(payload: Json, { guildId }: InteractionFacts): void {
    const { endpoint, gateway, faults } = this.#parts;
    const times = faults.take("double-delivery") === undefined ? 1 : 2;
    if (endpoint.url !== null) return endpoint.send(endpoint.url, payload, times);
    const to = guildId === undefined ? {} : { guildId };
    for (let time = 0; time < times; time += 1) gateway.dispatch("INTERACTION_CREATE", payload, to);
  }

  /** Ends the wait for the first answer. A deferred reply may be filled in until its token expires. */
  acknowledge(interaction: Interaction): void {
    interaction.state = "answered";
    clearTimeout(interaction.timer);
    interaction.timer = setTimeout(
      () => this.#abandon(interaction),
      this.#parts.interactions.tokenLifeMs,
    ).unref();
  }

  #abandon(interaction: Interaction): void {
    const { eventBus, messages } = this.#parts;
    const message = messages.get(interaction.originalId ?? "");
    if (message === undefined || (message.flags & MessageFlags.Loading) === 0) return;
    message.isAbandoned = true;
    eventBus.changed(message);
  }

  fail(interaction: Interaction, reason: "no-answer" | "refused"): void {
    if (interaction.state !== "waiting") return;
    interaction.state = "dead";
    clearTimeout(interaction.timer);
    const text =
      reason === "no-answer" && interaction.kind === InteractionType.ApplicationCommand ? NO_ANSWER : REFUSED;
    const outcome: Outcome = { kind: "failed", reason, text };
    this.#parts.interactions.settle(interaction, outcome, true);
    const { id, channelId, userId } = interaction;
    this.#parts.eventBus.tell(userId, { type: "failed", interactionId: id, channelId, reason, text });
  }

  settle(interaction: Interaction, outcome: Outcome, isFinal: boolean): void {
    const { eventBus, interactions } = this.#parts;
    interactions.settle(interaction, outcome, isFinal);
    const interactionId = interaction.id;
    if (outcome.kind === "modal")
      eventBus.tell(interaction.userId, { type: "modal", modal: seenModal(interaction, outcome.modal) });
    if (outcome.kind === "choices") {
      eventBus.tell(interaction.userId, { type: "choices", interactionId, choices: outcome.choices });
    }
    if (outcome.kind === "acknowledged" && !isFinal)
      eventBus.tell(interaction.userId, { type: "acknowledged", interactionId });
  }

  async answer(interaction: Interaction, wanted: Omit<AnswerWanted, "interaction">): Promise<Answer> {
    const until = wanted.until ?? "final";
    const outcome = await this.#wait(
      interaction,
      until,
      Math.min(wanted.timeoutMs ?? LONGEST_WAIT_MS, LONGEST_WAIT_MS),
    );
    if (outcome === undefined)
      return interaction.first?.kind === "acknowledged" ? interaction.first : { kind: "timeout" };
    return this.#shown(interaction, outcome);
  }

  async #wait(
    interaction: Interaction,
    until: "first" | "final",
    timeoutMs: number,
  ): Promise<Outcome | undefined> {
    if (interaction[until] !== undefined) return interaction[until];
    return await new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        interaction.waiters.delete(wake);
        resolve(interaction[until]);
      };
      const wake = (): void => {
        if (interaction[until] !== undefined) finish();
      };
      const timer = setTimeout(finish, timeoutMs).unref();
      interaction.waiters.add(wake);
    });
  }

  #shown(interaction: Interaction, outcome: Outcome): Answer {
    if (outcome.kind === "modal") return { kind: "modal", modal: seenModal(interaction, outcome.modal) };
    if (outcome.kind !== "message") return outcome;
    const message = this.#parts.messages.get(outcome.messageId);
    if (message === undefined) return { kind: "acknowledged" };
    return { kind: "message", seen: this.#parts.eventBus.seen(message), isUpdate: outcome.isUpdate };
  }
}

function seenModal(interaction: Interaction, modal: Json): SeenModal {
  // It was validated against Discord's schema of a modal.
  const shape = modal as unknown as SeenModal["modal"];
  return { id: interaction.id, channelId: interaction.channelId, modal: shape };
}
