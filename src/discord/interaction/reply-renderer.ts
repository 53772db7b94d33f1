import { MilepostError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import { plain } from "../../base/markdown.ts";
import type { runtime } from "../../messages/en/runtime.ts";
import type { AnyAction } from "../command/controls.ts";
import type { Registry } from "../command/registry.ts";
import { Drawings } from "../reply/drawings.ts";
import type { Rendered } from "../reply/message.ts";
import { render } from "../reply/render.ts";
import { renderClassic } from "../reply/render-classic.ts";
import { renderModal, type WireModal } from "../reply/render-modal.ts";
import type { ActionCall, Reply } from "../reply/reply.ts";
import { CONTROLS, type ControlOwner, type CustomIds } from "./custom-id.ts";
import type { Explain } from "./failure.ts";
import { type Invocation, localeOf, type OpenedModal, type OpenPlan } from "./invocation.ts";

interface RendererParts {
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

/** Renders replies, failures and modals, whose controls get their custom ids here. */
export class ReplyRenderer {
  readonly #parts: RendererParts;
  #forms = 0;

  constructor(parts: RendererParts) {
    this.#parts = parts;
  }

  /** Returns the drawings of one message, which may finish after it was sent. */
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

  /** Returns what a failure is told by, for the member alone. */
  async explained(invocation: Invocation, error: unknown): Promise<Rendered> {
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

  /** Returns a modal. Phones show what one of the same id held before: discord-api-docs, issue 7554. */
  async modal({ incoming, site }: Invocation, { ownerId }: OpenPlan, modal: OpenedModal): Promise<WireModal> {
    const { customIds, texts } = this.#parts;
    const { unnamed } = texts(incoming.locale ?? "en-US");
    this.#forms = (this.#forms + 1) % CONTROLS;
    const owner = ownerOf(modal.for, { ownerId, guildId: site.guildId });
    const customId = await customIds.pack(modal.call, owner, this.#forms, ownerId);
    return renderModal(modal.fields, modal.view, { customId, unnamed });
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
}

type Whose = Pick<Audience, "ownerId" | "guildId">;

function ownerOf(forWhom: AnyAction<never>["for"], { ownerId, guildId }: Whose): ControlOwner | undefined {
  if (forWhom === "anyone") return undefined;
  return { id: ownerId, ...(forWhom === "admins" && { guildId }) };
}
