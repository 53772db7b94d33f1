import { expect, it } from "vitest";

import { DAY_MS } from "../../../src/base/duration.ts";
import { silentLog } from "../../../src/base/log.ts";
import { createDepartedMembers } from "../../../src/features/account/departed-members.ts";
import { createForgetTraces } from "../../../src/features/account/forget-traces.ts";
import { controlStates } from "../../../src/storage/control-states.ts";
import type { Database } from "../../../src/storage/database.ts";
import { describeEachDatabase } from "../../support/databases.ts";
import { MemoryCluster, withNodes } from "../../support/memory-nodes.ts";
import { ManualClock } from "../../support/manual-clock.ts";

const { signal } = new AbortController();

async function open(database: Database, clock = new ManualClock(0)) {
  const departed = await createDepartedMembers({ database, clock, log: silentLog });
  const forgotten: string[] = [];
  const forgetTraces = createForgetTraces(database, controlStates(database.queries, clock));
  const forget = (id: string) => forgetTraces(id, async () => void forgotten.push(id));
  return { clock, departed, forgotten, sweep: () => departed.sweep(forget, signal) };
}

describeEachDatabase("members who removed the application", (database) => {
  it("are forgotten after 30 days, once, also where another process noted them", async () => {
    const { departed, clock, forgotten, sweep } = await open(database());
    await departed.note("1");
    clock.at = DAY_MS;
    await departed.note("2");
    clock.at = 30 * DAY_MS - 1;
    await sweep();
    expect(forgotten).toEqual([]);
    clock.at = 30 * DAY_MS;
    const later = await open(database(), clock);
    await later.sweep();
    await sweep();
    expect([forgotten, later.forgotten]).toEqual([[], ["1"]]);
    await departed.close();
    await later.departed.close();
  });

  it("keep their data where they use the bot again, and start over where they leave again", async () => {
    const { departed, clock, forgotten, sweep } = await open(database());
    await departed.note("1");
    await departed.use("1");
    await departed.use("3");
    clock.at = 31 * DAY_MS;
    await sweep();
    await departed.note("1");
    clock.at = 60 * DAY_MS;
    await sweep();
    expect(forgotten).toEqual([]);
    clock.at = 61 * DAY_MS;
    await sweep();
    expect(forgotten).toEqual(["1"]);
    await departed.close();
  });

  it("are known to a process that started later", async () => {
    const { departed, clock } = await open(database());
    await departed.note("1");
    await departed.close();
    const { departed: other, forgotten, sweep } = await open(database(), clock);
    await other.use("1");
    clock.at = 31 * DAY_MS;
    await sweep();
    expect(forgotten).toEqual([]);
    await other.close();
  });

  it("are known to a process that ran meanwhile", async () => {
    const cluster = new MemoryCluster();
    const { departed: noting } = await open(withNodes(database(), cluster.join()));
    const joined = await open(withNodes(database(), cluster.join()));
    const { departed: other, clock, forgotten, sweep } = joined;
    await noting.note("1");
    const left = async () => {
      await other.use("1");
      return database().queries.selectFrom("departed_members").selectAll().execute();
    };
    await expect.poll(left).toEqual([]);
    clock.at = 31 * DAY_MS;
    await sweep();
    expect(forgotten).toEqual([]);
    await Promise.all([noting.close(), other.close()]);
  });
});
