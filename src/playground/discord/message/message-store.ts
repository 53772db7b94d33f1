import type { Json } from "../json.ts";
import type { FileStore, StoredFile } from "./file-store.ts";

export interface Origin {
  readonly id: string;
  readonly type: number;
  readonly userId: string;
  readonly name?: string;
  readonly commandType?: number;
  readonly owners: Readonly<Record<string, string>>;
  /** Only for follow-ups. */
  readonly originalId?: string;
  readonly targetUserId?: string;
  readonly targetMessageId?: string;
  /** The message with the used control. */
  readonly controlMessageId?: string;
  /** The interaction that opened the modal. */
  readonly triggering?: Origin;
}

export interface Mentions {
  readonly users: readonly string[];
  readonly roles: readonly string[];
  readonly everyone: boolean;
}

export interface StoredMessage {
  readonly id: string;
  readonly channelId: string;
  readonly authorId: string;
  readonly type: number;
  readonly createdAt: number;
  content: string;
  embeds: readonly Json[];
  components: readonly Json[];
  flags: number;
  files: readonly StoredFile[];
  mentions: Mentions;
  editedAt?: number;
  version: number;
  isPinned: boolean;
  /** It was deferred, and its token expired before it was filled in. */
  isAbandoned?: boolean;
  /** For ephemeral messages: the one person who sees them. The bot can't read them. */
  readonly ownerId?: string;
  readonly origin?: Origin;
  readonly nonce?: string | number;
  readonly replyTo?: string;
  /** For copies in following channels: the published message. */
  readonly copyOf?: { readonly channelId: string; readonly messageId: string };
}

const MOST_PER_CHANNEL = 5000;
const MOST_IN_ALL = 20_000;

/** The latest messages of each channel and of all; the oldest are forgotten with their files. */
export class MessageStore {
  readonly #files: FileStore;
  readonly #byId = new Map<string, StoredMessage>();
  readonly #byChannel = new Map<string, Set<string>>();

  constructor(files: FileStore) {
    this.#files = files;
  }

  get size(): number {
    return this.#byId.size;
  }

  add(message: StoredMessage): void {
    const channel = this.#byChannel.get(message.channelId) ?? new Set();
    this.#byChannel.set(message.channelId, channel);
    this.#byId.set(message.id, message);
    channel.add(message.id);
    if (channel.size > MOST_PER_CHANNEL) this.#forgetFirst(channel);
    if (this.#byId.size > MOST_IN_ALL) this.#forgetFirst(this.#byId.keys());
  }

  get(id: string): StoredMessage | undefined {
    return this.#byId.get(id);
  }

  /** Returns them oldest first. */
  inChannel(channelId: string): readonly StoredMessage[] {
    const ids = this.#byChannel.get(channelId) ?? [];
    return [...ids].flatMap((id) => this.#byId.get(id) ?? []);
  }

  remove(id: string): StoredMessage | undefined {
    const message = this.#byId.get(id);
    if (message === undefined) return undefined;
    this.#byId.delete(id);
    this.#byChannel.get(message.channelId)?.delete(id);
    for (const file of message.files) this.#files.delete(file.id);
    return message;
  }

  removeChannel(channelId: string): void {
    for (const id of this.#byChannel.get(channelId) ?? []) this.remove(id);
    this.#byChannel.delete(channelId);
  }

  #forgetFirst(ids: Iterable<string>): void {
    for (const id of ids) {
      this.remove(id);
      return;
    }
  }
}
