import { Worker } from "node:worker_threads";

import type { Drawing } from "./draw.ts";

export class Drawer {
  readonly #waiting = new Map<number, PromiseWithResolvers<Buffer>>();
  #worker: Worker | undefined;
  #last = 0;

  /** Returns the drawing as PNG. Rejects when the worker fails or is closed. */
  draw(drawing: Drawing): Promise<Buffer> {
    this.#worker ??= this.#start();
    const id = (this.#last += 1);
    const answer = Promise.withResolvers<Buffer>();
    this.#waiting.set(id, answer);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    this.#worker.postMessage({ id, drawing });
    return answer.promise;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL("draw-worker.ts", import.meta.url), { env: {} });
    worker.unref();
    worker.on("message", ({ id, bytes }: { readonly id: number; readonly bytes: Uint8Array }) => {
      this.#waiting.get(id)?.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      this.#waiting.delete(id);
    });
    const end = (error: Error) => {
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
      this.#worker = undefined;
    };
    worker.on("error", end);
    worker.on("exit", () => end(new Error("the worker that draws has ended")));
    return worker;
  }
}
