import { appendFileSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

import { describe, expect, it } from "vitest";

import { DAY_MS } from "../../src/base/duration.ts";
import { silentLog } from "../../src/base/log.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { deletionList, DELETIONS_KEPT_MS } from "../../src/storage/deletion-list.ts";
import { useFolder } from "../support/databases.ts";

const folder = useFolder();
const databaseFile = () => path.join(folder.path, "test.db");
const file = () => `${databaseFile()}.deleted`;

describe("the list of what was deleted", () => {
  it("knows what was deleted since an instant, also when it is read again", () => {
    const list = deletionList(databaseFile());
    list.add(["a", "b"], 1_000);
    list.add(["c"], 2_000);
    list.add([], 3_000);
    const since = deletionList(databaseFile()).since(1_500);
    expect(["a", "b", "c", "d"].map(since)).toEqual([false, false, true, false]);
    expect(list.since(1_000)("a")).toBe(true);
  });

  it("knows nothing where there is none", () => {
    expect(deletionList(databaseFile()).since(0)("a")).toBe(false);
  });

  it("reads on past a line that a crash cut short", () => {
    const list = deletionList(databaseFile());
    list.add(["a"], 1_000);
    appendFileSync(file(), "2000 cut");
    list.add(["b"], 3_000);
    expect(["a", "b"].map(list.since(0))).toEqual([true, true]);
  });

  it("drops what is older than 90 days, and leaves nothing beside it", () => {
    const list = deletionList(databaseFile());
    list.add(["old"], DAY_MS);
    list.add(["young"], 2 * DAY_MS);
    list.tidy(DAY_MS + DELETIONS_KEPT_MS);
    expect(readFileSync(file(), "utf8")).toMatch(/^172800000 [\w-]{43}\n$/);
    expect(readdirSync(folder.path)).toEqual(["test.db.deleted"]);
  });

  it.runIf(process.getuid?.() === 0)("belongs to the bot's user also where root made it", () => {
    chownSync(folder.path, 1_000, 1_000);
    deletionList(databaseFile()).add(["a"], 1);
    expect(statSync(file())).toMatchObject({ uid: 1_000, gid: 1_000, mode: 0o100600 });
  });
});

it("keeps nobody from having something deleted where it can't be written", async () => {
  const lines: string[] = [];
  const log = { ...silentLog, warn: (message: string) => void lines.push(message) };
  const database = await openDatabase({ url: `file:${databaseFile()}`, log });
  mkdirSync(file());
  database.noteDeleted(["a"]);
  expect(lines).toEqual([expect.stringMatching(/could not be noted/)]);
  await database.close();
});
