import { setTimeout as wait } from "node:timers/promises";

import type { LocalClient } from "../../support/local-client.ts";

const ANSWERED_WITHIN_MS = 12_000;

export interface Asked {
  /** By the monotonic clock. */
  readonly at: number;
  readonly isAnswered: boolean;
}

export interface Server {
  readonly id: string;
  readonly channel: string;
}

interface Place {
  readonly channel: string;
  readonly people: readonly string[];
}

/** People in many servers who use the bot all the time, one server after the other. */
export class Askers {
  readonly #local: LocalClient;
  readonly #places: readonly Place[];
  readonly #commands: readonly string[];
  readonly #asked: Asked[] = [];
  #next = 0;

  /** So many people in each of these servers, who ask for these commands in turn. */
  static async open(
    local: LocalClient,
    asking: {
      readonly servers: readonly Server[];
      readonly each: number;
      readonly commands: readonly string[];
    },
  ): Promise<Askers> {
    const places: Place[] = [];
    for (const { id, channel } of asking.servers) {
      const { people } = await local.addPeople({ count: asking.each, server: id });
      places.push({ channel, people });
    }
    return new Askers(local, places, asking.commands);
  }

  private constructor(local: LocalClient, places: readonly Place[], commands: readonly string[]) {
    this.#local = local;
    this.#places = places;
    this.#commands = commands;
  }

  /** Asks each so many milliseconds; gives what stops it and waits for the answers. */
  begin(everyMs: number): () => Promise<void> {
    const ending = new AbortController();
    const asking = this.#ask(everyMs, ending.signal);
    return async () => {
      ending.abort();
      await asking;
    };
  }

  /** What was asked since the last time. */
  taken(): readonly Asked[] {
    return this.#asked.splice(0);
  }

  async #ask(everyMs: number, signal: AbortSignal): Promise<void> {
    const underway = new Set<Promise<void>>();
    while (!signal.aborted) {
      const one: Promise<void> = this.#askOnce().finally(() => underway.delete(one));
      underway.add(one);
      await wait(everyMs, undefined, { signal }).catch(() => {});
    }
    await Promise.all(underway);
  }

  async #askOnce(): Promise<void> {
    const turn = this.#next++;
    const place = this.#places[turn % this.#places.length];
    if (place === undefined) throw new RangeError("nowhere to ask");
    const as = place.people[Math.floor(turn / this.#places.length) % place.people.length] ?? "";
    const at = performance.now();
    const { channel } = place;
    const command = this.#commands[turn % this.#commands.length] ?? "";
    const { interaction } = await this.#local.runCommand({ as, channel, command, options: {} });
    const answer = await this.#local.answer({ as, interaction, timeoutMs: ANSWERED_WITHIN_MS });
    this.#asked.push({ at, isAnswered: answer.kind === "message" && !answer.seen.isThinking });
  }
}
