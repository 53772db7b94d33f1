import type { IncomingMessage } from "node:http";

/** An interaction has 2 KB; one about a long message with its embeds and mentions can have a hundred times that. */
const MOST_BYTES = 512 * 1024;
/** Of all larger requests that are being read: whoever sends them, nothing is known of them yet. */
const MOST_BYTES_AT_ONCE = 32 * 1024 * 1024;
/** What no larger ones keep from being read: how many there are is limited by connections. */
const SMALL_BYTES = 16 * 1024;

/** Reads requests' bodies, each and all large ones together no larger than they may be. */
export class BodyReader {
  #held = 0;

  /** Returns the body, or why it was not read to its end. Rejects where the sender breaks off. */
  async read(request: IncomingMessage): Promise<Buffer | "too-large" | "busy"> {
    if (Number(request.headers["content-length"] ?? 0) > MOST_BYTES) return "too-large";
    const chunks: Buffer[] = [];
    let [size, counted] = [0, 0];
    try {
      // Left early, the iterator would destroy the connection before it is answered.
      for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > MOST_BYTES) return "too-large";
        const large = size > SMALL_BYTES ? size : 0;
        this.#held += large - counted;
        counted = large;
        if (large > 0 && this.#held > MOST_BYTES_AT_ONCE) return "busy";
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    } finally {
      this.#held -= counted;
    }
  }
}
