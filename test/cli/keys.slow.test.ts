import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { packageRoot } from "../../src/base/package-root.ts";
import { systemClock } from "../../src/base/clock.ts";
import { runCli } from "../../src/cli/main.ts";
import { type Keyring, openKeyring } from "../../src/sessions/keyring/keyring.ts";
import { parseKeyring } from "../../src/sessions/keyring/keyring-file.ts";
import { createSnapshotStore } from "../../src/sessions/store/snapshot-store.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { keyringChecks } from "../../src/sessions/keyring/keyring-checks.ts";
import { accountOf, ALICE, API, type Bench, benchOn, sessionOf } from "../sessions/support.ts";
import { useFolder } from "../support/databases.ts";

const folder = useFolder();
let database: Database;
let keyring: Keyring;
let bench: Bench;
let env: Record<string, string>;

/** A bot's database and keyring, open as a running bot has them. */
beforeEach(async () => {
  const url = `file:${folder.path}/data/test.db`;
  const file = path.join(folder.path, "keys", "ring");
  env = { DATABASE_URL: url, MILEPOST_KEYRING_FILE: file };
  database = await openDatabase({ url });
  keyring = await openKeyring({
    file,
    home: folder.path,
    databaseFile: database.file ?? "",
    checks: keyringChecks(database.queries),
  });
  bench = await benchOn(database, undefined, keyring);
});
afterEach(() => database.close());

async function milepost(...args: readonly string[]) {
  let output = "";
  const write = (text: string) => (output += text);
  const code = await runCli(args, { stdout: { write }, stderr: { write }, env });
  return { code, output };
}

/** As a bot does it. */
const start = () =>
  openKeyring({
    file: keyring.file,
    home: folder.path,
    databaseFile: database.file ?? "",
    checks: keyringChecks(database.queries),
  });

const keyIds = async () =>
  (await database.queries.selectFrom("sessions").select("key_id").execute()).map(({ key_id: id }) => id);
const link = (id: number) =>
  bench.store.add(sessionOf(bench.place, ALICE, { account: accountOf(String(id)), value: `v${id}` }));
const use = { command: "/progress", isAway: false };

describe("milepost keys", () => {
  it("status names every key, its rank and its rows, and prints no key", async () => {
    await link(1);
    const { code, output } = await milepost("keys", "status");
    expect(code).toBe(0);
    expect(output).toMatch(
      /^mpk1 1 {2}in use, 1 row\nmpt1 1 {2}in use\nmpi1 1 {2}(?:[0-9A-F]{4} ){4}[0-9A-F]{4}, in use\n$/,
    );
  });

  it("rotate seals every row anew beside a running bot, which goes on with the new key", async () => {
    for (let id = 1; id <= 3; id += 1) await link(id);
    const of = await bench.store.add(
      sessionOf(bench.place, ALICE, { account: accountOf("4"), consent: { away: false, snapshots: true } }),
    );
    const snapshots = createSnapshotStore({ ...bench, database });
    await snapshots.put(of, '{"n":1}');
    expect(await milepost("keys", "rotate")).toEqual({
      code: 0,
      output: "Added mpk1 2, now in use. Encrypted 5 rows with it.\n",
    });
    expect(await keyIds()).toEqual([2, 2, 2, 2]);
    expect((await bench.store.list(ALICE)).map(({ account }) => account.name)).toHaveLength(4);
    expect((await snapshots.list(of)).map(({ content }) => content)).toEqual(['{"n":1}']);
    await link(5);
    expect(new Set(await keyIds())).toEqual(new Set([2]));
    expect(statSync(keyring.file).mode & 0o777).toBe(0o600);
    expect((await milepost("keys", "status")).output).toMatch(
      /^mpk1 2 {2}in use, 6 rows\nmpk1 1 {2}0 rows, replaced 2/,
    );
  });

  it("rotate finishes a rotation that was stopped, and loses nothing of one at work", async () => {
    for (let id = 1; id <= 3; id += 1) await link(id);
    const session = await bench.store.open({ discordId: ALICE }, use);
    await milepost("keys", "add", "mpk1");
    expect(await keyIds()).toEqual([1, 1, 1]);
    expect((await milepost("keys", "rotate")).output).toBe(
      "Finished the last rotation. Encrypted 3 rows with it.\n",
    );
    session?.jar.take?.(API, ["portalatk=RENEWED; Path=/"]);
    expect(session && (await bench.store.renew(session))).toBe(true);
    expect((await bench.store.open({ discordId: ALICE }, use))?.jar.cookie(API)).toContain("RENEWED");
  });

  it("retire refuses the primary, an unknown key, and one that rows need; then takes it out", async () => {
    await link(1);
    expect((await milepost("keys", "retire", "mpk1", "1")).output).toBe("Mpk1 1 is in use: rotate first.\n");
    expect((await milepost("keys", "retire", "mpk1", "9")).output).toMatch(/no key mpk1 9/);
    await milepost("keys", "add", "mpk1");
    expect(await milepost("keys", "retire", "mpk1", "1")).toEqual({
      code: 1,
      output: 'Rows still encrypted with mpk1 1: 1. Run "milepost keys rotate".\n',
    });
    await milepost("keys", "rotate");
    expect((await milepost("keys", "retire", "mpk1", "1")).code).toBe(0);
    expect((await bench.store.open({ discordId: ALICE }, use))?.jar.cookie(API)).toContain("v1");
  });

  it("retire leaves no way to seal with the key, also for a bot that still holds it", async () => {
    const stale = { keys: keyring.keys.bind(keyring), refresh() {} };
    await milepost("keys", "rotate");
    await milepost("keys", "retire", "mpk1", "1");
    const { store } = await benchOn(database, undefined, stale);
    await expect(store.add(sessionOf(bench.place, ALICE))).rejects.toThrow(/FOREIGN KEY/);
    expect(await keyIds()).toEqual([]);
    await link(1);
    expect(await keyIds()).toEqual([2]);
  });

  it("retire keeps an identity for the bundles under way, and lets a tag key go", async () => {
    expect((await milepost("keys", "rotate", "mpi1")).output).toBe("Added mpi1 2, now in use.\n");
    expect((await milepost("keys", "retire", "mpi1", "1")).output).toMatch(
      /^Sealed text for mpi1 1 is accepted until 2/,
    );
    await keyringChecks(database.queries).rank("mpi1", 1, 0);
    await keyringChecks(database.queries).rank("mpi1", 2, systemClock.now() - 8 * 86_400_000);
    expect((await milepost("keys", "retire", "mpi1", "1")).code).toBe(0);
    await milepost("keys", "add", "mpt1");
    expect((await milepost("keys", "retire", "mpt1", "1")).code).toBe(0);
    keyring.refresh();
    expect(parseKeyring(readFileSync(keyring.file, "utf8")).map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      "mpk1 1",
      "mpt1 2",
      "mpi1 2",
    ]);
    expect(keyring.tagKeys()).toHaveLength(1);
  });

  it("never gives an id a second time, so that old rows and backups stay clear", async () => {
    await milepost("keys", "rotate");
    await milepost("keys", "retire", "mpk1", "1");
    expect((await milepost("keys", "add", "mpk1")).output).toMatch(/^Added mpk1 3/);
  });

  it("lets rotations at once, each a process, all end well", async () => {
    for (let id = 1; id <= 4; id += 1) await link(id);
    const command = [path.join(packageRoot, "src/cli/milepost.js"), "keys", "rotate"];
    const rotate = () => promisify(execFile)(process.execPath, command, { env });
    const results = await Promise.all([rotate(), rotate(), rotate()]);
    expect(results.map(({ stdout }) => stdout)).toHaveLength(3);
    keyring.refresh();
    expect(await bench.store.list(ALICE)).toHaveLength(4);
    const ids = parseKeyring(readFileSync(keyring.file, "utf8")).map(({ kind, id }) => `${kind} ${id}`);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([
    [["keys"]],
    [["keys", "turn"]],
    [["keys", "add"]],
    [["keys", "add", "mpx1"]],
    [["keys", "retire", "mpk1"]],
    [["keys", "retire", "mpk1", "x"]],
    [["keys", "status", "mpk1"]],
    [["sessions"]],
    [["sessions", "revoke-all", "--all"]],
  ])("says how it is called: %j", async (args) => {
    const { code, output } = await milepost(...args);
    expect(code).toBe(2);
    expect(output).toContain("Usage: milepost");
  });

  it("says in a sentence what can't be done", async () => {
    env["DATABASE_URL"] = `file:${folder.path}/none/x.db`;
    expect(await milepost("keys", "status")).toEqual({
      code: 1,
      output: `There is no database at ${folder.path}/none/x.db.\n`,
    });
    env["DATABASE_URL"] = `file:${folder.path}/data/test.db`;
    chmodSync(keyring.file, 0o644);
    expect((await milepost("keys", "status")).output).toMatch(/can be read by others/);
    env["MILEPOST_KEYRING_FILE"] = path.join(folder.path, "none");
    expect((await milepost("keys", "rotate")).output).toMatch(/there is no keyring at/i);
    mkdirSync(path.join(folder.path, "cred"));
    writeFileSync(path.join(folder.path, "cred", "milepost-keyring"), readFileSync(keyring.file), {
      mode: 0o400,
    });
    env["CREDENTIALS_DIRECTORY"] = path.join(folder.path, "cred");
    expect((await milepost("keys", "add", "mpt1")).output).toMatch(
      /comes from systemd, so it can't be changed here/,
    );
  });
});

describe("milepost sessions revoke-all", () => {
  it("deletes every session, and notes whom to tell when asked", async () => {
    await link(1);
    expect(await milepost("sessions", "revoke-all", "--notify")).toEqual({
      code: 0,
      output: "Deleted 1 session. Members will be told.\n",
    });
    expect((await bench.store.noticesOf(ALICE)).map(({ notice }) => notice)).toEqual(["revoked"]);
    expect(await milepost("sessions", "revoke-all")).toEqual({ code: 0, output: "Deleted 0 sessions.\n" });
  });

  it.each([
    [
      "a backup that needs a key that was retired",
      async () => {
        await link(1);
        const backup = path.join(folder.path, "backup.db");
        await milepost("backup", backup, "--sessions");
        await milepost("keys", "rotate");
        await milepost("keys", "retire", "mpk1", "1");
        await database.close();
        copyFileSync(backup, database.file ?? "");
        for (const end of ["-wal", "-shm"]) rmSync(`${database.file}${end}`, { force: true });
        database = await openDatabase({ url: env["DATABASE_URL"] ?? "" });
      },
    ],
    [
      "a keyring that is lost",
      async () => {
        await link(1);
        rmSync(keyring.file);
      },
    ],
    [
      "a keyring that was lost, and another made since",
      async () => {
        await link(1);
        rmSync(keyring.file);
        const other = await openDatabase({ url: ":memory:" });
        await openKeyring({ file: keyring.file, home: folder.path, checks: keyringChecks(other.queries) });
        await other.close();
      },
    ],
  ])("leads out of %s, and what stops the start says so", async (_, breakIt) => {
    await breakIt();
    await expect(start()).rejects.toMatchObject({
      code: "bad-settings",
      details: { reason: expect.stringContaining("milepost sessions revoke-all") },
    });
    expect((await milepost("doctor")).output).toMatch(/WRONG keyring[^]*milepost sessions revoke-all/);
    expect(await milepost("sessions", "revoke-all")).toMatchObject({
      code: 0,
      output: expect.stringContaining("Deleted 1 session"),
    });
    expect((await milepost("doctor")).output).not.toContain("WRONG keyring");
    const opened = await start();
    const again = await benchOn(database, undefined, opened);
    const linked = await again.store.add(
      sessionOf(again.place, ALICE, { account: accountOf("1"), value: "v" }),
    );
    expect(await again.store.list(ALICE)).toMatchObject([{ id: linked.id }]);
    expect((await milepost("keys", "status")).code).toBe(0);
  });

  it("leaves a running bot its keys", async () => {
    await link(1);
    await milepost("sessions", "revoke-all");
    await link(2);
    expect(await keyIds()).toEqual([1]);
  });
});
