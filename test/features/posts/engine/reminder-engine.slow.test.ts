import { refusalName } from "../../../../src/discord/rest/refusal.ts";
import { expect, it } from "vitest";

import { planDue } from "../../../../src/features/posts/engine/plan-occurrences.ts";
import { describeEachDatabase } from "../../../support/databases.ts";
import { addReminder, START, stageOf } from "./engine-harness.ts";
import { DAY, HOUR, MINUTE } from "../../../support/time.ts";

const failing = () => Promise.reject(new Error("disk I/O error"));

describeEachDatabase("the engine", (database) => {
  it("posts once what is due, to each place, and nothing before", async () => {
    await addReminder(database(), "a", { targets: ["one", "two"] });
    const { look, post, states, store } = stageOf(database());
    await look(START - 1);
    expect(post.sent).toEqual([]);
    await look(START);
    await look(START + 1);
    expect(post.sent.map(({ target }) => target).sort()).toEqual(["one", "two"]);
    expect(await states("a")).toEqual(["sent", "sent"]);
    expect((await store.reminders.find("a"))?.next_slot).toBe(START + DAY);
  });

  it("looks at once when a clock that can be set jumps, and no more once it is stopped", async () => {
    await addReminder(database(), "a");
    const { engine, clock, post, store } = stageOf(database());
    const { occurrences } = store;
    let looks = 0;
    const nextAt = occurrences.nextAt.bind(occurrences);
    Object.assign(occurrences, { nextAt: () => nextAt().finally(() => (looks += 1)) });
    clock.at = START - DAY;
    engine.start();
    // Once for the look, once for the wait: from here on it sleeps.
    await expect.poll(() => looks).toBe(2);
    clock.step(START - clock.at);
    await expect.poll(() => post.sent.length).toBe(1);
    await engine.stop();
    clock.step(START + DAY - clock.at);
    await engine.idle();
    expect(post.sent).toHaveLength(1);
  });

  it("tries what failed within seconds of its start, once, and leaves what is held", async () => {
    for (const id of ["failing", "held"]) await addReminder(database(), id, { targets: [id] });
    const { engine, look, clock, post, store } = stageOf(database());
    post.refusals.set("failing", { name: "unavailable", isCertain: true, retryAfterMs: HOUR });
    post.refusals.set("held", { name: "missing-permission", isCertain: true });
    await look(START);
    post.refusals.clear();
    clock.at = START + 1_000;
    const waits = async (id: string) => (await store.deliveries.history(id, 1))[0]?.next_try ?? Infinity;
    const heldUntil = await waits("held");
    expect(await waits("failing")).toBeGreaterThanOrEqual(START + HOUR);
    engine.start();
    await expect.poll(() => waits("failing")).toBe(START + 3_500);
    clock.step(START + MINUTE - clock.at);
    await expect.poll(() => post.sent.map(({ target }) => target)).toEqual(["failing"]);
    expect(await waits("held")).toBe(heldUntil);
    await engine.stop();
  });

  it("shortens no wait of what failed after its start", async () => {
    await addReminder(database(), "failing", { targets: ["failing"] });
    await addReminder(database(), "later", { slot: START + MINUTE, targets: ["later"] });
    const { engine, clock, post, store } = stageOf(database());
    post.refusals.set("failing", { name: "unavailable", isCertain: true, retryAfterMs: HOUR });
    const waits = async () => (await store.deliveries.history("failing", 1))[0]?.next_try ?? 0;
    engine.start();
    await expect.poll(waits).toBeGreaterThanOrEqual(START + HOUR);
    clock.step(START + MINUTE - clock.at);
    await expect.poll(() => post.sent.map(({ target }) => target)).toEqual(["later"]);
    expect(await waits()).toBeGreaterThanOrEqual(START + HOUR);
    await engine.stop();
  });

  it("leaves out of a digest's next try what was dropped from it meanwhile", async () => {
    for (const id of ["a", "b"]) await addReminder(database(), id, { targets: ["one"] });
    const { look, post, asked, states } = stageOf(database());
    post.refusals.set("one", { name: "unavailable", isCertain: false });
    await look(START + HOUR);
    const [kept, dropped] = asked[0]?.items.map(({ reminder }) => reminder.id) ?? [];
    const rows = database().queries.updateTable("deliveries").set({ state: "skipped", code: "done" });
    await rows.where("reminder_id", "=", dropped ?? "").execute();
    post.refusals.clear();
    await look(START + 2 * HOUR);
    expect(asked.at(-1)?.items.map(({ reminder }) => reminder.id)).toEqual([kept]);
    expect([await states("a"), await states("b")].flat().sort()).toEqual(["sent", "skipped done"]);
  });

  it("takes a reminder that can't be read out of the others' way", async () => {
    await addReminder(database(), "a");
    await addReminder(database(), "b");
    await database().queries.updateTable("reminders").set({ rule: "{" }).where("id", "=", "a").execute();
    const { look, post, store, said } = stageOf(database());
    await look(START);
    expect(post.sent).toHaveLength(1);
    expect((await store.reminders.find("a"))?.state).toBe("disabled");
    expect(said).toEqual(["a reminder could not be read and is switched off"]);
  });

  it("posts what goes by the platform's dates also while those can't be read, and says so", async () => {
    await addReminder(database(), "a", { rule: { kind: "dated", thing: "t", edge: "end", leadMs: HOUR } });
    const { look, post, dates, said } = stageOf(database());
    dates.get = () => {
      throw new Error("disk I/O error");
    };
    await look(START);
    expect(post.sent).toHaveLength(1);
    expect(said).toEqual(["the platform's dates are not known now"]);
  });

  it("posts at the end of quiet hours however long they are; what is over by then is passed over", async () => {
    const quiet = { zone: "UTC", from: "11:00", to: "21:00" };
    const rule = { kind: "dated", thing: "t", edge: "end", leadMs: HOUR } as const;
    await addReminder(database(), "own", { quiet });
    await addReminder(database(), "dated", { quiet, rule, usefulUntil: START + HOUR });
    const { look, post, states } = stageOf(database());
    await look(START);
    await look(START + 9 * HOUR);
    expect([await states("own"), await states("dated")]).toEqual([["sent"], ["skipped too-late"]]);
    expect(post.sent).toHaveLength(1);
  });

  it.each([
    [{ retryAfterMs: 20 * MINUTE }, 21 * MINUTE],
    [{}, 5.25 * MINUTE],
  ])(
    "waits as long as whoever suspends says, else for minutes, and up to a tenth longer",
    async (said, ms) => {
      await addReminder(database(), "a");
      const { look, texts, store } = stageOf(database());
      texts.compose = () => ({ kind: "suspend", reason: "maintenance", ...said });
      await look(START);
      const [row] = await store.deliveries.history("a", 1);
      expect(row).toMatchObject({ state: "failed", next_try: START + ms });
    },
  );

  it("follows a date the platform moved, and posts at the known one while it gives none", async () => {
    const rule = { kind: "dated", thing: "t", edge: "end", leadMs: HOUR } as const;
    const usefulUntil = START + HOUR;
    await addReminder(database(), "moved", { rule, usefulUntil });
    await addReminder(database(), "silent", { rule: { ...rule, thing: "unknown" }, usefulUntil });
    const { look, post, dates } = stageOf(database());
    dates.set("t", { endAt: START + 3 * HOUR });
    await look(START);
    expect(post.sent.map(({ target }) => target)).toEqual(["channel-silent"]);
    await look(START + 2 * HOUR);
    expect(post.sent.map(({ target }) => target)).toEqual(["channel-silent", "channel-moved"]);
  });
});

describeEachDatabase("a try nobody knows the end of", (database) => {
  it.each([
    ["at-most-once", 1, "skipped unsure"],
    ["at-least-once", 2, "sent"],
  ] as const)("where nobody may look, goes %s as the server chose", async (whenUnsure, posts, state) => {
    await addReminder(database(), "a", { whenUnsure });
    const { look, post, states, asked } = stageOf(database());
    post.losesAnswers = true;
    post.isReadable = false;
    await look(START);
    post.losesAnswers = false;
    await look(START + 10 * MINUTE);
    expect([post.sent.length, (await states("a"))[0]]).toEqual([posts, state]);
    expect(asked.at(-1)?.mayBeDouble).toBe(posts === 2);
  });

  it("is looked for too when the database failed after a try that nobody knows the end of", async () => {
    await addReminder(database(), "a");
    const { look, post, states, store } = stageOf(database());
    const { reminders } = store;
    post.losesAnswers = true;
    Object.assign(store, { reminders: { ...reminders, destinations: failing } });
    await look(START);
    Object.assign(store, { reminders });
    post.losesAnswers = false;
    await look(START + HOUR);
    expect([await states("a"), post.sent.length]).toEqual([["sent"], 1]);
  });

  it("is looked for through an outage of Discord, and neither given up nor told", async () => {
    await addReminder(database(), "a", { usefulUntil: START + DAY });
    const { look, post, states, told } = stageOf(database());
    const find = post.find.bind(post);
    post.losesAnswers = true;
    await look(START);
    post.find = async () => ({ kind: "refused", name: "unavailable", isCertain: false });
    for (let hours = 1; hours < 6; hours += 1) await look(START + hours * HOUR);
    expect([await states("a"), told]).toEqual([["failed unavailable"], []]);
    post.find = find;
    await look(START + 7 * HOUR);
    expect([await states("a"), post.sent.length]).toEqual([["sent"], 1]);
  });

  it("stays in doubt through a refusal that came after it", async () => {
    await addReminder(database(), "a");
    const { look, post, states } = stageOf(database());
    post.losesAnswers = true;
    await look(START);
    post.isReadable = true;
    const kept = post.sent.splice(0);
    post.refusals.set("channel-a", { name: "missing-permission", isCertain: true });
    await look(START + MINUTE);
    expect(await states("a")).toEqual(["held missing-permission"]);
    post.sent.push(...kept);
    post.refusals.clear();
    await look(START + HOUR);
    expect(post.sent).toHaveLength(1);
    expect((await states("a"))[0]).toMatch(/^sent/);
  });

  it("stays in doubt through a maintenance that came before anybody could look for it", async () => {
    await addReminder(database(), "a");
    const { look, post, texts, states } = stageOf(database());
    const { compose } = texts;
    post.losesAnswers = true;
    post.isReadable = false;
    await look(START);
    texts.compose = () => {
      const unsaid = { kind: "suspend", reason: "maintenance" } as const;
      return { ...unsaid, left: new Map([["a", unsaid]]) };
    };
    await look(START + MINUTE);
    expect(await states("a")).toEqual(["failed maintenance"]);
    texts.compose = compose;
    await look(START + 10 * MINUTE);
    expect([post.sent.length, await states("a")]).toEqual([1, ["skipped unsure"]]);
  });

  it("is taken over when its worker died", async () => {
    await addReminder(database(), "a");
    const { look, post, store, states } = stageOf(database());
    const row = await store.reminders.find("a");
    if (row !== undefined) await store.occurrences.plan([planDue(row, START)], START);
    const options = { now: START, worker: "dead", leaseMs: 120_000, limit: 9, digestAfterMs: 1, busy: [] };
    const [claim] = await store.deliveries.claim(options);
    await look(START + MINUTE);
    expect(post.sent).toHaveLength(0);
    await look(START + 2 * MINUTE);
    expect(post.sent).toHaveLength(1);
    expect(await states("a")).toEqual(["sent"]);
    if (claim === undefined) throw new Error("nothing was claimed");
    expect(
      await store.deliveries.settle({ claim, settled: { state: "skipped", code: "x" }, now: START }),
    ).toBe(false);
  });
});

describeEachDatabase("a refusal", (database) => {
  it.each([
    [429, 0, true],
    [500, 0, false],
    [0, 0, false],
    [401, 0, true],
  ])("of status %s is tried again and never uses up the occurrence", async (status, code, isCertain) => {
    await addReminder(database(), "a");
    const { look, post, states, told } = stageOf(database());
    post.refusals.set("channel-a", { name: refusalName(code, status), isCertain });
    for (let hour = 0; hour < 5; hour += 1) await look(START + hour * HOUR);
    expect(await states("a")).toEqual([`failed ${refusalName(0, status)}`]);
    post.refusals.clear();
    await look(START + 5.5 * HOUR);
    expect(post.sent).toHaveLength(1);
    expect(told).toEqual([]);
  });

  it.each(["missing-access", "missing-permission", "thread-locked"] as const)(
    "%s holds, tells once, and goes on by itself",
    async (name) => {
      await addReminder(database(), "a");
      const { look, post, told } = stageOf(database());
      post.refusals.set("channel-a", { name, isCertain: true });
      await look(START);
      await look(START + 30 * MINUTE);
      expect(told).toMatchObject([{ what: "missing-permission", ownerId: "owner", reason: name }]);
      post.refusals.clear();
      await look(START + HOUR);
      expect(post.sent).toHaveLength(1);
    },
  );

  it("a channel that is gone at one occurrence after the other disables the place too", async () => {
    await addReminder(database(), "a");
    const { look, post, told, store } = stageOf(database());
    post.refusals.set("channel-a", { name: "channel-gone", isCertain: true });
    for (let hour = 0; hour <= 25; hour += 1) await look(START + hour * HOUR);
    expect(told).toMatchObject([{ what: "channel-gone" }]);
    expect(await store.reminders.destinations("a")).toMatchObject([{ state: "disabled" }]);
  });

  it("of the post itself is given up after three tries, and told", async () => {
    await addReminder(database(), "a");
    const { look, post, told, states } = stageOf(database());
    post.refusals.set("channel-a", { name: "message-invalid", isCertain: true });
    for (let minute = 0; minute < 30; minute += 5) await look(START + minute * MINUTE);
    expect(await states("a")).toEqual(["skipped message-invalid"]);
    expect(told).toMatchObject([{ what: "refused" }]);
  });
});
