import { randomBytes } from "node:crypto";

import type { ApplicationCommandOptionType, InteractionType } from "discord-api-types/v10";
import { LRUCache } from "lru-cache";

import type { Json } from "../json.ts";
import { MINUTE_MS } from "../../../base/duration.ts";
import type { Answer, FailedReason } from "../local-api.ts";
import type { Origin } from "../message/message-store.ts";

const ANSWER_WITHIN_MS = 3000;
const TOKEN_LIFE_MS = 15 * MINUTE_MS;

/** The result of an interaction, before it is shown to a person. */
export type Outcome =
  | { readonly kind: "message"; readonly messageId: string; readonly isUpdate: boolean }
  | { readonly kind: "modal"; readonly modal: Json }
  | { readonly kind: "acknowledged" }
  | { readonly kind: "choices"; readonly choices: Extract<Answer, { kind: "choices" }>["choices"] }
  | { readonly kind: "failed"; readonly reason: FailedReason; readonly text: string };

/** What is known when a person starts the interaction. */
export interface InteractionFacts {
  readonly kind: InteractionType;
  readonly userId: string;
  readonly channelId: string;
  readonly guildId?: string;
  /** The message with the used control; also for a modal that this control opened. */
  readonly controlMessageId?: string;
  /** How messages that answer it describe it. */
  readonly origin: Omit<Origin, "id">;
  /** Only the user installed the app: at most five follow-ups. */
  readonly isUserInstallOnly: boolean;
  /** The person may not use external apps publicly here. */
  readonly isForcedEphemeral: boolean;
  /** The type of the option that is being completed. */
  readonly focusedType?: ApplicationCommandOptionType;
}

export interface Interaction extends InteractionFacts {
  readonly id: string;
  readonly token: string;
  /** By the clock of `ElapsedMs`. */
  readonly startedAtMs: number;
  state: "waiting" | "answered" | "dead";
  originalId?: string;
  followUps: number;
  first?: Outcome;
  final?: Outcome;
  readonly waiters: Set<() => void>;
  timer?: NodeJS.Timeout;
}

const MOST_KEPT = 20_000;
/** As in Discord's own interaction tokens. */
const TOKEN_PREFIX = Buffer.from("interaction:").toString("base64url");

/** Returns milliseconds that only pass, so that moving the playground's clock ends no interaction. */
export type ElapsedMs = () => number;

interface Limits {
  readonly answerWithinMs?: number | undefined;
  readonly tokenLifeMs?: number | undefined;
}

/** The latest interactions. */
export class InteractionStore {
  readonly #elapsedMs: ElapsedMs;
  readonly answerWithinMs: number;
  readonly tokenLifeMs: number;
  readonly #byId = new LRUCache<string, Interaction>({
    max: MOST_KEPT,
    dispose: ({ timer }) => clearTimeout(timer),
  });

  constructor(elapsedMs: ElapsedMs, limits: Limits = {}) {
    this.#elapsedMs = elapsedMs;
    this.answerWithinMs = limits.answerWithinMs ?? ANSWER_WITHIN_MS;
    this.tokenLifeMs = limits.tokenLifeMs ?? TOKEN_LIFE_MS;
  }

  get size(): number {
    return this.#byId.size;
  }

  start(id: string, facts: InteractionFacts): Interaction {
    const interaction: Interaction = {
      ...facts,
      id,
      token: `${TOKEN_PREFIX}${Buffer.from(`${id}:`).toString("base64url")}${randomBytes(24).toString("hex")}`,
      startedAtMs: this.#elapsedMs(),
      state: "waiting",
      followUps: 0,
      waiters: new Set(),
    };
    this.#byId.set(id, interaction);
    return interaction;
  }

  get(id: string): Interaction | undefined {
    return this.#byId.peek(id);
  }

  byToken(token: string): Interaction | undefined {
    if (!token.startsWith(TOKEN_PREFIX)) return undefined;
    const rest = Buffer.from(token.slice(TOKEN_PREFIX.length), "base64url").toString("latin1");
    const interaction = this.#byId.peek(rest.slice(0, rest.indexOf(":")));
    return interaction?.token === token ? interaction : undefined;
  }

  isLate(interaction: Interaction): boolean {
    return this.#elapsedMs() - interaction.startedAtMs >= this.answerWithinMs;
  }

  isTokenDead(interaction: Interaction): boolean {
    return this.#elapsedMs() - interaction.startedAtMs >= this.tokenLifeMs;
  }

  /** Stores the first outcome, and the first final one, and wakes whoever waits. */
  settle(interaction: Interaction, outcome: Outcome, isFinal: boolean): void {
    interaction.first ??= outcome;
    if (isFinal) interaction.final ??= outcome;
    for (const wake of interaction.waiters) wake();
  }

  stopTimers(): void {
    for (const interaction of this.#byId.values()) clearTimeout(interaction.timer);
  }
}
