import { request } from "undici";

import type { GivenFile } from "../command/controls.ts";

const READ_WITHIN_MS = 10_000;

/**
 * Returns the bytes of a file from a modal; undefined where it is larger than `most` or can't be read. Rejects only
 * when the signal aborts.
 */
export async function readFile(
  { url, size }: Pick<GivenFile, "url" | "size">,
  { most, signal }: { readonly most: number; readonly signal: AbortSignal },
): Promise<Buffer | undefined> {
  if (size > most || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return undefined;
  const within = AbortSignal.any([signal, AbortSignal.timeout(READ_WITHIN_MS)]);
  try {
    const { statusCode, body } = await request(url, { signal: within });
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (statusCode !== 200 || length > most) return undefined;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}
