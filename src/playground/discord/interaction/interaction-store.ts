import { randomBytes } from "node:crypto";

import type { ApplicationCommandOptionType, InteractionType } from "discord-api-types/v10";
import { LRUCache } from "lru-cache";

import type { Json } from "../json.ts";
import { MINUTE_MS } from "../../../base/duration.ts";
import type { Answer, FailedReason } from "../local-api.ts";
import type { Origin } from "../message/message-store.ts";

const ANSWER_WITHIN_MS = 3000;
const TOKEN_LIFE_MS = 15 * MINUTE_MS;

/** What came of an interaction, before it is shown to a person. */
export type Outcome =
  | { readonly kind: "message"; readonly messageId: string; readonly isUpdate: boolean }
  | { readonly kind: "modal"; readonly modal: Json }
  | { readonly kind: "acknowledged" }
  | { readonly kind: "choices"; readonly choices: Extract<Answer, { kind: "choices" }>["choices"] }
  | { readonly kind: "failed"; readonly reason: FailedReason; readonly text: string };

/** What is fixed when a person starts it. */
export interface InteractionFacts {
  readonly kind: InteractionType;
  readonly userId: string;
  readonly channelId: string;
  readonly guildId?: string;
  /** The message a control stands on, also for a modal that such a control opened. */
  readonly controlMessageId?: string;
  /** How messages that answer it describe it. */
  readonly origin: Omit<Origin, "id">;
  /** The app is here only with its user: at most five follow-ups. */
  readonly isUserInstallOnly: boolean;
  /** The person may not use outside apps publicly here. */
  readonly isForcedEphemeral: boolean;
  /** Type of the option that suggestions are for. */
  readonly focusedType?: ApplicationCommandOptionType;
}

export interface Interaction extends InteractionFacts {
  readonly id: string;
  readonly token: string;
  /** On the scale of `ElapsedMs`. */
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
/** What interaction tokens begin with, as Discord's do. */
const TOKEN_PREFIX = Buffer.from("interaction:").toString("base64url");

/** Milliseconds that really went by since some moment: a jump of the clock ends nothing that is under way. */
export type ElapsedMs = () => number;

interface Limits {
  readonly answerWithinMs?: number | undefined;
  readonly tokenLifeMs?: number | undefined;
}

/** All interactions whose token may still be used, bounded. */
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

  /** Records what came of it and wakes who waits. A later final outcome replaces the first. */
  settle(interaction: Interaction, outcome: Outcome, isFinal: boolean): void {
    interaction.first ??= outcome;
    if (isFinal) interaction.final ??= outcome;
    for (const wake of interaction.waiters) wake();
  }

  stopTimers(): void {
    for (const interaction of this.#byId.values()) clearTimeout(interaction.timer);
  }
}
