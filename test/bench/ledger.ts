import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { sql } from "kysely";

import type { ReminderEngine } from "../../src/features/posts/engine/reminder-engine.ts";
import { type PostPort, reminderStore } from "../../src/features/posts/engine/ports.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { engineOn } from "../support/reminder-engine.ts";
import { fillReminders } from "./fill.ts";
import { type Figure, interleave, median, mediansOf, residentMiBOf, row } from "./measure.ts";
import { MINUTE_MS } from "../../src/base/duration.ts";
import { ManualClock } from "../support/manual-clock.ts";

const STORED = 1_000_000;
const DUE_AT_ONCE = 100;
const START = Date.parse("2027-01-01T00:00:00Z");
const IDLE_ROUNDS = 2_000;
const DUE_ROUNDS = 60;
const FLAT_TICKS = 20_000;
/** Within what a heap at rest breathes by. */
const FLAT = 1.1;
const MIB = 1024 * 1024;

/** What a look at a million stored reminders costs: nothing due, and a hundred due. */
export async function reminderLedger(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "milepost-bench-"));
  const file = path.join(folder, "ledger.db");
  const url = `file:${file}`;
  await (await openDatabase({ url })).close();
  fillReminders(file, stored());
  const database = await openDatabase({ url });
  const clock = new ManualClock(START - 1);
  const engine = engineOn({ store: reminderStore(database.queries), post: nowhere, clock });
  const title = `${STORED.toLocaleString("en")} stored reminders (${Math.round(statSync(file).size / MIB)} MiB)`;
  const figures = [
    ...(await idle(title, database, engine)),
    ...(await flat(title, engine)),
    ...(await due(title, { database, engine, clock })),
  ];
  await database.close();
  rmSync(folder, { recursive: true, force: true });
  return figures;
}

/** A hundred reminders each minute from START on, each to a person of its own. */
function* stored() {
  const rule = { kind: "weekly", zone: "Europe/Berlin", time: "18:30", days: [5] };
  const subject = { kind: "reset", every: "week" };
  const content = { subject, title: "Weekly reset", locale: "en-US", zone: "Europe/Berlin" };
  for (let index = 0; index < STORED; index += 1) {
    const ownerId = String(700_000_000_000_000_000n + BigInt(index));
    const slot = START + Math.floor(index / DUE_AT_ONCE) * MINUTE_MS;
    const id = `r${String(index).padStart(10, "0")}`;
    yield { id, ownerId, kind: "dm", target: ownerId, slot, rule, content } as const;
  }
}

/** Posts go nowhere, at once. */
const nowhere: PostPort = {
  send: async ({ target }) => ({ kind: "sent", channelId: target, messageId: "1" }),
  find: async () => ({ kind: "none" }),
};

const select1 = (database: Database) => sql`select 1`.execute(database.queries);

async function idle(title: string, database: Database, engine: ReminderEngine): Promise<Figure[]> {
  const samples = await interleave(IDLE_ROUNDS, {
    "`select 1` on the same connection": () => microseconds(() => select1(database)),
    "a look with nothing due": () => microseconds(() => engine.tick()),
  });
  return row(title, "µs", mediansOf(samples), { most: 5 });
}

/** Timers run between looks, as they do between those of a bot. */
async function flat(title: string, engine: ReminderEngine): Promise<Figure[]> {
  const look = async (times: number) => {
    for (let tick = 0; tick < times; tick += 1) {
      await engine.tick();
      await turn();
    }
    collectGarbage();
    return residentMiBOf(process.pid);
  };
  const before = await look(FLAT_TICKS / 10);
  const after = await look(FLAT_TICKS);
  const looks = `${FLAT_TICKS.toLocaleString("en")} looks with nothing due`;
  return row(`${title}: RSS over ${looks}`, "MiB", { before, after }, { most: FLAT });
}

interface Stage {
  readonly database: Database;
  readonly engine: ReminderEngine;
  readonly clock: { at: number };
}

/** Each round is a minute further on, so that each finds a hundred others. */
async function due(title: string, { database, engine, clock }: Stage): Promise<Figure[]> {
  const store = reminderStore(database.queries);
  const bare = () =>
    sql`select * from reminders where state = 'active' and next_slot is not null
    and next_slot <= ${clock.at} order by next_slot limit ${DUE_AT_ONCE}`.execute(database.queries);
  clock.at = START;
  const found = await interleave(DUE_ROUNDS * 5, {
    "the bare indexed SELECT of 100": () => microseconds(bare),
    "finding 100 due": () => microseconds(() => store.occurrences.due(clock.at, 200)),
  });
  const ticks = await interleave(DUE_ROUNDS, {
    select: () => microseconds(bare),
    tick: async () => {
      const us = await microseconds(() => engine.tick());
      await engine.idle();
      while (((await store.occurrences.nextAt()) ?? Infinity) <= clock.at) {
        await engine.tick();
        await engine.idle();
      }
      clock.at += MINUTE_MS;
      return us;
    },
  });
  const { tick = [] } = ticks;
  const whole = median(tick);
  return [
    ...row(title, "µs", mediansOf(found), { most: 2 }),
    {
      benchmark: `${title}: a whole look with 100 due`,
      contender: "planned, claimed, every row written with FULL sync",
      value: whole / 1_000,
      unit: "ms",
    },
  ];
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc()");
}

async function microseconds(work: () => Promise<unknown>): Promise<number> {
  const started = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - started) / 1_000;
}
