import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

import { packageRoot } from "../../src/base/package-root.ts";
import { systemClock } from "../../src/base/clock.ts";
import { openKeyring } from "../../src/sessions/keyring/keyring.ts";
import { parseKeyring } from "../../src/sessions/keyring/keyring-file.ts";
import { createSnapshotStore } from "../../src/sessions/store/snapshot-store.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { keyringChecks } from "../../src/sessions/keyring/keyring-checks.ts";
import { accountOf, ALICE, API, benchOn, sessionOf } from "../sessions/support.ts";
import { useBot } from "./operator.ts";

const bot = useBot();
const { at, milepost } = bot;

const keyIds = async () =>
  (await bot.database.queries.selectFrom("sessions").select("key_id").execute()).map(({ key_id: id }) => id);
const link = (id: number) =>
  bot.bench.store.add(sessionOf(bot.bench.place, ALICE, { account: accountOf(String(id)), value: `v${id}` }));
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
    const of = await bot.bench.store.add(
      sessionOf(bot.bench.place, ALICE, {
        account: accountOf("4"),
        consent: { away: false, snapshots: true },
      }),
    );
    const snapshots = createSnapshotStore({ ...bot.bench, database: bot.database });
    await snapshots.put(of, '{"n":1}');
    expect(await milepost("keys", "rotate")).toEqual({
      code: 0,
      output: "Added mpk1 2, now in use. Encrypted 5 rows with it.\n",
    });
    expect(await keyIds()).toEqual([2, 2, 2, 2]);
    expect((await bot.bench.store.list(ALICE)).map(({ account }) => account.name)).toHaveLength(4);
    expect((await snapshots.list(of)).map(({ content }) => content)).toEqual(['{"n":1}']);
    await link(5);
    expect(new Set(await keyIds())).toEqual(new Set([2]));
    expect(statSync(bot.keyring.file).mode & 0o777).toBe(0o600);
    expect((await milepost("keys", "status")).output).toMatch(
      /^mpk1 2 {2}in use, 6 rows\nmpk1 1 {2}0 rows, replaced 2/,
    );
  });

  it("rotate finishes a rotation that was stopped, and loses nothing of one at work", async () => {
    for (let id = 1; id <= 3; id += 1) await link(id);
    const session = await bot.bench.store.open({ discordId: ALICE }, use);
    await milepost("keys", "add", "mpk1");
    expect(await keyIds()).toEqual([1, 1, 1]);
    expect((await milepost("keys", "rotate")).output).toBe(
      "Finished the last rotation. Encrypted 3 rows with it.\n",
    );
    session?.jar.take?.(API, ["portalatk=RENEWED; Path=/"]);
    expect(session && (await bot.bench.store.renew(session))).toBe(true);
    expect((await bot.bench.store.open({ discordId: ALICE }, use))?.jar.cookie(API)).toContain("RENEWED");
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
    expect((await bot.bench.store.open({ discordId: ALICE }, use))?.jar.cookie(API)).toContain("v1");
  });

  it("retire leaves no way to seal with the key, also for a bot that still holds it", async () => {
    const stale = { keys: bot.keyring.keys.bind(bot.keyring), refresh() {} };
    await milepost("keys", "rotate");
    await milepost("keys", "retire", "mpk1", "1");
    const { store } = await benchOn(bot.database, undefined, stale);
    await expect(store.add(sessionOf(bot.bench.place, ALICE))).rejects.toThrow(/FOREIGN KEY/);
    expect(await keyIds()).toEqual([]);
    await link(1);
    expect(await keyIds()).toEqual([2]);
  });

  it("retire keeps an identity for the bundles under way, and lets a tag key go", async () => {
    expect((await milepost("keys", "rotate", "mpi1")).output).toBe("Added mpi1 2, now in use.\n");
    expect((await milepost("keys", "retire", "mpi1", "1")).output).toMatch(
      /^Sealed text for mpi1 1 is accepted until 2/,
    );
    await keyringChecks(bot.database.queries).rank("mpi1", 1, 0);
    await keyringChecks(bot.database.queries).rank("mpi1", 2, systemClock.now() - 8 * 86_400_000);
    expect((await milepost("keys", "retire", "mpi1", "1")).code).toBe(0);
    await milepost("keys", "add", "mpt1");
    expect((await milepost("keys", "retire", "mpt1", "1")).code).toBe(0);
    bot.keyring.refresh();
    expect(
      parseKeyring(readFileSync(bot.keyring.file, "utf8")).map(({ kind, id }) => `${kind} ${id}`),
    ).toEqual(["mpk1 1", "mpt1 2", "mpi1 2"]);
    expect(bot.keyring.tagKeys()).toHaveLength(1);
  });

  it("never gives an id a second time, so that old rows and backups stay clear", async () => {
    await milepost("keys", "rotate");
    await milepost("keys", "retire", "mpk1", "1");
    expect((await milepost("keys", "add", "mpk1")).output).toMatch(/^Added mpk1 3/);
  });

  it("lets rotations at once, each a process, all end well", async () => {
    for (let id = 1; id <= 4; id += 1) await link(id);
    const command = [path.join(packageRoot, "src/cli/milepost.js"), "keys", "rotate"];
    const rotate = () => promisify(execFile)(process.execPath, command, { env: bot.env });
    const results = await Promise.all([rotate(), rotate(), rotate()]);
    expect(results.map(({ stdout }) => stdout)).toHaveLength(3);
    bot.keyring.refresh();
    expect(await bot.bench.store.list(ALICE)).toHaveLength(4);
    const ids = parseKeyring(readFileSync(bot.keyring.file, "utf8")).map(({ kind, id }) => `${kind} ${id}`);
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
    bot.env["DATABASE_URL"] = `file:${bot.folder}/none/x.db`;
    expect(await milepost("keys", "status")).toEqual({
      code: 1,
      output: `There is no database at ${bot.folder}/none/x.db.\n`,
    });
    bot.env["DATABASE_URL"] = `file:${bot.folder}/data/test.db`;
    chmodSync(bot.keyring.file, 0o644);
    expect((await milepost("keys", "status")).output).toMatch(/can be read by others/);
    bot.env["MILEPOST_KEYRING_FILE"] = at("none");
    expect((await milepost("keys", "rotate")).output).toMatch(/there is no keyring at/i);
    mkdirSync(at("cred"));
    writeFileSync(at("cred", "milepost-keyring"), readFileSync(bot.keyring.file), {
      mode: 0o400,
    });
    bot.env["CREDENTIALS_DIRECTORY"] = at("cred");
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
    expect((await bot.bench.store.noticesOf(ALICE)).map(({ notice }) => notice)).toEqual(["revoked"]);
    expect(await milepost("sessions", "revoke-all")).toEqual({ code: 0, output: "Deleted 0 sessions.\n" });
  });

  it.each([
    [
      "a backup that needs a key that was retired",
      async () => {
        await link(1);
        const backup = at("backup.db");
        await milepost("backup", backup, "--sessions");
        await milepost("keys", "rotate");
        await milepost("keys", "retire", "mpk1", "1");
        await bot.database.close();
        copyFileSync(backup, bot.database.file ?? "");
        for (const end of ["-wal", "-shm"]) rmSync(`${bot.database.file}${end}`, { force: true });
        bot.database = await openDatabase({ url: bot.env["DATABASE_URL"] ?? "" });
      },
    ],
    [
      "a keyring that is lost",
      async () => {
        await link(1);
        rmSync(bot.keyring.file);
      },
    ],
    [
      "a keyring that was lost, and another made since",
      async () => {
        await link(1);
        rmSync(bot.keyring.file);
        const other = await openDatabase({ url: ":memory:" });
        await openKeyring({ file: bot.keyring.file, home: bot.folder, checks: keyringChecks(other.queries) });
        await other.close();
      },
    ],
  ])("leads out of %s, and what stops the start says so", async (_, breakIt) => {
    await breakIt();
    await expect(bot.open()).rejects.toMatchObject({
      code: "bad-settings",
      details: { reason: expect.stringContaining("milepost sessions revoke-all") },
    });
    expect((await milepost("doctor")).output).toMatch(/WRONG keyring[^]*milepost sessions revoke-all/);
    expect(await milepost("sessions", "revoke-all")).toMatchObject({
      code: 0,
      output: expect.stringContaining("Deleted 1 session"),
    });
    expect((await milepost("doctor")).output).not.toContain("WRONG keyring");
    const opened = await bot.open();
    const again = await benchOn(bot.database, undefined, opened);
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
