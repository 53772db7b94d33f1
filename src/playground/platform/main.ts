import { writeFileSync } from "node:fs";

import { isMilepostError } from "../../base/errors.ts";
import { MovableClock } from "../../base/clock.ts";
import { systemCode } from "../../base/system-code.ts";
import { type Log, silentLog } from "../../base/log.ts";
import { loadProfile, withoutCode } from "../../platform/profile/load.ts";
import { type Arguments, readArguments, usage } from "./arguments.ts";
import { DEFAULT_KEY, type Platform, startPlatform } from "./server.ts";

async function main(): Promise<void> {
  const read = readArguments(process.argv.slice(2));
  if ("problem" in read) return fail(`${read.problem}\n\n${usage}`);
  if (read.isHelp) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  const apiKey = process.env["PLATFORM_API_KEY"] ?? DEFAULT_KEY;
  try {
    const platform = await start(read, apiKey);
    if (read.writeProfile !== undefined) {
      writeFileSync(read.writeProfile, `${JSON.stringify(platform.profile, null, 2)}\n`);
    }
    process.stdout.write(recipe(platform, read, apiKey !== DEFAULT_KEY));
    endOnSignal(platform);
  } catch (error) {
    fail(explain(error, read));
  }
}

function start(read: Arguments, apiKey: string): Promise<Platform> {
  const { port, seed, shape, hasRateLimit } = read;
  const profile = withoutCode(loadProfile(read.profile));
  const options = { profile, port, seed, clock: new MovableClock(), apiKey, hasRateLimit, log };
  return startPlatform(shape === undefined ? options : { ...options, shape });
}

function recipe(platform: Platform, read: Arguments, hasOwnKey: boolean): string {
  const key = hasOwnKey ? "(the PLATFORM_API_KEY given to it)" : DEFAULT_KEY;
  const lines =
    read.writeProfile === undefined
      ? [`PLATFORM_PROFILE=${read.profile}`, `PLATFORM_BASE_URL=${platform.profile.hosts.portal}`]
      : [`PLATFORM_PROFILE=${read.writeProfile}`];
  const { signIn, clientCredentials } = platform.profile;
  const hasSecret = signIn.oauth !== undefined || clientCredentials !== undefined;
  return [
    `The embedded platform serves the profile "${platform.profile.id}" at ${platform.url}`,
    "",
    "Point Milepost at it with these settings:",
    ...lines.map((line) => `  ${line}`),
    `  PLATFORM_API_KEY=${key}`,
    ...(hasSecret ? [`  PLATFORM_CLIENT_SECRET=${key}`] : []),
    "",
    `Its state: ${platform.url}/_control/state. Ctrl+C ends it.`,
    "",
  ].join("\n");
}

function endOnSignal(platform: Platform): void {
  const end = () => {
    void platform.close().finally(() => process.exit(0));
  };
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
}

function explain(error: unknown, read: Arguments): string {
  if (isMilepostError(error)) return error.details.reason ?? error.message;
  const code = systemCode(error);
  if (code === "EADDRINUSE")
    return `Port ${String(read.port)} is in use. Choose another with --port, or 0 for a free one.`;
  if (code === "EACCES")
    return `Port ${String(read.port)} may not be used by this account. Choose one above 1023.`;
  if (code === "ENOENT" || code === "EISDIR")
    return `The profile can't be written to ${String(read.writeProfile)}.`;
  throw error;
}

function fail(text: string): void {
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}

/** Started alone, it reports only its own errors. */
const log: Log = {
  ...silentLog,
  error: (message, _fields, error) => process.stderr.write(`${message}: ${String(error)}\n`),
};

await main();
