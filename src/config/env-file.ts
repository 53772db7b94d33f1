import { existsSync, statSync } from "node:fs";

import { MilepostError } from "../base/errors.ts";
import { systemCode } from "../base/system-code.ts";

/**
 * Loads `.env` from the working directory, if it exists; variables that are already set win. Throws a plain sentence
 * when the file can't be read.
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

/** Returns warnings about an `.env` that others on this machine can read: it holds the bot's token. */
export function envFileWarnings(path = ".env"): readonly string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  // Windows has no such modes.
  if (stats === undefined || process.getuid === undefined || (stats.mode & 0o077) === 0) return [];
  return [`The settings file ${path} can be read by others on this machine: chmod 600 it`];
}
