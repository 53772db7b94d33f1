import { expect, it } from "vitest";

import { HOUR_MS } from "../../../../src/base/duration.ts";
import type { ReminderStore } from "../../../../src/features/posts/engine/ports.ts";
import { addDue, claim, DUE, subjectsOf } from "./rows.ts";

const sent = { state: "sent", channelId: "c", messageId: "m" } as const;

/** What is claimed and ended together is as if each had been by itself. */
export function claimsManyAtOnce(store: () => ReminderStore): void {
  const only = async (id: string) => (await store().deliveries.history(id, 1))[0];

  it("finds other places behind all that waits for one", async () => {
    for (let index = 0; index < 7; index += 1) {
      await addDue(store(), `r${index}`, { places: ["x"], slot: DUE - 9 + index });
    }
    await addDue(store(), "y", { slot: DUE - 1 });
    await addDue(store(), "z", { slot: DUE });
    const claims = await claim(store(), DUE, { limit: 3 });
    expect(subjectsOf(claims)).toEqual([["r0"], ["y"], ["z"]]);
  });

  it("claims those alone, those that join and those tried before in the order they waited", async () => {
    for (const id of ["a", "b"]) await addDue(store(), id, { places: ["x"], slot: DUE - HOUR_MS });
    await addDue(store(), "again", { slot: DUE - 3 });
    const [first, ...others] = await claim(store(), DUE, { limit: 2 });
    const again = others.find(({ rows }) => rows[0].reminder_id === "again");
    if (first === undefined || again === undefined) throw new Error("not both were claimed");
    const isDoubtful = true;
    const failed = { state: "failed", code: "unavailable", nextTry: DUE + 1, isDoubtful } as const;
    await store().deliveries.settleAll(
      [first, again].map((one) => ({ claim: one, settled: failed, now: DUE })),
    );
    await addDue(store(), "alone", { slot: DUE - 2 });
    await addDue(store(), "later", { slot: DUE + 2 });
    const claims = await claim(store(), DUE + 2);
    expect(new Set(subjectsOf(claims).map((ids) => [...ids].sort().join()))).toEqual(
      new Set(["a,b", "again", "alone", "later"]),
    );
    expect(claims.map(({ fence }) => String(fence)).sort()).toEqual(["1", "1", "2", "2"]);
    const ends = claims.map((one) => ({ claim: one, settled: sent, now: DUE + 3 }));
    expect(await store().deliveries.settleAll(ends)).toEqual([true, true, true, true]);
    for (const id of ["a", "b", "again", "alone", "later"]) {
      const row = { state: "sent", message_id: "m", worker: null, doubt_since: null, settled_at: DUE + 3 };
      expect(await only(id)).toMatchObject(row);
    }
  });

  it("writes down of each that was sent what is its own", async () => {
    for (const id of ["a", "b", "c"]) await addDue(store(), id);
    const [a, b, c] = await claim(store(), DUE);
    if (a === undefined || b === undefined || c === undefined) throw new Error("not all were claimed");
    const ends = [
      { claim: a, settled: { ...sent, editAt: DUE + 8, isV2: true }, now: DUE + 1 },
      { claim: b, settled: { ...sent, channelId: "d", publishAt: DUE + 9, code: "x" }, now: DUE + 2 },
      { claim: c, settled: { state: "sent", channelId: "e", editAt: DUE + 9 } as const, now: DUE + 3 },
    ];
    expect(await store().deliveries.settleAll(ends)).toEqual([true, true, true]);
    const none = { edit_at: null, publish_at: null, is_v2: 0, code: null };
    expect(await only("a")).toMatchObject({ ...none, channel_id: "c", edit_at: DUE + 8, is_v2: 1 });
    expect(await only("b")).toMatchObject({ ...none, channel_id: "d", publish_at: DUE + 9, code: "x" });
    expect(await only("c")).toMatchObject({ ...none, message_id: null, settled_at: DUE + 3 });
  });

  it("lets one of two ends of a post count, and that of no other worker", async () => {
    await addDue(store(), "a");
    await addDue(store(), "b");
    const [a, b] = await claim(store(), DUE);
    if (a === undefined || b === undefined) throw new Error("not both were claimed");
    const ends = [a, a, { ...b, worker: "other" }, b].map((one) => ({ claim: one, settled: sent, now: DUE }));
    expect(await store().deliveries.settleAll(ends)).toEqual([true, false, false, true]);
  });
}
