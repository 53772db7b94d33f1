import { expect, it } from "vitest";

import { conversationRows } from "../../../../src/features/posts/store/member-rows.ts";
import { describeOnSqlite } from "../../../support/databases.ts";
import { addReminder as addPost } from "../../../support/reminder-rows.ts";
import { HOUR, MINUTE } from "../../../support/time.ts";
import { addReminder, START, stageOf } from "./engine-harness.ts";

const SECOND = 1_000;
const OUT = { name: "unavailable", isCertain: false } as const;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describeOnSqlite("an outage of Discord", (database) => {
  const stage = () => {
    const made = stageOf(database());
    const { post, look } = made;
    const tries = { count: 0 };
    const send = post.send.bind(post);
    post.send = async (given) => {
      tries.count += 1;
      const answer = await send(given);
      return answer.kind === "sent" && given.target.startsWith("new") ? { ...answer, route: "open" } : answer;
    };
    /** Looks every other second, as an engine does that is woken when something is due. */
    const lookFrom = async (from: number, to: number) => {
      for (let at = from; at <= to; at += 2 * SECOND) await look(at);
    };
    const sentTo = () => post.sent.map(({ target }) => target).sort();
    return { ...made, tries, lookFrom, sentTo };
  };

  it("is over for every post within the minute after it", async () => {
    const { post, tries, lookFrom, sentTo } = stage();
    const targets = numbers(60).map((index) => `t${index}`);
    for (const target of targets) {
      await addReminder(database(), target, { targets: [target] });
      post.refusals.set(target, OUT);
    }
    await lookFrom(START, START + 6 * MINUTE);
    expect(post.sent).toEqual([]);
    // The first look sends what may be on its way at once; then one at a time tries.
    expect(tries.count).toBeLessThan(40 + 90);
    post.refusals.clear();
    await lookFrom(START + 6 * MINUTE, START + 6 * MINUTE + 20 * SECOND);
    expect(sentTo()).toEqual(targets.toSorted());
  });

  it("is over for every post with the first that was not tried yet", async () => {
    const { post, clock, look, lookFrom, sentTo } = stage();
    const targets = ["a", "b", "c", "d"];
    for (const target of targets) {
      await addReminder(database(), target, { targets: [target] });
      post.refusals.set(target, OUT);
    }
    await lookFrom(START, START + 6 * MINUTE);
    post.refusals.clear();
    const at = START + 6 * MINUTE + SECOND;
    await addReminder(database(), "fresh", { slot: at, targets: ["fresh"] });
    for (let more = 0; sentTo().length === 0; more += SECOND) await look(at + more);
    expect(sentTo()).toEqual(["fresh"]);
    await look(clock.at + 1);
    expect(sentTo()).toEqual([...targets, "fresh"]);
  });

  it("in which the token is refused is over for every post soon after it", async () => {
    const { post, lookFrom, sentTo } = stage();
    const targets = numbers(6).map((index) => `t${index}`);
    for (const target of targets) {
      await addReminder(database(), target, { targets: [target] });
      post.refusals.set(target, { name: "token-refused", isCertain: true });
    }
    await lookFrom(START, START + 6 * MINUTE);
    post.refusals.clear();
    await lookFrom(START + 6 * MINUTE, START + 6 * MINUTE + 8 * SECOND);
    expect(sentTo()).toEqual(targets);
  });

  it("of new conversations is tried with one at a time", async () => {
    const { store, post, tries, look } = stage();
    for (const index of numbers(8)) {
      const target = `new${index}`;
      await addPost(store, { id: target, ownerId: target, kind: "dm", target, slot: START });
      post.refusals.set(target, { ...OUT, isCertain: true, route: "open" });
    }
    await look(START);
    tries.count = 0;
    for (let seconds = 1; seconds <= 60; seconds += 1) {
      const before = tries.count;
      await look(START + seconds * 20 * SECOND);
      expect(tries.count - before).toBeLessThanOrEqual(1);
    }
    expect(tries.count).toBeGreaterThan(10);
  });

  it("of new conversations lets the next one try at once where nobody had to in between", async () => {
    const { store, post, look, sentTo } = stage();
    const add = (target: string, slot: number) =>
      addPost(store, { id: target, ownerId: target, kind: "dm", target, slot });
    const failing = ["new1", "new2", "new3"];
    for (const target of failing) {
      await add(target, START);
      post.refusals.set(target, { ...OUT, isCertain: true, route: "open" });
    }
    await look(START);
    for (const id of failing) await store.reminders.remove(id);
    const at = START + HOUR;
    await add("old", at);
    await conversationRows(database().queries).set("old", "c");
    await look(at);
    await add("new4", at + 500);
    await look(at + 500);
    expect(sentTo()).toEqual(["new4", "old"]);
  });

  it("is over for a single post within the minute after it", async () => {
    const { post, lookFrom, sentTo } = stage();
    await addReminder(database(), "a", { targets: ["a"] });
    post.refusals.set("a", OUT);
    await lookFrom(START, START + 6 * MINUTE);
    post.refusals.clear();
    await lookFrom(START + 6 * MINUTE, START + 6 * MINUTE + 20 * SECOND);
    expect(sentTo()).toEqual(["a"]);
  });

  it("that meets some places alone is over for all of them with the first that takes a post", async () => {
    const { post, look, lookFrom, sentTo } = stage();
    const failing = numbers(9).map((index) => `f${index}`);
    for (const target of failing) {
      await addReminder(database(), target, { targets: [target] });
      post.refusals.set(target, OUT);
    }
    // Others work all the while: nothing is wrong with Discord as a whole.
    for (const index of numbers(120)) {
      const slot = START + index * 3 * SECOND;
      await addReminder(database(), `w${index}`, { slot, targets: [`w${index}`] });
    }
    await lookFrom(START, START + 6 * MINUTE + 10 * SECOND);
    expect(sentTo().filter((target) => target.startsWith("w"))).toHaveLength(120);
    post.refusals.clear();
    let at = START + 6 * MINUTE + 10 * SECOND;
    while (!sentTo().some((target) => target.startsWith("f"))) await look((at += 10 * SECOND));
    await look(at + 1);
    expect(sentTo().filter((target) => target.startsWith("f"))).toEqual(failing);
  });

  it("that is over lengthens no wait for what fails by itself after it", async () => {
    const { post, look, lookFrom, sentTo } = stage();
    for (const target of ["a", "b", "c", "d"]) {
      await addReminder(database(), target, { targets: [target] });
      post.refusals.set(target, OUT);
    }
    await lookFrom(START, START + 6 * MINUTE);
    for (const target of ["b", "c", "d"]) post.refusals.delete(target);
    await lookFrom(START + 6 * MINUTE, START + 6 * MINUTE + 20 * SECOND);
    post.refusals.clear();
    await look(START + 6 * MINUTE + 50 * SECOND);
    expect(sentTo()).toEqual(["a", "b", "c", "d"]);
  });

  it("delays nobody where it is one place's own", async () => {
    const { post, look, states } = stage();
    await addReminder(database(), "bad", { targets: ["bad"] });
    post.refusals.set("bad", OUT);
    for (let at = START; at <= START + 10 * MINUTE; at += 5 * SECOND) await look(at);
    await addReminder(database(), "good", { slot: START + 11 * MINUTE, targets: ["good"] });
    await look(START + 11 * MINUTE);
    expect([await states("good"), await states("bad")]).toEqual([["sent"], ["failed unavailable"]]);
  });

  it("of a post that Discord asked to wait with shortens no wait", async () => {
    const { post, lookFrom, sentTo } = stage();
    for (const target of ["a", "b", "c", "d"]) {
      await addReminder(database(), target, { targets: [target] });
      post.refusals.set(target, { name: "too-fast", isCertain: true, retryAfterMs: HOUR });
    }
    await lookFrom(START, START + MINUTE);
    post.refusals.clear();
    await addReminder(database(), "e", { slot: START + MINUTE, targets: ["e"] });
    await lookFrom(START + MINUTE, START + 2 * MINUTE);
    expect(sentTo()).toEqual(["e"]);
  });

  it("of new conversations keeps no post from those that are known, and ends for all at once", async () => {
    const { store, post, look, lookFrom, sentTo } = stage();
    const rows = conversationRows(database().queries);
    const add = (person: string, slot: number) =>
      addPost(store, { id: `r${person}`, ownerId: person, kind: "dm", target: person, slot });
    for (const index of numbers(8)) {
      await add(`new${index}`, START);
      post.refusals.set(`new${index}`, { ...OUT, isCertain: true, route: "open" });
    }
    await look(START);
    for (const index of numbers(50)) {
      await add(`old${index}`, START + MINUTE);
      await rows.set(`old${index}`, "c");
    }
    await lookFrom(START + 1, START + MINUTE);
    await lookFrom(START + MINUTE, START + MINUTE + 2 * SECOND);
    expect(sentTo()).toHaveLength(50);
    await lookFrom(START + MINUTE, START + 6 * MINUTE);
    post.refusals.clear();
    await lookFrom(START + 6 * MINUTE, START + 6 * MINUTE + 20 * SECOND);
    expect(sentTo()).toHaveLength(58);
  });

  it("of the platform ends for all that waited for it with the first that is told", async () => {
    const { texts, look, lookFrom, sentTo } = stage();
    const targets = ["a", "b", "c"];
    for (const target of targets) await addReminder(database(), target, { targets: [target] });
    texts.compose = () => ({ kind: "suspend", reason: "platform", retryAfterMs: HOUR });
    await look(START);
    await addReminder(database(), "d", { slot: START + MINUTE, targets: ["d"] });
    texts.compose = () => ({ kind: "suspend", reason: "platform", retryAfterMs: MINUTE });
    await look(START + MINUTE);
    texts.compose = () => ({ kind: "post", body: {} });
    await lookFrom(START + 2 * MINUTE, START + 3 * MINUTE);
    expect(sentTo()).toEqual(["a", "b", "c", "d"]);
  });
});
