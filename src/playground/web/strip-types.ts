import { stripTypeScriptTypes } from "node:module";
import { parentPort, workerData } from "node:worker_threads";

/** Runs in a worker, whose memory is given back and whose Node doesn't warn that the function is experimental. */
const sources = workerData as readonly string[];
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin
parentPort?.postMessage(sources.map((source) => stripTypeScriptTypes(source)));
