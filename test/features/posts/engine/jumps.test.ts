import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { MovableClock } from "../../../../src/base/clock.ts";
import { silentLog } from "../../../../src/base/log.ts";
import { createBotRest } from "../../../../src/discord/rest/bot-rest.ts";
import { Poster } from "../../../../src/discord/post/poster.ts";
import { RefusalBreaker } from "../../../../src/discord/rest/refusal-breaker.ts";
import { startDiscord } from "../../../../src/playground/discord/start.ts";
import { Ids } from "../../../../src/playground/discord/world/default-world.ts";
import { type ComposeInput, reminderStore } from "../../../../src/features/posts/engine/ports.ts";
import { nextSlot, type Rule } from "../../../../src/schedule/next-slot.ts";
import { openDatabase } from "../../../../src/cluster/open-database.ts";
import { engineOn } from "../../../support/reminder-engine.ts";
import { addReminder, START, stageOf } from "./engine-harness.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../src/base/duration.ts";

const zones = ["UTC", "Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "Pacific/Chatham"];
const dailyRules = fc.array(
  fc.record({
    zone: fc.constantFrom(...zones),
    time: fc.integer({ min: 0, max: 24 * 60 - 1 }).map(timeOf),
    target: fc.constantFrom("one", "two", "three"),
  }),
  { minLength: 1, maxLength: 6 },
);
/** What the clock does between two looks: mostly goes on, at times jumps by up to 12 hours either way. */
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 90 }) },
    { weight: 1, arbitrary: fc.integer({ min: -12 * 60, max: 12 * 60 }) },
  ),
  { minLength: 5, maxLength: 30 },
);

function timeOf(minutes: number): string {
  return new Date(minutes * MINUTE_MS).toISOString().slice(11, 16);
}

function slotsOf(rule: Rule, from: number, upTo: number): number[] {
  const found: number[] = [];
  for (
    let slot = nextSlot(rule, from);
    slot !== undefined && slot.at <= upTo;
    slot = nextSlot(rule, slot.at)
  ) {
    found.push(slot.at);
  }
  return found;
}

describe("a clock that jumps by up to 12 hours either way", () => {
  it("makes every slot happen once: posted once, or written down as missed", async () => {
    await fc.assert(
      fc.asyncProperty(dailyRules, steps, async (given, minutes) => {
        const database = await openDatabase({ url: ":memory:" });
        const rules = given.map(({ zone, time }) => ({ kind: "weekly", zone, time, days: [] }) as const);
        for (const [index, rule] of rules.entries()) {
          const first = nextSlot(rule, START);
          const place = { rule, targets: [given[index]?.target ?? ""], slot: first?.at ?? 0 };
          await addReminder(database, `r${index}`, { ...place, usefulUntil: first?.usefulUntil ?? 0 });
        }
        const { look, asked, clock, store } = stageOf(database);
        let latest = START;
        for (const step of minutes) {
          await look(clock.at + step * MINUTE_MS);
          latest = Math.max(latest, clock.at);
        }
        // One at a time goes to a place.
        for (const _ of rules) await look(latest);
        const posted = asked.flatMap(({ items }) =>
          items.map(({ reminder, slot }) => `${reminder.id} ${slot}`),
        );
        expect(new Set(posted).size).toBe(posted.length);
        for (const [index, rule] of rules.entries()) {
          const id = `r${index}`;
          const rows = database.queries.selectFrom("occurrences").select(["slot", "state"]);
          const written = await rows.where("reminder_id", "=", id).orderBy("slot").execute();
          expect(written.map(({ slot }) => slot)).toEqual(slotsOf(rule, START, latest));
          const states = (await store.deliveries.history(id, 99)).map(
            ({ slot, state }) => `${slot} ${state}`,
          );
          const planned = written.filter(({ state }) => state === "planned").map(({ slot }) => slot);
          const isPosted = (slot: number) => posted.includes(`${id} ${slot}`);
          // One that waited for its place through a jump may be too late to help.
          const settled = planned.map((slot) => `${slot} ${isPosted(slot) ? "sent" : "skipped"}`);
          expect(states.sort()).toEqual(settled.sort());
        }
        await database.close();
      }),
      { numRuns: 60 },
    );
  });
});

describe("a week of downtime", () => {
  it("ends in one post for each channel and person, late, with nothing that helps nobody any more", async () => {
    const clock = new MovableClock();
    const discord = await startDiscord({ port: 0, clock, log: silentLog, rateLimits: "off" });
    const database = await openDatabase({ url: ":memory:" });
    const channels = [Ids.general, Ids.announcements, Ids.forumPost];
    const begin = clock.now();
    /** An hour before the bot is back, and so long ago that it is of no use. */
    for (const hoursBefore of [1, 20]) {
      const due = new Date(begin + 7 * DAY_MS - hoursBefore * HOUR_MS).toISOString().slice(11, 16);
      const rule = { kind: "weekly", zone: "UTC", time: due, days: [] } as const;
      const slot = nextSlot(rule, begin);
      for (const number of [1, 2, 3, 4]) {
        const given = { rule, targets: channels, slot: slot?.at ?? 0, usefulUntil: slot?.usefulUntil ?? 0 };
        await addReminder(database, `h${hoursBefore}-${number}`, given);
      }
    }
    const asked: ComposeInput[] = [];
    const rest = createBotRest({ apiUrl: discord.url, breaker: new RefusalBreaker({ clock }) });
    const engine = engineOn({
      store: reminderStore(database.queries),
      post: new Poster({ rest: rest.setToken(discord.token), clock }),
      clock,
      content: {
        compose: async (input) => {
          asked.push(input);
          return {
            kind: "post",
            body: { content: input.items.map(({ reminder }) => reminder.id).join(" ") },
          };
        },
      },
    });
    clock.advance(7 * DAY_MS);
    for (let look = 0; look < 3; look += 1) {
      await engine.tick();
      await engine.idle();
    }
    for (const channel of channels) {
      const posts = await discord.local.history({ as: Ids.admin, channel });
      expect(posts.map(({ message }) => message.content.split(" ").sort())).toEqual([
        ["h1-1", "h1-2", "h1-3", "h1-4"],
      ]);
    }
    const lateness = asked.flatMap(({ items }) => items.map(({ lateMs }) => lateMs));
    expect(Math.min(...lateness)).toBeGreaterThanOrEqual(HOUR_MS - MINUTE_MS);
    expect(Math.max(...lateness)).toBeLessThan(HOUR_MS + 2 * MINUTE_MS);
    await discord.close();
    await database.close();
  });
});
