import { silentLog } from "../../src/base/log.ts";
import { createNameWatch } from "../../src/features/posts/engine/name-watch.ts";
import { systemContext } from "../../src/features/posts/engine/system-context.ts";
import { rowOf } from "../../src/features/posts/store/reminder-rows.ts";
import { insertReminder } from "../../src/features/posts/store/reminder-rows.ts";
import { TrendingStub } from "../../src/platform/resources/trending.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { writeTransaction } from "../../src/storage/write-transaction.ts";
import { contentOf } from "../features/posts/reminder-service-harness.ts";
import { dated, fakePlatform, fakeServices } from "../support/fake-services.ts";
import { type Figure, interleave, mediansOf, row } from "./measure.ts";

const COUNTS = [1, 100, 10_000];
const LISTED = 100;
const QUIET_ROUNDS = 60;
const NEWS_ROUNDS = 15;
const UPDATE = 7;
const SCOPE = "watch:news:en";

/** What a look costs by how many watch, each for a word of their own: with nothing new, and with what one waits for. */
export async function nameWatches(): Promise<Figure[]> {
  const staged = await Promise.all(COUNTS.map(stage));
  const titled = (measure: (one: (typeof staged)[number]) => () => Promise<number>) =>
    Object.fromEntries(staged.map((one) => [`${one.count.toLocaleString("en")} watches`, measure(one)]));
  const quiet = await interleave(
    QUIET_ROUNDS,
    titled(
      ({ look }) =>
        () =>
          processorTime(look),
    ),
  );
  const news = await interleave(
    NEWS_ROUNDS,
    titled(({ look, publish }) => async () => {
      publish();
      return processorTime(look);
    }),
  );
  const asked = Object.fromEntries(staged.map(({ count, requests }) => [`${count} watches`, requests()]));
  for (const { close } of staged) await close();
  return [
    ...row("watch, a look with nothing new", "ms", mediansOf(quiet), { most: 1.5 }),
    ...row("watch, a look with news for one of them", "ms", mediansOf(news)),
    ...row("watch, requests for all looks", "requests", asked, { most: 1 }),
  ];
}

async function stage(count: number) {
  const database = await openDatabase({ url: "file::memory:" });
  const { queries } = database;
  const listed = Array.from({ length: LISTED }, (_, index) => stub(`old ${index}`));
  let requests = 0;
  let now = Date.parse("2027-01-01T00:00:00Z");
  const platform = fakePlatform(
    {
      trendingList: async () => {
        requests += 1;
        return dated({ gives: "stubs" as const, entries: [...listed], hasMore: false });
      },
    },
    ["trending.list"],
  );
  const services = fakeServices({ platform });
  const background = (signal: AbortSignal, locale = "en-US") =>
    systemContext({ services, now: (now += 300_000), locale, signal });
  await writeTransaction(queries, async (transaction) => {
    for (let index = 0; index < count; index += 1) await insertReminder(transaction, rowFor(index, now), []);
  });
  const find = createNameWatch({
    queries,
    guilds: services.guilds,
    log: silentLog,
    wake: () => {},
    background,
  });
  const look = () => find(background(new AbortController().signal), [SCOPE]);
  await look();
  return {
    count,
    look,
    requests: () => requests,
    publish: () => void listed.unshift(stub(`word0 ${requests}`)),
    close: () => database.close(),
  };
}

function stub(title: string) {
  return TrendingStub.parse({ identifier: title, entityType: UPDATE, displayName: title });
}

function rowFor(index: number, now: number) {
  const ownerId = String(700_000_000_000_000_000n + BigInt(index));
  const subject = { kind: "watch", of: "news", name: `word${index}`, language: "en" } as const;
  const wanted = {
    ownerId,
    destinations: [{ kind: "dm", target: ownerId }] as const,
    rule: { kind: "watch", what: SCOPE } as const,
    content: contentOf({ subject, title: subject.name }),
  };
  return rowOf(wanted, `r${String(index).padStart(10, "0")}`, now, undefined);
}

/** Returns the processor time of this process, in milliseconds. */
async function processorTime(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
