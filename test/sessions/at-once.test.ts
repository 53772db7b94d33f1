import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { createSnapshotStore } from "../../src/sessions/store/snapshot-store.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { ALICE, benchOn, sessionOf } from "./support.ts";

const USE = { command: "/progress", isAway: false };
/** One call begins this many turns of the queue after the other: every order of their queries is tried. */
const STARTS = Array.from({ length: 40 }, (_, turns) => turns);

/** Both of them, once the one first and once the other, further and further apart. */
async function inEveryOrder(
  prepare: () => Promise<unknown>,
  calls: readonly [() => Promise<unknown>, () => Promise<unknown>],
  afterwards: () => Promise<void>,
): Promise<void> {
  for (const [first, second] of [calls, calls.toReversed()]) {
    for (const turns of STARTS) {
      await prepare();
      const running = first?.();
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      await Promise.all([running, second?.()]);
      await afterwards();
    }
  }
}

describe("a session that is used and changed at once", () => {
  let opened: Database;
  beforeEach(async () => {
    opened = await openDatabase({ url: ":memory:" });
  });
  afterEach(() => opened.close());
  const database = () => opened;

  it("keeps no snapshot behind a no", async () => {
    const bench = await benchOn(database());
    const { store, place } = bench;
    const snapshots = createSnapshotStore({ ...bench, database: database() });
    const of = await store.add(sessionOf(place, ALICE));
    await inEveryOrder(
      () => store.consent(of, { snapshots: true }),
      [() => snapshots.put(of, "{}"), () => store.consent(of, { snapshots: false })],
      async () => expect(await snapshots.list(of)).toEqual([]),
    );
  });

  it("takes no answer of its member back with the answer to another question", async () => {
    const { store, place } = await benchOn(database());
    const of = await store.add(sessionOf(place, ALICE));
    await inEveryOrder(
      () => store.consent(of, { away: false, snapshots: true }),
      [() => store.consent(of, { away: true }), () => store.consent(of, { snapshots: false })],
      async () => expect((await store.list(ALICE))[0]?.consent).toEqual({ away: true, snapshots: false }),
    );
  });

  it("is opened or not there, whenever it is unlinked", async () => {
    const { store, place } = await benchOn(database());
    await inEveryOrder(
      () => store.add(sessionOf(place, ALICE)),
      [() => store.open({ discordId: ALICE }, USE), () => store.unlink({ discordId: ALICE })],
      async () => expect(await store.list(ALICE)).toEqual([]),
    );
  });

  it("keeps no snapshot and fails at none, whenever it is unlinked", async () => {
    const bench = await benchOn(database());
    const { store, place } = bench;
    const snapshots = createSnapshotStore({ ...bench, database: database() });
    let of = { discordId: ALICE, id: "" };
    await inEveryOrder(
      async () => {
        of = await store.add(sessionOf(place, ALICE, { consent: { away: false, snapshots: true } }));
      },
      [() => snapshots.put(of, "{}"), () => store.unlink(of)],
      async () => expect(await database().queries.selectFrom("snapshots").selectAll().execute()).toEqual([]),
    );
  });
});
