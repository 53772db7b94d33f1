import { rmSync, utimesSync, writeFileSync, existsSync } from "node:fs";
import path from "node:path";

import { expect, it, onTestFinished } from "vitest";

import { stageProgram } from "../support/program-harness.ts";

it("ends with 78 and a sentence when its database is deleted, and tidies the keyring's folder before", async () => {
  const stage = await stageProgram();
  onTestFinished(() => stage.close());
  const first = await stage.startMilepost();
  await first.end();
  const draft = path.join(stage.folder, "keys", "keyring.0123456789ab");
  writeFileSync(draft, "left by a rotation that was killed", { mode: 0o600 });
  utimesSync(draft, 1, 1);
  const bot = await stage.startMilepost();
  await expect.poll(() => existsSync(draft)).toBe(false);
  const file = path.join(stage.folder, "data", "milepost.db");
  rmSync(file);
  expect(await bot.exited).toBe(78);
  expect(bot.output()).toMatch(/^The database \S+ was deleted or replaced .*\.$/m);
  expect(existsSync(`${file}.rescued`)).toBe(true);
});
