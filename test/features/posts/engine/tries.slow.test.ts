import { expect, it, vi } from "vitest";

import type { Trouble } from "../../../../src/features/posts/engine/ports.ts";
import { planDue } from "../../../../src/features/posts/engine/plan-occurrences.ts";
import { repeatsAndSnoozes } from "../../../../src/features/posts/store/occurrence-rows.ts";
import { writeTransaction } from "../../../../src/storage/write-transaction.ts";
import { describeEachDatabase } from "../../../support/databases.ts";
import { engineOn } from "../../../support/reminder-engine.ts";
import { DAY, HOUR, MINUTE } from "../../../support/time.ts";
import { addReminder, START, stageOf } from "./engine-harness.ts";

const QUIET = { zone: "UTC", from: "12:01", to: "14:00" };

describeEachDatabase("a try of a post", (database) => {
  const pause = (id: string, at: number) =>
    database()
      .queries.updateTable("reminders")
      .set({ state: "paused", changed_at: at })
      .where("id", "=", id)
      .execute();

  it("that is found again is looked after like any other: edited, and published", async () => {
    await addReminder(database(), "a");
    const { look, post, store } = stageOf(database());
    post.losesAnswers = true;
    await look(START);
    const at = START + 10 * MINUTE;
    await look(at);
    expect((await store.deliveries.history("a", 1))[0]).toMatchObject({ edit_at: at, publish_at: at });
  });

  it("that followers are to get says so at once, and no other does", async () => {
    for (const id of ["a", "b"]) await addReminder(database(), id);
    const { engine, look, texts } = stageOf(database());
    let told = 0;
    engine.onPublishable.add(() => (told += 1));
    texts.compose = ({ items }) => ({
      kind: "post",
      body: {},
      publishes: items.some(({ reminder }) => reminder.id === "a"),
    });
    await look(START);
    expect(told).toBe(1);
  });

  it("that is found again is not looked for once more where it can't be read what it was about", async () => {
    await addReminder(database(), "a");
    const { look, post, codes, states, said } = stageOf(database());
    post.losesAnswers = true;
    await look(START);
    codes.get = () => {
      throw new Error("odd");
    };
    await look(START + 10 * MINUTE);
    expect(await states("a")).toEqual(["sent"]);
    expect(said).toEqual(["a post was found again, but not what it said"]);
  });

  it("that is found again says nothing of a reminder that was off when it was made", async () => {
    for (const id of ["a", "b"]) await addReminder(database(), id, { targets: ["one"] });
    const { look, post, states, codes } = stageOf(database());
    post.refusals.set("one", { name: "unavailable", isCertain: true });
    await look(START + HOUR);
    post.refusals.clear();
    post.losesAnswers = true;
    codes.set("a", "session-ended").set("b", "session-ended");
    await look(START + HOUR + MINUTE);
    expect(post.sent).toHaveLength(1);
    await pause("b", START + HOUR);
    await look(START + HOUR + 2 * MINUTE);
    expect([await states("a"), await states("b")]).toEqual([
      ["sent session-ended"],
      ["skipped switched-off"],
    ]);
  });

  it("tells only those of a refusal whose reminder would have been in the post", async () => {
    for (const id of ["a", "b"])
      await addReminder(database(), id, { targets: ["one"], usefulUntil: START + DAY });
    const { look, post, told } = stageOf(database());
    post.refusals.set("one", { name: "unavailable", isCertain: true });
    await look(START + HOUR);
    await pause("b", START + HOUR);
    post.refusals.set("one", { name: "dm-closed", isCertain: true });
    await look(START + 2 * HOUR);
    expect(told.map(({ reminderId }) => reminderId)).toEqual(["a"]);
  });

  it("leaves nothing waiting for a place that was closed", async () => {
    await addReminder(database(), "a", { rule: { kind: "watch", what: "new" } });
    const { look, post, states } = stageOf(database());
    const { store } = stageOf(database());
    const row = await store.reminders.find("a");
    if (row !== undefined) await store.occurrences.plan([planDue(row, START)], START);
    const snoozed = { reminderId: "a", at: START + HOUR, usefulUntil: START + DAY, slot: START };
    await repeatsAndSnoozes(database().queries).snooze(snoozed, START);
    post.refusals.set("channel-a", { name: "dm-closed", isCertain: true });
    await look(START);
    post.refusals.clear();
    await look(START + 2 * HOUR);
    expect(post.sent).toEqual([]);
    expect(await states("a")).toEqual(["skipped dm-closed", "skipped dm-closed"]);
  });

  it("ends with what follows for its place and its owner, or is found again", async () => {
    await addReminder(database(), "a", { usefulUntil: START + DAY });
    const { store, post, clock, states } = stageOf(database());
    const told: string[] = [];
    let isKilled = true;
    const notifyOwner = async ({ what }: Trouble) => {
      if (isKilled) throw new Error("killed");
      told.push(what);
    };
    const engine = engineOn({ store, post, clock, notifyOwner });
    const look = async (at: number) => {
      clock.at = at;
      await engine.tick();
      await engine.idle();
      return [await states("a"), (await store.reminders.destinations("a"))[0]?.state];
    };
    post.refusals.set("channel-a", { name: "dm-closed", isCertain: true });
    expect(await look(START)).toEqual([["sending"], "open"]);
    isKilled = false;
    expect(await look(START + HOUR)).toEqual([["skipped dm-closed"], "paused"]);
    expect(told).toEqual(["dm-closed"]);
  });

  it("that fails oddly once it may be there is looked for, and else is not", async () => {
    await addReminder(database(), "a");
    const { look, post, texts, states, said } = stageOf(database());
    const { compose } = texts;
    texts.compose = () => {
      throw new Error("odd");
    };
    await look(START);
    expect(await states("a")).toEqual(["failed internal"]);
    expect(said).toEqual(["a reminder could not be posted; it is tried again"]);
    texts.compose = compose;
    const send = post.send.bind(post);
    post.send = async (given) => {
      await send(given);
      throw new Error("odd");
    };
    await look(START + HOUR);
    expect(post.looks).toBe(0);
    await look(START + 2 * HOUR);
    expect([post.looks, post.sent.length, await states("a")]).toEqual([1, 1, ["sent"]]);
  });

  it("that was refused for certain is not looked for, though what follows failed oddly", async () => {
    await addReminder(database(), "a");
    const { look, post, store, states } = stageOf(database());
    post.refusals.set("channel-a", { name: "missing-permission", isCertain: true });
    vi.spyOn(store.reminders, "destinations").mockRejectedValueOnce(new Error("odd"));
    await look(START);
    expect(await states("a")).toEqual(["failed internal"]);
    post.refusals.clear();
    await look(START + HOUR);
    expect([post.looks, await states("a")]).toEqual([0, ["sent"]]);
  });

  it.each([
    ["waits for the end of quiet hours that were chosen since", 9 * HOUR, "failed quiet-hours"],
    ["comes in quiet hours that were chosen since, where it helps no more after them", 3 * HOUR, "sent"],
  ])("%s", async (_, usefulMs, state) => {
    await addReminder(database(), "a", { usefulUntil: START + usefulMs });
    const { look, post, states } = stageOf(database());
    post.refusals.set("channel-a", { name: "unavailable", isCertain: true });
    await look(START);
    post.refusals.clear();
    const quiet = JSON.stringify({ zone: "UTC", from: "12:30", to: "20:00" });
    await database().queries.updateTable("reminders").set({ quiet }).where("id", "=", "a").execute();
    await look(START + HOUR);
    expect(await states("a")).toEqual([state]);
  });

  it.each([60_000, 60_001])(
    "says that it is late once that is more than a minute: after %i ms",
    async (ms) => {
      await addReminder(database(), "a");
      const { look, post } = stageOf(database());
      await look(START + ms);
      expect(post.sent).toMatchObject([{ body: { late: [ms > 60_000 ? ms : 0] } }]);
    },
  );

  it("is not made at the very instant it is of use no more", async () => {
    await addReminder(database(), "a", { usefulUntil: START + HOUR });
    const { look, post, states } = stageOf(database());
    post.refusals.set("channel-a", { name: "unavailable", isCertain: true });
    await look(START);
    post.refusals.clear();
    await look(START + HOUR);
    expect([post.sent, await states("a")]).toEqual([[], ["skipped too-late"]]);
  });

  it("whose end is not known is not put off by quiet hours that began meanwhile", async () => {
    await addReminder(database(), "a", { quiet: QUIET });
    const { look, post, states } = stageOf(database());
    post.losesAnswers = true;
    await look(START);
    post.losesAnswers = false;
    post.sent.splice(0);
    await look(START + 2 * MINUTE);
    expect([post.sent.length, await states("a")]).toEqual([1, ["sent"]]);
  });

  it("that may have arrived is looked for too by what was left out of the next one", async () => {
    for (const id of ["a", "b"])
      await addReminder(database(), id, { targets: ["one"], usefulUntil: START + DAY });
    const { look, post, texts, states } = stageOf(database());
    const { compose } = texts;
    post.losesAnswers = true;
    post.isReadable = false;
    await look(START + HOUR);
    post.losesAnswers = false;
    texts.compose = (input) => ({
      ...compose(input),
      omitted: new Map([["b", { kind: "suspend", reason: "maintenance", retryAfterMs: MINUTE }]]),
    });
    await look(START + HOUR + 90_000);
    texts.compose = compose;
    post.isReadable = true;
    await look(START + 2 * HOUR);
    expect(await states("b")).toEqual(["sent"]);
    const posted = new Set(post.sent.map(({ deliveryId }) => deliveryId));
    expect(posted.size, "the same post, whose nonce Discord knows").toBe(1);
  });

  it("is one for everything late, however many there are", async () => {
    for (let index = 0; index < 25; index += 1) {
      const targets = ["one"];
      await addReminder(database(), `r${index}`, { targets, slot: START + index, usefulUntil: START + DAY });
    }
    const { look, post } = stageOf(database());
    await look(START + HOUR);
    expect(post.sent).toHaveLength(1);
  });

  it("gives a channel up that is gone for a day, though it took posts before", async () => {
    await addReminder(database(), "a");
    const { look, post, told } = stageOf(database());
    await look(START);
    expect(post.sent).toHaveLength(1);
    post.refusals.set("channel-a", { name: "channel-gone", isCertain: true });
    for (let hour = 24; hour <= 50; hour += 1) await look(START + hour * HOUR);
    expect(told).toMatchObject([{ what: "channel-gone" }]);
  });

  it("whose worker died is taken over at once where it surely has ended, else once it may have", async () => {
    await addReminder(database(), "a");
    const { store, post, clock } = stageOf(database());
    const row = await store.reminders.find("a");
    if (row !== undefined) await store.occurrences.plan([planDue(row, START)], START);
    const claiming = { now: START, worker: "dead", leaseMs: 120_000, limit: 9, digestAfterMs: 1, busy: [] };
    await store.deliveries.claim(claiming);
    clock.at = START + MINUTE;
    await addReminder(database(), "b", { slot: START + MINUTE });
    const sentTo = () => post.sent.map(({ target }) => target);
    const lease = { transact: writeTransaction, mayOverlap: true };
    const beside = engineOn({ store, post, clock, lease });
    beside.start();
    await expect.poll(() => sentTo()).toContain("channel-b");
    await beside.stop(0);
    expect(sentTo()).toEqual(["channel-b"]);
    const [claimed] = await store.deliveries.history("a", 1);
    expect(claimed?.lease_until).toBe(START + MINUTE + 25_000);
    const alone = engineOn({ store, post, clock });
    alone.start();
    await expect.poll(() => sentTo()).toContain("channel-a");
    await alone.stop(0);
  });
});
