import { parentPort } from "node:worker_threads";

import { inlineModules } from "./inline-modules.ts";

/** Imports of the age library for other kinds of recipient than ours: half of its size. */
const LEFT_OUT = new Set([
  "@noble/post-quantum/hybrid.js",
  "@noble/curves/nist.js",
  "@noble/hashes/scrypt.js",
  "./webauthn.js",
]);

/** Runs in a worker, whose memory is given back: what reads TypeScript is large. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin
parentPort?.postMessage(inlineModules(new URL("page.js", import.meta.url), LEFT_OUT));
