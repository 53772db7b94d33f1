import { compose, type Milepost } from "./compose/compose.ts";
import { isMilepostError } from "./base/errors.ts";
import { cleanText } from "./base/text.ts";
import { envFileWarnings, loadEnvFile } from "./config/env-file.ts";
import { refusePlaygroundBesideRealData } from "./config/playground-guard.ts";
import { describeError } from "./observability/describe-error.ts";
import { readSettings } from "./config/settings.ts";

/** SIGTERM drains for this long at most. */
const DRAIN_WITHIN_MS = 8_000;
/** A database that says nothing keeps the process no longer than this. */
const GONE_WITHIN_MS = 10_000;

/** What the operator has to mend first: EX_CONFIG of sysexits.h. A supervisor need not start it again. */
const EXIT_SETTINGS = 78;

process.umask(0o077);
/** Without a handler, SIGUSR1 would make Node open its debugger. */
process.on("SIGUSR1", () => {});
process.on("uncaughtException", refuse);
/** Whoever reads the log may go away: what nobody reads is lost, and the bot goes on. */
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

const ending = new AbortController();
let milepost: Milepost | undefined;
process.on("SIGTERM", onSignal);
process.on("SIGINT", onSignal);
try {
  loadEnvFile();
  const read = readSettings(process.env);
  const settings = { ...read, warnings: [...read.warnings, ...envFileWarnings()] };
  if (settings.discord === undefined) refusePlaygroundBesideRealData(process.env);
  milepost = await compose(settings, {
    print: write,
    writeLog: write,
    isLogReadable: process.stdout.isTTY,
    signal: ending.signal,
  });
  void milepost.lost.then(refuse);
  if (ending.signal.aborted) await end(milepost, String(ending.signal.reason));
} catch (error) {
  if (ending.signal.aborted) process.exit(0);
  refuse(error);
}

function write(text: string): void {
  process.stdout.write(text);
}

/** The first signal ends in good order, also a start under way; the second one at once. */
function onSignal(name: NodeJS.Signals): void {
  if (ending.signal.aborted) process.exit(1);
  ending.abort(name);
  if (milepost !== undefined) void end(milepost, name);
}

async function end(running: Milepost, reason: string): Promise<void> {
  setTimeout(() => {
    process.stderr.write(
      "Stopped without waiting any longer for what does not answer: the database, most likely.\n",
    );
    process.exit(0);
  }, GONE_WITHIN_MS).unref();
  try {
    await running.stop(DRAIN_WITHIN_MS, reason);
    process.exit(0);
  } catch (error) {
    refuse(error);
  }
}

/**
 * A start that can't be says why in plain words; anything else is our fault and is described without its words,
 * which may hold what a request held.
 */
function refuse(error: unknown): void {
  const isPlain = isMilepostError(error) && error.details.reason !== undefined;
  const shown = isPlain
    ? cleanText(error.details.reason ?? "")
    : JSON.stringify({ failed: describeError(error) });
  process.stderr.write(`${shown}\n`);
  const isSettings = isMilepostError(error, "bad-settings") && error.details.mayPass !== true;
  process.exit(isSettings ? EXIT_SETTINGS : 1);
}
