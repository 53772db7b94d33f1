#!/usr/bin/env node
import { requireRecentNode } from "../node-version.js";

requireRecentNode();
const { runCli } = await import("./main.ts");
const { stdin, stdout, stderr, env } = process;
try {
  const { loadEnvFile } = await import("../config/env-file.ts");
  loadEnvFile();
  process.exitCode = await runCli(process.argv.slice(2), { stdin, stdout, stderr, env });
} catch (error) {
  const { isMilepostError } = await import("../base/errors.ts");
  if (!isMilepostError(error, "bad-settings")) throw error;
  stderr.write(`${error.details.reason}\n`);
  process.exitCode = 1;
}
