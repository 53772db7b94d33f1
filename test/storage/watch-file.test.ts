import { copyFileSync, renameSync, rmSync, truncateSync } from "node:fs";
import path from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import type { MilepostError } from "../../src/base/errors.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { facts } from "../../src/storage/facts.ts";
import { watchDatabaseFile } from "../../src/storage/watch-file.ts";
import { useFolder } from "../support/databases.ts";
import { ManualClock } from "../support/manual-clock.ts";

const folder = useFolder();

async function watched() {
  const database = await openDatabase({ url: `file:${path.join(folder.path, "data", "test.db")}` });
  await facts(database.queries).set("a", "b");
  const gone: string[] = [];
  const onGone = ({ details }: MilepostError) => void gone.push(details.reason ?? "");
  const stop = watchDatabaseFile({ database, clock: new ManualClock(), onGone, everyMs: 5 });
  onTestFinished(async () => {
    await stop();
    await database.close();
  });
  return { database, file: database.file ?? "", gone };
}

describe("a database's file under a running bot", () => {
  it.each<[string, (file: string) => void]>([
    ["deleted", (file) => rmSync(file)],
    [
      "replaced",
      (file) => {
        copyFileSync(file, `${file}.other`);
        renameSync(`${file}.other`, file);
      },
    ],
  ])("that is %s is noticed once, and what it held is saved", async (_how, take) => {
    const { file, gone } = await watched();
    take(file);
    await expect.poll(() => gone).toHaveLength(1);
    expect(gone[0]).toContain(`${file}.rescued`);
    await new Promise((resolve) => void setTimeout(resolve, 50));
    expect(gone).toHaveLength(1);
    const saved = await openDatabase({ url: `file:${file}.rescued` });
    expect(await facts(saved.queries).get("a")).toBe("b");
    await saved.close();
  });

  it("that is emptied is noticed", async () => {
    const { database, file, gone } = await watched();
    await database.checkpoint();
    truncateSync(file);
    await expect.poll(() => gone).toHaveLength(1);
    expect(gone[0]).not.toContain("rescued");
  });

  it("that is written, emptied of its log and written anew is no news", async () => {
    const { database, gone } = await watched();
    for (let count = 0; count < 20; count += 1) {
      await facts(database.queries).set(`n${count}`, "v".repeat(5_000));
      await database.checkpoint();
    }
    expect(gone).toEqual([]);
  });
});
