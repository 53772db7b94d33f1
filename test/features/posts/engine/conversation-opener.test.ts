import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { MovableClock } from "../../../../src/base/clock.ts";
import { silentLog } from "../../../../src/base/log.ts";
import type { Refusal } from "../../../../src/discord/rest/refusal.ts";
import { ConversationOpener } from "../../../../src/features/posts/engine/conversation-opener.ts";
import { type ReminderStore, reminderStore } from "../../../../src/features/posts/engine/ports.ts";
import { conversationRows, type ConversationRows } from "../../../../src/features/posts/store/member-rows.ts";
import { openDatabase } from "../../../../src/cluster/open-database.ts";
import type { Database } from "../../../../src/storage/database.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { passingTime } from "../../../support/passing-time.ts";
import { addReminder } from "../../../support/reminder-rows.ts";
import { HOUR, MINUTE } from "../../../support/time.ts";

let clock: MovableClock;
let database: Database;
let store: ReminderStore;
let rows: ConversationRows;
let asked: string[];
let answers: Record<string, Promise<unknown> | Omit<Refusal, "kind">>;
let opener: ConversationOpener;
let warned: string[];
const log = { ...silentLog, warn: (message: string) => void warned.push(message) };

beforeEach(async () => {
  clock = new MovableClock();
  database = await openDatabase({ url: ":memory:" });
  store = reminderStore(database.queries);
  rows = conversationRows(database.queries);
  asked = [];
  answers = {};
  warned = [];
  opener = new ConversationOpener({ rows, poster: { converse }, clock, log });
});
afterEach(() => database.close());

async function converse(person: string): Promise<{ readonly kind: "open" } | Refusal> {
  asked.push(person);
  const answer = answers[person];
  if (answer instanceof Promise) await answer;
  else if (answer !== undefined) return { kind: "refused", ...answer };
  await rows.set(person, `c${person}`);
  return { kind: "open" };
}

const addFor = (person: string, inMs: number, kind: "dm" | "channel" = "dm") =>
  addReminder(store, { id: `r${person}`, ownerId: person, kind, target: person, slot: clock.now() + inMs });
const poll = async (times = 1) => {
  for (let time = 0; time < times; time += 1) {
    await opener.poll();
    // What is opened is stored by then.
    for (let turn = 0; turn < 20; turn += 1) await database.queries.selectFrom("facts").selectAll().execute();
  }
};

describe("conversations with members whose reminders come soon", () => {
  it("are opened ahead, the soonest first, each once", async () => {
    await addFor("3", 30 * MINUTE);
    await addFor("1", MINUTE);
    await addFor("2", 2 * MINUTE);
    await addFor("4", 2 * HOUR);
    await addFor("5", MINUTE, "channel");
    await poll(2);
    expect(asked).toEqual(["1", "2", "3"]);
    clock.advance(2 * HOUR);
    await poll();
    expect(asked).toEqual(["1", "2", "3", "4"]);
  });

  it("are looked for again at once while there may be more", async () => {
    expect(await opener.poll()).toBe(false);
    await addFor("1", MINUTE);
    expect(await opener.poll()).toBe(true);
    await poll();
    expect(await opener.poll()).toBe(false);
  });

  it("are opened a few at a time, and one that hangs keeps no other waiting", async () => {
    const hanging = Promise.withResolvers<void>();
    answers["0"] = hanging.promise;
    for (let person = 0; person < 9; person += 1) await addFor(String(person), MINUTE + person);
    await poll();
    expect(asked).toHaveLength(5);
    await poll(2);
    expect(asked).toEqual(["0", "1", "2", "3", "4", "5", "6", "7", "8"]);
    hanging.resolve();
    await opener.stop();
    expect(await rows.get("0")).toBe("c0");
  });

  it("are asked for no more for an hour where a member takes none", async () => {
    answers["1"] = { name: "member-gone", isCertain: true };
    await addFor("1", MINUTE);
    await poll(3);
    expect(asked).toEqual(["1"]);
    await addFor("2", 2 * MINUTE);
    await poll();
    expect(asked).toEqual(["1", "2"]);
    clock.advance(HOUR + MINUTE);
    await poll();
    expect(asked).toEqual(["1", "2", "1"]);
  });

  it("are asked for no more for an hour where that fails oddly", async () => {
    answers["1"] = Promise.reject(new Error("odd"));
    await addFor("1", MINUTE);
    await poll(3);
    expect(asked).toEqual(["1"]);
    expect(warned).toEqual(["a conversation could not be opened ahead; its post opens it"]);
    clock.advance(HOUR + MINUTE);
    await poll();
    expect(asked).toEqual(["1", "1"]);
  });

  it("wait for a minute while Discord does not answer, and are tried again", async () => {
    answers["1"] = { name: "unavailable", isCertain: false };
    await addFor("1", MINUTE);
    await poll();
    await addFor("2", 2 * MINUTE);
    await poll(3);
    expect(await opener.poll()).toBe(false);
    expect(asked).toEqual(["1"]);
    delete answers["1"];
    clock.advance(MINUTE);
    await poll();
    expect(asked).toEqual(["1", "1", "2"]);
  });

  it("that hang are five at most, and looked after once they end", async () => {
    const hanging = Promise.withResolvers<void>();
    for (let person = 0; person < 9; person += 1) {
      answers[String(person)] = hanging.promise;
      await addFor(String(person), MINUTE + person);
    }
    await poll();
    expect(await opener.poll()).toBe(true);
    expect(asked).toHaveLength(5);
    hanging.resolve();
    await poll(2);
    expect(asked).toHaveLength(9);
  });

  it("are left alone for a while when Discord says that they are too many", async () => {
    answers["1"] = { name: "too-fast", isCertain: true };
    await addFor("1", MINUTE);
    await poll();
    await addFor("2", 2 * MINUTE);
    await poll(3);
    expect(asked).toEqual(["1"]);
    delete answers["1"];
    clock.advance(10 * MINUTE);
    await poll();
    expect(asked).toEqual(["1", "1", "2"]);
  });
});

describe("an opener that runs by itself", () => {
  it("opens some each second while there are more, and looks every minute for others", async () => {
    const time = new ManualClock(clock.now());
    const pass = passingTime(time);
    let isBroken = false;
    const lackingBy: typeof rows.lackingBy = (...given) =>
      isBroken ? Promise.reject(new Error("disk I/O error")) : rows.lackingBy(...given);
    opener = new ConversationOpener({ rows: { lackingBy }, poster: { converse }, clock: time, log });
    for (let person = 0; person < 12; person += 1) await addFor(String(person), MINUTE + person);
    opener.start();
    await pass(500);
    expect(asked).toHaveLength(5);
    await pass(3_000);
    expect(asked).toHaveLength(12);
    await addFor("12", 2 * MINUTE);
    await pass(55_000);
    expect(asked).toHaveLength(12);
    await pass(6_000);
    expect(asked).toHaveLength(13);
    isBroken = true;
    await pass(MINUTE);
    isBroken = false;
    await addFor("13", 2 * MINUTE);
    expect([asked.length, warned.length]).toEqual([13, 1]);
    await pass(MINUTE);
    expect([asked.length, warned.length]).toEqual([14, 1]);
    await opener.stop();
    await addFor("14", 2 * MINUTE);
    await pass(MINUTE);
    expect(asked).toHaveLength(14);
  });
});

describe("a stored conversation", () => {
  it("is kept for members with a reminder alone, and goes with the last", async () => {
    await addFor("1", MINUTE);
    await rows.set("1", "c1");
    await rows.set("2", "c2");
    expect([await rows.get("1"), await rows.get("2")]).toEqual(["c1", undefined]);
    await rows.set("1", "c3");
    expect(await rows.get("1")).toBe("c3");
    await rows.forgetUnused();
    expect(await rows.get("1")).toBe("c3");
    await store.reminders.remove("r1");
    await rows.forgetUnused();
    expect(await rows.get("1")).toBeUndefined();
  });
});
