// Runs the tests and closes with `N passed, N failed, N skipped` alone on a line: the fast ones, with `--slow` or
// `--browser` those that are slow or need one, with `--all` all. What else is given chooses files, as `test/platform`,
// slow ones too.
import { requireRecentNode } from "../src/node-version.js";

requireRecentNode();
const { createVitest } = await import("vitest/node");

/** A run ends by itself, and says what it waited for: a test that loops for ever can't be stopped from inside. */
const GIVE_UP_MS = 40 * 60_000;
const PROJECTS = { "--slow": ["slow", "nodes", "built"], "--browser": ["browser"], "--all": [] };
const given = process.argv.slice(2);
const which = given.find((each) => each in PROJECTS);
const files = given.filter((each) => each !== which);
const unasked = files.length === 0 ? ["fast", "apart"] : ["fast", "slow", "nodes", "built", "apart"];
const vitest = await createVitest("test", { watch: false, project: PROJECTS[which] ?? unasked });
const giveUp = setTimeout(() => {
  const unfinished = vitest.state.getTestModules().filter((file) => /pending|queued/.test(file.state()));
  const names = unfinished.map((file) => file.relativeModuleId).join("\n");
  process.stdout.write(
    `\nNo end after ${GIVE_UP_MS / 60_000} minutes:\n${names}\n\n0 passed, 1 failed, 0 skipped\n`,
  );
  process.exit(1);
}, GIVE_UP_MS);
await vitest.start(files);
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
clearTimeout(giveUp);
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
// Left to end by itself, Node may clear up for ever: nodejs/node, issue 47748.
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);
