import { readFileSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import path from "node:path";

import { expect, it, onTestFinished } from "vitest";

import { silentLog } from "../../src/base/log.ts";
import { keyringChecks } from "../../src/sessions/keyring/keyring-checks.ts";
import { openKeyring } from "../../src/sessions/keyring/keyring.ts";
import { watchKeyring } from "../../src/sessions/keyring/watch-keyring.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { useFolder } from "../support/databases.ts";
import { ManualClock } from "../support/manual-clock.ts";

const folder = useFolder();

async function watched() {
  const database = await openDatabase({ url: `file:${path.join(folder.path, "data", "test.db")}` });
  const clock = new ManualClock();
  const checks = keyringChecks(database.queries);
  const file = path.join(folder.path, "keys", "keyring");
  const keyring = await openKeyring({ file, home: folder.path, databaseFile: database.file, checks, clock });
  const warned: string[] = [];
  const back: string[] = [];
  const log = {
    ...silentLog,
    warn: (message: string) => void warned.push(message),
    info: (message: string) => void back.push(message),
  };
  const stop = watchKeyring({ keyring, clock, log, everyMs: 5 });
  onTestFinished(async () => {
    await stop();
    await database.close();
  });
  return { file, warned, back };
}

it.each<[string, (file: string) => void]>([
  ["deleted with its folder", (file) => rmSync(path.dirname(file), { recursive: true })],
  ["emptied", (file) => writeFileSync(file, "")],
  ["overwritten", (file) => writeFileSync(file, readFileSync(file, "utf8").replaceAll("A", "B"))],
])("a keyring file that is %s under a running bot is told once each time", async (_how, lose) => {
  const { file, warned, back } = await watched();
  const kept = readFileSync(file);
  for (const times of [1, 2]) {
    lose(file);
    await expect.poll(() => warned).toHaveLength(times);
    await new Promise((resolve) => void setTimeout(resolve, 50));
    expect(warned).toHaveLength(times);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, kept, { mode: 0o600 });
    await expect.poll(() => back).toHaveLength(times);
  }
  expect(warned[0]).toContain("Put it back");
});
