#!/usr/bin/env node
import { requireRecentNode } from "../node-version.js";

requireRecentNode();
const { runCli } = await import("./main.ts");
const { stdin, stdout, stderr, env } = process;
process.exitCode = await runCli(process.argv.slice(2), { stdin, stdout, stderr, env });
