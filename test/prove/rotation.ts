import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

import { packageRoot } from "../../src/base/package-root.ts";
import { type Keyring, openKeyring } from "../../src/sessions/keyring/keyring.ts";
import { createSealer, type Sealer } from "../../src/sessions/seal/sealer.ts";
import { cookiesContext, openAccount, sealSession } from "../../src/sessions/store/seal-session.ts";
import { snapshotContext } from "../../src/sessions/store/snapshot-store.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { keyringChecks } from "../../src/sessions/keyring/keyring-checks.ts";
import { sessionRows } from "../../src/sessions/store/session-rows.ts";
import { Random } from "./random.ts";
import type { Proof, ProofOptions } from "./run.ts";

const ORIGIN = "https://portal.example";
/** How often a kill may come too late before it counts as missing. */
const MOST_TRIES = 5;
const LOOK_EVERY_MS = 2;
/** Of this many sessions one keeps a snapshot, which is sealed anew as well. */
const SNAPSHOT_EVERY = 10;

interface Size {
  readonly rounds: number;
  readonly rows: number;
  readonly kills: number;
}

interface Stage extends Size {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly sealer: Sealer;
  readonly env: Readonly<Record<string, string>>;
  readonly random: Random;
  /** How long a rotation that nobody stops takes. */
  wholeMs: number;
}

interface Counts {
  unreadable: number;
  unfinished: number;
  kills: number;
  /** Kills that left some rows with the new key and some with the old one. */
  midway: number;
}

/** Rotations, each killed several times and then let finish, beside a database that stays open. */
export async function rotation({ isQuick, databaseAt }: ProofOptions): Promise<Proof> {
  const size: Size = isQuick ? { rounds: 2, rows: 400, kills: 2 } : { rounds: 50, rows: 5_000, kills: 4 };
  const folder = mkdtempSync(path.join(tmpdir(), "milepost-rotation-"));
  const url = await databaseAt(`file:${folder}/data/test.db`);
  const stage = await setUp(folder, url, size);
  const counts: Counts = { unreadable: 0, unfinished: 0, kills: 0, midway: 0 };
  try {
    await finish(stage);
    for (let round = 0; round < size.rounds; round += 1) await rotateOnce(stage, counts);
  } finally {
    await stage.database.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const { unreadable, unfinished, kills, midway } = counts;
  const snapshots = Math.ceil(size.rows / SNAPSHOT_EVERY);
  const sentence =
    `${size.rounds} rotations of ${size.rows} sessions and ${snapshots} snapshots, ${kills} kills, ` +
    `${midway} of them midway: ${unreadable} rows unreadable, ${unfinished} rotations unfinished`;
  const missed = kills < size.rounds * size.kills ? 1 : 0;
  return { sentence, failed: unreadable + unfinished + missed };
}

/** Kills a rotation as often as wanted, and lets it finish. One that ended before its kill is not counted. */
async function rotateOnce(stage: Stage, counts: Counts): Promise<void> {
  let kills = 0;
  for (let tries = 0; kills < stage.kills && tries < stage.kills * MOST_TRIES; tries += 1) {
    const isKilled = await rotateAndKill(stage, tries % 2 === 0);
    counts.unreadable += await countUnreadable(stage);
    if (!isKilled) continue;
    kills += 1;
    counts.midway += (await sealedBy(stage)).size > 1 ? 1 : 0;
  }
  counts.kills += kills;
  counts.unfinished += (await finish(stage)) ? 0 : 1;
  counts.unreadable += await countUnreadable(stage);
}

async function setUp(folder: string, url: string, size: Size): Promise<Stage> {
  const file = path.join(folder, "keys", "ring");
  const database = await openDatabase({ url });
  const options = { file, home: folder, checks: keyringChecks(database.queries) };
  const keyring = await openKeyring({ ...options, databaseFile: database.file ?? "" });
  const sealer = createSealer(keyring, ORIGIN);
  const random = new Random(11);
  await database.queries.transaction().execute(async (transaction) => {
    for (let index = 0; index < size.rows; index += 1) {
      await sessionRows(transaction).insert(rowOf(sealer, index));
      if (index % SNAPSHOT_EVERY !== 0) continue;
      await transaction.insertInto("snapshots").values(snapshotOf(sealer, index)).execute();
    }
  });
  return {
    ...size,
    database,
    keyring,
    sealer,
    random,
    wholeMs: 0,
    env: { DATABASE_URL: url, MILEPOST_KEYRING_FILE: file },
  };
}

function rowOf(sealer: Sealer, index: number) {
  const bound = { id: `row-${index}`, discord_id: String(index), revision: 1 };
  return {
    ...bound,
    ...sealSession(sealer, bound, { cookies: `cookies ${index}`, account: `account ${index}` }),
    origin: ORIGIN,
    is_active: 1,
    state: "alive",
    state_since: 0,
    linked_at: 0,
    last_used_at: 0,
    renewed_at: 0,
    expires_at: null,
    allows_away: 0,
    keeps_snapshots: 0,
  };
}

function snapshotOf(sealer: Sealer, index: number) {
  const row = { id: `snapshot-${index}`, session_id: `row-${index}`, taken_at: 0, revision: 1 };
  return { ...row, ...sealer.sealContent(snapshotContext(row, String(index)), `snapshot ${index}`) };
}

/**
 * Kills a rotation at a random moment of its life, or, every other time, once a random number of rows are sealed
 * anew. Gives whether the kill came before the end.
 */
async function rotateAndKill(stage: Stage, isByRows: boolean): Promise<boolean> {
  const { env, random, wholeMs, rows } = stage;
  const child = milepost(env);
  const ended = endOf(child);
  if (isByRows) {
    const before = await sealedBy(stage);
    const wanted = random.below(rows);
    while (child.exitCode === null && resealedSince(before, await sealedBy(stage)) <= wanted)
      await setTimeout(LOOK_EVERY_MS);
    child.kill("SIGKILL");
    return (await ended) === null;
  }
  await Promise.race([ended, setTimeout(random.below(wholeMs))]);
  child.kill("SIGKILL");
  return (await ended) === null;
}

/** How many rows each key seals now. */
async function sealedBy({ database }: Stage): Promise<ReadonlyMap<number, number>> {
  const counts = await keyringChecks(database.queries).sealedByKey();
  return new Map(counts.map(({ keyId, count }) => [keyId, count]));
}

function resealedSince(before: ReadonlyMap<number, number>, now: ReadonlyMap<number, number>): number {
  const newest = Math.max(...now.keys());
  return (now.get(newest) ?? 0) - (before.get(newest) ?? 0);
}

/** Whether a rotation ends well, and leaves no row with an older key. */
async function finish(stage: Stage): Promise<boolean> {
  const startedAt = performance.now();
  const isUnstopped = (await sealedBy(stage)).size === 1;
  const code = await endOf(milepost(stage.env));
  if (isUnstopped) stage.wholeMs = performance.now() - startedAt;
  stage.keyring.refresh();
  const { queries } = stage.database;
  const primary = stage.sealer.primaryId();
  const left = [
    ...(await queries.selectFrom("sessions").select("id").where("key_id", "!=", primary).execute()),
    ...(await queries.selectFrom("snapshots").select("id").where("key_id", "!=", primary).execute()),
  ];
  return code === 0 && left.length === 0;
}

function milepost(env: Readonly<Record<string, string>>): ChildProcess {
  const command = path.join(packageRoot, "src/cli/milepost.js");
  return spawn(process.execPath, [command, "keys", "rotate"], { env: { ...env }, stdio: "ignore" });
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once("exit", resolve));
}

async function countUnreadable(stage: Stage): Promise<number> {
  stage.keyring.refresh();
  return (await unreadableSessions(stage)) + (await unreadableSnapshots(stage));
}

async function unreadableSessions({ database, sealer, rows: expected }: Stage): Promise<number> {
  const rows = await database.queries.selectFrom("sessions").selectAll().execute();
  const readable = rows.filter((row) => {
    const number = row.id.slice("row-".length);
    try {
      return (
        sealer.open(cookiesContext(row), row.cookies) === `cookies ${number}` &&
        openAccount(sealer, row) === `account ${number}`
      );
    } catch {
      return false;
    }
  });
  return expected - readable.length;
}

async function unreadableSnapshots({ database, sealer, rows }: Stage): Promise<number> {
  const found = await database.queries.selectFrom("snapshots").selectAll().execute();
  const readable = found.filter((row) => {
    const number = row.id.slice("snapshot-".length);
    try {
      return sealer.open(snapshotContext(row, number), row.content) === `snapshot ${number}`;
    } catch {
      return false;
    }
  });
  return Math.ceil(rows / SNAPSHOT_EVERY) - readable.length;
}
