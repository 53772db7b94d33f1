import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { systemClock } from "../../src/base/clock.ts";
import { createGameChoice } from "../../src/sessions/store/game-choice.ts";
import {
  addKey,
  forgetLostKeys,
  keyringStatus,
  type KeyringDeps,
  retireKey,
  rotateKeys,
} from "../../src/sessions/keyring/keyring-changes.ts";
import { type Keyring, openKeyring, type OpenKeyringOptions } from "../../src/sessions/keyring/keyring.ts";
import { createTemporarySecrets } from "../../src/sessions/store/temporary-secrets.ts";
import { createSnapshotStore } from "../../src/sessions/store/snapshot-store.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { keyringChecks, withKnownKey } from "../../src/sessions/keyring/keyring-checks.ts";
import { useFolder } from "../support/databases.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { accountOf, ALICE, API, benchOn, BOB, sessionOf } from "./support.ts";

const USE = { command: "/progress", isAway: false };
const folder = useFolder();
const at = (...names: string[]) => path.join(folder.path, ...names);
let database: Database;
let keyring: Keyring;
let deps: KeyringDeps;

const open = (more: Partial<OpenKeyringOptions> = {}) =>
  openKeyring({
    file: at("keys", "ring"),
    home: folder.path,
    checks: keyringChecks(database.queries),
    ...(database.file !== undefined && { databaseFile: database.file }),
    ...more,
  });

beforeEach(async () => {
  database = await openDatabase({ url: `file:${at("data", "test.db")}` });
  keyring = await open();
  const place = { file: keyring.file, isCredential: false, databaseFile: database.file };
  deps = { queries: database.queries, place, clock: systemClock };
});
afterEach(() => database.close());

/** The next transaction that does this to a key's check is lost at its end, as when its process is killed there. */
async function losing(event: "insert" | "delete", work: () => Promise<unknown>): Promise<void> {
  const { queries } = database;
  await sql`create table lost (n integer references facts (name) deferrable initially deferred)`.execute(
    queries,
  );
  await sql
    .raw(`create trigger losing after ${event} on keyring_checks begin insert into lost values (1); end`)
    .execute(queries);
  await expect(work()).rejects.toThrow(/FOREIGN KEY/);
  await sql`drop trigger losing`.execute(queries);
  await sql`drop table lost`.execute(queries);
}

describe("whoever changes the keyring and is killed before the database has it", () => {
  it("adding: leaves a bot that goes on, and a rotation that ends well", async () => {
    const bench = await benchOn(database, undefined, keyring);
    const { store, place } = bench;
    const consent = { away: false, snapshots: true };
    const alice = await store.add(sessionOf(place, ALICE, { consent }));
    await losing("insert", () => addKey(deps, "mpk1"));
    const opened = await store.open(alice, USE);
    opened?.jar.take?.(API, ["portalatk=RENEWED; Path=/"]);
    expect(opened && (await store.renew(opened))).toBe(true);
    expect(await keyringStatus(deps)).toMatchObject([
      { kind: "mpk1", id: 2, isPrimary: true, rows: 1 },
      { kind: "mpk1", id: 1, rows: 0 },
      {},
      {},
    ]);
    expect((await store.open(alice, USE))?.jar.cookie(API)).toContain("RENEWED");
  });

  it.each<[string, (bench: Awaited<ReturnType<typeof benchOn>>) => Promise<unknown>]>([
    ["a link", ({ store, place }) => store.add(sessionOf(place, BOB))],
    [
      "a snapshot",
      async (bench) => {
        const [session] = await bench.store.list(ALICE);
        return session && createSnapshotStore({ ...bench, database }).put(session, "{}");
      },
    ],
    [
      "a choice of the game's account",
      async (bench) => {
        const [session] = await bench.store.list(ALICE);
        const game = session?.account.accounts[0];
        return session && game && createGameChoice({ ...bench, database }).choose(session, game);
      },
    ],
  ])("adding: lets a bot keep %s", async (_name, write) => {
    const bench = await benchOn(database, undefined, keyring);
    const consent = { away: false, snapshots: true };
    await bench.store.add(sessionOf(bench.place, ALICE, { consent }));
    await losing("insert", () => addKey(deps, "mpk1"));
    expect(await write(bench)).toBeTruthy();
  });

  it("adding: lets the rotation be finished where no bot runs", async () => {
    const { store, place } = await benchOn(database, undefined, keyring);
    await store.add(sessionOf(place, ALICE));
    await losing("insert", () => addKey(deps, "mpk1"));
    expect(await rotateKeys(deps, "mpk1")).toEqual({ resealed: 1 });
    expect(await store.open({ discordId: ALICE }, USE)).toBeDefined();
  });

  it("retiring: leaves a keyring the bot starts with, and no key it lacks", async () => {
    await addKey(deps, "mpk1");
    await losing("delete", () => retireKey(deps, { kind: "mpk1", id: 1 }));
    expect((await open()).keys("mpk1").map(({ id }) => id)).toEqual([2, 1]);
    await retireKey(deps, { kind: "mpk1", id: 1 });
    expect((await open()).keys("mpk1").map(({ id }) => id)).toEqual([2]);
  });
});

it("a damaged row keeps no other from being sealed anew, and its key from being retired", async () => {
  const { store, place } = await benchOn(database, undefined, keyring);
  const consent = { away: false, snapshots: true };
  const kept = [];
  for (let id = 1; id <= 8; id += 1) {
    kept.push(await store.add(sessionOf(place, ALICE, { account: accountOf(String(id)), consent })));
  }
  const snapshots = createSnapshotStore({ ...(await benchOn(database, undefined, keyring)), database });
  for (const of of kept) await snapshots.put(of, "{}");
  const [broken] = kept;
  await sql`update sessions set cookies = zeroblob(400) where id = ${broken?.id}`.execute(database.queries);
  await sql`update snapshots set content = zeroblob(400) where session_id = ${kept[1]?.id}`.execute(
    database.queries,
  );
  expect(await rotateKeys(deps, "mpk1")).toEqual({ added: 2, resealed: 14, unopenable: 2 });
  expect(await rotateKeys(deps, "mpk1")).toEqual({ added: 3, resealed: 14, unopenable: 2 });
  await expect(retireKey(deps, { kind: "mpk1", id: 1 })).rejects.toThrow(
    /rows still encrypted with mpk1 1: 2/,
  );
  for (const { discordId, id } of kept.slice(1))
    expect(await store.open({ discordId, id }, USE)).toBeDefined();
  for (const { discordId, id } of kept.slice(0, 2)) await store.unlink({ discordId, id });
  await retireKey(deps, { kind: "mpk1", id: 1 });
  for (const of of kept.slice(2)) expect(await snapshots.list(of)).toMatchObject([{ content: "{}" }]);
});

it("seals what waits for minutes anew, which keeps its key until then", async () => {
  const secrets = createTemporarySecrets({ ...(await benchOn(database, undefined, keyring)), database });
  await secrets.put({ kind: "once", name: ALICE, discordId: ALICE, text: "waits", forMs: 60_000 });
  await addKey(deps, "mpk1");
  await expect(retireKey(deps, { kind: "mpk1", id: 1 })).rejects.toThrow(
    /rows still encrypted with mpk1 1: 1/,
  );
  expect(await rotateKeys(deps, "mpk1")).toEqual({ resealed: 1 });
  await retireKey(deps, { kind: "mpk1", id: 1 });
  expect(await secrets.get("once", ALICE)).toMatchObject({ text: "waits", revision: 2 });
});

it("retires a key of its kind alone", async () => {
  for (const kind of ["mpk1", "mpt1"] as const) await addKey(deps, kind);
  await retireKey(deps, { kind: "mpt1", id: 1 });
  const left = (await keyringStatus(deps)).map(({ kind, id }) => `${kind} ${id}`);
  expect(left.toSorted()).toEqual(["mpi1 1", "mpk1 1", "mpk1 2", "mpt1 2"]);
  const known = (await keyringChecks(database.queries).all()).map(({ kind, keyId }) => `${kind} ${keyId}`);
  expect(known.toSorted()).toEqual(left.toSorted());
});

it("notes since when a key is no longer the first, and no more once it is the first again", async () => {
  const checks = keyringChecks(database.queries);
  const since = async () =>
    (await checks.all()).filter(({ kind }) => kind === "mpi1").map(({ supersededAt }) => supersededAt);
  expect(await since()).toEqual([undefined]);
  const alone = readFileSync(keyring.file, "utf8");
  await addKey({ ...deps, clock: new ManualClock(1_000) }, "mpi1");
  expect(await since()).toEqual([1_000, undefined]);
  await addKey({ ...deps, clock: new ManualClock(2_000) }, "mpi1");
  expect(await since()).toEqual([1_000, 2_000, undefined]);
  writeFileSync(keyring.file, alone);
  await open();
  expect(await since()).toEqual([undefined]);
});

it("forgets the keys that it lacks, or has another of, and no others", async () => {
  const checks = keyringChecks(database.queries);
  const before = await checks.all();
  await forgetLostKeys(deps);
  expect(await checks.all()).toEqual(before);
  await checks.add([{ kind: "mpk1", keyId: 9, fingerprint: "of another" }]);
  expect(await checks.all()).toHaveLength(before.length + 1);
  await forgetLostKeys(deps);
  expect(await checks.all()).toEqual(before);
});

it("makes a write again for a key the database lacks, and for no other fault", async () => {
  let writes = 0;
  const write = async () => {
    writes += 1;
    throw new Error("the disk is full");
  };
  const given = { queries: database.queries, keyring, clock: systemClock };
  await expect(withKnownKey(given, write)).rejects.toThrow("the disk is full");
  expect(writes).toBe(1);
});

it("is taken up by two that start at once", async () => {
  const fresh = await openDatabase({ url: ":memory:" });
  const checks = keyringChecks(fresh.queries);
  await Promise.all([open({ checks }), open({ checks })]);
  expect(await checks.all()).toHaveLength(3);
  await fresh.close();
});

it("is refused to the second of two that start at once with keyrings of their own", async () => {
  const fresh = await openDatabase({ url: ":memory:" });
  const checks = keyringChecks(fresh.queries);
  const opened = ["one", "other"].map((name) => open({ checks, file: at("keys", name) }));
  const ends = await Promise.allSettled(opened);
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(ends.map((end) => (end.status === "rejected" ? end.reason.details.reason : ""))).toContainEqual(
    expect.stringContaining("this database has one already"),
  );
  await fresh.close();
});

it("takes away what a killed change left of the keyring, and nothing else", async () => {
  const [old, young, other] = [
    `${keyring.file}.0123456789ab`,
    `${keyring.file}.ba9876543210`,
    at("keys", "notes"),
  ];
  for (const file of [old, young, other]) writeFileSync(file, "x", { mode: 0o600 });
  const before = new Date(Date.now() - 3_600_000);
  for (const file of [old, other]) utimesSync(file, before, before);
  await addKey(deps, "mpk1");
  expect(readdirSync(at("keys")).toSorted()).toEqual(["notes", "ring", "ring.ba9876543210"]);
  utimesSync(young, before, before);
  keyring.tidy();
  expect(readdirSync(at("keys")).toSorted()).toEqual(["notes", "ring"]);
});

describe("another bot's keyring", () => {
  let theirs: Keyring;
  beforeEach(async () => {
    const other = await openDatabase({ url: ":memory:" });
    theirs = await open({ file: at("other", "ring"), checks: keyringChecks(other.queries) });
    await other.close();
  });

  it("is refused by every change, and leaves the right one working", async () => {
    const { store, place } = await benchOn(database, undefined, keyring);
    await store.add(sessionOf(place, ALICE));
    const wrong = { ...deps, place: { ...deps.place, file: theirs.file } };
    const before = readFileSync(theirs.file, "utf8");
    const changes = [
      () => addKey(wrong, "mpk1"),
      () => rotateKeys(wrong, "mpk1"),
      () => rotateKeys(wrong, "mpi1"),
      () => retireKey(wrong, { kind: "mpk1", id: 1 }),
      () => keyringStatus(wrong),
    ];
    for (const change of changes) {
      await expect(change()).rejects.toThrow(/not the keyring of this database/);
    }
    expect(readFileSync(theirs.file, "utf8")).toBe(before);
    expect((await open()).keys("mpk1")).toHaveLength(1);
  });

  it("written over a running bot's is not taken up", async () => {
    const { store, place } = await benchOn(database, undefined, keyring);
    await store.add(sessionOf(place, ALICE));
    const own = readFileSync(keyring.file);
    writeFileSync(keyring.file, readFileSync(theirs.file));
    await store.add(sessionOf(place, BOB, { account: accountOf("2") }));
    writeFileSync(keyring.file, own);
    const started = await benchOn(database, undefined, await open());
    for (const discordId of [ALICE, BOB]) {
      expect((await started.store.open({ discordId }, USE))?.jar.cookie(API)).toContain("CANARY");
    }
  });
});

describe("a keyring's place", () => {
  it("is refused where it only links into the database's folder", async () => {
    writeFileSync(at("data", "ring"), readFileSync(keyring.file), { mode: 0o600 });
    symlinkSync(at("data", "ring"), at("link"));
    await expect(open({ file: at("link") })).rejects.toThrow(/is inside the database's folder/);
  });

  it("is refused beside a database that is linked to", async () => {
    symlinkSync(at("data", "test.db"), at("db"));
    writeFileSync(at("data", "ring"), readFileSync(keyring.file), { mode: 0o600 });
    const options = { file: at("data", "ring"), databaseFile: at("db") };
    await expect(open(options)).rejects.toThrow(/is inside the database's folder/);
  });

  it.runIf(process.platform !== "win32")("is refused where it is a pipe, without waiting", async () => {
    execFileSync("sh", ["-c", 'mkfifo -m 600 "$1"', "sh", at("pipe")]);
    await expect(open({ file: at("pipe") })).rejects.toThrow(/is no file/);
  });
});

it.runIf(process.platform !== "win32")(
  "a keyring that could not be read for a moment is taken up afterwards",
  async () => {
    await addKey(deps, "mpt1");
    chmodSync(keyring.file, 0o644);
    keyring.refresh();
    expect(keyring.tagKeys()).toHaveLength(1);
    chmodSync(keyring.file, 0o600);
    keyring.refresh();
    expect(keyring.tagKeys()).toHaveLength(2);
  },
);
