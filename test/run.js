// Runs the tests and closes with `N passed, N failed, N skipped` alone on a line: those that need no browser,
// with `--browser` those that do, with `--all` both. What else is given chooses files, as `test/platform`.
import { requireRecentNode } from "../src/node-version.js";

requireRecentNode();
const { startVitest } = await import("vitest/node");

const PROJECTS = { "--browser": ["browser"], "--all": [] };
const given = process.argv.slice(2);
const which = given.find((each) => each in PROJECTS);
const vitest = await startVitest(
  "test",
  given.filter((each) => each !== which),
  { watch: false, project: PROJECTS[which] ?? ["shared", "apart", "proofs"] },
);
const counts = { passed: 0, failed: 0, skipped: 0 };
for (const file of vitest.state.getTestModules()) {
  // A file that does not load and a hook that fails leave tests that never ran, and none of them failed.
  for (const suite of [file, ...file.children.allSuites()])
    counts.failed += suite.errors().length > 0 ? 1 : 0;
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
