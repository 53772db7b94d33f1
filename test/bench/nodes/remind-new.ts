import { openDatabase } from "../../../src/cluster/open-database.ts";
import { openRemindTable } from "../../commands/remind-harness.ts";
import { openCutter } from "../../support/cut-connections.ts";
import { atMost, type Figure, median } from "../measure.ts";

/** One way and back. */
const AWAY_MS = 1;
const WARM_UP = 50;
const ONE_BY_ONE = 300;
const AT_ONCE = 64;
const MEMBERS = 2_000;
const MOST_MS = 15;
const LEAST_PER_SECOND = 400;

/** `/remind new`, from the command to its reply, on a database that is one millisecond away. */
export async function remindNew(url: string): Promise<Figure[]> {
  const cutter = await openCutter(url);
  const database = await openDatabase({ url: cutter.url, isShared: true });
  const table = await openRemindTable({}, database);
  let next = 0;
  const ask = async () => {
    const id = String(720_000_000_000_100_000n + BigInt((next += 1)));
    await table.create("Water the plants", "in 2 hours", { member: { id } });
  };
  try {
    for (let done = 0; done < WARM_UP; done += 1) await ask();
    cutter.answersAfterMs = AWAY_MS;
    const took: number[] = [];
    for (let done = 0; done < ONE_BY_ONE; done += 1) {
      const begunAt = performance.now();
      await ask();
      took.push(performance.now() - begunAt);
    }
    const rate = await askedPerSecond(ask);
    const stored = await database.queries.selectFrom("reminders").select("id").execute();
    if (stored.length !== next) throw new Error(`${next - stored.length} were not stored`);
    const benchmark = "/remind new with the database 1 ms away";
    return [
      atMost(MOST_MS, { benchmark, contender: "one by one, p50", value: median(took), unit: "ms" }),
      {
        benchmark,
        contender: `${AT_ONCE} members at once`,
        value: rate,
        unit: "a second",
        aim: `>= ${LEAST_PER_SECOND} a second`,
        isMet: rate >= LEAST_PER_SECOND,
      },
    ];
  } finally {
    await table.close();
    await database.close();
    await cutter.close();
  }
}

async function askedPerSecond(ask: () => Promise<void>): Promise<number> {
  let left = MEMBERS;
  const begunAt = performance.now();
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await ask();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return MEMBERS / ((performance.now() - begunAt) / 1_000);
}
