import { expect, it } from "vitest";

import { silentLog } from "../../../../src/base/log.ts";
import { planDue, planSomeDue } from "../../../../src/features/posts/engine/plan-occurrences.ts";
import type { Composed } from "../../../../src/features/posts/engine/ports.ts";
import { repeatsAndSnoozes } from "../../../../src/features/posts/store/occurrence-rows.ts";
import { describeEachDatabase } from "../../../support/databases.ts";
import { addReminder, START, stageOf } from "./engine-harness.ts";
import { DAY, HOUR, MINUTE } from "../../../support/time.ts";

describeEachDatabase("a post about several reminders", (database) => {
  /** Three that are late by an hour, to one place. */
  const stage = async (more: Readonly<Record<string, Parameters<typeof addReminder>[2]>> = {}) => {
    for (const id of ["a", "b", "c"]) {
      await addReminder(database(), id, { targets: ["one"], usefulUntil: START + DAY, ...more[id] });
    }
    const staged = stageOf(database());
    const states = async () =>
      Object.fromEntries(
        await Promise.all(["a", "b", "c"].map(async (id) => [id, await staged.states(id)] as const)),
      ) as Readonly<Record<string, readonly string[]>>;
    return { ...staged, states };
  };
  const toldOf = ({ asked }: Pick<Awaited<ReturnType<typeof stage>>, "asked">) =>
    asked.map(({ items }) => items.map(({ reminder }) => reminder.id).sort());
  const pause = (id: string, at: number) =>
    database().queries.updateTable("reminders").set({ state: "paused", changed_at: at }).where("id", "=", id);

  it("is planned in one go where one of them is later than five minutes", async () => {
    const { store } = await stage();
    const parts = { store, log: silentLog, dates: { datesOf: async () => undefined } };
    const isLateAt = async (at: number) => (await planSomeDue(parts, at, 1)).isLate;
    expect(await isLateAt(START + 5 * MINUTE)).toBe(false);
    expect(await isLateAt(START + 5 * MINUTE + 1)).toBe(true);
  });

  it("is not said of what was omitted out of it: switched off, too late, or with nothing to say", async () => {
    const staged = await stage({ c: { usefulUntil: START + 2 * HOUR } });
    const { look, post, texts, states } = staged;
    post.refusals.set("one", { name: "unavailable", isCertain: true });
    await look(START + HOUR);
    post.refusals.clear();
    await pause("b", START + HOUR).execute();
    post.losesAnswers = true;
    await look(START + 1.5 * HOUR);
    expect(toldOf(staged)).toEqual([
      ["a", "b", "c"],
      ["a", "c"],
    ]);
    expect(await states()).toMatchObject({ b: ["skipped switched-off"], c: ["failed unavailable"] });
    post.sent.splice(0);
    post.losesAnswers = false;
    texts.compose = () => ({ kind: "post", body: {} });
    await look(START + 3 * HOUR);
    expect(await states()).toEqual({
      a: ["sent"],
      b: ["skipped switched-off"],
      c: ["skipped too-late"],
    });
  });

  it("holds all that is late for its place, however much is late elsewhere", async () => {
    for (let index = 0; index < 30; index += 1) {
      const target = index % 2 === 0 && index < 20 ? "other" : "one";
      await addReminder(database(), `r${index}`, { targets: [target], slot: START + index });
    }
    const { look, post } = stageOf(database());
    await look(START + HOUR);
    expect(post.sent.map(({ target }) => target).toSorted()).toEqual(["one", "other"]);
  });

  it("leaves each that can't be told of to its own end", async () => {
    const { look, texts, states, store, post } = await stage();
    const omitted: Extract<Composed, { kind: "post" }>["omitted"] = new Map([
      ["b", { kind: "skip", reason: "done" }],
      ["c", { kind: "suspend", reason: "internal", retryAfterMs: 10 * MINUTE }],
    ]);
    texts.compose = ({ items }) => ({ kind: "post", body: {}, ...(items.length > 1 && { omitted }) });
    await look(START + HOUR);
    expect(await states()).toEqual({ a: ["sent"], b: ["skipped done"], c: ["failed internal"] });
    expect((await store.deliveries.history("c", 1))[0]).toMatchObject({ batch: null, doubt_since: null });
    await look(START + 2 * HOUR);
    expect([post.sent.length, await states()]).toMatchObject([2, { c: ["sent"] }]);
  });

  it("is none where nothing can be told, and says of each why", async () => {
    const { look, texts, states, post } = await stage();
    texts.compose = () => ({
      kind: "skip",
      reason: "done",
      omitted: new Map(
        ["done", "no-session", "ended"].map((reason, index) => [
          "abc"[index] ?? "",
          { kind: "skip", reason },
        ]),
      ),
    });
    await look(START + HOUR);
    expect(post.sent).toEqual([]);
    expect(await states()).toEqual({ a: ["skipped done"], b: ["skipped no-session"], c: ["skipped ended"] });
  });

  it("keeps with each what was said of it alone", async () => {
    const { look, texts, states, store } = await stage();
    texts.compose = () => ({
      kind: "post",
      body: {},
      codes: new Map([["b", "session-ended"]]),
      editAt: START + DAY,
    });
    await look(START + HOUR);
    expect(await states()).toEqual({ a: ["sent"], b: ["sent session-ended"], c: ["sent"] });
    const rows = await Promise.all(["a", "b", "c"].map((id) => store.deliveries.history(id, 1)));
    const all = rows.flat();
    expect(new Set(all.map(({ message_id: id, batch }) => `${id} ${batch}`)).size).toBe(1);
    expect(all.filter(({ edit_at: at }) => at !== null)).toHaveLength(1);
  });

  it("is looked after by a row that stands in it, though the first was omitted out", async () => {
    const { look, texts, store, asked } = await stage();
    texts.compose = ({ items: [{ reminder }] }) => ({
      kind: "post",
      body: {},
      omitted: new Map([[reminder.id, { kind: "skip", reason: "done" }]]),
      editAt: START + DAY,
    });
    await look(START + HOUR);
    const first = asked[0]?.items[0].reminder.id;
    const rows = await Promise.all(["a", "b", "c"].map((id) => store.deliveries.history(id, 1)));
    const edited = rows.flat().filter(({ edit_at: at }) => at !== null);
    expect(edited).toHaveLength(1);
    expect(edited[0]).toMatchObject({ state: "sent" });
    expect(edited[0]?.reminder_id).not.toBe(first);
  });

  it("that was found after its worker died held only what was on when it was made", async () => {
    const { look, post, store, states } = await stage();
    for (const id of ["b", "c"]) await pause(id, id === "b" ? START : START + DAY).execute();
    await database()
      .queries.updateTable("reminders")
      .set({ state: "active" })
      .where("id", "!=", "a")
      .execute();
    for (const row of await store.occurrences.due(START + HOUR, 9)) {
      await store.occurrences.plan([planDue(row, START + HOUR)], START + HOUR);
    }
    const options = { worker: "dead", leaseMs: 120_000, limit: 9, digestAfterMs: 5 * MINUTE, busy: [] };
    const [claim] = await store.deliveries.claim({ ...options, now: START + HOUR });
    for (const id of ["b", "c"]) await pause(id, id === "b" ? START : START + DAY).execute();
    post.sent.push({ target: "one", deliveryId: claim?.postId ?? "", body: {} });
    await look(START + 2 * HOUR);
    expect(await states()).toEqual({ a: ["sent"], b: ["skipped switched-off"], c: ["sent"] });
  });

  it("that nobody can look for goes again to those who want it then, and to no others", async () => {
    const staged = await stage({ b: { whenUnsure: "at-least-once" } });
    const { look, post, states } = staged;
    post.losesAnswers = true;
    post.isReadable = false;
    await look(START + HOUR);
    post.losesAnswers = false;
    await look(START + 2 * HOUR);
    expect(await states()).toEqual({ a: ["skipped unsure"], b: ["sent"], c: ["skipped unsure"] });
    expect(toldOf(staged)).toEqual([["a", "b", "c"], ["b"]]);
  });

  it("is published whole or not at all: those that are go apart from those that are not", async () => {
    const staged = await stage();
    const published = database().queries.updateTable("reminders").set({ content: '{"publish":true}' });
    await published.where("id", "=", "b").execute();
    await staged.look(START + HOUR);
    await staged.look(START + HOUR);
    expect(new Set(toldOf(staged).map(String))).toEqual(new Set(["a,c", "b"]));
  });
});

describeEachDatabase("quiet hours that began while it was tried", (database) => {
  const quiet = { zone: "UTC", from: "12:30", to: "20:00" };
  const down = { name: "too-fast", isCertain: true } as const;

  it("are waited for, and it comes at their end", async () => {
    await addReminder(database(), "a", { quiet });
    const { look, post, states } = stageOf(database());
    post.refusals.set("channel-a", down);
    await look(START);
    post.refusals.clear();
    await look(START + 40 * MINUTE);
    expect([await states("a"), post.sent.length]).toEqual([["failed quiet-hours"], 0]);
    await look(START + 8 * HOUR - 1);
    expect(post.sent).toHaveLength(0);
    await look(START + 8 * HOUR);
    expect(await states("a")).toEqual(["sent"]);
    // It never was on its way: nobody has to look for it.
    expect(post.looks).toBe(0);
  });

  it("lose nothing that would come too late then", async () => {
    const rule = { kind: "dated", thing: "t", edge: "end", leadMs: 2 * HOUR } as const;
    await addReminder(database(), "a", { quiet, rule, usefulUntil: START + 2 * HOUR });
    const { look, post, states } = stageOf(database());
    post.refusals.set("channel-a", { name: "missing-permission", isCertain: true });
    await look(START);
    post.refusals.clear();
    await look(START + 40 * MINUTE);
    expect(await states("a")).toEqual(["sent"]);
  });

  it("are kept to also where they were chosen after it was planned", async () => {
    await addReminder(database(), "a");
    const { look, post, store, states } = stageOf(database());
    const row = await store.reminders.find("a");
    const repeats = [{ slot: START + HOUR, usefulUntil: START + DAY }];
    const plan = row && planDue(row, START);
    if (plan?.occurrence === undefined) throw new Error("nothing was planned");
    await store.occurrences.plan([{ ...plan, occurrence: { ...plan.occurrence, repeats } }], START);
    await look(START);
    await database()
      .queries.updateTable("reminders")
      .set({ quiet: JSON.stringify(quiet) })
      .execute();
    await look(START + HOUR);
    expect(await states("a")).toEqual(["failed quiet-hours", "sent"]);
    await look(START + 8 * HOUR);
    expect(post.sent).toHaveLength(2);
  });

  it("keep nobody from what they put off into them", async () => {
    await addReminder(database(), "a", { quiet });
    const { look, post } = stageOf(database());
    await look(START);
    const snoozed = { reminderId: "a", at: START + HOUR, usefulUntil: START + DAY };
    await repeatsAndSnoozes(database().queries).snooze(snoozed, START);
    await look(START + HOUR);
    expect(post.sent).toHaveLength(2);
  });
});
