// Runs the tests and closes with `N passed, N failed, N skipped` alone on a line.
import { requireRecentNode } from "../src/node-version.js";

requireRecentNode();
const { startVitest } = await import("vitest/node");

const vitest = await startVitest("test", process.argv.slice(2), { watch: false });
const counts = { passed: 0, failed: 0, skipped: 0 };
for (const file of vitest.state.getTestModules()) {
  if (file.state() === "failed" && [...file.children.allTests()].length === 0) counts.failed += 1;
  for (const test of file.children.allTests()) {
    const { state } = test.result();
    counts[state === "pending" ? "skipped" : state] += 1;
  }
}
const strayErrors = vitest.state.getUnhandledErrors().length;
counts.failed += strayErrors;
await vitest.close();
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
