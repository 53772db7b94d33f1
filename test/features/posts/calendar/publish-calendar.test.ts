import { expect, it } from "vitest";

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../src/base/duration.ts";
import type { ShownItem } from "../../../../src/features/posts/calendar/calendar-item.ts";
import { answerFeed, feedAddress } from "../../../../src/features/posts/calendar/answer-feed.ts";
import { publishCalendar } from "../../../../src/features/posts/calendar/publish-calendar.ts";
import { createOwnCalendars, sweepOwnItems } from "../../../../src/features/posts/store/own-calendar-rows.ts";
import type { DatedSubject } from "../../../../src/features/posts/read/read-subject.ts";
import { loadProfile } from "../../../../src/platform/profile/load.ts";
import type { Database } from "../../../../src/storage/database.ts";
import { describeEachDatabase } from "../../../support/databases.ts";
import { contentOf, MEMBER, NOW, personal, stageBook } from "../reminder-service-harness.ts";

const RAID: DatedSubject = {
  subject: { kind: "milestone", hash: 5 },
  label: "Raid",
  startAt: NOW - DAY_MS,
  endAt: NOW + 5 * DAY_MS,
};
const FAIR: DatedSubject = {
  subject: { kind: "milestone", hash: 6 },
  label: "Fair",
  startAt: NOW + DAY_MS,
  endAt: NOW + 2 * DAY_MS,
};
const RESET: DatedSubject = {
  subject: { kind: "reset", every: "week" },
  label: "Weekly reset",
  startAt: NOW + 3 * DAY_MS,
  everyMs: 7 * DAY_MS,
};
const PUBLIC = "https://bot.example/milepost";

function stage(database: Database) {
  const { book, clock, dates } = stageBook(database.queries);
  const ownCalendars = createOwnCalendars(database, clock);
  const listed = { subjects: [RAID, FAIR, RESET] as readonly DatedSubject[] };
  const reminders = { ...book, datedSubjects: async () => listed.subjects };
  const services = { reminders, ownCalendars, profile: loadProfile("neutral"), publicUrl: PUBLIC };
  const show = async (part: "week" | "reminders" | "all" = "all", locale = "en-US") => {
    const signal = new AbortController().signal;
    const items = await publishCalendar({ ...services, locale, signal, now: clock.now() }, MEMBER, part);
    return new Map(items.map((item) => [item.item.title, item]));
  };
  const read = (address: string, method = "GET") =>
    answerFeed(services, { method, target: new URL(address).pathname }, clock);
  return { book, clock, dates, ownCalendars, listed, show, read };
}

const isAfter = (now: ShownItem | undefined, before: ShownItem | undefined) =>
  now?.uid === before?.uid && (now?.sequence ?? 0) > (before?.sequence ?? 0);

describeEachDatabase("a member's own calendar", (database) => {
  it("tells a moved date as a change of the same entry, and nothing where nothing changed", async () => {
    const { listed, show, clock } = stage(database());
    const first = await show("week");
    expect([...first.keys()].toSorted()).toEqual(["Fair", "Raid", "Weekly reset"]);
    clock.at += 10 * MINUTE_MS;
    expect(await show("week")).toEqual(first);
    listed.subjects = [RAID, { ...FAIR, label: "Das Fest", endAt: NOW + 3 * DAY_MS }, RESET];
    const moved = await show("week", "de");
    expect(isAfter(moved.get("Das Fest"), first.get("Fair"))).toBe(true);
    expect(moved.get("Das Fest")?.item.endAt).toBe(NOW + 3 * DAY_MS);
    expect(moved.get("Raid")).toEqual(first.get("Raid"));
    clock.at = NOW + 6 * DAY_MS;
    listed.subjects = [
      { ...RAID, startAt: NOW + 5 * DAY_MS, endAt: NOW + 12 * DAY_MS },
      { ...RESET, startAt: NOW + 10 * DAY_MS },
    ];
    const next = await show("week");
    expect(next.get("Raid")?.uid).not.toBe(first.get("Raid")?.uid);
    expect(next.get("Weekly reset")).toEqual(first.get("Weekly reset"));
    expect(next.has("Das Fest")).toBe(false);
  });

  it("cancels what the platform no longer lists after an hour of looks, and no sooner", async () => {
    const { listed, show, clock } = stage(database());
    const before = (await show()).get("Fair");
    listed.subjects = [];
    expect((await show()).get("Fair")).toEqual(before);
    listed.subjects = [RAID];
    expect((await show()).get("Fair")?.isCanceled).toBe(false);
    clock.at += HOUR_MS - 1;
    expect((await show()).get("Fair")?.isCanceled).toBe(false);
    listed.subjects = [RAID, FAIR];
    await show();
    listed.subjects = [RAID];
    await show();
    clock.at += HOUR_MS;
    const canceled = (await show()).get("Fair");
    expect([canceled?.isCanceled, isAfter(canceled, before)]).toEqual([true, true]);
    listed.subjects = [RAID, FAIR];
    const back = (await show()).get("Fair");
    expect([back?.isCanceled, isAfter(back, canceled)]).toEqual([false, true]);
  });

  it("cancels a reminder that was paused or deleted, in files of reminders alone", async () => {
    const { book, show, clock } = stage(database());
    const made = await book.make(personal());
    const other = contentOf({ title: "Once", subject: { kind: "note", text: "Once" } });
    await book.make(
      personal({ content: other, rule: { kind: "once", zone: "UTC", date: "2026-11-21", time: "12:00" } }),
    );
    if (made.kind === "full" || made.kind === "past") throw new Error(made.kind);
    const { id, revision } = made.reminder;
    const before = await show("reminders");
    expect([...before.keys()].toSorted()).toEqual(["Once", "Water the plants"]);
    expect((await show("week")).size).toBe(3);
    expect((await show("reminders")).get("Once")).toEqual(before.get("Once"));
    await book.change({ id, revision, by: MEMBER }, { state: "paused" });
    const paused = (await show("reminders")).get("Water the plants");
    expect([paused?.isCanceled, isAfter(paused, before.get("Water the plants"))]).toEqual([true, true]);
    await book.remove(id);
    clock.at += 31 * DAY_MS;
    const later = await show();
    expect([later.has("Water the plants"), later.has("Once")]).toEqual([false, false]);
  });

  it("has a secret address that a new one ends, of which no byte is stored", async () => {
    const { ownCalendars, read } = stage(database());
    const first = (await ownCalendars.renew(MEMBER, "en-US")).reveal();
    const address = feedAddress(PUBLIC, first);
    const answer = await read(address);
    expect(answer).toMatchObject({ status: 200, type: "text/calendar; charset=utf-8" });
    expect(answer?.body).toContain("SUMMARY:Raid\r\n");
    expect((await read(address, "HEAD"))?.status).toBe(200);
    expect((await read(address, "POST"))?.status).toBe(405);
    const second = (await ownCalendars.renew(MEMBER, "en-US")).reveal();
    expect(second).not.toBe(first);
    for (const wrong of [
      address,
      feedAddress(PUBLIC, ""),
      feedAddress(PUBLIC, "x".repeat(32)),
      `${PUBLIC}/calendar/`,
    ])
      expect((await read(wrong))?.status).toBe(404);
    expect(await read(`${PUBLIC}/linked`)).toBeUndefined();
    expect((await read(feedAddress(PUBLIC, second)))?.status).toBe(200);
    const rows = JSON.stringify(await database().queries.selectFrom("calendar_feeds").selectAll().execute());
    expect(rows).not.toContain(second);
    await ownCalendars.end(MEMBER);
    expect((await read(feedAddress(PUBLIC, second)))?.status).toBe(404);
  });

  it("keeps what nobody reads for 30 days, and goes on counting after that", async () => {
    const { show, clock, listed } = stage(database());
    listed.subjects = [{ ...RAID, endAt: NOW + 90 * DAY_MS }];
    const before = (await show()).get("Raid");
    clock.at += 29 * DAY_MS;
    expect((await show()).get("Raid")).toEqual(before);
    await sweepOwnItems(database().queries, clock.at - 30 * DAY_MS);
    expect((await show()).get("Raid")).toEqual(before);
    await sweepOwnItems(database().queries, clock.at + 1);
    const after = (await show()).get("Raid");
    expect(isAfter(after, before)).toBe(true);
  });
});
