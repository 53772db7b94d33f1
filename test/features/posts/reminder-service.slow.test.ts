import { expect, it } from "vitest";

import {
  type MakeResult,
  type NewReminder,
  type ReminderChanges,
  type ReminderView,
  MAX_PERSONAL_REMINDERS,
} from "../../../src/features/posts/reminder-service.ts";
import { planDue } from "../../../src/features/posts/engine/plan-occurrences.ts";
import type { Dates, Rule } from "../../../src/schedule/next-slot.ts";
import type { DeliveryRow } from "../../../src/features/posts/store/claim-deliveries.ts";
import { conversationRows } from "../../../src/features/posts/store/member-rows.ts";
import { postUpdateRows } from "../../../src/features/posts/store/delivery-rows.ts";
import { ALWAYS, isOwnNote } from "../../../src/features/posts/store/reminder-rows.ts";
import { seenEntries } from "../../../src/features/posts/store/platform-rows.ts";
import { describeEachDatabase } from "../../support/databases.ts";
import {
  announcement,
  contentOf,
  GUILD,
  MEMBER,
  NOW,
  personal,
  stageBook,
} from "./reminder-service-harness.ts";
import { claimOne } from "./store/rows.ts";
import { spreadOver } from "../../../src/schedule/spread.ts";
import { DAY, HOUR, MINUTE } from "../../support/time.ts";

const OTHER = "720000000000000002";
const OTHER_GUILD = "710000000000000002";
const OWN = { kind: "dm", target: MEMBER } as const;

function reminderIn(made: MakeResult): ReminderView {
  if (!("reminder" in made)) throw new Error(`nothing was made: ${made.kind}`);
  return made.reminder;
}

const once = (time: string) => ({ kind: "once", zone: "UTC", date: "2026-11-20", time }) as const;

const CHANNEL = "730000000000000001";
const announcedTo = (target: string) => ({ destinations: [{ kind: "channel", target }] }) as const;

const occurrenceAt = (slot: number) => ({ slot, usefulUntil: slot + DAY, sendAt: slot, joins: false });

const note = (n: number) =>
  personal({ content: contentOf({ subject: { kind: "note", text: `note ${n}` } }) });

describeEachDatabase("making a reminder", (database) => {
  it("stores it with its next time, and wakes the engine", async () => {
    const { book: reminders, woken } = stageBook(database().queries);
    const made = await reminders.make(personal());
    expect(made).toMatchObject({ kind: "made", reminder: { state: "active", nextAt: NOW + 5 * HOUR } });
    expect(woken.times).toBe(1);
    expect(await reminders.ofMember(MEMBER)).toEqual([reminderIn(made)]);
    expect(await reminders.find(reminderIn(made).id)).toEqual(reminderIn(made));
  });

  it("gives the one that is there when it is asked for twice, even at once", async () => {
    const { book: reminders } = stageBook(database().queries);
    const made = await Promise.all([1, 2, 3].map(() => reminders.make(personal())));
    expect(made.map(({ kind }) => kind).sort()).toEqual(["made", "same", "same"]);
    expect(await reminders.ofMember(MEMBER)).toHaveLength(1);
  });

  it("finds an equal one among a server's, or among a member's own", async () => {
    const { book: reminders } = stageBook(database().queries);
    const kindOf = async (wanted: NewReminder) => (await reminders.make(wanted)).kind;
    expect(await kindOf(announcement())).toBe("made");
    expect(await kindOf(announcement({ ownerId: OTHER }))).toBe("same");
    const two = [...announcement().destinations, { kind: "channel", target: "8" }] as const;
    expect(await kindOf(announcement({ destinations: two }))).toBe("made");
    expect(await kindOf(announcement({ destinations: [two[1], two[0]] }))).toBe("same");
    const here = { guildId: GUILD, ...announcedTo(CHANNEL) };
    expect(await kindOf(personal(here))).toBe("made");
    expect(await kindOf(personal({ ...here, ownerId: OTHER }))).toBe("made");
  });

  it("keeps to the cap when many are asked for at once; what has ended does not count", async () => {
    const { book: reminders } = stageBook(database().queries);
    const made = await Promise.all(Array.from({ length: 40 }, (_, n) => reminders.make(note(n))));
    expect(made.filter(({ kind }) => kind === "made")).toHaveLength(MAX_PERSONAL_REMINDERS);
    expect(made.at(-1)).toEqual({ kind: "full", most: MAX_PERSONAL_REMINDERS });
    const ended = database().queries.updateTable("reminders").set({ state: "ended" }).where("id", "=", "id1");
    await ended.execute();
    expect((await reminders.make(note(99))).kind).toBe("made");
    expect((await reminders.make(announcement())).kind).toBe("made");
  });

  it("refuses what has passed, and makes what may come again", async () => {
    const { book: reminders, dates } = stageBook(database().queries);
    expect(await reminders.make(personal({ rule: once("11:59") }))).toEqual({ kind: "past" });
    const rule = { kind: "dated", thing: "milestone:7", edge: "end", leadMs: HOUR } as const;
    dates.set("milestone:7", { startAt: NOW - 7 * DAY + HOUR / 2, endAt: NOW + HOUR / 2 });
    const made = await reminders.make(personal({ rule }));
    expect(made.kind).toBe("made");
    expect(reminderIn(made).nextAt).toBeUndefined();
    const ritual = { ...rule, thing: "ritual:3:abc" };
    dates.set("ritual:3:abc", { startAt: NOW - 7 * DAY + HOUR / 2, endAt: NOW + HOUR / 2 });
    expect(await reminders.make(personal({ rule: ritual }))).toEqual({ kind: "past" });
    const makeEvent = async (hash: number, from: Dates) => {
      const thing = `milestone:${hash}`;
      dates.set(thing, from);
      return (await reminders.make(personal({ rule: { ...rule, thing } }))).kind;
    };
    expect(await makeEvent(8, { startAt: NOW - 3 * DAY, endAt: NOW + HOUR / 2 })).toBe("past");
    expect(await makeEvent(8, { endAt: NOW + HOUR / 2 })).toBe("made");
    expect(await makeEvent(9, { startAt: NOW - 3 * DAY })).toBe("made");
  });

  it("spreads what many set into what is left until it, and no further", async () => {
    const { book: reminders, dates } = stageBook(database().queries);
    const thing = "ritual:3:abc";
    dates.set(thing, { startAt: NOW - DAY, endAt: NOW + HOUR + 4 * MINUTE });
    const rule = { kind: "dated", thing, edge: "end", leadMs: HOUR } as const;
    const times: number[] = [];
    for (let index = 0; index < 100; index += 1) {
      const ownerId = String(720_000_000_000_000_100n + BigInt(index));
      const wanted = personal({
        ownerId,
        destinations: [{ kind: "dm", target: ownerId }],
        rule: spreadOver(rule, ownerId),
      });
      times.push(reminderIn(await reminders.make(wanted)).nextAt ?? 0);
    }
    expect(Math.min(...times)).toBeGreaterThan(NOW);
    expect(Math.max(...times)).toBeLessThanOrEqual(NOW + 4 * MINUTE);
    expect(new Set(times).size).toBeGreaterThan(50);
  });

  it("finds the one that is there whenever it is asked for again, and however it was spread", async () => {
    const { book: reminders, clock, dates } = stageBook(database().queries);
    const thing = "milestone:7";
    dates.set(thing, { startAt: NOW - DAY, endAt: NOW + DAY });
    const rule = { kind: "dated", thing, edge: "end", leadMs: HOUR } as const;
    const wanted = personal({ rule: spreadOver(rule, MEMBER) });
    const { id } = reminderIn(await reminders.make(wanted));
    clock.at = NOW + 23 * HOUR - 5 * MINUTE;
    expect(await reminders.make(wanted)).toMatchObject({ kind: "same", reminder: { id } });
  });

  it.each([
    ["a day's end for the next one's start", { kind: "reset", every: "day" }, "reset:day", "same"],
    ["an event's end for another than its start", { kind: "milestone", hash: 7 }, "milestone:7", "made"],
  ] as const)("takes %s", async (_, subject, thing, kind) => {
    const { book: reminders, dates } = stageBook(database().queries);
    dates.set(thing, { startAt: NOW + HOUR, endAt: NOW + 9 * DAY });
    const makeAt = (edge: "start" | "end") =>
      reminders.make(
        personal({ rule: { kind: "dated", thing, edge, leadMs: 0 }, content: contentOf({ subject }) }),
      );
    expect((await makeAt("start")).kind).toBe("made");
    expect((await makeAt("end")).kind).toBe(kind);
  });

  it.each([
    ["an unknown zone", { rule: { kind: "weekly", zone: "Mars/Base", time: "18:00", days: [] } }],
    ["a key of nothing", { rule: { kind: "dated", thing: "moon:1", edge: "end", leadMs: 0 } }],
    ["another watch than what it is about", { rule: { kind: "watch", what: "entries" } }],
    ["somebody else's messages", { destinations: [{ kind: "dm", target: OTHER }] }],
    ["somebody else's messages beside one's own", { destinations: [OWN, { kind: "dm", target: OTHER }] }],
    ["messages in an announcement", announcement({ destinations: [...announcement().destinations, OWN] })],
    [
      "one's own progress in a channel, too",
      {
        destinations: [OWN, ...announcement().destinations],
        content: contentOf({ subject: { kind: "own", matter: "caps" } }),
      },
    ],
    [
      "one's own progress in a channel",
      {
        destinations: [{ kind: "channel", target: "730000000000000001" }],
        content: contentOf({ subject: { kind: "own", matter: "caps" } }),
      },
    ],
    ["a role in one's own", { content: contentOf({ roleId: "740000000000000001" }) }],
    ["a title that is too long to be read again", { content: contentOf({ title: "x".repeat(201) }) }],
  ] as const)("refuses %s", async (_, given) => {
    const { book: reminders } = stageBook(database().queries);
    await expect(reminders.make(personal(given as never))).rejects.toMatchObject({ code: "bad-input" });
    expect(await reminders.ofMember(MEMBER)).toEqual([]);
  });

  it("lets a watch nobody waited on begin anew", async () => {
    const { book: reminders } = stageBook(database().queries);
    const seen = seenEntries(database().queries);
    await seen.add("entries", ["0:a"], 0);
    const watching = {
      rule: { kind: "watch", what: "entries" },
      content: contentOf({ subject: { kind: "new-entries" } }),
    } as const;
    await reminders.make(personal(watching));
    expect(await seen.lastLook("entries")).toBeUndefined();
    await seen.add("entries", ["0:a"], 0);
    await reminders.make(
      personal({ ...watching, ownerId: OTHER, destinations: [{ kind: "dm", target: OTHER }] }),
    );
    expect(await seen.lastLook("entries")).toBeDefined();
  });

  it("waits for nothing any more that it was changed away from", async () => {
    const { book: reminders, store } = stageBook(database().queries);
    const weekly = { kind: "weekly", zone: "UTC", time: "13:00", days: [] } as const;
    for (const rule of [
      { kind: "watch", what: "entries" },
      { kind: "dated", thing: "milestone:7", edge: "end", leadMs: 0 },
    ] as const) {
      const content = contentOf(rule.kind === "watch" ? { subject: { kind: "new-entries" } } : {});
      const { id, revision } = reminderIn(await reminders.make(personal({ rule, content })));
      await reminders.change({ id, revision, by: MEMBER }, { rule: weekly, content: contentOf() });
    }
    expect(await store.reminders.awaited()).toEqual({ keys: [], watches: [] });
  });

  it("would rather come twice than not at all where it is one's own, and not as an announcement", async () => {
    const { book: reminders, store } = stageBook(database().queries);
    const rowOf = async (wanted: NewReminder) =>
      store.reminders.find(reminderIn(await reminders.make(wanted)).id);
    const [own, announced] = [await rowOf(personal()), await rowOf(announcement())];
    expect([own?.when_unsure, announced?.when_unsure]).toEqual(["at-least-once", "at-most-once"]);
    expect([own, announced].map((row) => row && isOwnNote(row))).toEqual([true, false]);
  });

  it("lets a watch that was paused begin anew", async () => {
    const { book: reminders } = stageBook(database().queries);
    const seen = seenEntries(database().queries);
    const rule = { kind: "watch", what: "entries" } as const;
    const content = contentOf({ subject: { kind: "new-entries" } });
    const { id, revision } = reminderIn(await reminders.make(personal({ rule, content })));
    await seen.add("entries", ["0:a"], 0);
    const turn = async (more: number, state: "paused" | "active") => {
      await reminders.change({ id, revision: revision + more, by: MEMBER }, { state });
      return (await seen.lastLook("entries")) !== undefined;
    };
    expect(await turn(0, "paused")).toBe(true);
    expect(await turn(1, "active")).toBe(false);
  });
});

describeEachDatabase("looking after a reminder", (database) => {
  it("changes it when nobody else did, and plans it anew", async () => {
    const { book: reminders, store } = stageBook(database().queries);
    const { id, revision } = reminderIn(await reminders.make(announcement()));
    const rule = { kind: "weekly", zone: "UTC", time: "13:00", days: [] } as const;
    const of = { id, revision, by: OTHER };
    expect(await reminders.change(of, { rule })).toBe("done");
    expect(await reminders.change(of, { rule })).toBe("changed-meanwhile");
    expect(await reminders.ofGuild(GUILD)).toMatchObject([
      { rule, nextAt: NOW + HOUR, editorId: OTHER, ownerId: MEMBER },
    ]);
    const row = await store.reminders.find(id);
    expect(row && planDue(row, NOW + 2 * HOUR).occurrence?.slot).toBe(NOW + HOUR);
    expect(await reminders.change({ ...of, id: "none" }, { rule })).toBe("gone");
  });

  it("refuses a change that would show a member's own matter to others, and keeps the rest of it", async () => {
    const { book: reminders, store } = stageBook(database().queries);
    const { id, revision } = reminderIn(await reminders.make(personal(announcedTo(CHANNEL))));
    const of = { id, revision, by: MEMBER };
    const own = contentOf({ subject: { kind: "own", matter: "caps" } });
    await expect(reminders.change(of, { content: own })).rejects.toMatchObject({ code: "bad-input" });
    const quiet = { zone: "UTC", from: "22:00", to: "07:00" };
    await reminders.change(of, { whenUnsure: "at-most-once", quiet });
    await reminders.change({ ...of, revision: revision + 1 }, { content: contentOf({ title: "Now" }) });
    expect(await store.reminders.find(id)).toMatchObject({ when_unsure: "at-most-once" });
    expect(await reminders.find(id)).toMatchObject({ quiet, content: { title: "Now" } });
    await reminders.change({ ...of, revision: revision + 2 }, { quiet: null });
    expect((await reminders.find(id))?.quiet).toBeUndefined();
  });

  it("leaves what others wait for alone, and their posts, when it is moved and changed", async () => {
    const { book: reminders, store } = stageBook(database().queries);
    const settled = { state: "sent", channelId: "1", messageId: "2", editAt: NOW + DAY } as const;
    const ids: string[] = [];
    for (const target of [CHANNEL, "730000000000000002"]) {
      const { id, revision } = reminderIn(await reminders.make(announcement(announcedTo(target))));
      ids.push(id);
      const from = (await store.reminders.find(id))?.next_slot ?? null;
      const planned = { reminderId: id, revision, missed: [] };
      await store.occurrences.plan([{ ...planned, from, occurrence: occurrenceAt(NOW) }], NOW);
      await store.deliveries.settle({ claim: await claimOne(store, NOW), settled, now: NOW });
      const later = occurrenceAt(NOW + HOUR);
      await store.occurrences.plan([{ ...planned, from: null, occurrence: later }], NOW);
    }
    const [id = "", other = ""] = ids;
    const states = async () =>
      Promise.all([id, other].map(async (of) => (await reminders.history(of, 9)).map(({ state }) => state)));
    await reminders.move({ id, by: MEMBER }, announcedTo("730000000000000003").destinations);
    expect(await states()).toEqual([
      ["skipped", "due", "sent"],
      ["due", "sent"],
    ]);
    await reminders.change({ id, revision: 2, by: MEMBER }, { rule: once("18:00") });
    expect(await states()).toEqual([
      ["skipped", "skipped", "sent"],
      ["due", "sent"],
    ]);
    expect(await postUpdateRows(database().queries).nextAt()).toBe(NOW + DAY);
  });

  it("pauses and goes on from then", async () => {
    const { book: reminders, clock } = stageBook(database().queries);
    const { id, revision } = reminderIn(await reminders.make(personal()));
    const change = (more: number, changes: ReminderChanges) =>
      reminders.change({ id, revision: revision + more, by: MEMBER }, changes);
    await change(0, { state: "paused" });
    await change(1, { rule: once("13:00") });
    const paused = await reminders.find(id);
    expect([paused?.state, paused?.nextAt]).toEqual(["paused", undefined]);
    await change(2, { rule: personal().rule });
    clock.at += 3 * DAY;
    await change(3, { state: "active" });
    expect((await reminders.find(id))?.nextAt).toBe(NOW + 3 * DAY + 5 * HOUR);
  });

  it("moves it and keeps the history of where it was", async () => {
    const { book: reminders } = stageBook(database().queries);
    const { id } = reminderIn(await reminders.make(announcement()));
    const next = { kind: "channel", target: "730000000000000002" } as const;
    expect(await reminders.move({ id, by: OTHER, guildId: OTHER_GUILD }, [next])).toBe("done");
    expect((await reminders.find(id))?.destinations).toMatchObject([{ ...next, state: "open" }]);
    const first = { kind: "channel", target: "730000000000000001" } as const;
    await reminders.move({ id, by: OTHER }, [next, first]);
    expect((await reminders.find(id))?.destinations.map(({ state }) => state)).toEqual(["open", "open"]);
    expect((await reminders.find(id))?.guildId).toBe(OTHER_GUILD);
    expect(await reminders.move({ id: "none", by: OTHER }, [next])).toBe("gone");
    await expect(reminders.move({ id, by: OTHER }, [{ kind: "dm", target: OTHER }])).rejects.toThrow(
      "channels",
    );
  });

  it("goes elsewhere with its other changes", async () => {
    const { book: reminders } = stageBook(database().queries);
    const { id, revision } = reminderIn(await reminders.make(announcement()));
    const next = { kind: "channel", target: "730000000000000002" } as const;
    await reminders.change({ id, revision, by: OTHER }, { destinations: [next] });
    expect((await reminders.find(id))?.destinations).toMatchObject([next]);
  });

  it("still looks for what may have been posted when it is changed", async () => {
    const { book: reminders, store } = stageBook(database().queries);
    const { id, revision } = reminderIn(await reminders.make(announcement()));
    const from = (await store.reminders.find(id))?.next_slot ?? null;
    const plan = { reminderId: id, from, revision, missed: [], occurrence: occurrenceAt(NOW) };
    await store.occurrences.plan([plan], NOW);
    const settled = { state: "failed", code: "unavailable", nextTry: NOW + 1, isDoubtful: true } as const;
    await store.deliveries.settle({ claim: await claimOne(store, NOW), settled, now: NOW });
    await reminders.change({ id, revision, by: OTHER }, { rule: once("18:00") });
    expect((await reminders.history(id, 9)).map(({ state }) => state)).toEqual(["failed"]);
  });

  it("leaves a post as it is whose subject it was changed away from", async () => {
    const { book: reminders, store } = stageBook(database().queries);
    const { id, revision } = reminderIn(await reminders.make(announcement()));
    const from = (await store.reminders.find(id))?.next_slot ?? null;
    const plan = { reminderId: id, from, revision, missed: [], occurrence: occurrenceAt(NOW) };
    await store.occurrences.plan([plan], NOW);
    const settled = { state: "sent", channelId: "1", messageId: "2", editAt: NOW + DAY } as const;
    await store.deliveries.settle({ claim: await claimOne(store, NOW), settled, now: NOW });
    await reminders.change({ id, revision, by: OTHER }, { rule: once("18:00") });
    expect(await postUpdateRows(database().queries).nextAt()).toBeUndefined();
  });

  it("posts nothing again where it is moved to", async () => {
    const { book: reminders, store } = stageBook(database().queries);
    const { id, revision } = reminderIn(await reminders.make(announcement()));
    const from = (await store.reminders.find(id))?.next_slot ?? null;
    const plan = { reminderId: id, from, revision, missed: [], occurrence: occurrenceAt(NOW) };
    await store.occurrences.plan([plan], NOW);
    const sent = { state: "sent", channelId: "1", messageId: "2" } as const;
    await store.deliveries.settle({ claim: await claimOne(store, NOW), settled: sent, now: NOW });
    await reminders.move({ id, by: OTHER }, [{ kind: "channel", target: "730000000000000002" }]);
    expect((await reminders.history(id, 9)).map(({ state }) => state)).toEqual(["sent"]);
  });

  it("keeps of a place it stays at since when that is gone", async () => {
    const { book: reminders, store, clock } = stageBook(database().queries);
    const { id } = reminderIn(await reminders.make(announcement()));
    const [place] = await store.reminders.destinations(id);
    const gone = { state: "open", since: NOW, reason: "channel-gone" } as const;
    await store.reminders.setDestination(place?.id ?? "", gone);
    clock.at += HOUR;
    const next = { kind: "channel", target: "730000000000000002" } as const;
    await reminders.move({ id, by: OTHER }, [...announcement().destinations, next]);
    expect((await reminders.find(id))?.destinations).toMatchObject([gone, { since: NOW + HOUR }]);
  });

  it("says of what waits when it is tried next, and of nothing else", async () => {
    const { queries } = database();
    const { book: reminders, store } = stageBook(queries);
    const { id, revision } = reminderIn(await reminders.make(announcement({})));
    const slot = NOW + HOUR;
    const occurrence = { slot, usefulUntil: slot + DAY, sendAt: slot, joins: false };
    const from = (await store.reminders.find(id))?.next_slot ?? null;
    await store.occurrences.plan([{ reminderId: id, from, revision, missed: [], occurrence }], NOW);
    const tried = async (state: DeliveryRow["state"]) => {
      await queries.updateTable("deliveries").set({ state }).where("reminder_id", "=", id).execute();
      return (await reminders.history(id, 9)).map(({ nextTryAt }) => nextTryAt);
    };
    for (const state of ["due", "failed", "held"] as const)
      expect([state, await tried(state)]).toEqual([state, [slot]]);
    for (const state of ["sent", "skipped"] as const)
      expect([state, await tried(state)]).toEqual([state, [undefined]]);
  });

  it("says how late a post was, from more than a minute on", async () => {
    const { queries } = database();
    const { book: reminders, store } = stageBook(queries);
    const { id, revision } = reminderIn(await reminders.make(announcement({})));
    const from = (await store.reminders.find(id))?.next_slot ?? null;
    const plan = { reminderId: id, from, revision, missed: [], occurrence: occurrenceAt(NOW) };
    await store.occurrences.plan([plan], NOW);
    const endedAfter = async (ms: number, state: "sent" | "skipped") => {
      const ended = { state, settled_at: NOW + ms, channel_id: "1", message_id: "2" };
      await queries.updateTable("deliveries").set(ended).execute();
      return (await reminders.history(id, 9))[0];
    };
    const message = { channelId: "1", messageId: "2" };
    expect(await endedAfter(MINUTE, "sent")).toMatchObject({ lateMs: 0, settledAt: NOW + MINUTE, message });
    expect(await endedAfter(MINUTE + 1, "sent")).toMatchObject({ lateMs: MINUTE + 1 });
    expect(await endedAfter(HOUR, "skipped")).toMatchObject({ lateMs: 0 });
  });

  it("takes what waits along when it is moved, there and back", async () => {
    const { book: reminders, store } = stageBook(database().queries);
    const quiet = { zone: "UTC", from: "11:00", to: "19:00" };
    const { id, revision } = reminderIn(await reminders.make(announcement({ quiet })));
    const slot = NOW + HOUR;
    const occurrence = { slot, usefulUntil: slot + DAY, sendAt: NOW + 7 * HOUR, joins: true };
    const from = (await store.reminders.find(id))?.next_slot ?? null;
    await store.occurrences.plan([{ reminderId: id, from, revision, missed: [], occurrence }], NOW);
    const waiting = async () => {
      const rows = await store.deliveries.history(id, 9);
      const due = rows.filter(({ state }) => state === "due");
      return due.map(({ target, next_try: at, joins }) => [target, at - NOW, joins]);
    };
    const [first, second] = ["730000000000000001", "730000000000000002"];
    const move = (target = "") => reminders.move({ id, by: OTHER }, [{ kind: "channel", target }]);
    expect(await waiting()).toEqual([[first, 7 * HOUR, 1]]);
    await move(second);
    expect(await waiting()).toEqual([[second, 7 * HOUR, 1]]);
    await move(first);
    expect(await waiting()).toEqual([[first, 7 * HOUR, 1]]);
    expect((await reminders.find(id))?.quiet).toEqual(quiet);
    expect(
      (await reminders.history(id, 9)).map(({ state, reason }) => `${state} ${reason ?? ""}`).sort(),
    ).toEqual(["due ", "skipped moved"]);
  });

  it.each([
    ["held", { state: "held", code: "missing-access", nextTry: NOW + DAY }, "due"],
    ["tried again", { state: "failed", code: "too-fast", nextTry: NOW + DAY, isDoubtful: false }, "due"],
    ["maybe there", { state: "failed", code: "unavailable", nextTry: NOW + DAY, isDoubtful: true }, "failed"],
  ] as const)("takes along what was being sent as it was moved, and is %s", async (_, settled, state) => {
    const { book: reminders, store } = stageBook(database().queries);
    const { id, revision } = reminderIn(await reminders.make(announcement()));
    const from = (await store.reminders.find(id))?.next_slot ?? null;
    const plan = { reminderId: id, from, revision, missed: [], occurrence: occurrenceAt(NOW) };
    await store.occurrences.plan([plan], NOW);
    const sending = await claimOne(store, NOW);
    const next = { kind: "channel", target: "730000000000000002" } as const;
    await reminders.move({ id, by: OTHER }, [next]);
    await store.deliveries.settle({ claim: sending, settled, now: NOW });
    const waiting = (await reminders.history(id, 9)).filter((entry) => entry.state !== "skipped");
    const where =
      state === "due"
        ? { destination: next, nextTryAt: NOW }
        : { destination: announcement().destinations[0], nextTryAt: NOW + DAY };
    expect(waiting).toMatchObject([{ state, slot: NOW, ...where }]);
  });

  it("asks no more than once from when that was chosen, but for what was put off", async () => {
    const { book: reminders, store } = stageBook(database().queries);
    const repeat = { everyMs: HOUR, most: 5 };
    const made = reminderIn(await reminders.make(personal({ content: contentOf({ repeat }) })));
    const { id, revision } = made;
    const from = (await store.reminders.find(id))?.next_slot ?? null;
    const repeats = [1, 2].map((hours) => ({ slot: NOW + hours * HOUR, usefulUntil: NOW + DAY }));
    const occurrence = { slot: NOW, usefulUntil: NOW + DAY, sendAt: NOW, joins: false, repeats };
    await store.occurrences.plan([{ reminderId: id, from, revision, missed: [], occurrence }], NOW);
    await reminders.snooze(id, MEMBER, { ms: HOUR / 2 });
    await reminders.change({ id, revision, by: MEMBER }, { content: contentOf() });
    expect((await reminders.history(id, 9)).map(({ slot, state }) => [(slot - NOW) / HOUR, state])).toEqual([
      [2, "skipped"],
      [1, "skipped"],
      [0.5, "due"],
      [0, "due"],
    ]);
  });

  it("leaves what came already, what it asks again and what was put off when only its zone changes", async () => {
    const { book: reminders, store } = stageBook(database().queries);
    const made = reminderIn(await reminders.make(personal()));
    const { id, revision, rule } = made;
    const from = (await store.reminders.find(id))?.next_slot ?? null;
    const repeats = [{ slot: NOW + 2 * HOUR, usefulUntil: NOW + DAY }];
    const planned = { reminderId: id, revision, missed: [] };
    const later = occurrenceAt(NOW + 3 * HOUR);
    const plans = [
      { ...planned, from, occurrence: { ...occurrenceAt(NOW - HOUR), repeats } },
      // As if the clock had been set back since.
      { ...planned, from: null, occurrence: later, next: { ...later, at: later.slot } },
    ];
    expect(await store.occurrences.plan(plans, NOW)).toBe(2);
    await reminders.snooze(id, MEMBER, { ms: HOUR, slot: NOW - HOUR });
    await reminders.change({ id, revision, by: MEMBER }, { rule: { ...rule, zone: "Asia/Tokyo" } as Rule });
    expect((await reminders.history(id, 9)).map(({ slot, state }) => [(slot - NOW) / HOUR, state])).toEqual([
      [3, "skipped"],
      [2, "due"],
      [1, "due"],
      [-1, "due"],
    ]);
    expect((await reminders.find(id))?.nextAt).toBe(NOW + 21 * HOUR);
  });

  it("posts what has come and is not planned yet, whose zone changes just then", async () => {
    const { book: reminders, store, clock } = stageBook(database().queries);
    const { id, revision, rule } = reminderIn(await reminders.make(personal()));
    const due = NOW + 5 * HOUR;
    clock.at = due;
    await reminders.change({ id, revision, by: MEMBER }, { rule: { ...rule, zone: "Asia/Tokyo" } as Rule });
    const rows = await store.occurrences.due(due, 9);
    await store.occurrences.plan(
      rows.map((row) => planDue(row, due)),
      due,
    );
    expect(await reminders.history(id, 9)).toMatchObject([{ slot: due, state: "due" }]);
    expect((await reminders.find(id))?.nextAt).toBe(NOW + 21 * HOUR);
  });

  it("posts what has come and is not planned yet, whose words change just then", async () => {
    const { book: reminders, store, clock } = stageBook(database().queries);
    const { id, revision } = reminderIn(await reminders.make(personal({ rule: once("17:00") })));
    const due = NOW + 5 * HOUR;
    clock.at = due;
    const content = contentOf({ subject: { kind: "note", text: "b" } });
    await reminders.change({ id, revision, by: MEMBER }, { content });
    const [row] = await store.occurrences.due(due, 9);
    await store.occurrences.plan(row === undefined ? [] : [planDue(row, due)], due);
    expect(await reminders.history(id, 9)).toMatchObject([{ slot: due, state: "due" }]);
  });

  it("posts what waits though its words change", async () => {
    const { book: reminders, store } = stageBook(database().queries);
    const { id, revision } = reminderIn(await reminders.make(personal({ rule: once("17:00") })));
    const from = (await store.reminders.find(id))?.next_slot ?? null;
    // As if the clock had been set back since.
    const plan = { reminderId: id, from, revision, missed: [], occurrence: occurrenceAt(NOW + HOUR) };
    await store.occurrences.plan([plan], NOW + HOUR);
    const content = contentOf({ subject: { kind: "note", text: "b" } });
    await reminders.change({ id, revision, by: MEMBER }, { content });
    expect(await reminders.history(id, 9)).toMatchObject([{ slot: NOW + HOUR, state: "due" }]);
  });

  it("is over where it is changed to a time that has passed, and comes again where that is to come", async () => {
    const { book: reminders } = stageBook(database().queries);
    const { id, revision } = reminderIn(await reminders.make(personal()));
    const changed = async (more: number, time: string) => {
      await reminders.change({ id, revision: revision + more, by: MEMBER }, { rule: once(time) });
      const after = await reminders.find(id);
      return [after?.state, after?.nextAt];
    };
    expect(await changed(0, "11:59")).toEqual(["ended", undefined]);
    expect(await changed(1, "13:00")).toEqual(["active", NOW + HOUR]);
  });

  it("posts at the time it was changed to, where it was to ask again at that time", async () => {
    const { book: reminders, store, clock } = stageBook(database().queries);
    const content = contentOf({ repeat: { everyMs: HOUR, most: 5 } });
    const { id, revision } = reminderIn(await reminders.make(personal({ rule: once("20:00"), content })));
    const planAt = async (at: number) => {
      clock.at = at;
      const rows = await store.occurrences.due(at, 9);
      return store.occurrences.plan(
        rows.map((row) => planDue(row, at)),
        at,
      );
    };
    const eight = NOW + 8 * HOUR;
    await planAt(eight);
    clock.at = eight + 10 * MINUTE;
    await reminders.change({ id, revision, by: MEMBER }, { rule: once("22:00") });
    await planAt(eight + 2 * HOUR);
    const history = await reminders.history(id, 99);
    expect(history.map(({ slot, state }) => [(slot - eight) / HOUR, state])).toEqual([
      [7, "due"],
      [6, "due"],
      [5, "due"],
      [4, "due"],
      [3, "due"],
      [2, "due"],
      [1, "skipped"],
      [0, "skipped"],
    ]);
    const rows = await store.deliveries.history(id, 99);
    expect(rows.find(({ slot }) => slot === eight + 2 * HOUR)?.useful_until).toBe(ALWAYS);
    await reminders.markDone(id, MEMBER, eight + 2 * HOUR);
    expect((await reminders.history(id, 99)).filter(({ state }) => state === "due")).toHaveLength(1);
  });

  it("posts what is put off to messages that were closed, and are open again", async () => {
    const { book: reminders, store } = stageBook(database().queries);
    const { id } = reminderIn(await reminders.make(personal()));
    const [place] = await store.reminders.destinations(id);
    const closed = { state: "paused", since: NOW, reason: "dm-closed" } as const;
    await store.reminders.setDestination(place?.id ?? "", closed);
    expect(await reminders.snooze(id, MEMBER, { ms: HOUR })).toEqual({ until: NOW + HOUR });
    expect(await reminders.history(id, 9)).toMatchObject([{ slot: NOW + HOUR, state: "due" }]);
    expect(await reminders.find(id)).toMatchObject({
      destinations: [{ state: "open" }],
      snoozedUntil: NOW + HOUR,
    });
  });

  it("posts to messages that are open again the last of what still helps", async () => {
    const { book: reminders, store } = stageBook(database().queries);
    const { id, revision } = reminderIn(await reminders.make(personal()));
    const [place] = await store.reminders.destinations(id);
    const closed = { state: "paused", since: NOW, reason: "dm-closed" } as const;
    await store.reminders.setDestination(place?.id ?? "", closed);
    const from = (await store.reminders.find(id))?.next_slot ?? null;
    const came = (hours: number, usefulUntil: number, at: number | null) => {
      const occurrence = { ...occurrenceAt(NOW - hours * HOUR), usefulUntil };
      return { reminderId: id, from: at, revision, missed: [], occurrence };
    };
    const plans = [came(3, NOW + DAY, from), came(2, NOW + 1, null), came(1, NOW, null)];
    expect(await store.occurrences.plan(plans, NOW)).toBe(3);
    const other = { ownerId: OTHER, destinations: [{ kind: "dm", target: OTHER }] } as const;
    const { id: otherId } = reminderIn(await reminders.make(personal(other)));
    const [otherPlace] = await store.reminders.destinations(otherId);
    await store.reminders.setDestination(otherPlace?.id ?? "", closed);
    const still = { reminderId: otherId, revision, missed: [], occurrence: occurrenceAt(NOW - HOUR) };
    expect(await store.occurrences.plan([{ ...still, from }], NOW)).toBe(1);
    await reminders.retryDestination(MEMBER);
    expect((await reminders.history(id, 9)).map(({ slot, state }) => [(slot - NOW) / HOUR, state])).toEqual([
      [-1, "skipped"],
      [-2, "due"],
      [-3, "skipped"],
    ]);
    expect(await reminders.history(otherId, 9)).toMatchObject([{ state: "skipped" }]);
  });

  it("posts to messages that are open again each that told of new entries", async () => {
    const { book: reminders, store } = stageBook(database().queries);
    const rule = { kind: "watch", what: "entries" } as const;
    const content = contentOf({ subject: { kind: "new-entries" } });
    const { id, revision } = reminderIn(await reminders.make(personal({ rule, content })));
    const [place] = await store.reminders.destinations(id);
    const closed = { state: "paused", since: NOW, reason: "dm-closed" } as const;
    await store.reminders.setDestination(place?.id ?? "", closed);
    const plans = [2, 1].map((hours) => {
      const occurrence = occurrenceAt(NOW - hours * HOUR);
      return { reminderId: id, from: null, revision, missed: [], occurrence };
    });
    await store.occurrences.plan(plans, NOW);
    await reminders.retryDestination(MEMBER);
    expect((await reminders.history(id, 9)).map(({ state }) => state)).toEqual(["due", "due"]);
  });

  it("puts off what its post told of, not what came after it", async () => {
    const { book: reminders, store } = stageBook(database().queries);
    const { id, revision } = reminderIn(await reminders.make(personal()));
    const from = (await store.reminders.find(id))?.next_slot ?? null;
    const seen = (slot: number, note: string, at: number | null) => {
      const occurrence = { slot, usefulUntil: slot + DAY, sendAt: slot, joins: false, note };
      return { reminderId: id, from: at, revision, missed: [], occurrence };
    };
    await store.occurrences.plan([seen(NOW, "first", from), seen(NOW + 1, "second", null)], NOW);
    await reminders.snooze(id, MEMBER, { ms: HOUR / 2 });
    expect(await store.occurrences.noteOf(id, NOW + HOUR / 2)).toBe("second");
    await reminders.snooze(id, MEMBER, { ms: HOUR, slot: NOW });
    expect(await store.occurrences.noteOf(id, NOW + HOUR)).toBe("first");
    await reminders.snooze(id, MEMBER, { ms: 2 * HOUR, slot: NOW - 9 });
    expect(await store.occurrences.noteOf(id, NOW + 2 * HOUR)).toBe("first");
  });

  it("never takes to a channel what was made a member's own matter at the same moment", async () => {
    const { book: reminders } = stageBook(database().queries);
    const { id, revision } = reminderIn(await reminders.make(personal()));
    const content = contentOf({ subject: { kind: "own", matter: "caps" } });
    const channel = { kind: "channel", target: "730000000000000001" } as const;
    const both = await Promise.allSettled([
      reminders.change({ id, revision, by: MEMBER }, { content }),
      reminders.move({ id, by: MEMBER, guildId: GUILD }, [channel]),
    ]);
    expect(both.map(({ status }) => status)).toContain("fulfilled");
    const after = await reminders.find(id);
    const isOwn = after?.content.subject.kind === "own";
    expect(isOwn && after.destinations.some(({ kind }) => kind === "channel")).toBe(false);
  });

  it("leaves over what ended while it was being changed, and what is resumed after its only time", async () => {
    const { book: reminders, store, clock } = stageBook(database().queries);
    const rule = once("18:00");
    const { id, revision } = reminderIn(await reminders.make(personal({ rule })));
    const end = { reminderId: id, from: NOW + 6 * HOUR, revision, missed: [], ends: true };
    const content = contentOf({ subject: { kind: "note", text: "b" } });
    await Promise.all([
      store.occurrences.plan([end], NOW),
      reminders.change({ id, revision, by: MEMBER }, { content }),
    ]);
    expect((await reminders.find(id))?.state).toBe("ended");
    const other = reminderIn(await reminders.make(personal({ rule })));
    const of = { id: other.id, by: MEMBER };
    await reminders.change({ ...of, revision: other.revision }, { state: "paused" });
    clock.at += DAY;
    await reminders.change({ ...of, revision: other.revision + 1 }, { state: "active" });
    expect((await reminders.find(other.id))?.state).toBe("ended");
  });

  it("says of a snooze that it is gone where it was deleted at the same moment", async () => {
    const { book: reminders } = stageBook(database().queries);
    const { id } = reminderIn(await reminders.make(personal()));
    const [snoozed] = await Promise.all([reminders.snooze(id, MEMBER, { ms: HOUR }), reminders.remove(id)]);
    // Where many write at once it may have been put off first.
    expect(typeof snoozed === "object" ? "gone" : snoozed).toBe("gone");
    expect(await reminders.snooze(id, MEMBER, { ms: HOUR })).toBe("gone");
  });

  it("removes it, and everything a member owns in person when they are forgotten", async () => {
    const { queries } = database();
    const { book: reminders } = stageBook(queries);
    const { id } = reminderIn(await reminders.make(personal()));
    await reminders.make(announcement());
    await reminders.make(personal({ ownerId: OTHER, destinations: [{ kind: "dm", target: OTHER }] }));
    const conversations = conversationRows(queries);
    for (const member of [MEMBER, OTHER]) await conversations.set(member, "c");
    await reminders.make(personal({ content: contentOf({ subject: { kind: "note", text: "b" } }) }));
    expect([await reminders.remove(id), await reminders.remove(id)]).toEqual([true, false]);
    expect(await reminders.forgetMember(MEMBER)).toBe(1);
    expect(await reminders.ofMember(MEMBER)).toEqual([]);
    expect(await reminders.ofGuild(GUILD)).toHaveLength(1);
    expect(await reminders.ofMember(OTHER)).toHaveLength(1);
    expect([await conversations.get(MEMBER), await conversations.get(OTHER)]).toEqual([undefined, "c"]);
  });

  it("previews the next five across a clock change", async () => {
    const { book: reminders, clock } = stageBook(database().queries);
    clock.at = Date.parse("2026-03-27T12:00:00Z");
    const times = await reminders.preview({ kind: "weekly", zone: "Europe/Berlin", time: "02:30", days: [] });
    expect(times.map((at) => new Date(at).toISOString().slice(5, 16))).toEqual([
      "03-28T01:30",
      "03-29T01:00",
      "03-30T00:30",
      "03-31T00:30",
      "04-01T00:30",
    ]);
  });

  it("leaves out what this version can't read, instead of failing for the others", async () => {
    const { book: reminders } = stageBook(database().queries);
    await reminders.make(personal());
    await reminders.make(personal({ content: contentOf({ subject: { kind: "note", text: "b" } }) }));
    await database().queries.updateTable("reminders").set({ content: "{" }).where("id", "=", "id1").execute();
    expect(await reminders.ofMember(MEMBER)).toHaveLength(1);
  });

  it("snoozes and settles only for its owner", async () => {
    const { book: reminders, store } = stageBook(database().queries);
    const { id } = reminderIn(await reminders.make(personal()));
    expect(await reminders.snooze(id, OTHER, { ms: HOUR })).toBe("gone");
    expect(await reminders.markDone(id, OTHER, NOW)).toBe("gone");
    expect([
      await reminders.snooze(id, MEMBER, { ms: HOUR }),
      await reminders.snooze(id, MEMBER, { ms: HOUR }),
    ]).toEqual([{ until: NOW + HOUR }, { until: NOW + HOUR }]);
    expect(await store.deliveries.history(id, 9)).toMatchObject([{ slot: NOW + HOUR, state: "due" }]);
    await reminders.snooze(id, MEMBER, { ms: 2 * HOUR });
    expect((await reminders.history(id, 9)).map(({ slot, state }) => [slot - NOW, state])).toEqual([
      [2 * HOUR, "due"],
      [HOUR, "skipped"],
    ]);
    await reminders.snooze(id, MEMBER, { ms: HOUR });
    expect((await reminders.history(id, 9)).map(({ state }) => state)).toEqual(["skipped", "due"]);
    await reminders.snooze(id, MEMBER, { ms: 2 * HOUR });
    await reminders.markDone(id, MEMBER, NOW);
    expect((await reminders.history(id, 1))[0]?.state).toBe("skipped");
  });
});
