import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

import Sqlite from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";

import { keyringChecks } from "../../src/sessions/keyring/keyring-checks.ts";
import { openKeyring } from "../../src/sessions/keyring/keyring.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { facts } from "../../src/storage/facts.ts";
import { ALICE, type Bench, benchOn, BOB, sessionOf } from "../sessions/support.ts";
import { useFolder } from "../support/databases.ts";
import { milepost as call } from "./operator.ts";

const folder = useFolder();
const inFolder = (...names: readonly string[]) => path.join(folder.path, ...names);
const file = () => inFolder("data", "test.db");
const ring = () => inFolder("keys", "ring");
const copy = () => inFolder("copy.db");

async function milepost(...args: readonly string[]) {
  const env = { DATABASE_URL: `file:${file()}`, MILEPOST_KEYRING_FILE: ring() };
  const { code, shown: output } = await call(args, { env });
  return { code, output };
}

/** Works on the database as a bot that then ends. */
async function asBot<T>(
  work: (bench: Bench, set: (value: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ url: `file:${file()}` });
  const checks = keyringChecks(database.queries);
  const keyring = await openKeyring({ file: ring(), home: folder.path, databaseFile: file(), checks });
  const bench = await benchOn(database, undefined, keyring);
  try {
    return await work(bench, (value) => facts(database.queries).set("it", value));
  } finally {
    await database.close();
  }
}

/** What stands in a database's file, read by itself. */
function read(from: string, text: string): unknown {
  const sqlite = new Sqlite(from, { readonly: true });
  const value = sqlite.prepare(text).pluck().get();
  sqlite.close();
  return value;
}
const factIn = (from: string) => read(from, "select value from facts where name = 'it'");

beforeEach(() => asBot((_, set) => set("before")));

describe("milepost restore", () => {
  it("puts the copy in place, keeps the database there was, and runs with it", async () => {
    expect((await milepost("backup", copy())).code).toBe(0);
    await asBot((_, set) => set("after"));
    expect(await milepost("restore", copy())).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /^Restored the database of 20.*\nThe one before is kept as .*\nStart the bot\.\n$/,
      ),
    });
    expect([factIn(file()), factIn(`${file()}.replaced.backup`)]).toEqual(["before", "after"]);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(await milepost("restore", `${file()}.replaced.backup`)).toMatchObject({ code: 0 });
    expect([factIn(file()), factIn(`${file()}.replaced.backup-2`)]).toEqual(["after", "before"]);
  });

  it("takes the place of a damaged database, and of none", async () => {
    await milepost("backup", copy());
    writeFileSync(file(), "no database ".repeat(1_000));
    expect((await milepost("restore", copy())).code).toBe(0);
    rmSync(inFolder("data"), { recursive: true });
    expect((await milepost("restore", copy())).output).not.toContain("kept as");
    expect(factIn(file())).toBe("before");
  });

  it("keeps sessions that were copied, but for those deleted since", async () => {
    await asBot(async ({ store, place }) => {
      await store.add(sessionOf(place, ALICE));
      await store.add(sessionOf(place, BOB));
    });
    await milepost("backup", copy(), "--sessions");
    await asBot(({ store }) => store.unlink({ discordId: BOB }));
    expect((await milepost("restore", copy())).output).toContain(
      "Deleted again, as members wanted: 1 entry.",
    );
    expect(read(file(), "select group_concat(discord_id) from sessions")).toBe(ALICE);
    await asBot(async ({ store }) => expect(await store.list(ALICE)).toHaveLength(1));
  });

  it("keeps withdrawn what members had agreed to and took back since", async () => {
    const consent = { away: true, snapshots: true };
    await asBot(async ({ store, place }) => {
      for (const member of [ALICE, BOB]) await store.add(sessionOf(place, member, { consent }));
    });
    await milepost("backup", copy(), "--sessions");
    await asBot(async ({ store }) => {
      const [session] = await store.list(BOB);
      await store.consent({ discordId: BOB, id: session?.id ?? "" }, { away: false, snapshots: false });
    });
    await milepost("restore", copy());
    const consents = await asBot(async ({ store }) =>
      (await Promise.all([store.list(ALICE), store.list(BOB)])).flat().map((session) => session.consent),
    );
    expect(consents).toEqual([consent, { away: false, snapshots: false }]);
  });

  it("does not hold against a member what they had deleted before the copy", async () => {
    await milepost("forget", "--member", ALICE);
    await asBot(({ store, place }) => store.add(sessionOf(place, ALICE)));
    await milepost("backup", copy(), "--sessions");
    expect((await milepost("restore", copy())).output).not.toContain("Deleted again");
    expect(read(file(), "select count(*) from sessions")).toBe(1);
  });

  it("names nobody in the list of what was deleted", async () => {
    await milepost("forget", "--member", ALICE);
    const list = readFileSync(`${file()}.deleted`, "utf8");
    expect(list).toMatch(/^(\d{13} [\w-]{43}\n)+$/);
    expect(statSync(`${file()}.deleted`).mode & 0o777).toBe(0o600);
  });

  it("leads on where the key that opens its sessions is lost", async () => {
    await asBot(({ store, place }) => store.add(sessionOf(place, ALICE)));
    await milepost("backup", copy(), "--sessions");
    rmSync(ring());
    expect(await milepost("restore", copy())).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /is missing, and the database has 1 encrypted row only it can open\. (?!.*revoke-all).*add --without-sessions/,
      ),
    });
    expect((await milepost("restore", copy(), "--without-sessions")).code).toBe(0);
    await asBot(async ({ store }) => expect(await store.list(ALICE)).toEqual([]));
  });

  it.each([
    ["no file", () => inFolder("none.db"), /^There is no file /],
    [
      "what is no database",
      () => written("no database ".repeat(1_000)),
      /is damaged or is no database: take another backup\.$/m,
    ],
    ["an empty file", () => written(""), /is no backup of Milepost's database\.$/m],
    ["a copy cut short", () => written(readFileSync(copy()).subarray(0, 20_000)), /damaged/],
    ["one of a newer Milepost", newer, /was made by a newer Milepost/],
    ["an encrypted one without its identity", () => written("age-encryption.org/v1\n"), /--identity/],
  ])("refuses %s, and changes nothing", async (_, backup, words) => {
    await milepost("backup", copy());
    await asBot((_bench, set) => set("after"));
    const { code, output } = await milepost("restore", backup());
    expect(output).toMatch(words);
    expect([code, factIn(file()), existsSync(`${file()}.restored.part`)]).toEqual([1, "after", false]);
  });

  const FOREIGN = "that Milepost never made";
  it.each([
    ["a trigger", "create trigger keeps after delete on facts begin select 1; end", FOREIGN],
    ["a view", "create view more as select * from facts", FOREIGN],
    ["a table", "create table more (a)", FOREIGN],
    ["an index", "create index more on facts (value)", FOREIGN],
    ["a changed table", "alter table facts add column more text", FOREIGN],
    ["a changed step", "update migrations set checksum = 'x' where number = 3", "Step 3"],
    ["a step of a later version", "insert into migrations values (9999, 'x', 'x', 0)", "newer Milepost"],
    [
      "a step it has not taken",
      "delete from migrations where number = (select max(number) from migrations)",
      FOREIGN,
    ],
    [
      "another program's history",
      "drop table migrations; create table migrations (id)",
      "no backup of Milepost",
    ],
  ])("refuses a copy with %s, and leaves the database as it is", async (_what, statements, why) => {
    await milepost("backup", copy());
    const sqlite = new Sqlite(copy());
    sqlite.exec(statements);
    sqlite.close();
    await asBot((_, set) => set("after"));
    const { code, output } = await milepost("restore", copy());
    expect([code, output]).toEqual([1, expect.stringContaining(why)]);
    expect(factIn(file())).toBe("after");
  });

  it("refuses while a bot runs on the database", async () => {
    await milepost("backup", copy());
    const refused = await asBot(() => milepost("restore", copy()));
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringContaining("Another Milepost is using the database"),
    });
  });

  it.each([[], ["a", "b"], [""], ["a", "--all"]])("says how it is called for %j", async (...args) => {
    expect(await milepost("restore", ...args)).toMatchObject({
      code: 2,
      output: expect.stringMatching(/^Usage: milepost restore FILE/),
    });
  });
});

function written(bytes: string | Buffer): string {
  writeFileSync(inFolder("other.db"), bytes);
  return inFolder("other.db");
}

function newer(): string {
  const sqlite = new Sqlite(copy());
  sqlite.exec("insert into migrations values (9999, 'later', 'x', 1)");
  sqlite.close();
  return copy();
}
