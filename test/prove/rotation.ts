import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { packageRoot } from "../../src/base/package-root.ts";
import { type Keyring, openKeyring } from "../../src/sessions/keyring.ts";
import { createSealer, type Sealer } from "../../src/sessions/sealer.ts";
import { cookiesContext, openAccount, sealSession } from "../../src/sessions/session-row.ts";
import { type Database, openDatabase } from "../../src/storage/database.ts";
import { keyringChecks } from "../../src/storage/tables/keyring-checks.ts";
import { sessionRows } from "../../src/storage/tables/sessions.ts";
import { Random } from "./random.ts";
import type { Proof } from "./run.ts";

const ORIGIN = "https://portal.example";
/** Node's start, before the rotation begins. */
const START_MS = 150;

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
}

/** Rotations, each killed several times and then let finish, beside a database that stays open. */
export async function rotation({ isQuick }: { readonly isQuick: boolean }): Promise<Proof> {
  const size: Size = isQuick ? { rounds: 2, rows: 400, kills: 2 } : { rounds: 50, rows: 5_000, kills: 4 };
  const folder = mkdtempSync(path.join(tmpdir(), "milepost-rotation-"));
  const stage = await setUp(folder, size);
  let unreadable = 0;
  let unfinished = 0;
  try {
    for (let round = 0; round < size.rounds; round += 1) {
      for (let kill = 0; kill < size.kills; kill += 1) {
        await rotateAndKill(stage);
        unreadable += await countUnreadable(stage);
      }
      unfinished += (await finish(stage)) ? 0 : 1;
      unreadable += await countUnreadable(stage);
    }
  } finally {
    await stage.database.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const kills = size.rounds * size.kills;
  const sentence =
    `${size.rounds} rotations of ${size.rows} rows, ${kills} kills: ` +
    `${unreadable} rows unreadable, ${unfinished} rotations unfinished`;
  return { sentence, failed: unreadable + unfinished };
}

async function setUp(folder: string, size: Size): Promise<Stage> {
  const url = `file:${folder}/data/test.db`;
  const file = path.join(folder, "keys", "ring");
  const database = await openDatabase({ url });
  const options = { file, home: folder, checks: keyringChecks(database.queries) };
  const keyring = await openKeyring({ ...options, databaseFile: database.file ?? "" });
  const sealer = createSealer(keyring, ORIGIN);
  const random = new Random(11);
  await database.queries.transaction().execute(async (transaction) => {
    for (let index = 0; index < size.rows; index += 1) {
      await sessionRows(transaction).insert(rowOf(sealer, index));
    }
  });
  return {
    ...size,
    database,
    keyring,
    sealer,
    random,
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

async function rotateAndKill({ env, random, rows }: Stage): Promise<void> {
  const child = milepost(env);
  const ended = endOf(child);
  const timer = setTimeout(() => child.kill("SIGKILL"), START_MS + random.below(200 + rows / 4));
  await ended;
  clearTimeout(timer);
}

/** Whether a rotation ends well, and leaves no row with an older key. */
async function finish({ env, database, sealer }: Stage): Promise<boolean> {
  const code = await endOf(milepost(env));
  const left = await database.queries
    .selectFrom("sessions")
    .select("id")
    .where("key_id", "!=", sealer.primaryId())
    .execute();
  return code === 0 && left.length === 0;
}

function milepost(env: Readonly<Record<string, string>>): ChildProcess {
  const command = path.join(packageRoot, "src/cli/milepost.js");
  return spawn(process.execPath, [command, "keys", "rotate"], { env: { ...env }, stdio: "ignore" });
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once("exit", resolve));
}

async function countUnreadable({ database, keyring, sealer, rows: expected }: Stage): Promise<number> {
  keyring.refresh();
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
