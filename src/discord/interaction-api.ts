import { DiscordAPIError, Routes } from "discord.js";

import type { WireForm } from "./form-wire.ts";
import type { Incoming } from "./incoming.ts";
import { mayPass, type InteractionRest } from "./interaction-rest.ts";
import { FLAG, type Rendered } from "./message.ts";

/** Numbers of Discord's callback types. */
const CALLBACK = {
  message: 4,
  deferredReply: 5,
  deferredUpdate: 6,
  suggestions: 8,
  form: 9,
} as const;

const ALREADY_ACKNOWLEDGED = 40_060;
/** Unknown interaction, already acknowledged. */
const NOT_OURS = new Set<string | number>([10_062, ALREADY_ACKNOWLEDGED]);
/** Those, and: unknown message, unknown webhook, invalid webhook token. */
const GONE = new Set<string | number>([...NOT_OURS, 10_008, 10_015, 50_027]);

/** Waits before another try: within the 3 s Discord leaves for a first answer, and for what comes later. */
const CALLBACK_PAUSES_MS = [100, 400];
const MESSAGE_PAUSES_MS = [250, 1000, 4000];

/** The calls an interaction is answered with: raw bodies through discord.js's REST client, tried again by us. */
export class InteractionApi {
  readonly #rest: InteractionRest;

  constructor(rest: InteractionRest) {
    this.#rest = rest;
  }

  deferReply(incoming: Incoming, isEphemeral: boolean): Promise<void> {
    const data = isEphemeral ? { data: { flags: FLAG.ephemeral } } : {};
    return this.#callback(incoming, { type: CALLBACK.deferredReply, ...data });
  }

  deferUpdate(incoming: Incoming): Promise<void> {
    return this.#callback(incoming, { type: CALLBACK.deferredUpdate });
  }

  openForm(incoming: Incoming, data: WireForm): Promise<void> {
    return this.#callback(incoming, { type: CALLBACK.form, data });
  }

  /** Answers at once, only to the one who asked. Files can't come along. */
  replyPrivately(incoming: Incoming, { body }: Rendered): Promise<void> {
    const data = { ...body, attachments: [], flags: body.flags | FLAG.ephemeral };
    return this.#callback(incoming, { type: CALLBACK.message, data });
  }

  suggest(incoming: Incoming, choices: readonly { name: string; value: string }[]): Promise<void> {
    return this.#callback(incoming, { type: CALLBACK.suggestions, data: { choices } });
  }

  edit({ application_id, token }: Incoming, { body, files }: Rendered): Promise<void> {
    const route = Routes.webhookMessage(application_id, token, "@original");
    return this.#message(() => this.#rest.messages.patch(route, { body, auth: false, ...withFiles(files) }));
  }

  deleteReply({ application_id, token }: Incoming): Promise<void> {
    const route = Routes.webhookMessage(application_id, token, "@original");
    return this.#message(() => this.#rest.messages.delete(route, { auth: false }));
  }

  /** A further message, only to the one who asked. It may come twice where Discord's answer was lost. */
  followUpPrivately({ application_id, token }: Incoming, { body, files }: Rendered): Promise<void> {
    const whole = { ...body, flags: body.flags | FLAG.ephemeral };
    return this.#message(() =>
      this.#rest.messages.post(Routes.webhook(application_id, token), {
        body: whole,
        auth: false,
        ...withFiles(files),
      }),
    );
  }

  /**
   * "Already acknowledged" after an attempt of ours whose answer was lost means that the attempt went through:
   * the interaction is ours.
   */
  async #callback({ id, token }: Incoming, body: unknown): Promise<void> {
    const route = Routes.interactionCallback(id, token);
    for (let tries = 0; ; tries += 1) {
      try {
        await this.#rest.callbacks.post(route, { body, auth: false });
        return;
      } catch (error) {
        const isOwn = error instanceof DiscordAPIError && error.code === ALREADY_ACKNOWLEDGED;
        if (isOwn && tries > 0) return;
        await pauseOrThrow(error, CALLBACK_PAUSES_MS[tries]);
      }
    }
  }

  async #message(send: () => Promise<unknown>): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        await send();
        return;
      } catch (error) {
        await pauseOrThrow(error, MESSAGE_PAUSES_MS[tries]);
      }
    }
  }
}

async function pauseOrThrow(error: unknown, pauseMs: number | undefined): Promise<void> {
  if (pauseMs === undefined || !mayPass(error)) throw error;
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
}

/** The acknowledgment came too late, or another process of ours was first. */
export function isNotOurs(error: unknown): boolean {
  return error instanceof DiscordAPIError && NOT_OURS.has(error.code);
}

/** There is nothing left to answer: the token expired or the message was deleted. */
export function isGone(error: unknown): boolean {
  return error instanceof DiscordAPIError && GONE.has(error.code);
}

function withFiles(files: Rendered["files"]) {
  if (files.length === 0) return {};
  return {
    files: files.map(({ id, name, bytes }) => ({ name, data: Buffer.from(bytes), key: `files[${id}]` })),
  };
}
