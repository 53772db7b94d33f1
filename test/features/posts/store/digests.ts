import { expect, it } from "vitest";

import type { ReminderStore } from "../../../../src/features/posts/engine/ports.ts";
import { addDue, claim, claimOne, DUE, LEASE_MS, subjectsOf } from "./rows.ts";
import { DAY_MS, HOUR_MS } from "../../../../src/base/duration.ts";

const LATE = DUE + HOUR_MS;
const doubtful = { state: "failed", code: "unavailable", nextTry: LATE + 1, isDoubtful: true } as const;
const refused = { ...doubtful, code: "too-fast", isDoubtful: false } as const;

/** Several late ones to one place go as one post, and stay one post. */
export function makesDigests(store: () => ReminderStore): void {
  const addAll = async (ids: readonly string[], given: Parameters<typeof addDue>[2] = {}) => {
    for (const id of ids) await addDue(store(), id, { places: ["x"], ...given });
  };
  const subjects = async (at = LATE) =>
    subjectsOf(await claim(store(), at)).map((together) => together.sort());

  it("joins the late ones of a place, and no others", async () => {
    await addAll(["a", "b"]);
    await addAll(["elsewhere"], { places: ["y"] });
    await addAll(["fresh"], { slot: LATE });
    expect(new Set((await subjects()).map(String))).toEqual(new Set(["a,b", "elsewhere"]));
  });

  it("leaves those on time apart", async () => {
    await addAll(["a", "b"]);
    expect((await subjects(DUE + 1)).map(({ length }) => length)).toEqual([1]);
  });

  it("joins what waited for the end of quiet hours", async () => {
    await addAll(["a", "b"], { slot: LATE - 1, sendAt: LATE, joins: true });
    expect(await subjects()).toEqual([["a", "b"]]);
  });

  it("takes nothing along that is of no use any more", async () => {
    await addAll(["a", "b"]);
    await addAll(["over"], { usefulUntil: LATE });
    expect((await subjects()).flat().sort()).toEqual(["a", "b"]);
  });

  it("takes 20 at most, and the others after them", async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `r${String(index).padStart(2, "0")}`);
    await addAll(ids);
    const first = await claimOne(store(), LATE);
    await store().deliveries.settle({ claim: first, settled: { state: "sent", channelId: "x" }, now: LATE });
    const second = await claimOne(store(), LATE);
    expect([first.rows.length, second.rows.length]).toEqual([20, 10]);
    expect([...subjectsOf([first, second])].flat().sort()).toEqual(ids);
  });

  it.each([
    ["late", {}],
    ["by itself", { digestAfterMs: DAY_MS }],
  ])(
    "gives what was left out of one a post that no look back takes for the first: %s",
    async (_, claiming) => {
      await addAll(["a", "b"]);
      const first = await claimOne(store(), LATE);
      const [lead] = first.rows;
      const putOff = { state: "failed", code: "quiet-hours", nextTry: LATE + 1, isDoubtful: false } as const;
      const apart = new Map([[lead.id, putOff]]);
      const settled = { state: "sent", channelId: "x", messageId: "m" } as const;
      await store().deliveries.settle({ claim: first, settled, overrides: apart, now: LATE });
      const second = await claimOne(store(), LATE + 1, claiming);
      expect(second.rows.map(({ id }) => id)).toEqual([lead.id]);
      expect(second.postId).not.toBe(first.postId);
      expect(second.postId).toMatch(/^[\w-]{22}$/);
      await store().deliveries.settle({
        claim: second,
        settled: { ...doubtful, nextTry: LATE + 2 },
        now: LATE,
      });
      const third = await claimOne(store(), LATE + 2);
      expect([third.postId, third.rows.length]).toEqual([second.postId, 1]);
      expect(await store().deliveries.settle({ claim: third, settled, now: LATE + 2 })).toBe(true);
    },
  );

  it("is one post for good once nobody knows whether it arrived", async () => {
    await addAll(["a", "b"]);
    const first = await claimOne(store(), LATE);
    await store().deliveries.settle({ claim: first, settled: doubtful, now: LATE });
    await addAll(["new"]);
    const other = await claimOne(store(), LATE + 1);
    expect(subjectsOf([other])).toEqual([["new"]]);
    await store().deliveries.settle({ claim: other, settled: { state: "sent", channelId: "x" }, now: LATE });
    const second = await claimOne(store(), LATE + 1);
    expect([second.postId, second.rows[0].id]).toEqual([first.postId, first.rows[0].id]);
    expect(subjectsOf([second]).flat().sort()).toEqual(["a", "b"]);
    const again = { ...refused, nextTry: LATE + 2 };
    await store().deliveries.settle({ claim: second, settled: again, now: LATE });
    await addAll(["newest"]);
    expect(subjectsOf([await claimOne(store(), LATE + 2)])).toEqual([["newest"]]);
  });

  it("is one post for good when its worker died", async () => {
    await addAll(["a", "b"]);
    const dead = await claimOne(store(), LATE, { worker: "dead" });
    await addAll(["new"]);
    const heir = await claimOne(store(), LATE + LEASE_MS, { worker: "heir" });
    expect([heir.postId, heir.rows.length]).toEqual([dead.postId, 2]);
    expect(
      await store().deliveries.settle({ claim: dead, settled: { state: "sent", channelId: "x" }, now: LATE }),
    ).toBe(false);
  });

  it("is made up anew when it surely wasn't posted", async () => {
    await addAll(["a", "b"]);
    await store().deliveries.settle({ claim: await claimOne(store(), LATE), settled: refused, now: LATE });
    await addAll(["new"]);
    expect(await subjects(LATE + 1)).toEqual([["a", "b", "new"]]);
  });

  it("ends with all of its rows", async () => {
    await addAll(["a", "b"]);
    const taken = await claimOne(store(), LATE);
    await store().deliveries.settle({
      claim: taken,
      settled: { state: "sent", channelId: "x", messageId: "m" },
      now: LATE,
    });
    for (const id of ["a", "b"]) {
      expect(await store().deliveries.history(id, 9)).toMatchObject([{ state: "sent", message_id: "m" }]);
    }
    expect(await claim(store(), LATE + DAY_MS)).toEqual([]);
  });

  it("goes on with the others when the reminder it is known by is removed", async () => {
    await addAll(["a", "b"]);
    const first = await claimOne(store(), LATE);
    await store().deliveries.settle({ claim: first, settled: doubtful, now: LATE });
    await store().reminders.remove(first.rows[0].reminder_id);
    const second = await claimOne(store(), LATE + 1);
    expect([second.postId, second.rows.length]).toEqual([first.postId, 1]);
    expect(
      await store().deliveries.settle({
        claim: second,
        settled: { state: "sent", channelId: "x" },
        now: LATE,
      }),
    ).toBe(true);
  });
}
