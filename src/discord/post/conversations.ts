import type { REST } from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";

import { SingleFlight } from "../../base/async/single-flight.ts";
import { idIn } from "../rest/refusal.ts";

/** Stores the channel ids of the bot's direct messages, by user. */
export interface ConversationIds {
  get(personId: string): Promise<string | undefined> | string | undefined;
  set(personId: string, channelId: string): unknown;
  delete(personId: string): unknown;
}

/** The bot's direct message channels, each opened once: Discord refuses a bot that opens many in a short time. */
export class Conversations {
  readonly #rest: REST;
  readonly #ids: ConversationIds;
  readonly #openings = new SingleFlight<string>();

  constructor(rest: REST, ids: ConversationIds) {
    this.#rest = rest;
    this.#ids = ids;
  }

  /** Returns the channel id, opened if it isn't known, and whether it was known. Throws Discord's refusal. */
  async channelOf(
    personId: string,
    signal: AbortSignal,
  ): Promise<{ readonly channelId: string; readonly wasKnown: boolean }> {
    const known = await this.#ids.get(personId);
    if (known !== undefined) return { channelId: known, wasKnown: true };
    const open = (until: AbortSignal) => this.#open(personId, until);
    return { channelId: await this.#openings.join(personId, open, signal), wasKnown: false };
  }

  /** Forgets a channel that is gone or belongs to another bot; the next call opens it again. */
  async forget(personId: string): Promise<void> {
    await this.#ids.delete(personId);
  }

  async #open(personId: string, signal: AbortSignal): Promise<string> {
    const body = { recipient_id: personId };
    const channelId = idIn(await this.#rest.post(Routes.userChannels(), { body, signal }));
    await this.#ids.set(personId, channelId);
    return channelId;
  }
}
