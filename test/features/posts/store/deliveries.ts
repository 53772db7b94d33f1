import { expect, it } from "vitest";

import type { ReminderStore } from "../../../../src/features/posts/engine/ports.ts";
import type { Settled } from "../../../../src/features/posts/store/settle-deliveries.ts";
import { addDue, claim, claimOne, DUE, LEASE_MS, subjectsOf } from "./rows.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../src/base/duration.ts";

const again = (nextTry: number, isDoubtful = false) =>
  ({ state: "failed", code: "unavailable", nextTry, isDoubtful }) as const;
const sent = { state: "sent", channelId: "c", messageId: "m" } as const;

/** Claims, leases, fences, and how a claim ends. */
export function claimsDeliveries(store: () => ReminderStore): void {
  const only = async (id: string) => {
    const [row] = await store().deliveries.history(id, 1);
    if (row === undefined) throw new Error(`nothing is written down about ${id}`);
    return row;
  };

  it("claims what is due, the longest waiting first, within the limit", async () => {
    await addDue(store(), "second", { slot: DUE - 1 });
    await addDue(store(), "first", { slot: DUE - 2 });
    await addDue(store(), "third", { slot: DUE });
    await addDue(store(), "quiet", { sendAt: DUE + 1 });
    expect(subjectsOf(await claim(store(), DUE, { limit: 2 }))).toEqual([["first"], ["second"]]);
    expect(subjectsOf(await claim(store(), DUE))).toEqual([["third"]]);
    expect(await claim(store(), DUE)).toEqual([]);
    expect(subjectsOf(await claim(store(), DUE + 1))).toEqual([["quiet"]]);
  });

  it("claims one at a time for a place, and none for a busy one", async () => {
    await addDue(store(), "a", { places: ["x"] });
    await addDue(store(), "b", { places: ["x", "y"] });
    expect(await claim(store(), DUE, { busy: ["x", "y"] })).toEqual([]);
    const claims = await claim(store(), DUE);
    expect(claims.map(({ rows }) => rows[0].target).sort()).toEqual(["x", "y"]);
  });

  it("keeps no channel's post back for those that have to open a conversation first", async () => {
    await addDue(store(), "a");
    await addDue(store(), "later", { sendAt: DUE + 1 });
    expect(await claim(store(), DUE, { conversation: "to-be-opened" })).toEqual([]);
    expect(subjectsOf(await claim(store(), DUE, { conversation: "known" }))).toEqual([["a"]]);
  });

  it("claims of those that were not tried yet none before its time", async () => {
    await addDue(store(), "tried");
    await store().deliveries.settle({ claim: await claimOne(store(), DUE), settled: again(DUE), now: DUE });
    await addDue(store(), "new");
    await addDue(store(), "later", { sendAt: DUE + 1 });
    expect(subjectsOf(await claim(store(), DUE, { isFresh: true }))).toEqual([["new"]]);
  });

  it("gives each row to one of many workers", async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `r${index}`);
    for (const id of ids) await addDue(store(), id);
    const workers = Array.from({ length: 8 }, (_, index) => `w${index}`);
    const claimed = await Promise.all(workers.map((worker) => claim(store(), DUE, { worker, limit: 9 })));
    expect(claimed.flatMap(subjectsOf).flat().sort()).toEqual(ids.sort());
  });

  it("hands out rows as they were before, and writes down who has them", async () => {
    await addDue(store(), "a");
    const taken = await claimOne(store(), DUE + 5, { worker: "w" });
    expect(taken.rows[0]).toMatchObject({ state: "due", tries: 0, doubt_since: null });
    expect([taken.worker, taken.fence, taken.postId]).toEqual(["w", 1, taken.rows[0].id]);
    expect(await only("a")).toMatchObject({
      state: "sending",
      worker: "w",
      fence: 1,
      tries: 1,
      lease_until: DUE + 5 + LEASE_MS,
      doubt_since: DUE + 5,
    });
  });

  it("lets a lease be taken over when it is over, not before, and then only the new holder's end counts", async () => {
    await addDue(store(), "a");
    const dead = await claimOne(store(), DUE, { worker: "dead" });
    expect(await claim(store(), DUE + LEASE_MS - 1)).toEqual([]);
    const heir = await claimOne(store(), DUE + LEASE_MS, { worker: "heir" });
    expect([heir.fence, heir.postId]).toEqual([2, dead.postId]);
    expect(heir.rows[0]).toMatchObject({ state: "sending", worker: "dead", doubt_since: DUE });
    expect(
      await store().deliveries.settle({ claim: dead, settled: { state: "skipped", code: "x" }, now: DUE }),
    ).toBe(false);
    expect((await only("a")).state).toBe("sending");
    expect(await store().deliveries.settle({ claim: heir, settled: sent, now: DUE })).toBe(true);
    expect(await only("a")).toMatchObject({ state: "sent", code: null });
  });

  it("writes the ends of several down together, each by its own right", async () => {
    for (const id of ["a", "b", "c"]) await addDue(store(), id);
    const [a, b, c] = await claim(store(), DUE);
    if (a === undefined || b === undefined || c === undefined) throw new Error("not all were claimed");
    const ends = [
      { claim: a, settled: sent, now: DUE + 1 },
      { claim: { ...b, worker: "other" }, settled: { ...sent, editAt: DUE + 8 }, now: DUE + 2 },
      { claim: c, settled: again(DUE + 9), now: DUE + 3 },
    ];
    expect(await store().deliveries.settleAll(ends)).toEqual([true, false, true]);
    expect(await only("a")).toMatchObject({ state: "sent", settled_at: DUE + 1, message_id: "m" });
    expect(await only("b")).toMatchObject({ state: "sending", worker: "one", edit_at: null });
    expect(await only("c")).toMatchObject({ state: "failed", next_try: DUE + 9 });
    expect(await store().deliveries.settleAll([])).toEqual([]);
  });

  it("tells two claims of one worker apart by the fence", async () => {
    await addDue(store(), "a");
    const first = await claimOne(store(), DUE);
    const second = await claimOne(store(), DUE + LEASE_MS);
    expect(await store().deliveries.settle({ claim: first, settled: sent, now: DUE })).toBe(false);
    for (const claim of [first, { ...second, worker: "other" }])
      expect(await store().deliveries.settle({ claim, settled: again(DUE + 9), now: DUE })).toBe(false);
    expect(
      await store().deliveries.settle({ claim: { ...second, worker: "other" }, settled: sent, now: DUE }),
    ).toBe(false);
    expect(await store().deliveries.settle({ claim: second, settled: sent, now: DUE })).toBe(true);
    expect(await store().deliveries.settle({ claim: second, settled: sent, now: DUE })).toBe(false);
  });

  it("takes over a lease that ends later than any can when the clock was set back", async () => {
    await addDue(store(), "a", { slot: DUE - DAY_MS });
    await claimOne(store(), DUE);
    expect(await claim(store(), DUE)).toEqual([]);
    expect(await claim(store(), DUE - 12 * HOUR_MS)).toHaveLength(1);
  });

  it("ends every lease when all workers are known to be gone", async () => {
    await addDue(store(), "a");
    await addDue(store(), "b");
    await claim(store(), DUE);
    await store().deliveries.release(DUE + 1);
    expect(await claim(store(), DUE + 1)).toHaveLength(2);
    await store().deliveries.release(DUE + 9 + LEASE_MS);
    expect(await claim(store(), DUE + 1 + LEASE_MS)).toHaveLength(2);
  });

  it("drops what waits for a place, except what may be there, and nothing of another", async () => {
    for (const id of ["doubtful", "waits", "another"]) await addDue(store(), id);
    for (const one of await claim(store(), DUE)) {
      const isDoubtful = one.rows[0].reminder_id === "doubtful";
      await store().deliveries.settle({ claim: one, settled: again(DUE + 9, isDoubtful), now: DUE });
    }
    for (const id of ["doubtful", "waits"])
      await store().deliveries.dropWaiting(`${id}/to-${id}`, "dm-closed", DUE);
    const rows = [await only("doubtful"), await only("waits"), await only("another")];
    expect(rows.map(({ state }) => state)).toEqual(["failed", "skipped", "failed"]);
  });

  it("knows whose reminders sent what since when", async () => {
    await addDue(store(), "a", { ownerId: "m" });
    const of = { ownerId: "m", code: "x", since: DUE };
    const skipped = { state: "skipped", code: "y" } as const;
    await addDue(store(), "b", { ownerId: "m", slot: DUE - 1 });
    await store().deliveries.settle({ claim: await claimOne(store(), DUE - 1), settled: skipped, now: DUE });
    expect(await store().deliveries.wasSent(of)).toBe(false);
    await store().deliveries.settle({
      claim: await claimOne(store(), DUE),
      settled: { ...sent, code: "x" },
      now: DUE,
    });
    expect(await store().deliveries.wasSent(of)).toBe(true);
    for (const other of [{ ownerId: "n" }, { code: "y" }, { since: DUE + 1 }])
      expect(await store().deliveries.wasSent({ ...of, ...other })).toBe(false);
  });

  it("writes down what was sent, and is done with it", async () => {
    await addDue(store(), "a");
    const taken = await claimOne(store(), DUE);
    expect(await store().deliveries.settle({ claim: taken, settled: sent, now: DUE + 3 })).toBe(true);
    expect(await only("a")).toMatchObject({
      state: "sent",
      channel_id: "c",
      message_id: "m",
      settled_at: DUE + 3,
      worker: null,
      lease_until: null,
      doubt_since: null,
    });
    expect(await claim(store(), DUE + DAY_MS)).toEqual([]);
    expect(await store().occurrences.nextAt()).toBeUndefined();
  });

  it("is done with what was skipped", async () => {
    await addDue(store(), "a");
    const taken = await claimOne(store(), DUE);
    await store().deliveries.settle({
      claim: taken,
      settled: { state: "skipped", code: "dm-closed" },
      now: DUE + 3,
    });
    expect(await only("a")).toMatchObject({ state: "skipped", code: "dm-closed", settled_at: DUE + 3 });
    expect(await claim(store(), DUE + DAY_MS)).toEqual([]);
  });

  it("tries a failed one again at its time, counting", async () => {
    await addDue(store(), "a");
    for (let tries = 1; tries <= 3; tries += 1) {
      const at = DUE + (tries - 1) * MINUTE_MS;
      const taken = await claimOne(store(), at);
      await store().deliveries.settle({ claim: taken, settled: again(at + MINUTE_MS), now: at });
      expect(await only("a")).toMatchObject({ state: "failed", tries, next_try: at + MINUTE_MS });
      expect(await claim(store(), at + MINUTE_MS - 1)).toEqual([]);
    }
  });

  it("remembers the first try nobody knows the end of until it is known", async () => {
    await addDue(store(), "a");
    const settle = async (at: number, settled: Settled) =>
      store().deliveries.settle({ claim: await claimOne(store(), at), settled, now: at });
    await settle(DUE, again(DUE + 1));
    expect((await only("a")).doubt_since).toBeNull();
    await settle(DUE + 1, again(DUE + 2, true));
    expect((await only("a")).doubt_since).toBe(DUE + 1);
    await settle(DUE + 2, again(DUE + 3));
    expect((await only("a")).doubt_since).toBe(DUE + 1);
    await settle(DUE + 3, { state: "held", code: "missing-permission", nextTry: DUE + 4 });
    expect((await only("a")).doubt_since).toBe(DUE + 1);
    await settle(DUE + 4, sent);
    expect((await only("a")).doubt_since).toBeNull();
  });

  it("remembers since when one is held", async () => {
    await addDue(store(), "a");
    for (const at of [DUE, DUE + HOUR_MS]) {
      const taken = await claimOne(store(), at);
      const held = { state: "held", code: "missing-permission", nextTry: at + HOUR_MS } as const;
      await store().deliveries.settle({ claim: taken, settled: held, now: at });
    }
    expect(await only("a")).toMatchObject({ state: "held", held_since: DUE, code: "missing-permission" });
  });

  it("lets what failed be tried at once, and what is held only where it is named", async () => {
    for (const id of ["failed", "held", "other"]) await addDue(store(), id);
    await addDue(store(), "quiet", { sendAt: DUE + HOUR_MS });
    for (const taken of await claim(store(), DUE)) {
      const { reminder_id: id } = taken.rows[0];
      const nextTry = DUE + HOUR_MS;
      const held = { state: "held", code: "missing-permission", nextTry } as const;
      await store().deliveries.settle({
        claim: taken,
        settled: id === "failed" ? again(nextTry) : held,
        now: DUE,
      });
    }
    const subjects = async () => subjectsOf(await claim(store(), DUE + 1)).flat();
    expect(await subjects()).toEqual([]);
    await store().deliveries.retryNow(DUE + 1);
    expect(await subjects()).toEqual(["failed"]);
    await store().deliveries.retryNow(DUE + 1, "to-held");
    expect(await subjects()).toEqual(["held"]);
    await store().deliveries.retryNow(DUE + 1, "to-quiet");
    expect(await subjects()).toEqual([]);
  });

  it("brings forward what failed, and nothing else", async () => {
    for (const id of ["failed", "held"]) await addDue(store(), id);
    await addDue(store(), "quiet", { sendAt: DUE + HOUR_MS });
    for (const taken of await claim(store(), DUE)) {
      const { reminder_id: id } = taken.rows[0];
      const nextTry = DUE + HOUR_MS;
      const held = { state: "held", code: "missing-permission", nextTry } as const;
      await store().deliveries.settle({
        claim: taken,
        settled: id === "failed" ? again(nextTry) : held,
        now: DUE,
      });
    }
    await store().deliveries.retryFailed(DUE + 5);
    const rows = [await only("failed"), await only("held"), await only("quiet")];
    expect(rows.map((row) => row.next_try - DUE)).toEqual([5, HOUR_MS, HOUR_MS]);
  });

  it("never puts a try off that was to come sooner", async () => {
    await addDue(store(), "a");
    await store().deliveries.settle({
      claim: await claimOne(store(), DUE),
      settled: again(DUE + 1),
      now: DUE,
    });
    await store().deliveries.retryNow(DUE + MINUTE_MS);
    await store().deliveries.retryFailed(DUE + MINUTE_MS);
    expect((await only("a")).next_try).toBe(DUE + 1);
  });

  it("tells what became of a reminder, latest first", async () => {
    await addDue(store(), "a", { places: ["x", "y"], next: DUE + DAY_MS });
    await addDue(store(), "b");
    const next = { reminderId: "a", from: DUE + DAY_MS, revision: 1, missed: [] };
    const slot = DUE + DAY_MS;
    const occurrence = { slot, usefulUntil: slot + 1, sendAt: slot, joins: false };
    await store().occurrences.plan([{ ...next, occurrence }], slot);
    const history = async (limit: number) =>
      (await store().deliveries.history("a", limit)).map((row) => [row.slot, row.target]);
    const all = [
      [slot, "x"],
      [slot, "y"],
      [DUE, "x"],
      [DUE, "y"],
    ];
    expect(await history(9)).toEqual(all);
    expect(await history(3)).toEqual(all.slice(0, 3));
  });

  it("forgets what is settled and old, and nothing that waits", async () => {
    for (const id of ["done", "waits", "young"]) {
      await addDue(store(), id, { slot: id === "young" ? DUE : DUE - DAY_MS });
    }
    for (const taken of await claim(store(), DUE, { digestAfterMs: 2 * DAY_MS })) {
      const isDone = taken.rows[0].reminder_id !== "waits";
      await store().deliveries.settle({ claim: taken, settled: isDone ? sent : again(DUE + 1), now: DUE });
    }
    expect(await store().deliveries.forgetBefore(DUE)).toBe(1);
    const left = async (id: string) => (await store().deliveries.history(id, 9)).length;
    expect([await left("done"), await left("waits"), await left("young")]).toEqual([0, 1, 1]);
  });

  it("keeps what will be edited when its thing ends, however long that takes", async () => {
    await addDue(store(), "season", { slot: DUE - 40 * DAY_MS });
    const [taken] = await claim(store(), DUE, { digestAfterMs: 90 * DAY_MS });
    if (taken === undefined) throw new Error("nothing was due");
    await store().deliveries.settle({
      claim: taken,
      settled: { ...sent, editAt: DUE + 20 * DAY_MS },
      now: DUE,
    });
    expect(await store().deliveries.forgetBefore(DUE)).toBe(0);
  });

  it("forgets all that is old, in many steps", async () => {
    for (let index = 0; index < 130; index += 1) await addDue(store(), `r${index}`, { slot: DUE - DAY_MS });
    for (const taken of await claim(store(), DUE, { limit: 500 })) {
      await store().deliveries.settle({ claim: taken, settled: sent, now: DUE });
    }
    expect(await store().deliveries.forgetBefore(DUE)).toBe(130);
    expect(await store().deliveries.forgetBefore(DUE)).toBe(0);
    expect(await store().reminders.find("r129")).toBeDefined();
  });
}
