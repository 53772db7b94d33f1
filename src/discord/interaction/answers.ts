import { MilepostError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import { plain } from "../../base/markdown.ts";
import type { runtime } from "../../messages/en/runtime.ts";
import type { AnyAction } from "../command/action.ts";
import { CONTROLS, type ControlOwner, type CustomIds } from "./custom-id.ts";
import { renderModal } from "../reply/render-modal.ts";
import { type InteractionApi, isGone } from "./interaction-api.ts";
import type { Rendered } from "../reply/message.ts";
import { codeOf, isUserError } from "./is-user-error.ts";
import type { Registry } from "../command/registry.ts";
import { render } from "../reply/render.ts";
import { Drawings } from "../reply/drawings.ts";
import { renderClassic } from "../reply/render-classic.ts";
import type { ActionCall, Reply } from "../reply/reply.ts";
import { localeOf, type OpenedModal, type OpenPlan, type RunPlan, type Invocation } from "./invocation.ts";

/** Returns the text for a failure, in the reader's language. */
export type Explain = (
  error: unknown,
  asked: { readonly locale: string; readonly reference: string },
) => Reply;

interface AnswersParts {
  readonly api: InteractionApi;
  readonly customIds: CustomIds;
  readonly registry: Pick<Registry<never>, "action" | "modal">;
  readonly explain: Explain;
  readonly texts: (locale: string) => typeof runtime;
  readonly drawWithinMs: number;
  readonly log: Log;
}

interface Audience {
  readonly locale: string;
  readonly ownerId: string;
  /** The server it is shown in. */
  readonly guildId: string | undefined;
  readonly isClassic?: boolean | undefined;
  readonly signal: AbortSignal;
  /** Keeps drawing what is late; without it, late pictures are given up. */
  readonly drawings?: Drawings | undefined;
}

/** A rendered answer, ready to be sent. */
export interface Delivered {
  readonly rendered: Rendered;
  /** What is posted to the channel first. */
  readonly post?: Rendered | undefined;
  readonly isForAsker?: boolean | undefined;
}

/** Renders replies and failures, and sends them. */
export class Answers {
  readonly #parts: AnswersParts;
  #forms = 0;

  constructor(parts: AnswersParts) {
    this.#parts = parts;
  }

  /** Renders a run's reply, and the post that goes with it. */
  async whole(reply: Reply, audience: Audience): Promise<Delivered> {
    const { post, isForAsker } = reply;
    return {
      rendered: await this.render(reply, audience),
      post: post && (await this.render(post, { ...audience, isClassic: false, drawings: undefined })),
      isForAsker,
    };
  }

  /** Returns the drawings of one answer, which may finish after it was sent. */
  drawings(): Drawings {
    return new Drawings((error) => this.#pictureFailed(error));
  }

  render(reply: Reply, audience: Audience): Promise<Rendered> {
    const { texts, drawWithinMs } = this.#parts;
    const { locale, isClassic, signal, drawings } = audience;
    return (isClassic === true ? renderClassic : render)(reply, {
      texts: texts(locale),
      customId: (call, index) => this.#customId(call, audience, index),
      signal,
      drawWithinMs,
      onPictureFailed: (error) => this.#pictureFailed(error),
      drawings,
    });
  }

  /** Sends the answer as the first response, in place of an acknowledgment. Rejects with Discord's refusal. */
  answerFirst(invocation: Invocation, plan: RunPlan, answer: Delivered): Promise<void> {
    const { api } = this.#parts;
    const { rendered, isForAsker = false } = answer;
    if (plan.acknowledge === "update") return api.update(invocation.incoming, rendered);
    const isHidden = plan.isEphemeral || (isForAsker && isPublic(invocation, plan));
    return api.reply(invocation.incoming, rendered, isHidden);
  }

  /** Sends a failure as the first response, to the member alone. Rejects as `answerFirst` does. */
  async failFirst(invocation: Invocation, plan: Pick<RunPlan, "name">, error: unknown): Promise<void> {
    this.#logFailure(invocation, plan.name, error);
    const rendered = await this.#explained(invocation, error);
    await this.#parts.api.reply(invocation.incoming, rendered, true);
  }

  /**
   * Edits the answer into the acknowledged message. Returns whether that message still exists; throws the signal's
   * reason where it aborts before an edit was accepted.
   */
  async deliver(
    invocation: Invocation,
    plan: RunPlan,
    answer: Delivered,
    signal?: AbortSignal,
  ): Promise<boolean> {
    const { api, log } = this.#parts;
    const { rendered, post, isForAsker = false } = answer;
    try {
      if (post !== undefined) await api.post(invocation.incoming, post, plan.isEphemeral);
      if (isForAsker && isPublic(invocation, plan)) await this.#takeBack(invocation, rendered);
      else await api.edit(invocation.incoming, rendered, signal);
      return true;
    } catch (error) {
      if (!isGone(error)) throw error;
      log.info("an answer came too late", { command: plan.name, reference: invocation.reference });
      return false;
    }
  }

  /** Responds with a modal. Phones show what one of the same id held before: discord-api-docs, issue 7554. */
  async open({ incoming, site }: Invocation, { ownerId }: OpenPlan, modal: OpenedModal): Promise<void> {
    const { api, customIds, texts } = this.#parts;
    const { unnamed } = texts(incoming.locale ?? "en-US");
    this.#forms = (this.#forms + 1) % CONTROLS;
    const owner = ownerOf(modal.for, { ownerId, guildId: site.guildId });
    const customId = await customIds.pack(modal.call, owner, this.#forms, ownerId);
    await api.openModal(incoming, renderModal(modal.fields, modal.view, { customId, unnamed }));
  }

  /** Responds to an interaction that was refused before any work. */
  refuse(invocation: Invocation, error: unknown): Promise<void> {
    return this.#send(invocation, () => this.failFirst(invocation, { name: "refused" }, error));
  }

  /** Tells only the member that a run failed; the channel stays as it was. */
  async fail(invocation: Invocation, plan: RunPlan, error: unknown): Promise<void> {
    this.#logFailure(invocation, plan.name, error);
    const { api } = this.#parts;
    const rendered = await this.#explained(invocation, error);
    await this.#send(invocation, async () => {
      if (plan.acknowledge === "update") return api.followUpPrivately(invocation.incoming, rendered);
      if (isPublic(invocation, plan)) return this.#takeBack(invocation, rendered);
      return api.edit(invocation.incoming, rendered);
    });
  }

  /** Removes the public acknowledgment and tells the member privately. */
  async #takeBack(invocation: Invocation, rendered: Rendered): Promise<void> {
    await this.#deleteReply(invocation);
    await this.#parts.api.followUpPrivately(invocation.incoming, rendered);
  }

  #pictureFailed(error: unknown): void {
    this.#parts.log.warn("a picture was replaced by its text", {}, error);
  }

  #customId(call: ActionCall, whose: Whose, index: number): string | Promise<string> {
    const { registry } = this.#parts;
    const action = registry.action(call.command, call.action) ?? registry.modal(call.command, call.action);
    if (action === undefined) {
      throw new MilepostError("internal", {
        path: `${call.command}/${call.action}`,
        reason: "no such action",
      });
    }
    const owner = ownerOf(action.for, whose);
    const id = this.#parts.customIds.pack(call, owner, index, whose.ownerId);
    if (typeof id === "string") return id;
    return id.catch((error: unknown) => {
      this.#parts.log.error("a control's state could not be kept", { command: call.command }, error);
      return `lost-${index}`;
    });
  }

  async #explained(invocation: Invocation, error: unknown): Promise<Rendered> {
    const { explain, texts, log } = this.#parts;
    const { reference, member, site } = invocation;
    const locale = localeOf(invocation, true);
    const whose = { ownerId: member.id, guildId: site.guildId };
    const audience = { ...whose, locale, signal: new AbortController().signal };
    try {
      return await this.render(explain(error, { locale, reference }), audience);
    } catch (broken) {
      log.error("a failure's text failed", { reference }, broken);
      const text = plain(texts(locale).failed(reference));
      return this.render({ tone: "alert", blocks: [{ type: "text", text }] }, audience);
    }
  }

  async #send({ reference }: Invocation, send: () => Promise<void>): Promise<void> {
    try {
      await send();
    } catch (error) {
      if (isGone(error)) this.#parts.log.info("a failure was told too late", { reference, code: error.code });
      else this.#parts.log.warn("a failure could not be told", { reference }, error);
    }
  }

  /** A moderator may have deleted it first. */
  async #deleteReply({ incoming, reference }: Invocation): Promise<void> {
    try {
      await this.#parts.api.deleteReply(incoming);
    } catch (error) {
      if (!isGone(error)) throw error;
      this.#parts.log.info("a reply was deleted already", { reference, code: error.code });
    }
  }

  #logFailure({ reference }: Invocation, command: string, error: unknown): void {
    const code = codeOf(error);
    const fields = { reference, command, code };
    const { log } = this.#parts;
    if (isUserError(error)) log.debug("refused", fields);
    else if (code === "internal") log.error("a run failed", fields, error);
    else log.warn("a run failed", fields, error);
  }
}

/** Returns whether others will see the answer; an edit of an existing message doesn't count. */
function isPublic({ site }: Invocation, { acknowledge, isEphemeral }: RunPlan): boolean {
  return acknowledge !== "update" && !isEphemeral && site.kind !== "bot-dm";
}

type Whose = Pick<Audience, "ownerId" | "guildId">;

function ownerOf(forWhom: AnyAction<never>["for"], { ownerId, guildId }: Whose): ControlOwner | undefined {
  if (forWhom === "anyone") return undefined;
  return { id: ownerId, ...(forWhom === "admins" && { guildId }) };
}
