import { expect, it } from "vitest";

import { describeEachDatabase } from "../../../support/databases.ts";
import { engineOn } from "../../../support/reminder-engine.ts";
import { announcement, MEMBER, stageBook } from "../reminder-service-harness.ts";
import { addReminder, START, stageOf } from "./engine-harness.ts";
import { DAY, HOUR, MINUTE } from "../../../support/time.ts";

const DAILY = { kind: "weekly", zone: "UTC", days: [] } as const;
const gone = { name: "channel-gone", isCertain: true } as const;

describeEachDatabase("a place", (database) => {
  it("that was gone once, and took posts since, is not given up at the next odd answer", async () => {
    await addReminder(database(), "a");
    const { look, post, told, store, states } = stageOf(database());
    post.refusals.set("channel-a", gone);
    await look(START);
    await look(START + 7 * HOUR);
    expect(await states("a")).toEqual(["skipped too-late"]);
    post.refusals.clear();
    await look(START + DAY);
    expect(post.sent).toHaveLength(1);
    post.refusals.set("channel-a", gone);
    await look(START + 8 * DAY);
    const [place] = await store.reminders.destinations("a");
    expect([place?.state, place?.since, told]).toEqual(["open", START + 8 * DAY, []]);
  });

  it.each<[string, Parameters<ReturnType<typeof stageOf>["post"]["refusals"]["set"]>[1] | undefined]>([
    ["is gone", gone],
    ["takes no messages", { name: "dm-closed", isCertain: true }],
    ["takes a post after it was held", undefined],
  ])("stays left where that happened while a post was on its way: it %s", async (_, refusal) => {
    await addReminder(database(), "a");
    const { look, post, store, engine, clock } = stageOf(database());
    if (refusal === undefined) {
      post.refusals.set("channel-a", { name: "missing-permission", isCertain: true });
      await look(START);
      post.refusals.clear();
    } else post.refusals.set("channel-a", refusal);
    const sending = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const send = post.send.bind(post);
    post.send = async (given) => {
      sending.resolve();
      await left.promise;
      return send(given);
    };
    clock.at = START + HOUR;
    await engine.tick();
    await sending.promise;
    const moved = { state: "disabled", since: clock.at, reason: "moved" } as const;
    await store.reminders.setDestination("a-channel-a", moved);
    left.resolve();
    await engine.idle();
    expect(await store.reminders.destinations("a")).toMatchObject([moved]);
  });

  it("that it was moved away from gets nothing that is known not to be there", async () => {
    const { book: reminders } = stageBook(database().queries);
    const made = await reminders.make(announcement({ rule: { ...DAILY, time: "12:00" } }));
    const id = "reminder" in made ? made.reminder.id : "";
    const { look, post, states } = stageOf(database());
    const slot = START + DAY;
    const isLost = { name: "unavailable", isCertain: false } as const;
    post.refusals.set("730000000000000001", isLost);
    await look(slot);
    post.refusals.clear();
    await reminders.move({ id, by: MEMBER }, [{ kind: "channel", target: "730000000000000002" }]);
    await look(slot + 5 * MINUTE);
    await look(slot + 6 * MINUTE);
    expect(post.sent.map(({ target }) => target)).toEqual(["730000000000000002"]);
    expect((await states(id)).sort()).toEqual(["sent", "skipped moved"]);
  });

  it("that was gone and takes posts again is without a trouble to show", async () => {
    await addReminder(database(), "a");
    const { look, post, store } = stageOf(database());
    post.refusals.set("channel-a", gone);
    await look(START);
    expect(await store.reminders.destinations("a")).toMatchObject([{ reason: "channel-gone", since: START }]);
    post.refusals.clear();
    await look(START + 2 * HOUR);
    expect(post.sent).toHaveLength(1);
    expect(await store.reminders.destinations("a")).toMatchObject([
      { state: "open", reason: null, since: START + 2 * HOUR },
    ]);
  });

  it("that was gone has no trouble to show either where another reminder's post goes along", async () => {
    await addReminder(database(), "a", { targets: ["one"] });
    await addReminder(database(), "b", { targets: ["one"], slot: START + HOUR });
    const { look, post, store } = stageOf(database());
    post.refusals.set("one", gone);
    await look(START);
    post.refusals.clear();
    await look(START + HOUR + 10 * MINUTE);
    expect(post.sent).toHaveLength(1);
    expect(await store.reminders.destinations("a")).toMatchObject([{ state: "open", reason: null }]);
  });

  it("that is gone is given up after a day, whatever becomes of the reminder's other places", async () => {
    await addReminder(database(), "a", { targets: ["lost", "there"] });
    const { look, post, store, told } = stageOf(database());
    post.refusals.set("lost", gone).set("there", { name: "missing-permission", isCertain: true });
    await look(START);
    post.refusals.delete("there");
    for (let hour = 2; hour < 24; hour += 2) await look(START + hour * HOUR);
    expect(post.sent.map(({ target }) => target)).toEqual(["there"]);
    post.refusals.set("there", gone);
    for (const hour of [24, 25]) await look(START + hour * HOUR);
    expect(await store.reminders.destinations("a")).toMatchObject([
      { target: "lost", state: "disabled" },
      { target: "there", state: "open", since: START + DAY },
    ]);
    expect(told.map(({ what, target }) => [what, target])).toEqual([
      ["missing-permission", "there"],
      ["channel-gone", "lost"],
    ]);
  });

  it("that it was moved away from, where nobody can see whether it came, has it in no other place", async () => {
    const { book: reminders } = stageBook(database().queries);
    const made = await reminders.make(announcement({ rule: { ...DAILY, time: "12:00" } }));
    const id = "reminder" in made ? made.reminder.id : "";
    const { look, post, states } = stageOf(database());
    const slot = START + DAY;
    post.losesAnswers = true;
    await look(slot);
    Object.assign(post, { losesAnswers: false, isReadable: false });
    await reminders.move({ id, by: MEMBER }, [{ kind: "channel", target: "730000000000000002" }]);
    for (const minutes of [5, 6]) await look(slot + minutes * MINUTE);
    expect(post.sent.map(({ target }) => target)).toEqual(["730000000000000001"]);
    expect(await states(id)).toEqual(["skipped unsure"]);
  });

  it.each([
    [2, ["one", "two"]],
    [4, ["one", "three", "two"]],
  ])("gets one post at a time, of %i that may leave at once", async (concurrency, first) => {
    for (const [index, target] of ["one", "one", "two", "three"].entries())
      await addReminder(database(), `r${index}`, { targets: [target], slot: START + index });
    const { post, clock, store } = stageOf(database());
    const begun: string[] = [];
    const answered = Promise.withResolvers<void>();
    const send = async (given: Parameters<typeof post.send>[0]) => {
      begun.push(given.target);
      await answered.promise;
      return post.send(given);
    };
    const sending = { send, find: (given: Parameters<typeof post.find>[0]) => post.find(given) };
    const engine = engineOn({ store, post: sending, clock, concurrency });
    for (const seconds of [1, 2]) {
      clock.at = START + seconds * 1_000;
      await engine.tick();
      // What left is on its way by then.
      for (let turn = 0; turn < 50; turn += 1) await store.occurrences.nextAt();
    }
    expect(begun.toSorted()).toEqual(first);
    answered.resolve();
    await engine.idle();
    await engine.tick();
    await engine.idle();
    expect(begun.toSorted()).toEqual(["one", "one", "three", "two"]);
    await engine.stop();
  });

  it("gets nothing from an engine that was stopped", async () => {
    await addReminder(database(), "a");
    const { engine, look, post } = stageOf(database());
    await engine.stop();
    await look(START);
    expect(post.sent).toEqual([]);
  });

  it("that is busy keeps no other waiting beyond its time", async () => {
    for (const id of ["first", "second"]) await addReminder(database(), id, { targets: ["slow"] });
    await addReminder(database(), "other", { slot: START + 200 });
    const { engine, post, clock } = stageOf(database());
    const begun = performance.now();
    Object.assign(clock, { now: () => START + Math.round(performance.now() - begun) });
    const answered = Promise.withResolvers<void>();
    const send = post.send.bind(post);
    post.send = async (given) => {
      if (given.target === "slow") await answered.promise;
      return send(given);
    };
    engine.start();
    await expect
      .poll(() => post.sent.map(({ target }) => target), { interval: 5 })
      .toEqual(["channel-other"]);
    answered.resolve();
    await engine.stop();
  });

  it("that refuses a post stays as it was, and is open from when on it takes posts again", async () => {
    await addReminder(database(), "a");
    const { look, post, store } = stageOf(database());
    post.refusals.set("channel-a", { name: "missing-permission", isCertain: true });
    await look(START);
    expect(await store.reminders.destinations("a")).toMatchObject([{ state: "open", since: 0 }]);
    post.refusals.clear();
    await look(START + HOUR);
    expect(await store.reminders.destinations("a")).toMatchObject([{ state: "open", since: START + HOUR }]);
  });

  it("that is held waits no longer because the clock was set back", async () => {
    await addReminder(database(), "a", { usefulUntil: START + DAY });
    const { look, post } = stageOf(database());
    post.refusals.set("channel-a", { name: "missing-permission", isCertain: true });
    await look(START + 12 * HOUR);
    post.refusals.clear();
    await look(START + MINUTE);
    expect(post.sent).toHaveLength(1);
  });
});
