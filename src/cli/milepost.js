#!/usr/bin/env node
import { requireRecentNode } from "../node-version.js";

requireRecentNode();
process.umask(0o077);
/** Without a handler, SIGUSR1 would make Node open its debugger. */
process.on("SIGUSR1", () => {});
/** Whoever reads may go away, as `head` does. */
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
const { runCli } = await import("./main.ts");
const { stdin, stdout, stderr, env } = process;
/** @param {() => void} listener */
const onInterrupt = (listener) => {
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, listener);
};
try {
  const { loadEnvFile } = await import("../config/env-file.ts");
  loadEnvFile();
  process.exitCode = await runCli(process.argv.slice(2), { stdin, stdout, stderr, env, onInterrupt });
} catch (error) {
  const { isMilepostError } = await import("../base/errors.ts");
  const { describeError } = await import("../observability/describe-error.ts");
  const isPlain = isMilepostError(error, "bad-settings");
  // Its own words may hold what was typed or pasted.
  const { cleanText } = await import("../base/text.ts");
  stderr.write(
    `${isPlain ? cleanText(error.details.reason ?? "") : JSON.stringify({ failed: describeError(error) })}\n`,
  );
  process.exitCode = 1;
}
