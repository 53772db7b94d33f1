import type { REST } from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";

import { SingleFlight } from "../../base/async/single-flight.ts";
import { idIn } from "../rest/refusal.ts";

/** Discord's ids of the bot's conversations, by person. */
export interface ConversationIds {
  get(personId: string): Promise<string | undefined> | string | undefined;
  set(personId: string, channelId: string): unknown;
  delete(personId: string): unknown;
}

/** The bot's conversations with people, each opened once: Discord refuses a bot that opens many at a time. */
export class Conversations {
  readonly #rest: REST;
  readonly #ids: ConversationIds;
  readonly #openings = new SingleFlight<string>();

  constructor(rest: REST, ids: ConversationIds) {
    this.#rest = rest;
    this.#ids = ids;
  }

  /** Returns the id of a conversation and whether it was known before; opens it where it was not. Throws what Discord refuses with. */
  async channelOf(
    personId: string,
    signal: AbortSignal,
  ): Promise<{ readonly channelId: string; readonly wasKnown: boolean }> {
    const known = await this.#ids.get(personId);
    if (known !== undefined) return { channelId: known, wasKnown: true };
    const open = (until: AbortSignal) => this.#open(personId, until);
    return { channelId: await this.#openings.join(personId, open, signal), wasKnown: false };
  }

  /** It is not there any more, or is another bot's: the next to ask opens it anew. */
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
