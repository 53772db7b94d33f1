import {
  InteractionResponseType as Callback,
  MessageFlags,
  RESTJSONErrorCodes,
  Routes,
} from "discord-api-types/v10";

import { sleep } from "../../base/async/sleep.ts";
import {
  InteractionRefused,
  type InteractionRequest,
  type InteractionRest,
  mayPass,
} from "../rest/interaction-rest.ts";
import type { WireModal } from "../reply/render-modal.ts";
import type { Incoming } from "./incoming.ts";
import type { Rendered } from "../reply/message.ts";

const INVALID: number = RESTJSONErrorCodes.InvalidFormBodyOrContentType;
const ALREADY: number = RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged;
const GONE: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.UnknownInteraction,
  ALREADY,
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.UnknownWebhook,
  RESTJSONErrorCodes.InvalidWebhookToken,
]);

interface Patience {
  readonly withinMs: number;
  /** The waits before each further try. */
  readonly pausesMs: readonly number[];
  /** The longest wait accepted from Discord. */
  readonly longestMs: number;
}

/** Discord allows 3 s for a first response. */
const CALLBACKS: Patience = { withinMs: 2000, pausesMs: [100, 400], longestMs: 1000 };
/** Edits, follow-ups and deletions, some with files. */
const MESSAGES: Patience = { withinMs: 15_000, pausesMs: [250, 1000, 4000], longestMs: 30_000 };

/** The requests that answer an interaction, retried where a repeat can't answer twice. */
export class InteractionApi {
  readonly #rest: InteractionRest;

  constructor(rest: InteractionRest) {
    this.#rest = rest;
  }

  deferReply(incoming: Incoming, isEphemeral: boolean): Promise<void> {
    const data = isEphemeral ? { data: { flags: MessageFlags.Ephemeral } } : {};
    return this.#callback(incoming, { type: Callback.DeferredChannelMessageWithSource, ...data });
  }

  deferUpdate(incoming: Incoming): Promise<void> {
    return this.#callback(incoming, { type: Callback.DeferredMessageUpdate });
  }

  openModal(incoming: Incoming, data: WireModal): Promise<void> {
    return this.#callback(incoming, { type: Callback.Modal, data });
  }

  /** Sends the first response, without files. */
  reply(incoming: Incoming, { body }: Rendered, isEphemeral: boolean): Promise<void> {
    const flags = isEphemeral ? body.flags | MessageFlags.Ephemeral : body.flags;
    return this.#callback(incoming, {
      type: Callback.ChannelMessageWithSource,
      data: { ...body, attachments: [], flags },
    });
  }

  /** Sends the first response in place of the message pressed, without files. */
  update(incoming: Incoming, { body }: Rendered): Promise<void> {
    return this.#callback(incoming, { type: Callback.UpdateMessage, data: { ...body, attachments: [] } });
  }

  suggest(incoming: Incoming, choices: readonly { name: string; value: string }[]): Promise<void> {
    return this.#callback(incoming, {
      type: Callback.ApplicationCommandAutocompleteResult,
      data: { choices },
    });
  }

  /** Edits the response. Throws the signal's reason once it aborts, before the first try, too. */
  edit({ application_id, token }: Incoming, { body, files }: Rendered, signal?: AbortSignal): Promise<void> {
    const route = Routes.webhookMessage(application_id, token, "@original");
    return this.#message({ method: "PATCH", route, body, files }, signal);
  }

  deleteReply({ application_id, token }: Incoming): Promise<void> {
    const route = Routes.webhookMessage(application_id, token, "@original");
    return this.#message({ method: "DELETE", route });
  }

  /** Sends one more message, to the member alone. It may arrive twice where Discord's answer was lost. */
  followUpPrivately(incoming: Incoming, rendered: Rendered): Promise<void> {
    return this.#message(followUp(incoming, rendered, true));
  }

  /** Sends one more message, to the channel or the member alone. Tried once, so it never arrives twice. */
  post(incoming: Incoming, rendered: Rendered, isEphemeral: boolean): Promise<void> {
    return this.#send({ ...followUp(incoming, rendered, isEphemeral), withinMs: MESSAGES.withinMs });
  }

  /**
   * Sends a first response. A refusal as "already acknowledged" after an attempt whose answer was lost means that the
   * attempt succeeded, unless the interaction is a repeated one: then nobody knows whose attempt it was, and it counts
   * as refused.
   */
  async #callback({ id, token, isRepeated = false }: Incoming, body: unknown): Promise<void> {
    const route = Routes.interactionCallback(id, token);
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#send({ method: "POST", route, body, withinMs: CALLBACKS.withinMs });
      } catch (error) {
        const isOwn = error instanceof InteractionRefused && error.code === ALREADY;
        if (isOwn && tries > 0 && !isRepeated) return;
        await pauseOrThrow(error, CALLBACKS, tries);
      }
    }
  }

  async #message(request: Omit<InteractionRequest, "withinMs">, signal?: AbortSignal): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      signal?.throwIfAborted();
      try {
        return await this.#send({ ...request, withinMs: MESSAGES.withinMs }, signal);
      } catch (error) {
        await pauseOrThrow(error, MESSAGES, tries, signal);
      }
    }
  }

  /** Discord refuses a whole message for one emoji that was deleted: such a message is sent again without emojis. */
  async #send(request: InteractionRequest, signal?: AbortSignal): Promise<void> {
    try {
      return await this.#rest.send(request);
    } catch (error) {
      const isInvalid = error instanceof InteractionRefused && error.code === INVALID;
      if (!isInvalid || !JSON.stringify(request.body ?? {}).includes('"emoji":')) throw error;
      signal?.throwIfAborted();
      return this.#rest.send({ ...request, body: withoutEmojis(request.body) });
    }
  }
}

function followUp(
  { application_id, token }: Incoming,
  { body, files }: Rendered,
  isEphemeral: boolean,
): Omit<InteractionRequest, "withinMs"> {
  const flags = isEphemeral ? body.flags | MessageFlags.Ephemeral : body.flags;
  return { method: "POST", route: Routes.webhook(application_id, token), body: { ...body, flags }, files };
}

function withoutEmojis(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body, (name, value: unknown) => (name === "emoji" ? undefined : value)));
}

/** Waits before the next try, as planned or as long as Discord asks. Throws when there is none left. */
async function pauseOrThrow(
  error: unknown,
  patience: Patience,
  tries: number,
  signal?: AbortSignal,
): Promise<void> {
  const pauseMs = patience.pausesMs[tries];
  if (pauseMs === undefined || !mayPass(error)) throw error;
  const askedMs = error instanceof InteractionRefused ? (error.retryAfterMs ?? 0) : 0;
  if (askedMs > patience.longestMs) throw error;
  await sleep(Math.max(pauseMs, askedMs), signal);
}

/**
 * Returns whether there is nothing left to answer: too late, answered by another process, or the message was deleted.
 */
export function isGone(error: unknown): error is InteractionRefused {
  return error instanceof InteractionRefused && GONE.has(error.code);
}
