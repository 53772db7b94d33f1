#!/usr/bin/env node
import { requireRecentNode } from "../node-version.js";

requireRecentNode();
const { runCli } = await import("./main.ts");
process.exitCode = await runCli(process.argv.slice(2), { stdout: process.stdout, stderr: process.stderr, env: process.env });
