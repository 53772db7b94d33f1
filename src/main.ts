import { compose, type Milepost } from "./compose/compose.ts";
import { isMilepostError } from "./base/errors.ts";
import { cleanText } from "./base/text.ts";
import { envFileWarnings, loadEnvFile } from "./config/env-file.ts";
import { refusePlaygroundBesideRealData } from "./config/playground-guard.ts";
import { describeError } from "./observability/describe-error.ts";
import { readSettings } from "./config/settings.ts";

/** How long SIGTERM waits for running work. */
const DRAIN_WITHIN_MS = 8_000;
/** `timeout` and `npm` signal a process twice in one moment; whoever presses Ctrl+C again takes longer. */
const ONE_SIGNAL_MS = 300;
/** How long a silent database may delay the exit. */
const GONE_WITHIN_MS = 10_000;

/** Something the operator has to fix first: EX_CONFIG of sysexits.h, so that a supervisor need not restart it. */
const EXIT_SETTINGS = 78;

process.umask(0o077);
/** Without a handler, SIGUSR1 would open Node's debugger. */
process.on("SIGUSR1", () => {});
process.on("uncaughtException", refuse);
/** A reader of the log may go away: the bot goes on, and lines are lost. */
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

const ending = new AbortController();
let endingSince = 0;
let milepost: Milepost | undefined;
process.on("SIGTERM", onSignal);
process.on("SIGINT", onSignal);
void start();

/** Nothing awaits it: the parts of a build that are loaded on demand import the file that holds this one. */
async function start(): Promise<void> {
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
}

function write(text: string): void {
  process.stdout.write(text);
}

/** The first signal stops in good order, also during a start; a later one at once. */
function onSignal(name: NodeJS.Signals): void {
  if (ending.signal.aborted) {
    if (performance.now() - endingSince > ONE_SIGNAL_MS) process.exit(1);
    return;
  }
  endingSince = performance.now();
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
 * Prints why a start failed, in plain words for known causes. Other errors are described without their messages, which
 * may hold data.
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
