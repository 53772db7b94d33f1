import { DiscordAPIError, type REST, Routes } from "discord.js";

import type { Incoming } from "./incoming.ts";
import { FLAG, type Rendered } from "./message.ts";

/** Numbers of Discord's callback types. */
const CALLBACK = { message: 4, deferredReply: 5, deferredUpdate: 6, suggestions: 8 } as const;

/** Unknown interaction, already acknowledged. */
const NOT_OURS = new Set<string | number>([10_062, 40_060]);
/** Those, and: unknown message, unknown webhook, invalid webhook token. */
const GONE = new Set<string | number>([...NOT_OURS, 10_008, 10_015, 50_027]);

/** The calls an interaction is answered with: raw bodies through discord.js's REST client. */
export class InteractionApi {
  readonly #rest: REST;

  constructor(rest: REST) {
    this.#rest = rest;
  }

  deferReply(incoming: Incoming, isEphemeral: boolean): Promise<void> {
    const data = isEphemeral ? { data: { flags: FLAG.ephemeral } } : {};
    return this.#callback(incoming, { type: CALLBACK.deferredReply, ...data });
  }

  deferUpdate(incoming: Incoming): Promise<void> {
    return this.#callback(incoming, { type: CALLBACK.deferredUpdate });
  }

  /** Answers at once, only to the one who asked. Files can't come along. */
  replyPrivately(incoming: Incoming, { body }: Rendered): Promise<void> {
    const data = { ...body, attachments: [], flags: body.flags | FLAG.ephemeral };
    return this.#callback(incoming, { type: CALLBACK.message, data });
  }

  suggest(incoming: Incoming, choices: readonly { name: string; value: string }[]): Promise<void> {
    return this.#callback(incoming, { type: CALLBACK.suggestions, data: { choices } });
  }

  async edit({ application_id, token }: Incoming, { body, files }: Rendered): Promise<void> {
    await this.#rest.patch(Routes.webhookMessage(application_id, token, "@original"), {
      body,
      auth: false,
      ...withFiles(files),
    });
  }

  async deleteReply({ application_id, token }: Incoming): Promise<void> {
    await this.#rest.delete(Routes.webhookMessage(application_id, token, "@original"), { auth: false });
  }

  /** A further message, only to the one who asked. */
  async followUpPrivately({ application_id, token }: Incoming, { body, files }: Rendered): Promise<void> {
    await this.#rest.post(Routes.webhook(application_id, token), {
      body: { ...body, flags: body.flags | FLAG.ephemeral },
      auth: false,
      ...withFiles(files),
    });
  }

  async #callback({ id, token }: Incoming, body: unknown): Promise<void> {
    await this.#rest.post(Routes.interactionCallback(id, token), { body, auth: false });
  }
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
