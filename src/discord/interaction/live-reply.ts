import { MINUTE_MS } from "../../base/duration.ts";
import type { Log } from "../../base/log.ts";
import { SerialQueue } from "../../base/async/serial-queue.ts";
import type { Answers } from "./answers.ts";
import type { Drawings } from "../reply/drawings.ts";
import type { Reply } from "../reply/reply.ts";
import { localeOf, type RunPlan, type Invocation } from "./invocation.ts";

/** A little less than the 15 minutes of an interaction's token. */
export const LIVES_MS = 14.5 * MINUTE_MS;

interface LiveReplyParts {
  readonly turn: Invocation;
  readonly plan: RunPlan;
  readonly log: Log;
  /** Whether Discord took the first answer; what is asked before waits for it. */
  readonly isOurs: Promise<boolean>;
  readonly drawings: Drawings;
}

/** One reply, edited in the order it is asked to be. */
export class LiveReply {
  readonly #answers: Answers;
  readonly #turn: Invocation;
  readonly #plan: RunPlan;
  readonly #log: Log;
  readonly #drawings: Drawings;
  readonly #isOurs: Promise<boolean>;
  readonly #startedAt = performance.now();
  readonly #turns = new SerialQueue();
  #wasUpdated = false;

  constructor(answers: Answers, { turn: invocation, plan, log, isOurs, drawings }: LiveReplyParts) {
    this.#answers = answers;
    this.#turn = invocation;
    this.#plan = plan;
    this.#log = log;
    this.#isOurs = isOurs;
    this.#drawings = drawings;
  }

  /** Something was to be shown before the answer. */
  get wasUpdated(): boolean {
    return this.#wasUpdated;
  }

  /** Gives whether it is shown, which it is not once the signal aborts. */
  update(reply: Reply, signal = new AbortController().signal): Promise<boolean> {
    this.#wasUpdated = true;
    return this.#turns.take(async () => (await this.#isOurs) && this.#show(reply, signal));
  }

  /** Sends the run's own answer, behind the updates before it. */
  finish(send: () => Promise<void>): Promise<void> {
    return this.#turns.take(send);
  }

  async #show(reply: Reply, signal: AbortSignal): Promise<boolean> {
    if (performance.now() - this.#startedAt > LIVES_MS) return false;
    const invocation = this.#turn;
    const { isEphemeral, isClassic, ownerId, name } = this.#plan;
    const isPrivate = isEphemeral || invocation.site.kind === "bot-dm";
    try {
      const locale = localeOf(invocation, isPrivate);
      const audience = { locale, ownerId, isClassic, signal, drawings: this.#drawings };
      const rendered = await this.#answers.render(reply, audience);
      return await this.#answers.deliver(invocation, this.#plan, { rendered }, signal);
    } catch (error) {
      if (signal.aborted) return false;
      this.#log.warn(
        "a reply could not be updated",
        { command: name, reference: invocation.reference },
        error,
      );
      return false;
    }
  }
}
