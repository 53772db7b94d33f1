import { existsSync } from "node:fs";

import { compose } from "./compose.ts";
import { isMilepostError } from "./base/errors.ts";
import { readSettings } from "./config/settings.ts";

/** SIGTERM drains for this long at most, so that the process is gone within 10 seconds. */
const DRAIN_WITHIN_MS = 8_000;

process.umask(0o077);
/** Without a handler, SIGUSR1 would make Node open its debugger. */
process.on("SIGUSR1", () => {});
if (existsSync(".env")) process.loadEnvFile(".env");

try {
  const settings = readSettings(process.env);
  const milepost = await compose(settings, {
    print: write,
    writeLog: write,
    isLogReadable: process.stdout.isTTY,
  });
  endOnSignal((withinMs) => milepost.stop(withinMs));
  void milepost.lost.then(refuse);
} catch (error) {
  refuse(error);
}

function write(text: string): void {
  process.stdout.write(text);
}

function endOnSignal(stop: (withinMs: number) => Promise<void>): void {
  let isEnding = false;
  const end = () => {
    if (isEnding) process.exit(1);
    isEnding = true;
    stop(DRAIN_WITHIN_MS).then(
      () => process.exit(0),
      (error: unknown) => refuse(error),
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}

/** A start that can't be says why in plain words; anything else is our fault and keeps its stack. */
function refuse(error: unknown): void {
  const isPlain = isMilepostError(error) && error.details.reason !== undefined;
  const shown = isPlain ? error.details.reason : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${shown}\n`);
  process.exit(1);
}
