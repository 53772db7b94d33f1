import { GatewayIntentBits, MessageFlags } from "discord-api-types/v10";

import type { Gateway } from "./gateway/gateway.ts";
import type { LocalEvent, SeenMessage } from "./local-api.ts";
import { notificationText, notifies } from "./message/notification.ts";
import { messageJson, type Site } from "./message/message-json.ts";
import type { StoredMessage } from "./message/message-store.ts";
import { canSee } from "./world/permissions.ts";
import type { World } from "./world/world.ts";

interface Parts {
  readonly world: World;
  readonly gateway: Gateway;
  readonly site: Site;
}
type Listener = (event: LocalEvent) => void;

/** Tells people what they get to see, and the bot what its intents let it see. */
export class EventBus {
  readonly #parts: Parts;
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Gives the function that ends it. */
  listen(person: string, listener: Listener): () => void {
    const own = this.#listeners.get(person) ?? new Set();
    this.#listeners.set(person, own);
    own.add(listener);
    return () => {
      own.delete(listener);
      if (own.size === 0) this.#listeners.delete(person);
    };
  }

  tell(person: string, event: LocalEvent): void {
    for (const listener of this.#listeners.get(person) ?? []) listener(event);
  }

  /** Something in the world changed: everyone asks again. */
  worldChanged(): void {
    for (const person of this.#listeners.keys()) this.tell(person, { type: "world" });
  }

  posted(message: StoredMessage): void {
    this.#show("message", message);
    this.#notify(message);
    this.#tellBot("MESSAGE_CREATE", message);
  }

  changed(message: StoredMessage): void {
    message.version += 1;
    this.#show("message-updated", message);
    this.#tellBot("MESSAGE_UPDATE", message);
  }

  removed(message: StoredMessage): void {
    const { id, channelId } = message;
    for (const person of this.#viewers(message))
      this.tell(person, { type: "message-deleted", channelId, messageId: id });
    this.#tellBot("MESSAGE_DELETE", message, { id, channel_id: channelId });
  }

  typing(channelId: string, personId: string): void {
    for (const person of this.#watchers(channelId))
      if (person !== personId) this.tell(person, { type: "typing", channelId, personId });
  }

  seen(message: StoredMessage): SeenMessage {
    return {
      id: message.id,
      channelId: message.channelId,
      // Built field by field in Discord's own shape.
      message: messageJson(this.#parts, message) as unknown as SeenMessage["message"],
      isEphemeral: message.ownerId !== undefined,
      isThinking: (message.flags & MessageFlags.Loading) !== 0,
      ...(message.isAbandoned === true && { isAbandoned: true }),
      version: message.version,
      ...(message.origin === undefined ? {} : { interactionId: message.origin.id }),
    };
  }

  #show(type: "message" | "message-updated", message: StoredMessage): void {
    const viewers = this.#viewers(message);
    if (viewers.length === 0) return;
    const seen = this.seen(message);
    for (const person of viewers) this.tell(person, { type, seen });
  }

  #notify(message: StoredMessage): void {
    const { world } = this.#parts;
    const { id: messageId, channelId } = message;
    for (const person of this.#viewers(message)) {
      if (!notifies(world, message, person)) continue;
      this.tell(person, { type: "notification", channelId, messageId, ...notificationText(world, message) });
    }
  }

  #viewers(message: StoredMessage): readonly string[] {
    if (message.ownerId !== undefined) return this.#listeners.has(message.ownerId) ? [message.ownerId] : [];
    return this.#watchers(message.channelId);
  }

  #watchers(channelId: string): readonly string[] {
    const channel = this.#parts.world.channels.get(channelId);
    if (channel === undefined) return [];
    return [...this.#listeners.keys()].filter((person) => canSee(this.#parts.world, channel, person));
  }

  /** Of what is said where the bot is, and shown to more than one person. */
  #tellBot(name: string, message: StoredMessage, data = messageJson(this.#parts, message)): void {
    const { world, gateway } = this.#parts;
    const channel = world.channels.get(message.channelId);
    if (channel === undefined || message.ownerId !== undefined) return;
    const { guildId, recipients } = channel;
    if (guildId === undefined) {
      if (recipients?.includes(world.bot.id) !== true) return;
      gateway.dispatch(name, data, { intent: GatewayIntentBits.DirectMessages });
    } else if (world.guilds.get(guildId)?.isBotIn === true) {
      const to = { guildId, intent: GatewayIntentBits.GuildMessages };
      gateway.dispatch(name, { ...data, guild_id: guildId }, to);
    }
  }
}
