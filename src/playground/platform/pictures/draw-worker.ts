import { parentPort } from "node:worker_threads";

import { draw, type Drawing } from "./draw.ts";

/** A worker, since bot, page and platform share one event loop, which drawing would block. */
parentPort?.on("message", ({ id, drawing }: { readonly id: number; readonly drawing: Drawing }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin
  parentPort?.postMessage({ id, bytes: draw(drawing) });
});
