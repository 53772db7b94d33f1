// Loaded before the bot: each SIGUSR2 prints which of its files ran functions since the one before.
import { Session } from "node:inspector/promises";

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

/** What runs as a file loads is its function at the very start. */
const hasRun = ({ functions }) =>
  functions.some(({ ranges: [{ startOffset, count }] }) => startOffset > 0 && count > 0);

async function report() {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const files = result.filter(hasRun).flatMap(({ url }) => /\/((?:src|commands)\/.*)/.exec(url)?.[1] ?? []);
  process.stdout.write(`RAN ${files.filter((file) => !file.includes("node_modules/")).join(" ")}\n`);
}

process.on("SIGUSR2", () => void report());
