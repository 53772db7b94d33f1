import { expect, it } from "vitest";

import type { ReminderStore } from "../../../../src/features/posts/engine/ports.ts";
import { add, addDue, claim, DUE, plan } from "./rows.ts";

/** Reminders and their places. */
export function keepsReminders(store: () => ReminderStore): void {
  it("gives back what was added, with its places", async () => {
    await add(store(), "a", { places: ["x", "y"], guildId: "g" });
    expect(await store().reminders.find("a")).toMatchObject({ id: "a", guild_id: "g", next_slot: DUE });
    const places = await store().reminders.destinations("a");
    expect(places.map(({ target, state, reason }) => [target, state, reason])).toEqual([
      ["x", "open", null],
      ["y", "open", null],
    ]);
    expect(await store().reminders.find("b")).toBeUndefined();
    expect(await store().reminders.destinations("b")).toEqual([]);
  });

  it("adds a reminder with all of its places or not at all", async () => {
    await expect(add(store(), "a", { places: ["x", "x"] })).rejects.toThrow(/unique/i);
    expect(await store().reminders.find("a")).toBeUndefined();
    expect(await store().occurrences.nextAt()).toBeUndefined();
  });

  it("lists one member's and one server's, oldest first", async () => {
    await add(store(), "late", { ownerId: "m", guildId: "g", madeAt: 3 });
    await add(store(), "early", { ownerId: "m", guildId: "h", madeAt: 1 });
    await add(store(), "other", { ownerId: "n", guildId: "g", madeAt: 2 });
    const ids = async (of: Parameters<ReminderStore["reminders"]["list"]>[0]) =>
      (await store().reminders.list(of)).map(({ id }) => id);
    expect(await ids({ ownerId: "m" })).toEqual(["early", "late"]);
    expect(await ids({ guildId: "g" })).toEqual(["other", "late"]);
    expect(await ids({ guildId: "none" })).toEqual([]);
  });

  it("changes only the revision that was read", async () => {
    await add(store(), "a");
    const change = (revision: number, content: string) =>
      store().reminders.change("a", revision, { content, changed_at: DUE });
    const both = await Promise.all([change(1, "first"), change(1, "second")]);
    expect(both.filter(Boolean)).toHaveLength(1);
    const row = await store().reminders.find("a");
    expect([row?.revision, row?.content]).toEqual([2, both[0] ? "first" : "second"]);
    expect(await change(2, "third")).toBe(true);
    expect(await store().reminders.change("gone", 1, { content: "" })).toBe(false);
  });

  it("changes one place and leaves its neighbours alone", async () => {
    await add(store(), "a", { places: ["x", "y"] });
    await add(store(), "b", { places: ["x"] });
    await store().reminders.setDestination("a/x", { state: "paused", since: 7, reason: "dm-closed" });
    expect(await store().reminders.destinations("a")).toMatchObject([
      { target: "x", state: "paused", since: 7, reason: "dm-closed" },
      { target: "y", state: "open", reason: null },
    ]);
    expect(await store().reminders.destinations("b")).toMatchObject([{ state: "open", reason: null }]);
    await store().reminders.setDestination("a/x", { state: "open", since: 8 });
    expect((await store().reminders.destinations("a"))[0]).toMatchObject({ state: "open", reason: null });
  });

  it("posts on to a place that is gone since lately, keeps it for a paused one, and has nothing for a disabled one", async () => {
    await add(store(), "a", { places: ["disabled", "gone", "paused"] });
    await store().reminders.setDestination("a/gone", { state: "open", since: 1, reason: "channel-gone" });
    await store().reminders.setDestination("a/paused", { state: "paused", since: 1 });
    await store().reminders.setDestination("a/disabled", { state: "disabled", since: 1 });
    await plan(store(), "a");
    const history = await store().deliveries.history("a", 9);
    expect(history.map(({ target, state }) => [target, state])).toEqual([
      ["gone", "due"],
      ["paused", "skipped"],
    ]);
    expect(await store().reminders.destinations("a")).toMatchObject([
      {},
      { since: 1, reason: "channel-gone" },
      {},
    ]);
  });

  it("removes a reminder with everything written down about it", async () => {
    await addDue(store(), "a");
    await addDue(store(), "b");
    expect(await store().reminders.remove("a")).toBe(true);
    expect(await store().reminders.remove("a")).toBe(false);
    expect(await store().reminders.destinations("a")).toEqual([]);
    expect(await store().deliveries.history("a", 9)).toEqual([]);
    expect(await claim(store(), DUE)).toMatchObject([{ rows: [{ reminder_id: "b" }] }]);
  });
}
