import { within } from "../../base/async/within.ts";
import { type ErrorCode, MilepostError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { Metrics } from "../../base/metrics.ts";
import type { InvocationContext } from "../command/invocation-context.ts";
import { mayPass } from "../rest/interaction-rest.ts";
import type { Drawings } from "../reply/drawings.ts";
import type { Reply } from "../reply/reply.ts";
import { codeOf } from "./is-user-error.ts";
import type { Answers, Delivered } from "./answers.ts";
import { askContext, type ContextParts } from "./create-context.ts";
import type { Deadlines } from "./deadline.ts";
import { type InteractionApi, isGone } from "./interaction-api.ts";
import type { Invocation, RunPlan } from "./invocation.ts";
import type { LatePictures, PictureWait } from "./late-pictures.ts";
import { LiveReply } from "./live-reply.ts";
import type { RuntimeLimits } from "./runtime-limits.ts";

export interface ExecutionParts extends ContextParts {
  readonly api: InteractionApi;
  readonly answers: Answers;
  readonly deadlines: Deadlines;
  readonly latePictures: LatePictures;
  readonly limits: RuntimeLimits;
  /**
   * Returns whether this process is the first to act on the interaction; another one that received it may have
   * acknowledged it, too.
   */
  readonly isFirst: (interactionId: string) => Promise<boolean>;
  readonly log: Log;
  readonly metrics: Metrics;
}

interface Told {
  readonly asked: InvocationContext;
  readonly reply: Reply;
  readonly answer: Delivered;
}

/** How a run ended. */
type Ended = Told | { readonly error: unknown };

interface Done {
  readonly outcome: Outcome;
  /** What the message shows; undefined after a failure. */
  readonly shown?: Reply;
}

type Outcome = "ok" | "unacknowledged" | ErrorCode;

/** One run of a command or an action, and its reply. */
export class Execution {
  readonly #parts: ExecutionParts;
  readonly #invocation: Invocation;
  readonly #plan: RunPlan;
  readonly #live: LiveReply;
  readonly #drawings: Drawings;
  /** Resolves to whether Discord accepted our first response, so that this process may act. */
  readonly #isOurs = Promise.withResolvers<boolean>();
  readonly #ending = new AbortController();
  #startedAt = performance.now();

  constructor(parts: ExecutionParts, invocation: Invocation, plan: RunPlan) {
    this.#parts = parts;
    this.#invocation = invocation;
    this.#plan = plan;
    this.#drawings = parts.answers.drawings();
    const [drawings, isOurs] = [this.#drawings, this.#isOurs.promise];
    this.#live = new LiveReply({ ...parts, invocation, plan, isOurs, drawings });
  }

  /** Runs once `started` resolves, or at once without it, and sends the reply. */
  async complete(started: Promise<void> | undefined): Promise<void> {
    const pictures = this.#parts.latePictures.begin(this.#invocation, this.#plan);
    const { kind, name, isReadOnly } = this.#plan;
    const { outcome, shown } = await (isReadOnly === true ? this.#read(started) : this.#act(started));
    void this.#addPictures(shown, pictures);
    const { metrics, log } = this.#parts;
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
  async #act(started: Promise<void> | undefined): Promise<Done> {
    if (!(await this.#acknowledge())) return { outcome: "unacknowledged" };
    const { incoming } = this.#invocation;
    const asked = within(this.#parts.isFirst(incoming.id), this.#parts.limits.firstWithinMs);
    const isFirst = await asked.catch((error: unknown) => ({ error }));
    if (isFirst === false) return { outcome: "unacknowledged" };
    const ended = isFirst === true ? await this.#run(started) : (isFirst ?? { error: nobodyKnows() });
    const outcome = await this.#deliver(ended);
    return { outcome, ...(outcome === "ok" && "reply" in ended && { shown: ended.reply }) };
  }

  /** Runs before it acknowledges: a quick reply is the first response itself. */
  async #read(started: Promise<void> | undefined): Promise<Done> {
    const run = this.#run(started);
    const soon = await within(run, this.#parts.limits.answerAtOnceWithinMs);
    const outcome =
      soon !== undefined && !this.#live.wasUpdated && fitsFirst(soon)
        ? await this.#answerFirst(soon)
        : await this.#answerLater(run);
    if (outcome !== "ok") return { outcome };
    const ended = await run;
    return { outcome, ...("reply" in ended && { shown: await this.#tellMore(ended) }) };
  }

  async #answerFirst(ended: Ended): Promise<Outcome> {
    const { answers } = this.#parts;
    const send = () =>
      "error" in ended
        ? answers.failFirst(this.#invocation, this.#plan, ended.error)
        : answers.answerFirst(this.#invocation, this.#plan, ended.answer);
    const refused = (error: unknown) =>
      answers.refuse(this.#invocation, mayPass(error) ? notAcknowledged(error) : error);
    return (await this.#first(send, refused)) ? outcomeOf(ended) : "unacknowledged";
  }

  async #answerLater(run: Promise<Ended>): Promise<Outcome> {
    if (await this.#acknowledge()) return this.#deliver(await run);
    this.#ending.abort(new MilepostError("busy", { reason: "not ours to answer" }));
    return "unacknowledged";
  }

  #acknowledge(): Promise<boolean> {
    const { answers, api } = this.#parts;
    const { incoming } = this.#invocation;
    const { acknowledge, isEphemeral } = this.#plan;
    return this.#first(
      () => (acknowledge === "update" ? api.deferUpdate(incoming) : api.deferReply(incoming, isEphemeral)),
      // Discord may have accepted it although we don't know: the member must not be left waiting.
      (error) => answers.fail(this.#invocation, this.#plan, notAcknowledged(error)),
    );
  }

  /** Sends the first response. Returns whether this process may act on the interaction. */
  async #first(send: () => Promise<void>, refused: (error: unknown) => Promise<void>): Promise<boolean> {
    const { log } = this.#parts;
    const fields = { command: this.#plan.name };
    try {
      await send();
      this.#isOurs.resolve(true);
      return true;
    } catch (error) {
      this.#isOurs.resolve(false);
      if (isGone(error)) {
        log.info("an interaction was too late, or answered elsewhere", fields);
      } else {
        log.warn("an interaction could not be acknowledged", fields, error);
        await refused(error);
      }
      return false;
    }
  }

  /** Never rejects. */
  async #run(started: Promise<void> | undefined): Promise<Ended> {
    const { answers, deadlines, limits } = this.#parts;
    const { isEphemeral, isClassic, ownerId } = this.#plan;
    this.#startedAt = performance.now();
    const work = async (signal: AbortSignal): Promise<Ended> => {
      if (started !== undefined) await started;
      signal.throwIfAborted();
      const asked = await askContext(this.#parts, this.#invocation, { isEphemeral, signal });
      const running = { update: (reply: Reply) => this.#live.update(reply) };
      const reply = await this.#plan.run(asked, running);
      const { guildId } = asked.site;
      const drawings = this.#drawings;
      const audience = { locale: asked.locale, ownerId, guildId, isClassic, signal, drawings };
      return { asked, reply, answer: await answers.whole(reply, audience) };
    };
    try {
      return await deadlines.within(limits.runWithinMs, tooLong, work, this.#ending);
    } catch (error) {
      return { error };
    }
  }

  async #deliver(ended: Ended): Promise<Outcome> {
    const { answers } = this.#parts;
    try {
      if ("error" in ended) throw ended.error;
      const { answer } = ended;
      await this.#live.finish(async () => void (await answers.deliver(this.#invocation, this.#plan, answer)));
      return "ok";
    } catch (error) {
      await this.#live.finish(() => answers.fail(this.#invocation, this.#plan, error));
      return codeOf(error);
    }
  }

  /** Adds what `afterReply` has to say. Returns the reply that is shown then. */
  async #tellMore({ asked, reply }: Told): Promise<Reply> {
    try {
      const more = await this.#plan.afterReply?.(asked, reply);
      if (more === undefined || more === reply) return reply;
      await this.#live.update(more);
      return more;
    } catch (error) {
      const { reference } = this.#invocation;
      this.#parts.log.warn("what else was to be told failed", { reference }, error);
      return reply;
    }
  }

  /** Edits the message once late pictures are drawn. Never rejects. */
  async #addPictures(shown: Reply | undefined, pictures: PictureWait): Promise<void> {
    if (shown === undefined) this.#drawings.stop();
    else if (this.#drawings.isLate)
      await pictures.wait(this.#drawings, (changed) => this.#live.update(shown, changed));
    pictures.end();
  }
}

/** Returns whether the answer can be the first response: files and channel posts need an acknowledgment before them. */
function fitsFirst(ended: Ended): boolean {
  return "error" in ended || (ended.answer.rendered.files.length === 0 && ended.answer.post === undefined);
}

function outcomeOf(ended: Ended): Outcome {
  return "error" in ended ? codeOf(ended.error) : "ok";
}

function tooLong(): MilepostError {
  return new MilepostError("run-timeout", { reason: "the run took too long" });
}

function nobodyKnows(): MilepostError {
  return new MilepostError("busy", { reason: "not known in time whether another process does it" });
}

function notAcknowledged(cause: unknown): MilepostError {
  return new MilepostError("busy", { reason: "not acknowledged" }, { cause });
}
