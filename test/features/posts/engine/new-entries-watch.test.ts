import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { type Log, silentLog } from "../../../../src/base/log.ts";
import { createNewEntriesWatch } from "../../../../src/features/posts/engine/new-entries-watch.ts";
import { reminderStore } from "../../../../src/features/posts/engine/ports.ts";
import { seenEntries } from "../../../../src/features/posts/store/platform-rows.ts";
import type { NewReminder } from "../../../../src/features/posts/reminder-service.ts";
import { systemContext } from "../../../../src/features/posts/engine/system-context.ts";
import { TrendingEntry, TrendingStub } from "../../../../src/platform/resources/trending.ts";
import { Ids } from "../../../../src/playground/discord/world/default-world.ts";
import { openDatabase } from "../../../../src/cluster/open-database.ts";
import { describeOnPostgres } from "../../../support/databases.ts";
import { dated } from "../../../support/fake-services.ts";
import { DAY } from "../../../support/time.ts";
import { waitedFor } from "../../../support/waited-for.ts";
import { openWorld, START, type World } from "../posting-harness.ts";
import { contentOf, stageBook } from "../reminder-service-harness.ts";

const STREAM = 6;

const stub = (identifier: string) =>
  TrendingStub.parse({ identifier, entityType: STREAM, displayName: identifier });

let world: World;
let list: string[];
let isStale: boolean;

beforeEach(async () => {
  world = await openWorld();
  list = ["old"];
  isStale = false;
  world.answers.trendingList = async ({ page = 0 }) =>
    dated(
      { gives: "stubs" as const, entries: page === 0 ? list.map(stub) : [], hasMore: page === 0 },
      { isStale: isStale && page === 0 },
    );
  world.answers.trendingEntry = async ({ type, identifier }) =>
    dated(TrendingEntry.parse({ entityType: type, identifier }));
});
afterEach(() => world.close());

const watching = (more: Partial<NewReminder> = {}): NewReminder => ({
  ownerId: Ids.admin,
  guildId: Ids.harbour,
  destinations: [{ kind: "channel", target: Ids.general }],
  rule: { kind: "watch", what: "entries" },
  content: contentOf({ purpose: "announcement", subject: { kind: "new-entries" }, title: "New entries" }),
  ...more,
});

describe("watching for new entries", () => {
  it("has nothing to post where nothing of what is new is wanted", async () => {
    const { guilds, reminders } = world;
    await guilds.change(
      { guildId: Ids.harbour, revision: world.guilds.of(Ids.harbour).revision, by: Ids.admin },
      { kinds: ["news"] },
    );
    const made = await reminders.service.make(watching());
    await world.at(START);
    list.unshift("new-1");
    await world.at(START + DAY);
    const { deliveries } = reminderStore(world.table.database.queries);
    expect(await deliveries.history("reminder" in made ? made.reminder.id : "", 9)).toEqual([]);
  });

  it("learns nothing of a list that is partly stale", async () => {
    isStale = true;
    await world.reminders.service.make(watching());
    await world.at(START);
    const seen = seenEntries(world.table.database.queries);
    expect(await seen.lastLook("entries")).toBeUndefined();
    isStale = false;
    await world.at(START + DAY);
    expect(await seen.lastLook("entries")).toBeDefined();
  });

  it("wakes who posts where something is new, which helps for a day, whatever can't be read", async () => {
    const { queries } = world.table.database;
    const { service } = world.reminders;
    const made = await service.make(watching());
    const odd = await service.make(
      watching({ destinations: [{ kind: "channel", target: Ids.announcements }] }),
    );
    const [id, oddId] = [made, odd].map((one) => ("reminder" in one ? one.reminder.id : ""));
    await queries
      .updateTable("reminders")
      .set({ content: "{" })
      .where("id", "=", oddId ?? "")
      .execute();
    const warned: unknown[] = [];
    let wakes = 0;
    const { services, guilds } = world;
    const log = { ...silentLog, warn: (...[, fields]: Parameters<Log["warn"]>) => void warned.push(fields) };
    const findNew = createNewEntriesWatch({ queries, guilds, log, wake: () => (wakes += 1) });
    const find = () => {
      const { signal } = new AbortController();
      return findNew(systemContext({ services, now: START, locale: "en-US", signal }), [
        "entries",
        "session",
      ]);
    };
    for (let looks = 0; looks < 2; looks += 1) await find();
    expect(wakes).toBe(0);
    list.unshift("new-1");
    for (let looks = 0; looks < 2; looks += 1) await find();
    expect([wakes, warned]).toEqual([1, [{ reference: oddId }]]);
    const { deliveries, occurrences } = reminderStore(queries);
    expect(await deliveries.history(id ?? "", 9)).toMatchObject([{ slot: START, useful_until: START + DAY }]);
    expect(await occurrences.noteOf(id ?? "", START)).toContain("new-1");
  });
});

describeOnPostgres("watching for new entries", (urls) => {
  it("tells of them though the announcement is changed at that moment", async () => {
    const database = await openDatabase({ url: await urls.fresh(), isOwner: false });
    const { queries } = database;
    const { book: reminders, store } = stageBook(queries);
    const made = await reminders.make(watching());
    const id = "reminder" in made ? made.reminder.id : "";
    const { services, guilds } = world;
    const findNew = createNewEntriesWatch({ queries, guilds, log: silentLog, wake: () => {} });
    const find = () => {
      const { signal } = new AbortController();
      return findNew(systemContext({ services, now: START, locale: "en-US", signal }), ["entries"]);
    };
    await find();
    list.unshift("new-1");
    const finding = await queries.transaction().execute(async (elsewhere) => {
      await elsewhere.updateTable("reminders").set({ revision: 2 }).execute();
      return waitedFor(elsewhere, find());
    });
    await finding();
    expect(await store.deliveries.history(id, 9)).toMatchObject([{ slot: START, state: "due" }]);
    await database.close();
  });
});
