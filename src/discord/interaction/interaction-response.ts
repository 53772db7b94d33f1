import { SerialQueue } from "../../base/async/serial-queue.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import { type ErrorCode, MilepostError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { Drawings, PictureWait } from "../reply/drawings.ts";
import type { Rendered } from "../reply/message.ts";
import type { Reply } from "../reply/reply.ts";
import { mayPass } from "../rest/interaction-rest.ts";
import { codeOf, logFailure } from "./failure.ts";
import { type InteractionApi, isGone } from "./interaction-api.ts";
import { type Invocation, localeOf, type RunPlan } from "./invocation.ts";
import type { ReplyRenderer } from "./reply-renderer.ts";

/** A little less than the 15 minutes an interaction's token is valid. */
export const LIVES_MS = 14.5 * MINUTE_MS;

export interface ResponseParts {
  readonly api: InteractionApi;
  readonly renderer: ReplyRenderer;
  readonly log: Log;
}

/** Where and for whom it is. */
export type ResponsePlan = Pick<RunPlan, "name" | "acknowledge" | "isEphemeral" | "isClassic" | "ownerId">;

/** What is sent in one go. */
interface Message {
  readonly rendered: Rendered;
  /** What is posted to the channel first. */
  readonly post?: Rendered | undefined;
  /** Whether it is for the member alone although the response is public. */
  readonly isForAsker: boolean;
  /** A failure is told beside a message that was pressed, which stays. */
  readonly isFailure?: boolean;
}

/** How a run ended: with a rendered reply, or a failure. */
export type Ended = (Message & { readonly reply: Reply }) | { readonly error: unknown };

export type Outcome = "ok" | "unacknowledged" | ErrorCode;

/**
 * The response to one interaction: acknowledged, updated in the order of the calls, ended by a reply or a failure, and
 * shown again when its late pictures arrive.
 */
export class InteractionResponse {
  readonly #parts: ResponseParts;
  readonly #invocation: Invocation;
  readonly #plan: ResponsePlan;
  readonly #drawings: Drawings;
  /** Resolves to whether Discord accepted our first response; updates wait for it. */
  readonly #isOurs = Promise.withResolvers<boolean>();
  readonly #turns = new SerialQueue();
  readonly #startedAt = performance.now();
  #isAcknowledged = false;
  #wasUpdated = false;
  /** What was shown last; undefined after a failure. */
  #shown: Reply | undefined;

  constructor(parts: ResponseParts, invocation: Invocation, plan: ResponsePlan) {
    this.#parts = parts;
    this.#invocation = invocation;
    this.#plan = plan;
    this.#drawings = parts.renderer.drawings();
  }

  /** Renders the reply a run ends with. Throws the signal's reason once it aborts. */
  async prepare(reply: Reply, signal: AbortSignal): Promise<Ended> {
    const { post, isForAsker = false } = reply;
    return {
      reply,
      rendered: await this.#render(reply, signal),
      post: post && (await this.#render(post, signal, { isClassic: false, drawings: undefined })),
      isForAsker,
    };
  }

  /** Returns whether this can be the first response: files, posts and earlier updates need an acknowledgment. */
  mayEndFirst(ended: Ended): boolean {
    if (this.#wasUpdated) return false;
    return "error" in ended || (ended.rendered.files.length === 0 && ended.post === undefined);
  }

  /** Sends an acknowledgment. Returns whether this process may act on the interaction; if not, all is told. */
  acknowledge(): Promise<boolean> {
    const { api } = this.#parts;
    const { incoming } = this.#invocation;
    const { acknowledge, isEphemeral } = this.#plan;
    const send = () =>
      acknowledge === "update" ? api.deferUpdate(incoming) : api.deferReply(incoming, isEphemeral);
    return this.#first(send, async (error) => {
      // Discord may have accepted it although we don't know: the member must not be left waiting.
      this.#isAcknowledged = true;
      await this.fail(notAcknowledged(error));
    });
  }

  /** Sends what a run ended with: as the first response, or after all updates where that was an acknowledgment. */
  async end(ended: Ended): Promise<Outcome> {
    if (this.#isAcknowledged) return this.#turns.take(() => this.#endHere(ended));
    const refused = (error: unknown) => this.fail(mayPass(error) ? notAcknowledged(error) : error);
    const isOurs = await this.#first(() => this.#sendEnd(ended), refused);
    if (!isOurs) return "unacknowledged";
    return "error" in ended ? codeOf(ended.error) : "ok";
  }

  /** Shows a reply in place of what is shown. Returns whether it is shown. */
  update(reply: Reply): Promise<boolean> {
    this.#wasUpdated = true;
    return this.#turns.take(async () => {
      if (!(await this.#isOurs.promise)) return false;
      this.#shown = reply;
      return this.#edit(reply, new AbortController().signal);
    });
  }

  /** Tells only the member what failed; a channel stays as it was. Never rejects. */
  async fail(error: unknown): Promise<void> {
    const { log } = this.#parts;
    const { reference } = this.#invocation;
    try {
      await this.#sendEnd({ error });
    } catch (refusal) {
      if (isGone(refusal)) log.info("a failure was told too late", { reference, code: refusal.code });
      else log.warn("a failure could not be told", { reference }, refusal);
    }
  }

  /** Shows it again as its late pictures arrive, until anything else is shown. Never rejects. */
  async addPictures(pictures: PictureWait): Promise<void> {
    const reply = this.#shown;
    const again = (reply: Reply) => (changed: AbortSignal) =>
      this.#turns.take(async () => reply === this.#shown && this.#edit(reply, changed));
    if (reply === undefined) this.#drawings.stop();
    else if (this.#drawings.isLate) await pictures.wait(this.#drawings, again(reply));
  }

  /** Sends the first response. Returns whether Discord accepted it. */
  async #first(send: () => Promise<void>, refused: (error: unknown) => Promise<void>): Promise<boolean> {
    const { log } = this.#parts;
    const fields = { command: this.#plan.name };
    try {
      await send();
      this.#isAcknowledged = true;
      this.#isOurs.resolve(true);
      return true;
    } catch (error) {
      this.#shown = undefined;
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

  async #endHere(ended: Ended): Promise<Outcome> {
    try {
      if ("error" in ended) throw ended.error;
      await this.#unlessGone(() => this.#sendEnd(ended));
      return "ok";
    } catch (error) {
      await this.fail(error);
      return codeOf(error);
    }
  }

  async #sendEnd(ended: Ended): Promise<void> {
    const { log, renderer } = this.#parts;
    if ("error" in ended) {
      const { reference } = this.#invocation;
      this.#shown = undefined;
      logFailure(log, { command: this.#plan.name, reference }, ended.error);
      const rendered = await renderer.explained(this.#invocation, ended.error);
      return this.#send({ rendered, isForAsker: true, isFailure: true });
    }
    this.#shown = ended.reply;
    return this.#send(ended);
  }

  /** The one place where a reply, an update or a failure leaves for Discord. */
  async #send(
    { rendered, post, isForAsker, isFailure = false }: Message,
    signal?: AbortSignal,
  ): Promise<void> {
    const { api } = this.#parts;
    const { incoming, site } = this.#invocation;
    const { acknowledge, isEphemeral } = this.#plan;
    const isUpdate = acknowledge === "update";
    const isInstead = isForAsker && !isUpdate && !isEphemeral && site.kind !== "bot-dm";
    if (!this.#isAcknowledged) {
      if (isUpdate && !isFailure) return api.update(incoming, rendered);
      return api.reply(incoming, rendered, isEphemeral || isInstead || isFailure);
    }
    if (post !== undefined) await api.post(incoming, post, isEphemeral);
    if (isInstead) await this.#deleteReply();
    if (isInstead || (isFailure && isUpdate)) return api.followUpPrivately(incoming, rendered);
    return api.edit(incoming, rendered, signal);
  }

  /** A moderator may have deleted it first. */
  async #deleteReply(): Promise<void> {
    const { api, log } = this.#parts;
    const { incoming, reference } = this.#invocation;
    try {
      await api.deleteReply(incoming);
    } catch (error) {
      if (!isGone(error)) throw error;
      log.info("a reply was deleted already", { reference, code: error.code });
    }
  }

  /** Returns whether the message still exists. */
  async #unlessGone(send: () => Promise<void>): Promise<boolean> {
    try {
      await send();
      return true;
    } catch (error) {
      if (!isGone(error)) throw error;
      const { reference } = this.#invocation;
      this.#parts.log.info("an answer came too late", { command: this.#plan.name, reference });
      return false;
    }
  }

  /** Edits the reply in. Returns whether it is shown; false once the signal aborts. Never rejects. */
  async #edit(reply: Reply, signal: AbortSignal): Promise<boolean> {
    if (performance.now() - this.#startedAt > LIVES_MS) return false;
    try {
      const rendered = await this.#render(reply, signal);
      return await this.#unlessGone(() => this.#send({ rendered, isForAsker: false }, signal));
    } catch (error) {
      const fields = { command: this.#plan.name, reference: this.#invocation.reference };
      if (!signal.aborted) this.#parts.log.warn("a reply could not be updated", fields, error);
      return false;
    }
  }

  #render(reply: Reply, signal: AbortSignal, changes: object = {}): Promise<Rendered> {
    const { site } = this.#invocation;
    const { isEphemeral, isClassic, ownerId } = this.#plan;
    const locale = localeOf(this.#invocation, isEphemeral || site.kind === "bot-dm");
    const drawings = this.#drawings;
    const audience = { locale, ownerId, guildId: site.guildId, isClassic, signal, drawings };
    return this.#parts.renderer.render(reply, { ...audience, ...changes });
  }
}

function notAcknowledged(cause: unknown): MilepostError {
  return new MilepostError("busy", { reason: "not acknowledged" }, { cause });
}
