import { existsSync, statSync } from "node:fs";

import { MilepostError } from "../base/errors.ts";
import { systemCode } from "../base/system-code.ts";

/**
 * Reads `.env` of the folder the program runs in, where there is one, into the environment; what is set there
 * already wins. Fails with one plain sentence when the file is there but can't be read.
 */
export function loadEnvFile(path = ".env"): void {
  if (!existsSync(path)) return;
  try {
    process.loadEnvFile(path);
  } catch (error) {
    const code = systemCode(error);
    throw new MilepostError("bad-settings", {
      reason: `The settings file ${path} can't be read${code === undefined ? "" : ` (${code})`}. Let this user read it, or remove it.`,
    });
  }
}

/** What is to be said of `.env` where others on this machine can read it: it holds the bot's token. */
export function envFileWarnings(path = ".env"): readonly string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  // Windows has no such modes.
  if (stats === undefined || process.getuid === undefined || (stats.mode & 0o077) === 0) return [];
  return [`The settings file ${path} can be read by others on this machine: chmod 600 it`];
}
