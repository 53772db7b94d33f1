import { GatewayIntentBits, MessageFlags } from "discord-api-types/v10";

import { withoutMarkup } from "../../base/text.ts";
import type { Gateway } from "./gateway/gateway.ts";
import type { LocalEvent, SeenMessage } from "./local-api.ts";
import { messageJson, type Site } from "./message/message-json.ts";
import type { StoredMessage } from "./message/message-store.ts";
import { canSee } from "./world/permissions.ts";
import { type Channel, isPrivateConversation, type World } from "./world/world.ts";

interface Parts {
  readonly world: World;
  readonly gateway: Gateway;
  readonly site: Site;
}
type Listener = (event: LocalEvent) => void;

/** Sends events to the people who can see them, and to the bot by its intents. */
export class EventBus {
  readonly #parts: Parts;
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns the function that stops listening. */
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

  /** Tells everyone to read the world again. */
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
      // messageJson builds it field by field in Discord's shape.
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

  /** Skips ephemeral messages and places where the bot isn't. */
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

/** Whether the message notifies this person: in their DMs, or when it mentions them. */
function notifies(world: World, message: StoredMessage, personId: string): boolean {
  const { flags, authorId, ownerId, mentions } = message;
  const channel = world.channels.get(message.channelId);
  const isSilent = (flags & (MessageFlags.SuppressNotifications | MessageFlags.Loading)) !== 0;
  if (isSilent || ownerId !== undefined || authorId === personId || channel === undefined) return false;
  if (isPrivateConversation(channel)) return channel.recipients?.includes(personId) === true;
  const roles = world.guildOf(channel)?.members.get(personId)?.roles ?? [];
  return (
    mentions.everyone ||
    mentions.users.includes(personId) ||
    roles.some((role) => mentions.roles.includes(role))
  );
}

/** Returns what a lock screen shows of a message: its content without markup. Timestamps stay as written. */
function notificationText(world: World, message: StoredMessage) {
  const channel = world.channels.get(message.channelId);
  const author = world.users.get(message.authorId) ?? world.bot;
  const isPrivate = channel === undefined || isPrivateConversation(channel);
  return {
    title: isPrivate ? author.name : `${author.name} (#${channel.name})`,
    text: withoutMarkup(named(world, channel, message.content)),
  };
}

const MENTION = /<(@&|@!?|#)(\d{1,20})>/g;

function named(world: World, channel: Channel | undefined, content: string): string {
  const roles = channel && world.guildOf(channel)?.roles;
  return content.replaceAll(MENTION, (as: string, kind: string, id: string) => {
    if (kind === "#") return `#${world.channels.get(id)?.name ?? "unknown"}`;
    const name = kind === "@&" ? roles?.get(id)?.name : world.users.get(id)?.name;
    return name === undefined ? as : `@${name}`;
  });
}
