import {
  InteractionResponseType as Callback,
  MessageFlags,
  RESTJSONErrorCodes,
  Routes,
} from "discord-api-types/v10";

import { sleep } from "../../base/async/sleep.ts";
import { InteractionRefused } from "../rest/interaction-exchange.ts";
import type { WireModal } from "../reply/render-modal.ts";
import type { Incoming } from "./incoming.ts";
import { type InteractionRequest, type InteractionRest, mayPass } from "../rest/interaction-rest.ts";
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
  /** Waits before another try. */
  readonly pausesMs: readonly number[];
  /** The longest wait Discord may ask for. */
  readonly longestMs: number;
}

/** Quick or not at all: Discord leaves 3 s for a first answer. */
const CALLBACKS: Patience = { withinMs: 2000, pausesMs: [100, 400], longestMs: 1000 };
/** Edits, follow-ups and deletions, some with files. */
const MESSAGES: Patience = { withinMs: 15_000, pausesMs: [250, 1000, 4000], longestMs: 30_000 };

/** The calls an interaction is answered with, tried again where that can't answer twice. */
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

  /** Answers at once. Files can't come along. */
  reply(incoming: Incoming, { body }: Rendered, isEphemeral: boolean): Promise<void> {
    const flags = isEphemeral ? body.flags | MessageFlags.Ephemeral : body.flags;
    return this.#callback(incoming, {
      type: Callback.ChannelMessageWithSource,
      data: { ...body, attachments: [], flags },
    });
  }

  /** The same, in the place of the message pressed. */
  update(incoming: Incoming, { body }: Rendered): Promise<void> {
    return this.#callback(incoming, { type: Callback.UpdateMessage, data: { ...body, attachments: [] } });
  }

  suggest(incoming: Incoming, choices: readonly { name: string; value: string }[]): Promise<void> {
    return this.#callback(incoming, {
      type: Callback.ApplicationCommandAutocompleteResult,
      data: { choices },
    });
  }

  /** Throws the signal's reason instead of trying, the first time too, once it aborts. */
  edit({ application_id, token }: Incoming, { body, files }: Rendered, signal?: AbortSignal): Promise<void> {
    const route = Routes.webhookMessage(application_id, token, "@original");
    return this.#message({ method: "PATCH", route, body, files }, signal);
  }

  deleteReply({ application_id, token }: Incoming): Promise<void> {
    const route = Routes.webhookMessage(application_id, token, "@original");
    return this.#message({ method: "DELETE", route });
  }

  /** A further message, only to the one who asked. It may come twice where Discord's answer was lost. */
  followUpPrivately(incoming: Incoming, rendered: Rendered): Promise<void> {
    return this.#message(followUp(incoming, rendered, true));
  }

  /** A further message for the channel, or only for the one who asked. Tried once: it never comes twice. */
  post(incoming: Incoming, rendered: Rendered, isEphemeral: boolean): Promise<void> {
    return this.#send({ ...followUp(incoming, rendered, isEphemeral), withinMs: MESSAGES.withinMs });
  }

  /**
   * "Already acknowledged" after an attempt of ours whose answer was lost means that the attempt went through:
   * the interaction is ours. Of one that is repeated nobody knows whose attempt it was: then nothing is done for it.
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

  /** An icon may have been deleted at Discord, which then refuses all of the message: it goes without its icons. */
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

/** Waits as we would, or as long as Discord asks. */
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
 * There is nothing left to answer: it is too late, another process of ours was first, or the message was deleted.
 */
export function isGone(error: unknown): error is InteractionRefused {
  return error instanceof InteractionRefused && GONE.has(error.code);
}
