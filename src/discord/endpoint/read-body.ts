import type { IncomingMessage } from "node:http";

/** An interaction has about 2 KB; one about a long message with embeds can have a hundred times that. */
const MOST_BYTES = 512 * 1024;
/** The limit of all larger bodies being read at once, since nothing is known of their senders yet. */
const MOST_BYTES_AT_ONCE = 32 * 1024 * 1024;
/** Bodies up to this size don't count towards that limit; the number of connections limits them. */
const SMALL_BYTES = 16 * 1024;

/** Reads request bodies within a limit for each, and one for all large ones together. */
export class BodyReader {
  #held = 0;

  /** Returns the body, or why it was not read to its end. Rejects where the sender closes the connection. */
  async read(request: IncomingMessage): Promise<Buffer | "too-large" | "busy"> {
    if (Number(request.headers["content-length"] ?? 0) > MOST_BYTES) return "too-large";
    const chunks: Buffer[] = [];
    let [size, counted] = [0, 0];
    try {
      // Otherwise leaving the loop early would close the connection before the response.
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
