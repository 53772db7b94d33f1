import { sql } from "kysely";
import { expect, it, vi } from "vitest";

import { revokeSessions } from "../../src/sessions/store/forget-sessions.ts";
import { createStoredSessions } from "../../src/sessions/store/stored-sessions.ts";
import { createSnapshotStore } from "../../src/sessions/store/snapshot-store.ts";
import { describeEachDatabase } from "../support/databases.ts";
import { accountOf, ALICE, benchOn, BOB, NOW, sessionOf, unreadKeyring } from "./support.ts";
import { DAY } from "../support/time.ts";

const USE = { command: "/progress", isAway: false };

describeEachDatabase("sessions nobody can use any more", (database) => {
  const elsewhere = "https://moved.example";

  /** One of Alice's here and one at another address, one of Bob's. */
  const linked = async () => {
    const bench = await benchOn(database());
    const moved = await benchOn(database(), elsewhere, bench.keyring);
    await bench.store.add(sessionOf(bench.place, ALICE));
    const there = await moved.store.add(
      sessionOf(moved.place, ALICE, { consent: { away: false, snapshots: true } }),
    );
    await moved.store.open(there, USE);
    await createSnapshotStore({ ...moved, database: database() }).put(there, "{}");
    await moved.store.mark(there, "dead");
    await bench.store.add(sessionOf(bench.place, BOB));
    const { clock } = bench;
    return { ...bench, moved, remains: createStoredSessions({ database: database(), clock }) };
  };
  const count = async (table: "sessions" | "session_uses" | "snapshots" | "notices") =>
    (await database().queries.selectFrom(table).selectAll().execute()).length;

  it("are shown with their platform, none of them opened", async () => {
    const { remains, store } = await linked();
    await sql`update sessions set account = ${Buffer.alloc(400)}`.execute(database().queries);
    await expect(store.list(ALICE)).rejects.toThrow(/^unopenable$/);
    expect(await remains.of(ALICE)).toEqual(
      expect.arrayContaining([
        { origin: elsewhere, linkedAt: NOW, lastUsedAt: NOW },
        { origin: "https://portal.example", linkedAt: NOW, lastUsedAt: NOW },
      ]),
    );
  });

  it("are deleted with all that hangs on them, and nobody else's", async () => {
    const { remains, store } = await linked();
    expect(await remains.forget(ALICE)).toEqual({
      count: 2,
      isOverwritten: database().engine === "sqlite",
      uses: 1,
      snapshots: 1,
    });
    expect(await remains.of(ALICE)).toEqual([]);
    expect([await count("session_uses"), await count("snapshots"), await count("notices")]).toEqual([
      0, 0, 0,
    ]);
    expect(await store.list(BOB)).toHaveLength(1);
  });

  it("are kept no longer than others: dead ones 7 days, idle ones 30", async () => {
    const { remains, clock } = await linked();
    clock.at = NOW + 7 * DAY - 1;
    expect(await remains.sweep()).toBe(0);
    clock.at += 1;
    expect(await remains.sweep()).toBe(1);
    clock.at = NOW + 30 * DAY;
    expect(await remains.sweep()).toBe(2);
    expect(await count("sessions")).toBe(0);
  });
});

describeEachDatabase("a session that can't be opened", (database) => {
  it("is held and deleted, and keeps none of the member's others from it", async () => {
    const bench = await benchOn(database());
    const { store, place, clock } = bench;
    const whole = await store.add(sessionOf(place, ALICE, { account: accountOf("1") }));
    clock.at += 1;
    const broken = await store.add(
      sessionOf(place, ALICE, { account: accountOf("2"), consent: { away: false, snapshots: true } }),
    );
    await store.open(broken, USE);
    const snapshots = createSnapshotStore({ ...bench, database: database() });
    for (let at = 0; at < 2; at += 1) await snapshots.put(broken, "{}");
    await sql`update sessions set account = ${Buffer.alloc(400)} where id = ${broken.id}`.execute(
      database().queries,
    );
    await sql`update snapshots set content = ${Buffer.alloc(400)}`.execute(database().queries);
    expect(await store.listStored(ALICE)).toEqual([
      { discordId: ALICE, id: whole.id, account: accountOf("1"), uses: 0, snapshots: 0 },
      { discordId: ALICE, id: broken.id, uses: 1, snapshots: 2 },
    ]);
    expect(await store.listStored(BOB)).toEqual([]);
    const later = await benchOn(database(), undefined, unreadKeyring);
    await expect(later.store.listStored(ALICE)).rejects.toThrow("no keyring to read");
    expect(await store.unlink({ discordId: ALICE, id: broken.id })).toMatchObject({ count: 1 });
    expect((await store.list(ALICE)).map(({ id, isActive }) => [id, isActive])).toEqual([[whole.id, true]]);
  });
});

describeEachDatabase("dead sessions that may be asked about", (database) => {
  const AWAY = { away: true, snapshots: false };

  it("are those of members who allow the use while away, the longest waiting first", async () => {
    const { store, place, clock } = await benchOn(database());
    const due = (limit = 9) => store.deadSessions({ untouchedSince: clock.at - DAY, limit });
    const dead = async (member: string, away: boolean) => {
      const consent = { away, snapshots: false };
      const of = await store.add(sessionOf(place, member, { consent }));
      await store.mark(of, "dead");
      clock.at += 1;
      return { discordId: of.discordId, id: of.id };
    };
    const alice = await dead(ALICE, true);
    const bob = await dead(BOB, true);
    await dead("100000000000000003", false);
    const other = await store.add(sessionOf(place, BOB, { account: accountOf("78"), consent: AWAY }));
    await store.mark(other, "dead");
    await store.choose(bob);
    await store.add(sessionOf(place, "100000000000000004", { consent: AWAY }));
    expect(await due()).toEqual([]);
    clock.at += DAY;
    expect(await due()).toEqual([alice, bob]);
    expect(await due(1)).toEqual([alice]);
    await store.open(alice, { command: "check", isAway: true, isProbe: true });
    expect(await due()).toEqual([bob]);
    clock.at += DAY;
    expect(await due()).toEqual([bob, alice]);
    await store.consent(alice, { away: false });
    expect(await store.open(alice, { command: "check", isAway: true, isProbe: true })).toBeUndefined();
    expect(await due()).toEqual([bob]);
  });
});

describeEachDatabase("what a restored backup must not bring back", (database) => {
  it("is the consent that was withdrawn, and no other", async () => {
    const noted = vi.spyOn(database(), "noteDeleted");
    const { store, place } = await benchOn(database());
    const of = await store.add(sessionOf(place, ALICE, { consent: { away: true, snapshots: true } }));
    const notedBy = async (changes: { readonly away?: boolean; readonly snapshots?: boolean }) => {
      noted.mockClear();
      await store.consent(of, changes);
      return noted.mock.calls.flat(2);
    };
    expect(await notedBy({ away: false })).toEqual([`away ${of.id}`]);
    expect(await notedBy({ snapshots: false })).toEqual([`snapshots ${of.id}`]);
    expect(await notedBy({ away: true, snapshots: true })).toEqual([]);
  });

  it("are sessions that were unlinked, or revoked", async () => {
    const noted = vi.spyOn(database(), "noteDeleted");
    const { store, place } = await benchOn(database());
    const one = await store.add(sessionOf(place, ALICE));
    const other = await store.add(sessionOf(place, BOB));
    await store.unlink({ discordId: ALICE });
    await revokeSessions(database(), NOW);
    expect(noted.mock.calls).toEqual([[[one.id]], [[other.id]]]);
  });
});

describeEachDatabase("sessions whose renewal was interrupted", (database) => {
  it("are those of this platform alone", async () => {
    const here = await benchOn(database());
    const there = await benchOn(database(), "https://moved.example", here.keyring);
    const [one] = await Promise.all(
      [here, there].map(({ store, place }) => store.add(sessionOf(place, ALICE))),
    );
    await database().queries.updateTable("sessions").set({ renewing_since: NOW }).execute();
    expect(await here.store.interrupted(NOW)).toEqual([{ discordId: ALICE, id: one?.id }]);
    expect(await here.store.interrupted(NOW + 1)).toEqual([]);
  });
});
