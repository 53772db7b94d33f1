import { describe, expect, it } from "vitest";

import { KnownDatesStore } from "../../../../src/features/posts/engine/known-dates.ts";
import type { SeenSubject } from "../../../../src/features/posts/content/dated-sources.ts";
import { knownDateRows } from "../../../../src/features/posts/store/platform-rows.ts";
import { describeOnSqlite } from "../../../support/databases.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { DAY, HOUR, MINUTE, WEEK } from "../../../support/time.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const KEY = "milestone:7";
type Seen = Partial<SeenSubject>;
const siege = (more: Seen): SeenSubject => ({
  subject: { kind: "milestone", hash: 7 },
  label: "The siege",
  seenAt: NOW,
  isStale: false,
  ...more,
});
const FIRST = { startAt: NOW - DAY, endAt: NOW + DAY };
const MOVED = { startAt: NOW - DAY, endAt: NOW + 2 * DAY };

describeOnSqlite("what the platform dates", (database) => {
  /** What is known once these were seen, one after the other. */
  const stage = async (...answers: readonly Seen[]) => {
    const rows = knownDateRows(database().queries);
    const clock = new ManualClock(NOW);
    const known = new KnownDatesStore(rows, clock);
    const see = (seen: Seen) => known.learn([siege(seen)]);
    for (const answer of answers) await see(answer);
    return { rows, clock, known, see, dates: () => known.datesOf(KEY) };
  };

  it("counts once an answer a minute younger has moved it too, and until then asks for that answer", async () => {
    const { see, dates } = await stage(FIRST);
    expect(await see({ ...MOVED, seenAt: NOW + HOUR })).toBe(true);
    expect(await see({ ...MOVED, seenAt: NOW + HOUR + MINUTE - 1 })).toBe(true);
    expect(await dates()).toEqual(FIRST);
    expect(await see({ ...MOVED, seenAt: NOW + HOUR + MINUTE })).toBe(false);
    expect(await dates()).toEqual(MOVED);
  });

  it("asks for another answer also where the last of an answer's subjects is certain", async () => {
    const { known } = await stage(FIRST);
    const other = siege({ subject: { kind: "milestone", hash: 8 }, ...FIRST });
    expect(await known.learn([siege({ ...MOVED, seenAt: NOW + HOUR }), other])).toBe(true);
    expect(await known.datesOf("milestone:8")).toEqual(FIRST);
  });

  it.each<[string, Seen]>([
    ["was as it had been in between", { ...FIRST, seenAt: NOW + 2 * HOUR }],
    ["was another one in between", { ...FIRST, endAt: NOW + 3 * DAY, seenAt: NOW + 2 * HOUR }],
    ["comes in an answer that is older", { ...MOVED, seenAt: NOW + HOUR - 1 }],
  ])("is not believed of a date that %s", async (_, between) => {
    const { see, dates } = await stage(FIRST, { ...MOVED, seenAt: NOW + HOUR }, between);
    const last = { ...MOVED, seenAt: (between.seenAt ?? 0) + MINUTE - 1 };
    expect(await see(last)).toBe(true);
    expect(await dates()).toEqual(FIRST);
  });

  it("is not believed of answers made before the one that is known, however many there are", async () => {
    const { clock, see, dates } = await stage({ ...MOVED, seenAt: NOW + 2 * HOUR });
    clock.at = NOW + 3 * HOUR;
    for (const minutes of [0, 10, 20]) {
      expect(await see({ ...FIRST, seenAt: NOW + HOUR + minutes * MINUTE })).toBe(false);
      expect(await dates()).toEqual(MOVED);
    }
    // After the clock was set back, all are older.
    clock.at = NOW;
    for (const minutes of [0, 10]) await see({ ...FIRST, seenAt: NOW - HOUR + minutes * MINUTE });
    expect(await dates()).toEqual(FIRST);
  });

  it("is suspected anew after it was believed", async () => {
    const { see, dates } = await stage(
      FIRST,
      { ...MOVED, seenAt: NOW + HOUR },
      { ...MOVED, seenAt: NOW + 2 * HOUR },
      { ...FIRST, seenAt: NOW + 3 * HOUR },
      { ...FIRST, seenAt: NOW + 4 * HOUR },
    );
    expect(await dates()).toEqual(FIRST);
    await see({ ...MOVED, seenAt: NOW + 5 * HOUR });
    expect(await dates()).toEqual(FIRST);
  });

  it("is suspected anew where another process learnt otherwise meanwhile", async () => {
    const { rows, clock, see, dates } = await stage(
      FIRST,
      { ...MOVED, seenAt: NOW + HOUR },
      { ...MOVED, seenAt: NOW + 2 * HOUR },
    );
    const elsewhere = new KnownDatesStore(rows, clock);
    for (const seenAt of [NOW + 3 * HOUR, NOW + 4 * HOUR])
      await elsewhere.learn([siege({ ...FIRST, seenAt })]);
    expect(await see({ ...MOVED, seenAt: NOW + 5 * HOUR })).toBe(true);
    expect(await dates()).toEqual(FIRST);
  });

  it.each([
    [1_000, false],
    [1_001, true],
  ])("is suspected of a thousand subjects at most: %i", async (count, isDropped) => {
    const { known } = await stage();
    const all = Array.from({ length: count }, (_, hash) => hash);
    const learn = (hashes: readonly number[], more: Seen) =>
      known.learn(hashes.map((hash) => siege({ ...more, subject: { kind: "milestone", hash } })));
    await learn(all, FIRST);
    await learn(all, { ...MOVED, seenAt: NOW + HOUR });
    expect(await learn([0], { ...MOVED, seenAt: NOW + 2 * HOUR })).toBe(isDropped);
  });

  it("keeps what an answer leaves out", async () => {
    const { dates } = await stage(
      FIRST,
      { startAt: FIRST.startAt, seenAt: NOW + HOUR },
      { endAt: FIRST.endAt },
    );
    expect(await dates()).toEqual(FIRST);
  });

  it.each<[string, Seen, Seen, number, boolean]>([
    ["a next one that begins where this one ends", FIRST, { startAt: FIRST.endAt }, NOW, true],
    ["a next one that begins an hour sooner", FIRST, { startAt: FIRST.endAt - HOUR }, NOW, true],
    ["one that begins sooner than that", FIRST, { startAt: FIRST.endAt - HOUR - 1 }, NOW, false],
    ["a later end once this one is over", FIRST, { endAt: NOW + WEEK }, FIRST.endAt, true],
    ["a later end while this one is on", FIRST, { endAt: NOW + WEEK }, FIRST.endAt - 1, false],
    ["an earlier end once this one is over", FIRST, { endAt: NOW }, FIRST.endAt, false],
    ["a start of what has none yet", {}, { startAt: NOW }, NOW, true],
    ["another start of what has no end", { startAt: NOW }, { startAt: NOW + DAY }, NOW, false],
    [
      "another time of what comes again",
      { startAt: NOW, endAt: NOW + HOUR, everyMs: DAY },
      { startAt: NOW + 2 * HOUR, everyMs: DAY },
      NOW,
      false,
    ],
  ])("counts at once only for a period nobody knew of: %s", async (...[, before, seen, now, isBelieved]) => {
    const { clock, see } = await stage(before);
    clock.at = now;
    expect(await see({ ...seen, seenAt: NOW + HOUR })).toBe(!isBelieved);
  });

  it("keeps its rhythm in whichever of its periods it is seen", async () => {
    const daily = { startAt: NOW, everyMs: DAY };
    const { see, dates } = await stage(daily);
    expect(await see({ startAt: NOW + 3 * DAY, everyMs: DAY, seenAt: NOW + HOUR })).toBe(false);
    expect(await dates()).toEqual(daily);
    expect(await see({ startAt: NOW + 3 * DAY, everyMs: WEEK, seenAt: NOW + HOUR })).toBe(true);
    expect(await see({ startAt: NOW + HOUR, everyMs: DAY, seenAt: NOW + HOUR })).toBe(true);
  });

  it("is written down as seen every ten minutes, with a new title at once", async () => {
    const { rows, see } = await stage(FIRST);
    const written = async () => (await rows.get(KEY))?.seen_at;
    await see({ ...FIRST, seenAt: NOW + 10 * MINUTE - 1 });
    expect(await written()).toBe(NOW);
    await see({ ...FIRST, seenAt: NOW + 10 * MINUTE });
    expect(await written()).toBe(NOW + 10 * MINUTE);
    await see({ ...FIRST, label: "The long siege", seenAt: NOW + 11 * MINUTE });
    expect(await rows.get(KEY)).toMatchObject({ title: "The long siege", seen_at: NOW + 11 * MINUTE });
  });

  it("is planned by once after each change, and again where that did not hold for all", async () => {
    const { rows, known, see } = await stage(FIRST);
    const planned = async (holds: boolean) => {
      const keys: string[] = [];
      await known.planChanged(async (key) => (keys.push(key), holds));
      return keys;
    };
    expect(await planned(false)).toEqual([KEY]);
    await see({ ...FIRST, label: "The long siege", seenAt: NOW + HOUR });
    expect([await planned(true), await planned(true)]).toEqual([[KEY], []]);
    await see({ ...FIRST, seenAt: NOW + 2 * HOUR });
    expect(await rows.changed()).toEqual([]);
  });

  describe("has a next edge", () => {
    it.each<[string, Seen, number, number | undefined]>([
      ["its start", { startAt: NOW + 1, endAt: NOW + DAY }, NOW, NOW + 1],
      ["its end, once it has begun", FIRST, NOW, FIRST.endAt],
      ["none any more", FIRST, FIRST.endAt, undefined],
      ["none where it has no dates", {}, NOW, undefined],
    ])("%s", async (_, seen, after, edge) => {
      const { known } = await stage(seen);
      expect(await known.nextEdge([KEY, "milestone:9"], after)).toBe(edge);
    });
  });
});
