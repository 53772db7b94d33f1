import { type RefusalName, refusalName } from "../../../../src/discord/rest/refusal.ts";
import { expect, it } from "vitest";

import type { PostUpdateContent, PostUpdatePort } from "../../../../src/features/posts/engine/ports.ts";
import { describeEachDatabase } from "../../../support/databases.ts";
import { START } from "./engine-harness.ts";
import { stageUpdater } from "./update-posts-harness.ts";
import { DAY, HOUR, MINUTE } from "../../../support/time.ts";

const unreadable = () => {
  throw new SyntaxError("unreadable");
};

const unanswered = async () => ({ kind: "refused", name: "unavailable", isCertain: true }) as const;

describeEachDatabase("what is left to do about posts that are there", (database) => {
  const stage = (
    content: Partial<PostUpdateContent>,
    post?: Partial<PostUpdatePort>,
    more?: readonly string[],
  ) => stageUpdater(database(), content, post, more);

  it("is done too where the reminder was changed since", async () => {
    const { lookAt } = await stage({});
    await database()
      .queries.updateTable("reminders")
      .set({ changed_at: START + 1 })
      .execute();
    expect(await lookAt(START + MINUTE)).toContain("edit a");
  });

  it.each([
    [MINUTE, 0],
    [MINUTE + 1, MINUTE + 1],
  ])("is told how late a post was, from more than a minute on: %i ms", async (ageMs, lateMs) => {
    const late: number[] = [];
    const { lookAt } = await stage({
      close: async ({ items }) => (late.push(...items.map((item) => item.lateMs)), { kind: "nothing" }),
    });
    await database()
      .queries.updateTable("deliveries")
      .set({ settled_at: START + ageMs })
      .execute();
    await lookAt(START + HOUR);
    expect(late).toEqual([lateMs, lateMs]);
  });

  it("leaves a post about several alone where one of them was changed since", async () => {
    const { lookAt, nextAt } = await stage({ publishes: () => false });
    const { queries } = database();
    await queries.updateTable("deliveries").set({ batch: "both" }).execute();
    await queries
      .updateTable("reminders")
      .set({ changed_at: START + 1 })
      .where("id", "=", "a")
      .execute();
    expect([await lookAt(START + MINUTE), await nextAt()]).toEqual([[], undefined]);
  });

  it("is told of a post about several in the order they stand there", async () => {
    const told: string[] = [];
    const { lookAt } = await stage({
      close: async ({ items }) => (
        told.push(...items.map(({ reminder }) => reminder.id)),
        { kind: "nothing" }
      ),
    });
    const { queries } = database();
    await queries.updateTable("deliveries").set({ batch: "both", edit_at: null }).execute();
    const first = { edit_at: START + 1, next_try: START - 1 };
    await queries.updateTable("deliveries").set(first).where("target", "=", "b").execute();
    await lookAt(START + MINUTE);
    expect(told).toEqual(["b", "a"]);
  });

  it("publishes nothing of a member's own conversation", async () => {
    const { lookAt } = await stage({});
    await database()
      .queries.updateTable("deliveries")
      .set({ kind: "dm" })
      .where("target", "=", "a")
      .execute();
    expect(await lookAt(START + MINUTE)).toEqual(["edit a", "edit b", "publish b"]);
  });

  it("is done once", async () => {
    const { lookAt, nextAt } = await stage({});
    expect(await lookAt(START + MINUTE)).toEqual(["edit a", "edit b", "publish a", "publish b"]);
    expect(await lookAt(START + HOUR)).toEqual([]);
    expect(await nextAt()).toBeUndefined();
  });

  it("is done for the others where one can't be read, which is tried again, later and later, and given up", async () => {
    const { lookAt, nextAt, warned } = await stage({
      close: async ({ items: [{ reminder }] }) =>
        reminder.id === "a" ? unreadable() : { kind: "edit", body: {} },
      publishes: ({ id }) => (id === "a" ? unreadable() : true),
    });
    expect(await lookAt(START + MINUTE)).toEqual(["edit b", "publish b"]);
    expect(new Set(warned)).toEqual(new Set(["a post could not be looked after; it is tried again"]));
    expect(await nextAt()).toBe(START + MINUTE + 10_000);
    let looks = 1;
    for (let at = await nextAt(); at !== undefined; at = await nextAt()) {
      expect(await lookAt(at)).toEqual([]);
      expect((looks += 1)).toBeLessThanOrEqual(60);
    }
    expect(looks).toBeGreaterThan(20);
  });

  it("is done once at each look, also where it is to be done again at once", async () => {
    const { lookAt } = await stage({
      publishes: () => false,
      close: async () => ({ kind: "edit", body: {}, again: START }),
    });
    expect(await lookAt(START + MINUTE)).toEqual(["edit a", "edit b"]);
  });

  it("is said to come later where it can't be woken at the end of an outage", async () => {
    const { rows, routes, warned } = await stage({});
    rows.retryNow = () => Promise.reject(new Error("disk I/O error"));
    for (const tell of routes.onWorking) tell();
    await expect.poll(() => warned).toContain("posts could not be looked after sooner; they are later");
  });

  it("is tried again as soon as the first time where it went well before", async () => {
    let isDown = false;
    const again = START + HOUR;
    const { lookAt, nextAt } = await stage({
      publishes: () => false,
      close: async () => (isDown ? unreadable() : { kind: "edit", body: {}, again }),
    });
    expect(await lookAt(START + MINUTE)).toEqual(["edit a", "edit b"]);
    expect(await nextAt()).toBe(again);
    isDown = true;
    expect(await lookAt(again)).toEqual([]);
    expect(await nextAt()).toBe(again + 10_000);
  });

  it("is given up where Discord answers none of thirty tries", async () => {
    const tried: string[] = [];
    const edit: PostUpdatePort["edit"] = async ({ channelId }) => (tried.push(channelId), unanswered());
    const { lookAt, nextAt } = await stage({ publishes: () => false }, { edit });
    for (let at = await nextAt(); at !== undefined; at = await nextAt()) {
      await lookAt(at);
      expect(tried.length).toBeLessThanOrEqual(60);
    }
    expect(tried.filter((place) => place === "a")).toHaveLength(30);
  });

  it("ends where Discord says no for good, and goes on where it may pass", async () => {
    let name: RefusalName = "unavailable";
    const refuse = async () =>
      ({ kind: "refused", name, isCertain: name !== "unavailable", retryAfterMs: HOUR }) as const;
    const { lookAt, nextAt } = await stage({}, { edit: refuse, publish: refuse });
    expect(await lookAt(START + MINUTE)).toEqual([]);
    expect(await nextAt()).toBeGreaterThan(START + HOUR);
    name = "missing-permission";
    await lookAt(START + 3 * HOUR);
    expect(await nextAt()).toBeUndefined();
  });

  it("is tried again at once when the clock was set back, but what waits for an end waits for it", async () => {
    let isDown = true;
    const { lookAt, nextAt } = await stage({
      publishes: ({ id }) => (isDown ? unreadable() : id === "a"),
      close: async ({ items: [{ reminder }] }) =>
        reminder.id === "a"
          ? { kind: "later", at: START + HOUR }
          : isDown
            ? unreadable()
            : { kind: "edit", body: {} },
    });
    expect(await lookAt(START + MINUTE)).toEqual([]);
    isDown = false;
    expect(await lookAt(START - DAY)).toEqual(["edit b", "publish a"]);
    expect(await nextAt()).toBe(START + HOUR);
  });

  it.each([
    [403, 0],
    [429, 30_046],
    [429, 20_028],
  ])("goes on after a refusal of status %s and code %s, which may pass", async (status, code) => {
    const name = refusalName(code, status);
    const refuse = async () => ({ kind: "refused", name, isCertain: true }) as const;
    const { lookAt, nextAt } = await stage({}, { edit: refuse, publish: refuse });
    await lookAt(START + MINUTE);
    expect(await nextAt()).toBeGreaterThan(START + MINUTE);
  });

  it("begins what comes due while one channel takes long", async () => {
    const slow = Promise.withResolvers<void>();
    const publish: PostUpdatePort["publish"] = async (at) => {
      if (at.channelId === "a") await slow.promise;
      return { kind: "sent", ...at };
    };
    const { after, clock, done } = await stage({}, { publish });
    clock.at = START;
    after.start();
    clock.at = START + MINUTE;
    after.wake();
    await expect.poll(() => done, { interval: 5 }).toEqual(["edit b"]);
    slow.resolve();
    await expect.poll(() => done, { interval: 5 }).toEqual(["edit b", "edit a"]);
    await after.stop();
  });

  it("is done once though it ends while what is due is read", async () => {
    const [slow, read, released] = [0, 1, 2].map(() => Promise.withResolvers<void>());
    const edited: string[] = [];
    const edit: PostUpdatePort["edit"] = async (at) => {
      await slow?.promise;
      edited.push(at.channelId);
      return { kind: "sent", ...at };
    };
    const { after, clock, rows, nextAt } = await stage({}, { edit });
    await database().queries.updateTable("deliveries").set({ publish_at: null }).execute();
    const { toEdit } = rows;
    let reads = 0;
    rows.toEdit = async (...given) => {
      const due = await toEdit(...given);
      reads += 1;
      if (reads !== 2) return due;
      read?.resolve();
      await released?.promise;
      return due;
    };
    clock.at = START + MINUTE;
    after.start();
    after.wake();
    await read?.promise;
    slow?.resolve();
    await expect.poll(nextAt).toBeUndefined();
    released?.resolve();
    await after.stop();
    expect(edited.sort()).toEqual(["a", "b"]);
  });

  it("is begun for others while many channels take long", async () => {
    const slow = Promise.withResolvers<void>();
    let begun = 0;
    const edited: string[] = [];
    const edit: PostUpdatePort["edit"] = async (at) => {
      begun += 1;
      if (at.channelId.startsWith("slow")) await slow.promise;
      edited.push(at.channelId);
      return { kind: "sent", ...at };
    };
    const many = Array.from({ length: 20 }, (_, index) => `slow ${index}`);
    const { after, clock } = await stage({ publishes: () => false }, { edit }, many);
    await database()
      .queries.updateTable("deliveries")
      .set({ edit_at: START + 2 })
      .where("target", "in", ["a", "b"])
      .execute();
    clock.at = START + MINUTE;
    after.start();
    await expect.poll(() => edited.toSorted(), { interval: 5 }).toEqual(["a", "b"]);
    await expect.poll(() => begun).toBe(22);
    slow.resolve();
    await after.stop();
    expect(edited).toHaveLength(22);
  });

  it("is done for the others while one channel takes long", async () => {
    const slow = Promise.withResolvers<void>();
    const published: string[] = [];
    const publish: PostUpdatePort["publish"] = async (at) => {
      if (at.channelId === "a") await slow.promise;
      published.push(at.channelId);
      return { kind: "sent", ...at };
    };
    const { lookAt } = await stage({}, { publish });
    const looking = lookAt(START + MINUTE);
    await expect.poll(() => published, { interval: 5 }).toEqual(["b"]);
    slow.resolve();
    expect(await looking).toEqual(["edit a", "edit b"]);
    expect(published).toEqual(["b", "a"]);
  });
});
