import { expect, it, vi } from "vitest";

import { silentLog } from "../../../../src/base/log.ts";
import type { PostPort } from "../../../../src/features/posts/engine/ports.ts";
import { writeTransaction } from "../../../../src/storage/write-transaction.ts";
import { describeOnSqlite } from "../../../support/databases.ts";
import { passingTime } from "../../../support/passing-time.ts";
import { engineOn } from "../../../support/reminder-engine.ts";
import { DAY, MINUTE } from "../../../support/time.ts";
import { addReminder, START, stageOf } from "./engine-harness.ts";

const SECOND = 1_000;
const hangs: PostPort["send"] = (_, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("cut")));
  });
const failing = () => Promise.reject(new Error("disk I/O error"));
const OUT = { name: "unavailable", isCertain: true } as const;

describeOnSqlite("an engine that runs by itself", (database) => {
  const stage = () => {
    const made = stageOf(database());
    const { post, store } = made;
    const sentTo = () => post.sent.map(({ target }) => target).sort();
    /** Posts to this place hang until this resolves. */
    const hang = (target: string) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const send = post.send.bind(post);
      post.send = async (given) => {
        if (given.target === target) await promise;
        return send(given);
      };
      return resolve;
    };
    /** How often the ledger is asked when something is due: what an idle engine costs. */
    const reads = { count: 0 };
    const { nextAt } = store.occurrences;
    Object.assign(store.occurrences, { nextAt: () => nextAt().finally(() => (reads.count += 1)) });
    return { ...made, sentTo, hang, reads, pass: passingTime(made.clock) };
  };

  it("posts in time what came due while it looked and another post takes long", async () => {
    for (const id of ["first", "second"]) await addReminder(database(), id, { targets: ["slow"] });
    await addReminder(database(), "other", { slot: START + 200, targets: ["other"] });
    const { engine, clock, store, sentTo, hang, pass } = stage();
    const answer = hang("slow");
    // Reading takes a while: the second time is after everything due was taken.
    const { nextAt } = store.occurrences;
    let times = 0;
    const slowly = async () => {
      const at = await nextAt();
      if ((times += 1) === 2) clock.at = START + 200;
      return at;
    };
    Object.assign(store.occurrences, { nextAt: slowly });
    engine.start();
    await pass(SECOND);
    expect(sentTo()).toEqual(["other"]);
    answer();
    await engine.stop();
  });

  it("posts at once what came due between its look and its wait", async () => {
    await addReminder(database(), "a", { slot: START + 200, targets: ["a"] });
    const { engine, clock, store, sentTo, pass } = stage();
    const { nextAt } = store.occurrences;
    const slowly = async () => {
      const at = await nextAt();
      clock.at = Math.max(clock.at, START + 200);
      return at;
    };
    Object.assign(store.occurrences, { nextAt: slowly });
    engine.start();
    await pass(SECOND);
    expect(sentTo()).toEqual(["a"]);
    await engine.stop();
  });

  it("posts within seconds of the end of an outage, and rests while it lasts", async () => {
    const targets = ["a", "b", "c", "d"];
    const { engine, post, reads, sentTo, pass } = stage();
    for (const target of targets) {
      await addReminder(database(), target, { targets: [target] });
      post.refusals.set(target, OUT);
    }
    engine.start();
    await pass(MINUTE);
    expect(sentTo()).toEqual([]);
    expect(reads.count).toBeLessThan(120);
    post.refusals.clear();
    await pass(5 * SECOND);
    expect(sentTo()).toEqual(targets);
    await engine.stop();
  });

  it("rests while a post takes long for which others wait", async () => {
    for (const id of ["first", "second"]) await addReminder(database(), id, { targets: ["slow"] });
    const { engine, reads, sentTo, hang, pass } = stage();
    const answer = hang("slow");
    engine.start();
    await pass(10 * SECOND);
    expect(reads.count).toBeLessThan(10);
    answer();
    await pass(SECOND);
    expect(sentTo()).toEqual(["slow", "slow"]);
    await engine.stop();
  });

  it("rests for a moment where it gets nothing of what is due", async () => {
    await addReminder(database(), "a", { targets: ["a"] });
    const { engine, store, reads, sentTo, pass } = stage();
    const { claim } = store.deliveries;
    Object.assign(store.deliveries, { claim: async () => [] });
    engine.start();
    for (let turns = 0; turns < 5; turns += 1) await pass(0);
    const before = reads.count;
    await pass(19);
    expect(reads.count).toBe(before);
    Object.assign(store.deliveries, { claim });
    await pass(SECOND);
    expect(sentTo()).toEqual(["a"]);
    await engine.stop();
  });

  it.each([
    ["soon where other nodes write", true, 2 * SECOND],
    ["within half a minute where it is alone", false, 30 * SECOND],
  ])("notices what nobody told it of: %s", async (_, mayOverlap, withinMs) => {
    const { store, post, clock, sentTo, pass } = stage();
    const engine = engineOn({ store, post, clock, lease: { transact: writeTransaction, mayOverlap } });
    engine.start();
    await pass(SECOND);
    await addReminder(database(), "a", { targets: ["a"] });
    await pass(withinMs - 2 * SECOND);
    expect(sentTo()).toEqual([]);
    await pass(SECOND);
    expect(sentTo()).toEqual(["a"]);
    await engine.stop();
  });

  it("goes on some seconds after its ledger could not be read", async () => {
    await addReminder(database(), "a", { targets: ["a"] });
    const { engine, store, said, sentTo, pass } = stage();
    const { nextAt } = store.occurrences;
    Object.assign(store.occurrences, { nextAt: failing });
    engine.start();
    await pass(SECOND);
    Object.assign(store.occurrences, { nextAt });
    await pass(3 * SECOND);
    expect(sentTo()).toEqual([]);
    await pass(SECOND);
    expect(sentTo()).toEqual(["a"]);
    expect(said).toEqual(["the reminders' ledger could not be read; it is tried again"]);
    await engine.stop();
  });

  it("says that what an outage delayed comes later where it can't be woken", async () => {
    const targets = ["a", "b", "c"];
    const { engine, post, store, said, sentTo, pass } = stage();
    for (const target of targets) {
      await addReminder(database(), target, { targets: [target] });
      post.refusals.set(target, OUT);
    }
    engine.start();
    await pass(MINUTE);
    post.refusals.clear();
    Object.assign(store.deliveries, { retryFailed: failing });
    await pass(MINUTE);
    expect(sentTo()).toEqual(targets);
    expect(new Set(said)).toEqual(new Set(["what failed could not be woken; it comes later"]));
    await engine.stop();
  });

  it("says which post it could not write down, and finds it again", async () => {
    await addReminder(database(), "a", { targets: ["a"] });
    const { store, post, clock, sentTo, states, pass } = stage();
    const { settle, settleAll } = store.deliveries;
    Object.assign(store.deliveries, { settle: failing, settleAll: failing });
    const said: string[] = [];
    const log = { ...silentLog, error: (message: string) => void said.push(message) };
    const engine = engineOn({ store, post, clock, log });
    engine.start();
    await pass(SECOND);
    expect(said).toEqual(["a delivery could not be written down; it is looked for later"]);
    Object.assign(store.deliveries, { settle, settleAll });
    await pass(2 * MINUTE);
    expect([sentTo(), await states("a"), post.looks]).toEqual([["a"], ["sent"], 1]);
    await engine.stop();
  });

  it("asks what is due only once something is, or the clock was set back", async () => {
    await addReminder(database(), "a", { slot: START + DAY, targets: ["a"] });
    const { store, look } = stage();
    const asked = vi.spyOn(store.occurrences, "due");
    await look(START);
    expect(asked).not.toHaveBeenCalled();
    await look(START - DAY);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("looks at the clock every half minute, however far what comes next is", async () => {
    await addReminder(database(), "a", { slot: START + DAY, targets: ["a"] });
    const { engine, clock, reads, sentTo, pass } = stage();
    engine.start();
    await pass(SECOND);
    // Somebody sets the clock, and nobody says so.
    clock.at += DAY;
    await pass(30 * SECOND);
    expect(sentTo()).toEqual(["a"]);
    expect(reads.count).toBeLessThan(10);
    await engine.stop();
  });

  it("goes on with others while most of its room hangs", async () => {
    for (const id of ["one", "two"]) await addReminder(database(), id, { targets: [id] });
    const { store, post, clock, sentTo, hang, pass } = stage();
    const answers = ["one", "two"].map(hang);
    const engine = engineOn({ store, post, clock, concurrency: 3 });
    engine.start();
    await pass(SECOND);
    const others = ["a", "b", "c", "d"];
    for (const id of others) await addReminder(database(), id, { slot: clock.at, targets: [id] });
    engine.wake();
    await pass(2 * SECOND);
    expect(sentTo()).toEqual(others);
    for (const answer of answers) answer();
    await engine.stop();
  });

  it("that is stopped gives what is on its way ten seconds, and leaves it to be looked for", async () => {
    await addReminder(database(), "a");
    const { store, post, clock, states, pass } = stage();
    const find: PostPort["find"] = (given) => post.find(given);
    const engine = engineOn({ store, post: { send: hangs, find }, clock });
    engine.start();
    await pass(SECOND);
    let isOver = false;
    const stopping = engine.stop().then(() => (isOver = true));
    await pass(9_500);
    expect([isOver, await states("a")]).toEqual([false, ["sending"]]);
    await pass(SECOND);
    expect([isOver, await states("a")]).toEqual([true, ["failed internal"]]);
    await stopping;
  });
});
