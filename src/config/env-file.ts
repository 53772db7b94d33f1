import { existsSync } from "node:fs";

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
      reason: `The settings file ${path} can't be read${code === undefined ? "" : ` (${code})`}. Give this user the right to read it, or take it away.`,
    });
  }
}
