import { sql } from "kysely";
import { describe, expect, it } from "vitest";

import { int64 } from "../../src/base/int64.ts";
import { revokeSessions } from "../../src/sessions/store/forget-sessions.ts";
import { endsSoon } from "../../src/sessions/store/session-notices.ts";
import { createSnapshotStore } from "../../src/sessions/store/snapshot-store.ts";
import { createStoredSessions } from "../../src/sessions/store/stored-sessions.ts";
import { describeEachDatabase } from "../support/databases.ts";
import { accountOf, ALICE, API, benchOn, BOB, CANARY, NOW, sessionOf } from "./support.ts";
import { DAY } from "../support/time.ts";

const USE = { command: "/progress", isAway: false };

describeEachDatabase("a session store", (database) => {
  it("gives back what was linked, to its member", async () => {
    const { store, place } = await benchOn(database());
    const summary = await store.add(sessionOf(place, ALICE, { consent: { away: true, snapshots: false } }));
    expect(summary).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      discordId: ALICE,
      account: accountOf("77"),
      isActive: true,
      state: "alive",
      stateSince: NOW,
      linkedAt: NOW,
      lastUsedAt: NOW,
      renewedAt: NOW,
      isFinal: false,
      consent: { away: true, snapshots: false },
    });
    expect(await store.list(ALICE)).toEqual([summary]);
    const opened = await store.open({ discordId: ALICE }, USE);
    expect(opened?.jar.cookie(API)).toBe(`portald=123; portalatk=${CANARY}; portaldid=d`);
    expect(opened?.jar.csrf()).toBe("123");
  });

  it("gives a member's session to nobody else", async () => {
    const { store, place } = await benchOn(database());
    const { id } = await store.add(sessionOf(place, ALICE));
    expect(await store.open({ discordId: BOB }, USE)).toBeUndefined();
    expect(await store.open({ discordId: BOB, id }, USE)).toBeUndefined();
    expect(await store.list(BOB)).toEqual([]);
    expect(await store.choose({ discordId: BOB, id })).toBe(false);
    expect(await store.mark({ discordId: BOB, id }, "dead")).toBe(false);
    expect(await store.consent({ discordId: BOB, id }, { away: true })).toBe(false);
    expect(await store.uses({ discordId: BOB, id })).toEqual([]);
    expect(await store.unlink({ discordId: BOB, id })).toMatchObject({ count: 0 });
    expect(await store.unlink({ discordId: BOB })).toMatchObject({ count: 0 });
    expect(await store.exportOf(BOB)).toEqual([]);
    expect(await store.list(ALICE)).toHaveLength(1);
  });

  it("is changed alone", async () => {
    const { store, place, clock } = await benchOn(database());
    const of = await store.add(sessionOf(place, ALICE));
    const own = await store.add(sessionOf(place, ALICE, { account: accountOf("2") }));
    const another = await store.add(sessionOf(place, BOB));
    await store.choose(of);
    clock.at += 1;
    const session = await store.open(of, USE);
    session?.jar.take?.(API, ["portalatk=R; Path=/"]);
    expect(session && (await store.renew(session))).toBe(true);
    await store.consent(of, { away: true });
    await store.mark(of, "dead");
    expect(await store.list(BOB)).toEqual([another]);
    expect((await store.list(ALICE)).filter(({ id }) => id !== of.id)).toEqual([{ ...own, isActive: false }]);
  });

  it("keeps several accounts, one of them active, and switches", async () => {
    const { store, place, clock } = await benchOn(database());
    const one = await store.add(sessionOf(place, ALICE, { account: accountOf("1"), value: "one" }));
    clock.at += 1;
    const two = await store.add(sessionOf(place, ALICE, { account: accountOf("2"), value: "two" }));
    expect((await store.list(ALICE)).map(({ isActive }) => isActive)).toEqual([false, true]);
    expect(await store.choose({ discordId: ALICE, id: one.id })).toBe(true);
    expect((await store.open({ discordId: ALICE }, USE))?.jar.cookie(API)).toContain("portalatk=one");
    expect((await store.open({ discordId: ALICE, id: two.id }, USE))?.jar.cookie(API)).toContain("=two");
    await store.unlink({ discordId: ALICE });
    expect((await store.list(ALICE)).map(({ id, isActive }) => [id, isActive])).toEqual([[two.id, true]]);
  });

  it("uses the one used last where the active one is unlinked, and stays where another is", async () => {
    const { store, place, clock } = await benchOn(database());
    const used = async (id: string) => {
      const of = await store.add(sessionOf(place, ALICE, { account: accountOf(id) }));
      clock.at += 1;
      await store.open(of, USE);
      return of;
    };
    const first = await used("1");
    await used("2");
    const middle = await used("3");
    await used("4");
    const last = await used("5");
    await store.open(middle, USE);
    await store.unlink(first);
    const active = async () => (await store.list(ALICE)).filter(({ isActive }) => isActive);
    expect(await active()).toMatchObject([{ id: last.id }]);
    await store.unlink(last);
    expect(await active()).toMatchObject([{ id: middle.id }]);
  });

  it("replaces the session of an account that is linked again", async () => {
    const { store, place, clock } = await benchOn(database());
    const before = await store.add(sessionOf(place, ALICE, { value: "old" }));
    await store.mark(before, "dead");
    clock.at += DAY;
    const renamed = { ...accountOf("77"), name: "New name" };
    const after = await store.add(sessionOf(place, ALICE, { value: "new", account: renamed }));
    expect(after).toMatchObject({ id: before.id, state: "alive", account: { name: "New name" } });
    expect((await store.open(after, USE))?.jar.cookie(API)).toContain("portalatk=new");
  });

  it("keeps what was allowed when the same account is linked again, and nothing of another's", async () => {
    const { store, place } = await benchOn(database());
    const first = await store.add(sessionOf(place, ALICE));
    expect(first.consent).toEqual({ away: false, snapshots: false });
    await store.consent(first, { away: true, snapshots: true });
    const again = await store.add(sessionOf(place, ALICE));
    expect(again).toMatchObject({ id: first.id, consent: { away: true, snapshots: true } });
    const other = await store.add(sessionOf(place, ALICE, { account: accountOf("78") }));
    expect(other.consent).toEqual({ away: false, snapshots: false });
    const refused = await store.add(sessionOf(place, ALICE, { consent: { away: false, snapshots: false } }));
    expect(refused).toMatchObject({ id: first.id, consent: { away: false, snapshots: false } });
  });

  it("forgets what was allowed with the account that is unlinked", async () => {
    const { store, place } = await benchOn(database());
    await store.add(sessionOf(place, ALICE, { consent: { away: true, snapshots: true } }));
    await store.unlink({ discordId: ALICE });
    expect((await store.add(sessionOf(place, ALICE))).consent).toEqual({ away: false, snapshots: false });
  });

  it("knows an account without a profile's id by its game accounts", async () => {
    const { store, place } = await benchOn(database());
    const account = { accounts: [{ membershipType: 2, id: int64("5") }] };
    await store.add(sessionOf(place, ALICE, { account }));
    await store.add(sessionOf(place, ALICE, { account }));
    await store.add(
      sessionOf(place, ALICE, { account: { accounts: [{ membershipType: 1, id: int64("5") }] } }),
    );
    expect(await store.list(ALICE)).toHaveLength(2);
  });

  it("refuses an eleventh account, and keeps the ten", async () => {
    const { store, place } = await benchOn(database());
    for (let id = 1; id <= 10; id += 1)
      await store.add(sessionOf(place, ALICE, { account: accountOf(`${id}`) }));
    await expect(store.add(sessionOf(place, ALICE, { account: accountOf("11") }))).rejects.toThrow(
      /at most 10/,
    );
    expect((await store.list(ALICE)).filter(({ isActive }) => isActive)).toHaveLength(1);
  });

  it("keeps what Set-Cookie renewed", async () => {
    const { store, place, clock } = await benchOn(database());
    await store.add(sessionOf(place, ALICE));
    const session = await store.open({ discordId: ALICE }, USE);
    if (session === undefined) throw new Error("no session");
    expect(await store.renew(session)).toBe(false);
    clock.at += 1_000;
    session.jar.take?.(API, ["portalatk=RENEWED; Path=/; Max-Age=3600"]);
    expect(await store.renew(session)).toBe(true);
    const again = await store.open({ discordId: ALICE }, USE);
    expect(again?.jar.cookie(API)).toContain("portalatk=RENEWED");
    expect(again?.summary).toMatchObject({ renewedAt: NOW + 1_000, expiresAt: NOW + 1_000 + 3_600_000 });
  });

  it("merges what two uses at once renewed", async () => {
    const { store, place, clock } = await benchOn(database());
    await store.add(sessionOf(place, ALICE));
    const [one, two] = [
      await store.open({ discordId: ALICE }, USE),
      await store.open({ discordId: ALICE }, USE),
    ];
    if (one === undefined || two === undefined) throw new Error("no session");
    clock.at += 1;
    one.jar.take?.(API, ["portalatk=fromOne; Path=/"]);
    clock.at += 1;
    two.jar.take?.(API, ["portald=fromTwo; Path=/"]);
    expect(await Promise.all([store.renew(one), store.renew(two)])).toEqual([true, true]);
    const opened = await store.open({ discordId: ALICE }, USE);
    expect(opened?.jar.cookie(API)).toBe("portald=fromTwo; portalatk=fromOne; portaldid=d");
  });

  it("keeps and learns nothing of a run that began before the account was linked anew", async () => {
    const { store, place, clock } = await benchOn(database());
    const first = await store.add(sessionOf(place, ALICE, { value: "first" }));
    const running = await store.open({ discordId: ALICE }, USE);
    if (running === undefined) throw new Error("no session");
    const second = await store.add(sessionOf(place, ALICE, { value: "second" }));
    expect(second.id).toBe(first.id);
    clock.at += 1_000;
    running.jar.take?.(API, ["portalatk=firstRenewed; Path=/", "portald=999; Path=/"]);
    expect(await store.renew(running)).toBe(false);
    expect(await store.mark(running.summary, "dead")).toBe(false);
    expect(await store.reread(running.summary)).toBeUndefined();
    expect((await store.reread(second))?.summary).toMatchObject({ id: second.id });
    const opened = await store.open({ discordId: ALICE }, USE);
    expect(opened?.jar.cookie(API)).toBe("portald=123; portalatk=second; portaldid=d");
    expect(opened?.summary.state).toBe("alive");
    opened?.jar.take?.(API, ["portalatk=secondRenewed; Path=/"]);
    expect(opened && (await store.renew(opened))).toBe(true);
  });

  it("keeps no jar that lost a required cookie, and none of a session that is gone", async () => {
    const { store, place } = await benchOn(database());
    const { id } = await store.add(sessionOf(place, ALICE));
    const session = await store.open({ discordId: ALICE }, USE);
    session?.jar.take?.(API, ["portalatk=; Max-Age=0"]);
    expect(session && (await store.renew(session))).toBe(false);
    const other = await store.open({ discordId: ALICE }, USE);
    other?.jar.take?.(API, ["portald=5"]);
    await store.unlink({ discordId: ALICE, id });
    expect(other && (await store.renew(other))).toBe(false);
    expect(await store.list(ALICE)).toEqual([]);
  });

  it("is used away only by consent", async () => {
    const { store, place } = await benchOn(database());
    const of = await store.add(sessionOf(place, ALICE));
    const away = { command: "reminder", isAway: true };
    expect(await store.open(of, away)).toBeUndefined();
    expect(await store.consent(of, { away: true })).toBe(true);
    expect(await store.consent(of, {})).toBe(true);
    expect(await store.open(of, away)).toBeDefined();
  });

  it("shows its last uses, newest first, fifty at most", async () => {
    const { store, place, clock } = await benchOn(database());
    const of = await store.add(sessionOf(place, ALICE, { consent: { away: true, snapshots: false } }));
    const another = await store.add(sessionOf(place, BOB));
    await store.open(another, USE);
    for (let count = 0; count < 55; count += 1) {
      clock.at += 1;
      await store.open(of, { command: `use ${count}`, isAway: count === 54 });
    }
    const uses = await store.uses(of);
    expect(uses).toHaveLength(50);
    expect(uses[0]).toEqual({ at: NOW + 55, command: "use 54", isAway: true });
    expect((await store.list(ALICE))[0]?.lastUsedAt).toBe(NOW + 55);
    await store.open(another, USE);
    expect(await store.uses(another)).toHaveLength(2);
  });

  it("notes one notice when it died and one when it works again", async () => {
    const { store, place } = await benchOn(database());
    const of = await store.add(sessionOf(place, ALICE));
    expect(await store.mark(of, "suspect")).toBe(true);
    expect(await store.mark(of, "alive")).toBe(true);
    expect(await store.noticesOf(ALICE)).toEqual([]);
    expect(await store.mark(of, "dead")).toBe(true);
    expect(await store.mark(of, "dead")).toBe(false);
    expect(await store.open(of, USE)).toBeUndefined();
    const [died] = await store.noticesOf(ALICE);
    expect(died).toMatchObject({ discordId: ALICE, notice: "died", at: NOW });
    await store.settleNotice(died?.id ?? 0);
    await store.mark(of, "alive");
    expect((await store.noticesOf(ALICE)).map(({ notice }) => notice)).toEqual(["works-again"]);
  });

  it("tells neither that it died nor that it works again, where the first was not told yet", async () => {
    const { store, place } = await benchOn(database());
    const [of, another] = [await store.add(sessionOf(place, ALICE)), await store.add(sessionOf(place, BOB))];
    for (const one of [another, of]) await store.mark(one, "dead");
    await store.mark(of, "alive");
    expect(await store.noticesOf(ALICE)).toEqual([]);
    await store.mark(of, "dead");
    expect((await store.noticesOf(ALICE)).map(({ notice }) => notice)).toEqual(["died"]);
  });

  it("tells nothing any more once the last of a member's is unlinked", async () => {
    const { store, place } = await benchOn(database());
    const one = await store.add(sessionOf(place, ALICE, { account: accountOf("1") }));
    const two = await store.add(sessionOf(place, ALICE, { account: accountOf("2") }));
    await store.mark(one, "dead");
    await store.unlink(one);
    expect(await store.noticesOf(ALICE)).toHaveLength(1);
    await store.unlink(two);
    expect(await store.noticesOf(ALICE)).toEqual([]);
  });

  it("still tells that one died where another of the member's works again", async () => {
    const { store, place } = await benchOn(database());
    const one = await store.add(sessionOf(place, ALICE, { account: accountOf("1") }));
    const two = await store.add(sessionOf(place, ALICE, { account: accountOf("2") }));
    for (const of of [one, two]) await store.mark(of, "dead");
    await store.mark(two, "alive");
    expect((await store.noticesOf(ALICE)).map(({ notice }) => notice)).toEqual(["died"]);
    await store.mark(one, "alive");
    expect(await store.noticesOf(ALICE)).toEqual([]);
  });

  it.each(["alive", "dead"] as const)("is over for good where the platform ended it: %s", async (before) => {
    const { store, place } = await benchOn(database());
    const of = await store.add(sessionOf(place, ALICE));
    await store.mark(of, before);
    await store.end(of, "lost");
    expect(await store.list(ALICE)).toMatchObject([{ state: "dead", isFinal: true }]);
    expect((await store.noticesOf(ALICE)).map(({ notice }) => notice)).toContain("lost");
    expect(await store.open(of, { ...USE, isProbe: true })).toBeUndefined();
    expect(await store.mark(of, "alive")).toBe(false);
  });

  const renewed = async (lifeSeconds: number) => {
    const bench = await benchOn(database());
    await bench.store.add(sessionOf(bench.place, ALICE));
    const session = await bench.store.open({ discordId: ALICE }, USE);
    if (session === undefined) throw new Error("no session");
    session.jar.take?.(API, [`portalatk=R; Path=/; Max-Age=${lifeSeconds}`]);
    await bench.store.renew(session);
    return { ...bench, of: session.summary };
  };
  const noted = async ({ store }: Awaited<ReturnType<typeof renewed>>) => {
    await store.noteEndings();
    return (await store.noticesOf(ALICE)).map(({ discordId, notice, at }) => [discordId, notice, at]);
  };

  describe("before the known end of its cookies", () => {
    it.each([
      ["a day before it, where they live for a month", 30 * 86_400, 29 * DAY],
      ["in the last fifth of an hour", 3_600, 48 * 60_000],
    ])("is noted %s", async (_name, seconds, at) => {
      const bench = await renewed(seconds);
      bench.clock.at = NOW + at;
      expect(await noted(bench)).toEqual([]);
      bench.clock.at += 1;
      expect(await noted(bench)).toEqual([[ALICE, "expires-soon", NOW + at + 1]]);
    });

    it("is known from the link on", async () => {
      const { store, place } = await benchOn(database());
      const session = sessionOf(place, ALICE);
      session.jar.take?.(API, ["portalatk=R; Path=/; Max-Age=3600"]);
      expect(await store.add(session)).toMatchObject({ expiresAt: NOW + 3_600_000 });
    });

    it("is noted until it, and not at it", async () => {
      const bench = await renewed(3_600);
      bench.clock.at = NOW + 60 * 60_000;
      expect(await noted(bench)).toEqual([]);
      const life = { renewedAt: NOW, expiresAt: bench.clock.at };
      expect(endsSoon(life, bench.clock.at)).toBe(false);
      expect(endsSoon({ renewedAt: NOW }, bench.clock.at)).toBe(false);
      bench.clock.at -= 1;
      expect(endsSoon(life, bench.clock.at)).toBe(true);
      expect(await noted(bench)).toHaveLength(1);
    });

    it("is noted once for each end, also over a restart", async () => {
      const bench = await renewed(30 * 86_400);
      bench.clock.at = NOW + 29.5 * DAY;
      await noted(bench);
      const [first] = await bench.store.noticesOf(ALICE);
      await bench.store.settleNotice(first?.id ?? 0);
      const again = await benchOn(database(), undefined, bench.keyring);
      again.clock.at = bench.clock.at + 1_000;
      expect(await noted({ ...again, of: bench.of })).toEqual([]);
      const session = await bench.store.open({ discordId: ALICE }, USE);
      session?.jar.take?.(API, ["portalatk=S; Path=/; Max-Age=3600"]);
      await (session && bench.store.renew(session));
      bench.clock.at += 50 * 60_000;
      expect(await noted(bench)).toHaveLength(1);
    });

    it("is still told after another of the member's died and works again", async () => {
      const bench = await renewed(3_600);
      bench.clock.at = NOW + 59 * 60_000;
      expect(await noted(bench)).toMatchObject([[ALICE, "expires-soon", bench.clock.at]]);
      const other = await bench.store.add(sessionOf(bench.place, ALICE, { account: accountOf("2") }));
      for (const state of ["dead", "alive"] as const) await bench.store.mark(other, state);
      expect((await bench.store.noticesOf(ALICE)).map(({ notice }) => notice)).toEqual(["expires-soon"]);
    });

    it("is no reason not to tell that it works again", async () => {
      const bench = await renewed(3_600);
      bench.clock.at = NOW + 59 * 60_000;
      await noted(bench);
      await bench.store.mark(bench.of, "dead");
      await bench.store.settleNotices(ALICE, "died");
      await bench.store.mark(bench.of, "alive");
      const told = (await bench.store.noticesOf(ALICE)).map(({ notice }) => notice);
      expect(told).toEqual(["expires-soon", "works-again"]);
    });

    it("is not noted for a dead session, one that is not used, or after the end", async () => {
      const bench = await renewed(30 * 86_400);
      bench.clock.at = NOW + 31 * DAY;
      expect(await noted(bench)).toEqual([]);
      bench.clock.at = NOW + 29.5 * DAY;
      await bench.store.add(sessionOf(bench.place, ALICE, { account: accountOf("2") }));
      expect(await noted(bench)).toEqual([]);
      await bench.store.choose(bench.of);
      await bench.store.mark(bench.of, "dead");
      expect(await noted(bench)).toMatchObject([[ALICE, "died", expect.any(Number)]]);
    });
  });

  it("forgets with a member what was to be told of their sessions", async () => {
    const { store, place, clock } = await benchOn(database());
    for (const member of [ALICE, BOB]) await store.add(sessionOf(place, member));
    await revokeSessions(database(), NOW);
    await createStoredSessions({ database: database(), clock }).forget(ALICE);
    expect(await store.noticesOf(ALICE)).toEqual([]);
    expect(await store.noticesOf(BOB)).toHaveLength(1);
  });

  it("forgets dead ones after 7 days and idle ones after 30", async () => {
    const { store, place, clock } = await benchOn(database());
    const dead = await store.add(sessionOf(place, ALICE));
    await store.add(sessionOf(place, BOB));
    await store.mark(dead, "dead");
    clock.at = NOW + 7 * DAY - 1;
    expect(await store.sweep()).toBe(0);
    clock.at = NOW + 7 * DAY;
    expect(await store.sweep()).toBe(1);
    expect(await store.list(ALICE)).toEqual([]);
    await store.open({ discordId: BOB }, USE);
    clock.at = NOW + 37 * DAY - 1;
    expect(await store.sweep()).toBe(0);
    clock.at = NOW + 37 * DAY;
    expect(await store.sweep()).toBe(1);
  });

  it("forgets what was to be told for 30 days", async () => {
    const { store, place, clock } = await benchOn(database());
    await store.mark(await store.add(sessionOf(place, ALICE)), "dead");
    clock.at += 5 * DAY;
    await store.mark(await store.add(sessionOf(place, BOB)), "dead");
    await revokeSessions(database(), undefined);
    clock.at = NOW + 30 * DAY;
    await store.sweep();
    expect(await store.noticesOf(ALICE)).toHaveLength(1);
    clock.at += 1;
    await store.sweep();
    expect([await store.noticesOf(ALICE), await store.noticesOf(BOB)]).toMatchObject([[], [{}]]);
  });

  it("forgets however many are over at once, and tells of each of its platform", async () => {
    const { store, place, clock, keyring } = await benchOn(database());
    const members = Array.from(
      { length: 200 },
      (_, index) => `2000000000000${String(index).padStart(5, "0")}`,
    );
    await Promise.all(members.map((member) => store.add(sessionOf(place, member))));
    const elsewhere = await benchOn(database(), "https://other.example", keyring);
    await elsewhere.store.add(sessionOf(elsewhere.place, ALICE));
    clock.at += 30 * DAY;
    const told: string[] = [];
    expect(await store.sweep(({ summary }) => void told.push(summary.discordId))).toBe(201);
    expect(told.sort()).toEqual(members);
  });

  it("revokes all, and notes whom to tell", async () => {
    const { store, place } = await benchOn(database());
    for (const member of [ALICE, BOB]) {
      await store.add(sessionOf(place, member));
      await store.add(sessionOf(place, member, { account: accountOf("8") }));
    }
    expect(await revokeSessions(database(), NOW)).toEqual({
      count: 4,
      isOverwritten: database().engine === "sqlite",
    });
    for (const member of [ALICE, BOB]) {
      expect((await store.noticesOf(member)).map(({ notice }) => notice)).toEqual(["revoked"]);
    }
    await store.add(sessionOf(place, ALICE));
    expect(await revokeSessions(database(), undefined)).toMatchObject({ count: 1 });
  });

  it("exports everything it keeps but the cookies' values", async () => {
    const bench = await benchOn(database());
    const { store, place } = bench;
    const of = await store.add(sessionOf(place, ALICE, { consent: { away: false, snapshots: true } }));
    await store.open(of, USE);
    await createSnapshotStore({ ...bench, database: database() }).put(of, '{"level":3}');
    const text = JSON.stringify(await store.exportOf(ALICE));
    expect(text).toContain('"portalatk":"[secret]"');
    expect(text).toContain("Player 77");
    expect(text).toContain("/progress");
    expect(text).toContain('{"level":3}');
    expect(text).not.toContain(CANARY);
  });

  it("opens nothing for another platform", async () => {
    const { store, place, keyring } = await benchOn(database());
    await store.add(sessionOf(place, ALICE));
    const elsewhere = await benchOn(database(), "https://evil.example", keyring);
    expect(await elsewhere.store.list(ALICE)).toEqual([]);
    const there = await elsewhere.store.add(sessionOf(elsewhere.place, BOB));
    await store.add(sessionOf(place, BOB));
    expect(await elsewhere.store.list(BOB)).toEqual([there]);
    await elsewhere.store.unlink(there);
    await sql`update sessions set origin = 'https://evil.example'`.execute(database().queries);
    await expect(elsewhere.store.list(ALICE)).rejects.toThrow(/^unopenable$/);
    await expect(elsewhere.store.open({ discordId: ALICE }, USE)).rejects.toThrow(/^unopenable$/);
  });

  it.each([
    ["given to another member", `update sessions set discord_id = '${BOB}' where discord_id = '${ALICE}'`],
    ["rolled back in its revision", "update sessions set revision = 7"],
    ["swapped in its parts", "update sessions set cookies = account, account = cookies"],
    ["moved to another row", "update sessions set id = 'x'"],
  ])("opens no row that was %s", async (_name, statement) => {
    const { store, place } = await benchOn(database());
    await store.add(sessionOf(place, ALICE));
    await sql.raw(statement).execute(database().queries);
    for (const member of [ALICE, BOB]) {
      const opened = await store.open({ discordId: member }, USE).catch((error: unknown) => String(error));
      expect([undefined, "MilepostError: unopenable"]).toContain(opened);
    }
    expect((await store.unlink({ discordId: ALICE })).count).toBeLessThanOrEqual(1);
  });

  it("keeps 500 members' sessions apart when all are used at once", async () => {
    const { store, place } = await benchOn(database());
    const members = Array.from(
      { length: 500 },
      (_, index) => `2000000000000${String(index).padStart(5, "0")}`,
    );
    await Promise.all(members.map((member) => store.add(sessionOf(place, member, { value: `v${member}` }))));
    const headers = await Promise.all(
      members.map(async (discordId) => (await store.open({ discordId }, USE))?.jar.cookie(API)),
    );
    expect(headers).toEqual(members.map((member) => `portald=123; portalatk=v${member}; portaldid=d`));
  });
});

describeEachDatabase("progress snapshots", (database) => {
  it("are kept by consent alone, newest first, and go with it", async () => {
    const bench = await benchOn(database());
    const { store, place, clock } = bench;
    const snapshots = createSnapshotStore({ ...bench, database: database() });
    const of = await store.add(sessionOf(place, ALICE));
    expect(await snapshots.put(of, "{}")).toBeUndefined();
    expect(await snapshots.put({ ...of, id: "gone" }, "{}")).toBeUndefined();
    const another = await store.add(sessionOf(place, BOB, { consent: { away: false, snapshots: true } }));
    await snapshots.put(another, "{}");
    await store.consent(of, { snapshots: true });
    await snapshots.put(of, '{"n":1}');
    clock.at += 10;
    await snapshots.put(of, '{"n":2}');
    expect((await snapshots.list(of)).map(({ content }) => content)).toEqual(['{"n":2}', '{"n":1}']);
    expect((await snapshots.list(of, { before: NOW + 10, limit: 1 })).map(({ takenAt }) => takenAt)).toEqual([
      NOW,
    ]);
    expect((await snapshots.list(of, { limit: 1 })).map(({ content }) => content)).toEqual(['{"n":2}']);
    expect(await snapshots.list({ ...of, discordId: BOB })).toEqual([]);
    await store.consent(of, { away: true });
    expect(await snapshots.list(of)).toHaveLength(2);
    await store.consent(of, { snapshots: false });
    expect([await snapshots.list(of), await snapshots.list(another)]).toMatchObject([[], [{}]]);
  });

  it("are kept for 90 days, and open in no other row", async () => {
    const bench = await benchOn(database());
    const { store, place, clock } = bench;
    const snapshots = createSnapshotStore({ ...bench, database: database() });
    const of = await store.add(sessionOf(place, ALICE, { consent: { away: false, snapshots: true } }));
    await snapshots.put(of, "{}");
    await sql`update snapshots set id = 'moved'`.execute(database().queries);
    await expect(snapshots.list(of)).rejects.toThrow(/^unopenable$/);
    clock.at += 90 * DAY - 1;
    await store.open(of, USE);
    await store.sweep();
    const count = async () =>
      (await database().queries.selectFrom("snapshots").select("id").execute()).length;
    expect(await count()).toBe(1);
    clock.at += 1;
    await store.sweep();
    expect(await count()).toBe(0);
  });
});
