import { MINUTE_MS } from "../../base/duration.ts";
import type { Log } from "../../base/log.ts";
import { SerialQueue } from "../../base/async/serial-queue.ts";
import type { Answers } from "./answers.ts";
import type { Reply } from "../reply/reply.ts";
import { localeOf, type RunPlan, type Invocation } from "./invocation.ts";

/** A little less than the 15 minutes of an interaction's token. */
const LIVES_MS = 14.5 * MINUTE_MS;

/** One acknowledged reply, edited in the order it is asked to be. */
export class LiveReply {
  readonly #answers: Answers;
  readonly #turn: Invocation;
  readonly #plan: RunPlan;
  readonly #log: Log;
  readonly #startedAt = performance.now();
  readonly #turns = new SerialQueue();

  constructor(
    answers: Answers,
    { turn: invocation, plan, log }: { turn: Invocation; plan: RunPlan; log: Log },
  ) {
    this.#answers = answers;
    this.#turn = invocation;
    this.#plan = plan;
    this.#log = log;
  }

  /** Gives whether it is shown. */
  update(reply: Reply): Promise<boolean> {
    return this.#turns.take(() => this.#show(reply));
  }

  /** Sends the run's own answer, behind the updates before it. */
  finish(send: () => Promise<void>): Promise<void> {
    return this.#turns.take(send);
  }

  async #show(reply: Reply): Promise<boolean> {
    if (performance.now() - this.#startedAt > LIVES_MS) return false;
    const invocation = this.#turn;
    const { isEphemeral, isClassic, ownerId, name } = this.#plan;
    const isPrivate = isEphemeral || invocation.site.kind === "bot-dm";
    const signal = new AbortController().signal;
    try {
      const locale = localeOf(invocation, isPrivate);
      const rendered = await this.#answers.render(reply, { locale, ownerId, isClassic, signal });
      return await this.#answers.deliver(invocation, this.#plan, { rendered });
    } catch (error) {
      this.#log.warn(
        "a reply could not be updated",
        { command: name, reference: invocation.reference },
        error,
      );
      return false;
    }
  }
}
