import type { LocalDiscord } from "../../src/playground/discord/start.ts";

/** Everything one person sees posted, line by line, and how often. */
export class SeenPosts {
  readonly #counts = new Map<string, number>();
  readonly #stop: () => void;

  constructor(discord: LocalDiscord, as: string) {
    this.#stop = discord.listen(as, (event) => {
      if (event.type !== "message") return;
      const { channelId, message } = event.seen;
      for (const line of message.content.split("\n")) {
        const key = `${channelId} ${line}`;
        this.#counts.set(key, this.countOf(key) + 1);
      }
    });
  }

  /** Of a line in a channel: `CHANNEL LINE`. */
  countOf(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  get doubled(): number {
    return [...this.#counts.values()].filter((count) => count > 1).length;
  }

  stop(): void {
    this.#stop();
  }
}
