import { cpSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";

import { createStoredSessions } from "../../src/sessions/store/stored-sessions.ts";
import { createSnapshotStore } from "../../src/sessions/store/snapshot-store.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { useFolder } from "../support/databases.ts";
import { createTemporarySecrets } from "../../src/sessions/store/temporary-secrets.ts";
import { DAY, MINUTE } from "../support/time.ts";
import { ALICE, API, benchOn, BOB, CANARY, sessionOf } from "./support.ts";

const USE = { command: "/progress", isAway: false };

describe("after unlinking", () => {
  const folder = useFolder();
  const bytes = () =>
    Buffer.concat(
      readdirSync(path.join(folder.path, "data")).map((name) =>
        readFileSync(path.join(folder.path, "data", name)),
      ),
    );

  const open = () =>
    openDatabase({
      url: `file:${folder.path}/data/test.db`,
      emptying: { tries: 2, betweenMs: 5, laterEveryMs: 10 },
    });
  it("not one byte of the ciphertexts is left in the database or its log, and never was the plaintext", async () => {
    const database = await open();
    const { store, of, kept, sealed } = await linkedOn(database);
    expect(piecesIn(bytes(), sealed.slice(-3))).toBeGreaterThan(3);
    expect(bytes().includes(CANARY)).toBe(false);

    expect(await store.unlink({ discordId: ALICE })).toEqual({ count: 1, isOverwritten: true });
    const after = bytes();
    expect(after.includes(Buffer.from(kept.id))).toBe(true);
    expect(piecesIn(after, sealed)).toBe(0);
    expect(after.includes(of.id)).toBe(false);
    await database.close();
  });

  it("nor of snapshots whose time is over, though no session goes with them", async () => {
    const database = await open();
    const { store, of, clock } = await linkedOn(database);
    const [old] = await database.queries.selectFrom("snapshots").selectAll().execute();
    for (let day = 0; day < 91; day += 13) {
      clock.at += 13 * DAY;
      for (const discordId of [ALICE, BOB]) expect(await store.open({ discordId }, USE)).toBeDefined();
    }
    expect(await store.sweep()).toBe(0);
    expect(await store.list(ALICE)).toMatchObject([{ id: of.id }]);
    expect(old && piecesIn(bytes(), [old.content])).toBe(0);
    await database.close();
  });

  it("nor of what waited for minutes: in the log at once, in the file with the next sweep", async () => {
    const database = await open();
    const bench = await benchOn(database);
    const secrets = createTemporarySecrets({ ...bench, database });
    const sealed: Buffer[] = [];
    for (let number = 0; number < 40; number += 1) {
      const name = String(number);
      const text = CANARY.repeat(20 + number);
      const { put } = await secrets.put({ kind: "once", name, discordId: ALICE, text, forMs: MINUTE });
      const rows = await database.queries.selectFrom("temporary_secrets").selectAll().execute();
      sealed.push(...rows.filter(({ id }) => id === put.id).map(({ content }) => content));
      if (number % 3 === 0) await secrets.take(put);
    }
    expect(piecesIn(bytes(), sealed.slice(-1))).toBeGreaterThan(3);
    bench.clock.at += MINUTE;
    expect(await secrets.takeExpired()).toHaveLength(26);
    const log = readFileSync(path.join(folder.path, "data", "test.db-wal"));
    expect(piecesIn(log, sealed)).toBe(0);
    await secrets.overwrite();
    expect(piecesIn(bytes(), sealed)).toBe(0);
    await database.close();
  });

  it("nor of what waited for minutes, where it is swept and no session goes with it", async () => {
    const database = await open();
    const bench = await benchOn(database);
    const secrets = createTemporarySecrets({ ...bench, database });
    const text = CANARY.repeat(20);
    await secrets.put({ kind: "once", name: "a", discordId: ALICE, text, forMs: MINUTE });
    const rows = await database.queries.selectFrom("temporary_secrets").selectAll().execute();
    const sealed = rows.map(({ content }) => content);
    expect(piecesIn(bytes(), sealed)).toBeGreaterThan(3);
    bench.clock.at += MINUTE;
    expect(await createStoredSessions({ ...bench, database }).sweep()).toBe(0);
    expect(piecesIn(bytes(), sealed)).toBe(0);
    await database.close();
  });

  it("says so while another program reads, and overwrites every byte once that ends", async () => {
    const database = await open();
    const { store, of, sealed } = await linkedOn(database);
    const reader = new Sqlite(database.file ?? "");
    reader.exec("begin");
    reader.prepare("select count(*) from sessions").get();

    expect(await store.unlink({ discordId: ALICE })).toEqual({ count: 1, isOverwritten: false });
    expect(await store.list(ALICE)).toEqual([]);
    expect(piecesIn(bytes(), sealed)).toBeGreaterThan(0);

    reader.exec("commit");
    await expect.poll(() => piecesIn(bytes(), sealed)).toBe(0);
    expect(bytes().includes(of.id)).toBe(false);
    reader.close();
    await database.close();
  });

  it("waits for a reader that ends soon", async () => {
    // For longer than a machine stands still.
    const emptying = { tries: 6_000, betweenMs: 10, laterEveryMs: MINUTE };
    const database = await openDatabase({ url: `file:${folder.path}/data/test.db`, emptying });
    const { store, sealed } = await linkedOn(database);
    const reader = new Sqlite(database.file ?? "");
    reader.exec("begin");
    reader.prepare("select count(*) from sessions").get();
    const unlinked = store.unlink({ discordId: ALICE });
    await expect.poll(() => store.list(ALICE)).toEqual([]);
    reader.close();
    expect(await unlinked).toEqual({ count: 1, isOverwritten: true });
    expect(piecesIn(bytes(), sealed)).toBe(0);
    await database.close();
  });

  it("a bot that was killed before it could overwrite does so at its next start", async () => {
    const database = await open();
    const { sealed } = await linkedOn(database);
    await database.queries.deleteFrom("sessions").execute();
    for (const name of ["test.db", "test.db-wal"]) {
      cpSync(path.join(folder.path, "data", name), path.join(folder.path, `killed.${name}`));
    }
    await database.close();
    for (const name of ["test.db", "test.db-wal"]) {
      cpSync(path.join(folder.path, `killed.${name}`), path.join(folder.path, "data", name));
    }
    expect(piecesIn(bytes(), sealed)).toBeGreaterThan(0);
    const again = await open();
    expect(piecesIn(bytes(), sealed)).toBe(0);
    await again.close();
  });
});

it("costs no rewrite of the database, and none of its log, where nothing is gone", async () => {
  const opened = await openDatabase({ url: ":memory:" });
  const { times, database } = counted(opened);
  const bench = await benchOn(opened);
  const secrets = createTemporarySecrets({ ...bench, database });
  const stored = createStoredSessions({ ...bench, database });
  const secret = { kind: "once", name: "a", discordId: ALICE, text: CANARY, forMs: MINUTE };
  const lookForMore = async () => {
    await secrets.takeNamed("once", "b");
    await secrets.takeExpired();
    await secrets.overwrite();
    await stored.sweep();
  };
  const { put } = await secrets.put(secret);
  await lookForMore();
  expect(times).toEqual({ rewrites: 0, checkpoints: 0 });
  await secrets.take(put);
  for (let again = 0; again < 2; again += 1) await lookForMore();
  expect(times).toEqual({ rewrites: 1, checkpoints: 1 });
  await secrets.put(secret);
  await secrets.takeNamed("once", "a");
  await lookForMore();
  expect(times).toEqual({ rewrites: 2, checkpoints: 2 });
  await opened.close();
});

/** A database, and how often it overwrote what is gone. */
function counted(opened: Database) {
  const times = { rewrites: 0, checkpoints: 0 };
  const database = {
    queries: opened.queries,
    noteDeleted: () => {},
    rewrite: () => ((times.rewrites += 1), opened.rewrite()),
    checkpoint: () => ((times.checkpoints += 1), opened.checkpoint()),
  };
  return { times, database };
}

/** A member with snapshots and cookies that were renewed; every ciphertext there ever was. */
async function linkedOn(database: Database) {
  const bench = await benchOn(database);
  const { store, place, clock } = bench;
  const snapshots = createSnapshotStore({ ...bench, database });
  const kept = await store.add(sessionOf(place, BOB));
  const of = await store.add(sessionOf(place, ALICE, { consent: { away: true, snapshots: true } }));
  await snapshots.put(of, `{"canary":"${CANARY}"}`);
  const sealed: Buffer[] = [];
  const note = async () => {
    const rows = await database.queries.selectFrom("sessions").selectAll().where("id", "=", of.id).execute();
    const shots = await database.queries.selectFrom("snapshots").select("content").execute();
    sealed.push(
      ...rows.flatMap(({ cookies, account }) => [cookies, account]),
      ...shots.map(({ content }) => content),
    );
  };
  await note();
  for (const value of ["a", "b", "c"]) {
    const session = await store.open(of, USE);
    session?.jar.take?.(API, [`portalatk=${CANARY}${value}; Path=/`]);
    expect(session && (await store.renew(session))).toBe(true);
    await note();
  }
  return { store, of, kept, sealed, clock };
}
/** How many pieces of the ciphertexts are there. */
function piecesIn(found: Buffer, sealed: readonly Buffer[]): number {
  return sealed.flatMap((record) => {
    const starts = Array.from({ length: Math.floor((record.length - 6) / 16) }, (_, index) => 6 + index * 16);
    return starts.filter((at) => found.includes(record.subarray(at, at + 16)));
  }).length;
}
