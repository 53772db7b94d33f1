import { MINUTE_MS } from "../../base/duration.ts";
import type { Log } from "../../base/log.ts";
import { SerialQueue } from "../../base/async/serial-queue.ts";
import type { Answers } from "./answers.ts";
import type { Drawings } from "../reply/drawings.ts";
import type { Reply } from "../reply/reply.ts";
import { localeOf, type RunPlan, type Invocation } from "./invocation.ts";

/** A little less than the 15 minutes an interaction's token is valid. */
export const LIVES_MS = 14.5 * MINUTE_MS;

interface LiveReplyParts {
  readonly answers: Answers;
  readonly invocation: Invocation;
  readonly plan: RunPlan;
  readonly log: Log;
  /** Resolves to whether Discord accepted the first response; updates wait for it. */
  readonly isOurs: Promise<boolean>;
  readonly drawings: Drawings;
}

/** One reply, edited in the order of the calls. */
export class LiveReply {
  readonly #parts: LiveReplyParts;
  readonly #startedAt = performance.now();
  readonly #turns = new SerialQueue();
  #wasUpdated = false;

  constructor(parts: LiveReplyParts) {
    this.#parts = parts;
  }

  /** Whether the run showed something before its reply. */
  get wasUpdated(): boolean {
    return this.#wasUpdated;
  }

  /** Returns whether the edit is shown; false once the signal aborts. */
  update(reply: Reply, signal = new AbortController().signal): Promise<boolean> {
    this.#wasUpdated = true;
    return this.#turns.take(async () => (await this.#parts.isOurs) && this.#show(reply, signal));
  }

  /** Sends the run's reply, after the updates before it. */
  finish(send: () => Promise<void>): Promise<void> {
    return this.#turns.take(send);
  }

  async #show(reply: Reply, signal: AbortSignal): Promise<boolean> {
    if (performance.now() - this.#startedAt > LIVES_MS) return false;
    const { answers, invocation, plan, drawings, log } = this.#parts;
    const { isEphemeral, isClassic, ownerId, name } = plan;
    const locale = localeOf(invocation, isEphemeral || invocation.site.kind === "bot-dm");
    try {
      const { guildId } = invocation.site;
      const audience = { locale, ownerId, guildId, isClassic, signal, drawings };
      const rendered = await answers.render(reply, audience);
      return await answers.deliver(invocation, plan, { rendered }, signal);
    } catch (error) {
      const fields = { command: name, reference: invocation.reference };
      if (!signal.aborted) log.warn("a reply could not be updated", fields, error);
      return false;
    }
  }
}
