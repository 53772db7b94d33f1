/** An emoji of the application. */
export interface AppEmoji {
  readonly id: string;
  name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** What an application may have, as with Discord. */
const MOST = 2_000;

/** The application's emojis. */
export class EmojiStore {
  readonly #byId = new Map<string, AppEmoji>();

  get all(): readonly AppEmoji[] {
    return [...this.#byId.values()];
  }

  get isFull(): boolean {
    return this.#byId.size >= MOST;
  }

  get(id: string): AppEmoji | undefined {
    return this.#byId.get(id);
  }

  put(emoji: AppEmoji): void {
    this.#byId.set(emoji.id, emoji);
  }

  delete(id: string): boolean {
    return this.#byId.delete(id);
  }
}
