import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { packageRoot } from "../src/base/package-root.ts";
import { startProgram } from "./support/program.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "milepost-run-"));
  symlinkSync(join(packageRoot, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "test"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs tests of these texts in a project of their own; gives the closing line and the exit code. */
async function run(...texts: readonly string[]): Promise<readonly [closing: string, code: number | null]> {
  for (const [index, text] of texts.entries()) {
    const lines = ['import { beforeAll, describe, expect, it } from "vitest";', text];
    writeFileSync(join(folder, "test", `${index}.test.ts`), lines.join("\n"));
  }
  const program = startProgram([join(packageRoot, "test/run.js"), "--all"], { MILEPOST_TEST_CWD: folder });
  const code = await program.exited;
  // What it writes to stderr may be read after the last line of stdout.
  const closing =
    program
      .output()
      .match(/^\d+ passed, .*$/gm)
      ?.at(-1) ?? "";
  return [closing, code];
}

const PASSES = 'it("passes", () => { expect(1).toBe(1); });';

describe("the run of the tests", () => {
  it("closes with what passed, failed and was skipped, and says by its exit code whether all is well", async () => {
    expect(await run(PASSES, `${PASSES} it.skip("is skipped", () => {});`)).toEqual([
      "2 passed, 0 failed, 1 skipped",
      0,
    ]);
  });

  it.each([
    ["a test", 'it("fails", () => { expect(1).toBe(2); });', "1 passed, 1 failed, 0 skipped"],
    [
      "what a group of tests needs",
      `describe("a group", () => { beforeAll(() => { throw new Error("no"); }); ${PASSES} });`,
      "1 passed, 1 failed, 1 skipped",
    ],
    [
      "what a file's tests need",
      `beforeAll(() => { throw new Error("no"); }); ${PASSES}`,
      "1 passed, 1 failed, 1 skipped",
    ],
    ["a file as it loads", 'throw new Error("no");', "1 passed, 1 failed, 0 skipped"],
    [
      "a promise nobody waits for",
      `${PASSES} void Promise.reject(new Error("no"));`,
      "2 passed, 1 failed, 0 skipped",
    ],
  ])("fails with %s", async (_, text, closing) => {
    expect(await run(PASSES, text)).toEqual([closing, 1]);
  });

  it("fails where no test ran", async () => {
    expect(await run('it.skip("is skipped", () => {});')).toEqual(["0 passed, 0 failed, 1 skipped", 1]);
  });
});
