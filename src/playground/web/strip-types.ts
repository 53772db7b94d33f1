import { stripTypeScriptTypes } from "node:module";
import { parentPort, workerData } from "node:worker_threads";

/** In a worker its memory is freed afterwards, and Node's warning about the function can be turned off. */
const sources = workerData as readonly string[];
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin
parentPort?.postMessage(sources.map((source) => stripTypeScriptTypes(source)));
