import { expect, it } from "vitest";

import { type ReminderStore, reminderStore } from "../../../../src/features/posts/engine/ports.ts";
import { SettleBatcher } from "../../../../src/features/posts/engine/settling.ts";
import type { ClaimEnd } from "../../../../src/features/posts/store/settle-deliveries.ts";
import { describeEachDatabase } from "../../../support/databases.ts";
import { addDue, claim, DUE } from "../store/rows.ts";

type Deliveries = ReminderStore["deliveries"];

describeEachDatabase("ends of claims", (database) => {
  const store = () => reminderStore(database().queries);

  async function claimed(...ids: readonly string[]): Promise<readonly ClaimEnd[]> {
    for (const id of ids) await addDue(store(), id);
    const settled = { state: "sent", channelId: "c", messageId: "m" } as const;
    return (await claim(store(), DUE)).map((one) => ({ claim: one, settled, now: DUE }));
  }

  /** The ledger, and how many ends each of its transactions wrote. */
  function counting(): { writes: number[]; deliveries: Deliveries } {
    const { deliveries } = store();
    const writes: number[] = [];
    const write: Deliveries["settleAll"] = (ends) => {
      writes.push(ends.length);
      return deliveries.settleAll(ends);
    };
    return { writes, deliveries: { ...deliveries, settleAll: write } };
  }

  const states = async () => {
    const rows = await database().queries.selectFrom("deliveries").select("state").execute();
    return rows.map(({ state }) => state);
  };

  it("that come close together are written together, and each learns whether it held", async () => {
    const [a, b, c] = await claimed("a", "b", "c");
    if (a === undefined || b === undefined || c === undefined) throw new Error("not all were claimed");
    const { writes, deliveries } = counting();
    const settling = new SettleBatcher(deliveries, () => 20);
    const fenced = { ...b, claim: { ...b.claim, worker: "other" } };
    const all = [a, fenced, c].map((end) => settling.settle(end));
    expect(writes).toEqual([]);
    expect(await Promise.all(all)).toEqual([true, false, true]);
    expect(writes).toEqual([3]);
    expect((await states()).sort()).toEqual(["sending", "sent", "sent"]);
  });

  it("are written at once where nobody is to be waited for", async () => {
    const [a, b] = await claimed("a", "b");
    if (a === undefined || b === undefined) throw new Error("not all were claimed");
    const { writes, deliveries } = counting();
    const settling = new SettleBatcher(deliveries, () => 0);
    await Promise.all([settling.settle(a), settling.settle(b)]);
    expect(writes).toEqual([1, 1]);
  });

  it("wait for nobody once the engine is stopping", async () => {
    const [a] = await claimed("a");
    if (a === undefined) throw new Error("nothing was claimed");
    const settling = new SettleBatcher(store().deliveries, () => 3_600_000);
    const settled = settling.settle(a);
    settling.hurry();
    expect(await settled).toBe(true);
    expect(await states()).toEqual(["sent"]);
  });

  it("that can't be written leave the others theirs", async () => {
    const [a, b] = await claimed("a", "b");
    if (a === undefined || b === undefined) throw new Error("not all were claimed");
    const { deliveries } = store();
    const broken = { ...b, settled: { ...b.settled, channelId: {} as string } };
    const settling = new SettleBatcher(deliveries, () => 20);
    const [first, second] = await Promise.allSettled([settling.settle(a), settling.settle(broken)]);
    expect(first).toMatchObject({ status: "fulfilled", value: true });
    expect(second).toMatchObject({ status: "rejected" });
    expect((await states()).sort()).toEqual(["sending", "sent"]);
  });

  it("that can't be written alone are not written twice", async () => {
    const [a] = await claimed("a");
    if (a === undefined) throw new Error("nothing was claimed");
    let tries = 0;
    const away = () => ((tries += 1), Promise.reject(new Error("no database")));
    const settling = new SettleBatcher({ ...store().deliveries, settle: away, settleAll: away }, () => 20);
    await expect(settling.settle(a)).rejects.toThrow("no database");
    expect(tries).toBe(1);
  });
});
