import { sql } from "kysely";
import { describe, expect, it } from "vitest";

import { HOUR_MS } from "../../../../src/base/duration.ts";
import { reminderStore } from "../../../../src/features/posts/engine/ports.ts";
import { moveReminder } from "../../../../src/features/posts/store/change-reminder.ts";
import { reopenDestinations } from "../../../../src/features/posts/store/update-destinations.ts";
import { openDatabase } from "../../../../src/cluster/open-database.ts";
import { openCutter } from "../../../support/cut-connections.ts";
import { describeEachDatabase, describeOnPostgres } from "../../../support/databases.ts";
import { waitedFor } from "../../../support/waited-for.ts";
import { announcement, MEMBER, personal, stageBook } from "../reminder-service-harness.ts";
import { claimsDeliveries } from "./deliveries.ts";
import { makesDigests } from "./digests.ts";
import { claimsManyAtOnce } from "./many-claims.ts";
import { plansOccurrences } from "./occurrences.ts";
import { keepsReminders } from "./reminders.ts";
import { add, addDue, claim, claimOne, DUE, plan, subjectsOf } from "./rows.ts";

/** What the engine relies on, of any database: the suites know nothing but the port. */
describeEachDatabase("a store of reminders", (database) => {
  const store = () => reminderStore(database().queries);
  describe("reminders", () => {
    keepsReminders(store);
  });
  describe("occurrences", () => {
    plansOccurrences(store);
  });
  describe("deliveries", () => {
    claimsDeliveries(store);
  });
  describe("many deliveries at once", () => {
    claimsManyAtOnce(store);
  });
  describe("digests", () => {
    makesDigests(store);
  });
});

describeOnPostgres("a store of reminders whose rows are changed elsewhere", (urls) => {
  it("claims the others meanwhile", async () => {
    const database = await openDatabase({ url: await urls.fresh(), isOwner: false });
    const store = reminderStore(database.queries);
    for (const id of ["a", "b"]) await addDue(store, id);
    await database.queries.transaction().execute(async (elsewhere) => {
      await elsewhere.updateTable("deliveries").set({ tries: 0 }).where("reminder_id", "=", "a").execute();
      expect(subjectsOf(await claim(store, DUE))).toEqual([["b"]]);
    });
    expect(subjectsOf(await claim(store, DUE))).toEqual([["a"]]);
    await database.close();
  });

  it("waits for none that would go along with a late one", async () => {
    const database = await openDatabase({ url: await urls.fresh(), isOwner: false });
    const store = reminderStore(database.queries);
    for (const id of ["a", "b", "c"]) await addDue(store, id, { places: ["x"] });
    await database.queries.transaction().execute(async (elsewhere) => {
      await elsewhere.updateTable("deliveries").set({ tries: 0 }).where("reminder_id", "=", "a").execute();
      expect(subjectsOf(await claim(store, DUE + HOUR_MS))).toEqual([["b", "c"]]);
    });
    await database.close();
  });

  it("moves nothing to another place that was claimed meanwhile", async () => {
    const database = await openDatabase({ url: await urls.fresh(), isOwner: false });
    const { queries } = database;
    const { book: reminders, store } = stageBook(queries);
    const made = await reminders.make(announcement());
    const id = "reminder" in made ? made.reminder.id : "";
    await plan(store, id);
    const moving = await queries.transaction().execute(async (elsewhere) => {
      await elsewhere.updateTable("deliveries").set({ state: "sending" }).execute();
      return waitedFor(elsewhere, reminders.move({ id, by: MEMBER }, [OTHER_PLACE]));
    });
    expect(await moving()).toBe("done");
    expect((await store.deliveries.history(id, 9)).map(({ state }) => state)).toEqual(["sending"]);
    await database.close();
  });

  it("waits for one reminder while it holds none that come after", async () => {
    const database = await openDatabase({ url: await urls.fresh(), isOwner: false });
    const { queries } = database;
    const store = reminderStore(queries);
    for (const id of ["a", "b"]) await add(store, id);
    const plans = ["b", "a"].map((reminderId) => ({ reminderId, from: DUE, revision: 1, missed: [] }));
    const planning = await queries.transaction().execute(async (elsewhere) => {
      await elsewhere.updateTable("reminders").set({ changed_at: 0 }).where("id", "=", "a").execute();
      const waiting = await waitedFor(elsewhere, store.occurrences.plan(plans, DUE));
      const free = sql`select id from reminders where id = 'b' for update skip locked`;
      expect((await free.execute(elsewhere)).rows).toHaveLength(1);
      return waiting;
    });
    expect(await planning()).toBe(2);
    await database.close();
  });

  it("posts what is planned while its member's messages are opened again", async () => {
    const database = await openDatabase({ url: await urls.fresh(), isOwner: false });
    const { queries } = database;
    const { book: reminders, store } = stageBook(queries);
    const made = await reminders.make(personal());
    const id = "reminder" in made ? made.reminder.id : "";
    await queries.updateTable("destinations").set({ state: "paused", reason: "dm-closed" }).execute();
    const planning = await queries.transaction().execute(async (elsewhere) => {
      await reopenDestinations(elsewhere, MEMBER, DUE);
      return waitedFor(elsewhere, plan(store, id));
    });
    expect(await planning()).toBe(1);
    expect((await store.deliveries.history(id, 9)).map(({ state }) => state)).toEqual(["due"]);
    await database.close();
  });

  it("moves along what is refused while the move is written down", async () => {
    const database = await openDatabase({ url: await urls.fresh(), isOwner: false });
    const { queries } = database;
    const { book: reminders, store } = stageBook(queries);
    const made = await reminders.make(announcement());
    const id = "reminder" in made ? made.reminder.id : "";
    await plan(store, id, { slot: DUE });
    const sending = await claimOne(store, DUE);
    const move = { id, by: MEMBER, guildId: undefined, destinations: [OTHER_PLACE], newId: () => "other" };
    const settling = await queries.transaction().execute(async (elsewhere) => {
      await moveReminder(elsewhere, move, DUE);
      const settled = { state: "held", code: "missing-access", nextTry: DUE + HOUR_MS } as const;
      return waitedFor(elsewhere, store.deliveries.settle({ claim: sending, settled, now: DUE }));
    });
    expect(await settling()).toBe(true);
    const history = await store.deliveries.history(id, 9);
    expect(history.map(({ target, state }) => [target, state])).toEqual([
      ["730000000000000001", "skipped"],
      [OTHER_PLACE.target, "due"],
    ]);
    await database.close();
  });
});

const OTHER_PLACE = { kind: "channel", target: "730000000000000002" } as const;

describeOnPostgres("a store of reminders that knows its statements", (urls) => {
  const sent = { state: "sent", channelId: "c", messageId: "m" } as const;

  it.each([
    ["with ends", "before"],
    ["with ends", "after"],
    ["commit", "before"],
    ["commit", "after"],
  ] as const)("writes ends down once where the connection is cut at `%s`, %s it", async (statement, cut) => {
    const cutter = await openCutter(await urls.fresh());
    const database = await openDatabase({ url: cutter.url, isOwner: false });
    const { deliveries } = reminderStore(database.queries);
    for (const id of ["a", "b"]) await addDue(reminderStore(database.queries), id);
    const claims = await claim(reminderStore(database.queries), DUE);
    const ends = claims.map((one) => ({ claim: one, settled: sent, now: DUE }));
    cutter.cutOnce(statement, cut);
    expect(await deliveries.settleAll(ends)).toEqual([true, true]);
    for (const id of ["a", "b"]) {
      expect(await deliveries.history(id, 9)).toMatchObject([{ state: "sent", message_id: "m", tries: 1 }]);
    }
    await database.close();
    await cutter.close();
  });

  it("knows of claims that were made as the connection was cut", async () => {
    const cutter = await openCutter(await urls.fresh());
    const database = await openDatabase({ url: cutter.url, isOwner: false });
    const store = reminderStore(database.queries);
    await addDue(store, "a");
    cutter.cutOnce("commit", "after");
    const claimed = await claimOne(store, DUE);
    expect(subjectsOf([claimed])).toEqual([["a"]]);
    expect(await store.deliveries.settle({ claim: claimed, settled: sent, now: DUE })).toBe(true);
    await addDue(store, "b");
    cutter.cutOnce("commit", "before");
    const made = await claim(store, DUE).catch(() => []);
    expect([...made, ...(await claim(store, DUE))]).toHaveLength(1);
    await database.close();
    await cutter.close();
  });

  it("goes on with them where another process has added a column", async () => {
    const database = await openDatabase({ url: await urls.fresh(), isOwner: false });
    const store = reminderStore(database.queries);
    const post = async (id: string) => {
      await addDue(store, id);
      const one = await claimOne(store, DUE);
      expect(await store.deliveries.settleAll([{ claim: one, settled: sent, now: DUE }])).toEqual([true]);
    };
    for (const id of ["a", "b", "c", "d", "e", "f", "g"]) await post(id);
    await sql`alter table deliveries add column added text`.execute(database.queries);
    await post("h");
    await database.close();
  });
});
