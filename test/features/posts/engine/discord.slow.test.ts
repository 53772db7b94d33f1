import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { MovableClock } from "../../../../src/base/clock.ts";
import { silentLog } from "../../../../src/base/log.ts";
import { createBotRest } from "../../../../src/discord/rest/bot-rest.ts";
import { Poster } from "../../../../src/discord/post/poster.ts";
import { RefusalBreaker } from "../../../../src/discord/rest/refusal-breaker.ts";
import { type LocalDiscord, startDiscord } from "../../../../src/playground/discord/start.ts";
import { Ids } from "../../../../src/playground/discord/world/default-world.ts";
import type { ReminderEngine } from "../../../../src/features/posts/engine/reminder-engine.ts";
import {
  type ReminderStore,
  reminderStore,
  type Trouble,
} from "../../../../src/features/posts/engine/ports.ts";
import { openDatabase } from "../../../../src/cluster/open-database.ts";
import type { Database } from "../../../../src/storage/database.ts";
import { engineOn } from "../../../support/reminder-engine.ts";
import { addReminder } from "../../../support/reminder-rows.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../src/base/duration.ts";

const LEASE_MS = 2 * MINUTE_MS;
const POST = "POST /channels/*/messages";
const VIEW = String(1n << 10n);
const SEND = String(1n << 11n);

let clock: MovableClock;
let discord: LocalDiscord;
let database: Database;
let store: ReminderStore;
let engine: ReminderEngine;
let told: Trouble[];

beforeEach(async () => {
  clock = new MovableClock();
  discord = await startDiscord({ port: 0, clock, log: silentLog, rateLimits: "off" });
  database = await openDatabase({ url: ":memory:" });
  store = reminderStore(database.queries);
  told = [];
  const rest = createBotRest({ apiUrl: discord.url, breaker: new RefusalBreaker({ clock }) }).setToken(
    discord.token,
  );
  const tell = async (trouble: Trouble) => void told.push(trouble);
  engine = engineOn({ store, post: new Poster({ rest, clock }), clock, notifyOwner: tell });
});
afterEach(async () => {
  await discord.close();
  await database.close();
});

const look = async () => {
  await engine.tick();
  await engine.idle();
};

const postsIn = async (channel: string, as: string = Ids.admin) =>
  (await discord.local.history({ as, channel })).length;
const stateOf = async (id: string) => (await store.deliveries.history(id, 1))[0]?.state;
const placeOf = async (id: string) => (await store.reminders.destinations(id))[0];
const fault = (times: number, status: number, code = 0) =>
  discord.local.addFault({ kind: "answer", route: POST, status, code, times, retryAfterMs: 20 });
const overwrite = (deny: string) =>
  discord.local.setOverwrite({ channel: Ids.general, target: Ids.harbourBotRole, allow: "0", deny });

interface Before {
  readonly hasArrived: boolean;
  readonly run: () => Promise<unknown>;
}

interface Wrong {
  readonly begin: () => Promise<unknown>;
  readonly end: () => Promise<unknown>;
  readonly tells: readonly Trouble["what"][];
}

/** What a delivery went through before. */
const BEFORE: Readonly<Record<string, Before>> = {
  "is new": { hasArrived: false, run: async () => {} },
  "was posted without anybody learning of it": {
    hasArrived: true,
    run: async () => {
      await discord.local.addFault({ kind: "lose-answer", route: POST });
      await look();
    },
  },
  "was cut off before": {
    hasArrived: false,
    run: async () => {
      await discord.local.addFault({ kind: "cut", route: POST });
      await look();
    },
  },
  "was held before": {
    hasArrived: false,
    run: async () => {
      await overwrite(SEND);
      await look();
      await overwrite("0");
      await store.deliveries.retryNow(clock.now(), Ids.general);
      told.splice(0);
    },
  },
  "was claimed by one that died": {
    hasArrived: false,
    run: async () => {
      const row = await store.reminders.find("a");
      const slot = row?.next_slot ?? 0;
      const occurrence = { slot, usefulUntil: slot + DAY_MS, sendAt: slot, joins: false };
      const plan = { reminderId: "a", from: slot, revision: 1, occurrence, missed: [] };
      await store.occurrences.plan([plan], clock.now());
      const now = clock.now();
      const claim = { now, worker: "dead", leaseMs: LEASE_MS, limit: 1, digestAfterMs: 1, busy: [] };
      expect(await store.deliveries.claim(claim)).toHaveLength(1);
    },
  },
};

/** What goes wrong now, how it ends, and what is told meanwhile. */
const WRONG: Readonly<Record<string, Wrong>> = {
  "the bot may not write (50013)": {
    begin: () => overwrite(SEND),
    end: () => overwrite("0"),
    tells: ["missing-permission"],
  },
  "the bot may not see the channel (50001)": {
    begin: () => overwrite(VIEW),
    end: () => overwrite("0"),
    tells: ["missing-permission"],
  },
  "the bot was removed from the server (50001)": {
    begin: () => discord.local.removeFromServer({ server: Ids.harbour }),
    end: () => discord.local.installOnServer({ server: Ids.harbour }),
    tells: ["missing-permission"],
  },
  "Discord limits (429)": {
    begin: () => fault(2, 429),
    end: () => discord.local.clearFaults({}),
    tells: [],
  },
  "Discord is broken (500)": {
    begin: () => fault(99, 500),
    end: () => discord.local.clearFaults({}),
    tells: [],
  },
  "Discord is not there (503)": {
    begin: () => fault(99, 503),
    end: () => discord.local.clearFaults({}),
    tells: [],
  },
  "Discord is broken for whoever looks (502)": {
    begin: async () => {
      await discord.local.addFault({ kind: "answer", route: "GET /channels/**", status: 502, times: 99 });
      await fault(99, 502);
    },
    end: () => discord.local.clearFaults({}),
    tells: [],
  },
  "every connection is cut": {
    begin: () => discord.local.addFault({ kind: "cut", route: "* /channels/**", times: 99 }),
    end: () => discord.local.clearFaults({}),
    tells: [],
  },
};

const pairs = Object.keys(WRONG).flatMap((wrong) => Object.keys(BEFORE).map((before) => [wrong, before]));

describe("a post to a channel", () => {
  it.each(pairs)("arrives once after %s, when it %s", async (wrong = "", before = "") => {
    const { begin, end, tells } = WRONG[wrong] ?? unknown();
    const { hasArrived, run } = BEFORE[before] ?? unknown();
    await addReminder(store, { id: "a", target: Ids.general, slot: clock.now() });
    await run();
    clock.advance(3 * MINUTE_MS);
    await begin();
    for (let tries = 0; tries < 4; tries += 1) {
      await store.deliveries.retryNow(clock.now());
      await look();
      clock.advance(5 * MINUTE_MS);
    }
    const meanwhile = [...new Set(told.map(({ what }) => what))];
    expect(tells).toEqual(expect.arrayContaining(meanwhile));
    // It is told once, at the first refusal; what is found needs no telling.
    const isTold = !hasArrived && before !== "was held before";
    expect(meanwhile).toEqual(expect.arrayContaining(isTold ? [...tells] : []));
    await end();
    clock.advance(HOUR_MS);
    await store.deliveries.retryNow(clock.now(), Ids.general);
    await look();
    expect([await stateOf("a"), await postsIn(Ids.general)]).toEqual(["sent", 1]);
    expect(await placeOf("a")).toMatchObject({ state: "open" });
  });

  it.each(Object.keys(BEFORE))(
    "is given up a day after the channel is gone (10003), when it %s",
    async (before) => {
      const { run } = BEFORE[before] ?? unknown();
      await addReminder(store, {
        id: "a",
        target: Ids.general,
        slot: clock.now(),
        usefulUntil: clock.now() + 9 * DAY_MS,
      });
      await run();
      await discord.local.deleteChannel({ channel: Ids.general });
      for (let hours = 0; hours < 24; hours += 2) {
        clock.advance(2 * HOUR_MS - MINUTE_MS);
        await look();
        expect([await stateOf("a"), told]).toEqual(["held", []]);
      }
      clock.advance(3 * HOUR_MS);
      await look();
      expect(told).toMatchObject([{ what: "channel-gone", target: Ids.general, reason: "channel-gone" }]);
      expect([await stateOf("a"), (await placeOf("a"))?.state]).toEqual(["skipped", "disabled"]);
    },
  );
});

const inbox = async () => {
  const { id: channel } = await discord.local.openDm({ as: Ids.player });
  return postsIn(channel, Ids.player);
};

describe("a post to a person", () => {
  const player = { target: Ids.player, kind: "dm" } as const;
  it("is never called delivered where they take none (50007); theirs is told, others arrive", async () => {
    await addReminder(store, { id: "a", ...player, slot: clock.now() });
    await addReminder(store, { id: "b", target: Ids.admin, kind: "dm", slot: clock.now() });
    await discord.local.setDms({ person: Ids.player, open: false });
    await look();
    expect(told).toMatchObject([
      { what: "dm-closed", reminderId: "a", target: Ids.player, reason: "dm-closed" },
    ]);
    expect([await stateOf("a"), await stateOf("b")]).toEqual(["skipped", "sent"]);
    expect(await placeOf("a")).toMatchObject({ state: "paused", reason: "dm-closed" });
    await discord.local.setDms({ person: Ids.player, open: true });
    clock.advance(DAY_MS);
    await look();
    expect(await inbox()).toBe(0);
  });

  it("is not given up while Discord opens no conversation", async () => {
    await addReminder(store, { id: "a", ...player, slot: clock.now() });
    const route = "POST /users/@me/channels";
    await discord.local.addFault({ kind: "answer", route, status: 500, times: 99 });
    for (let tries = 0; tries < 5; tries += 1) {
      await look();
      clock.advance(20 * MINUTE_MS);
    }
    expect([await stateOf("a"), told]).toEqual(["failed", []]);
    await discord.local.clearFaults({});
    await look();
    expect([await stateOf("a"), await inbox()]).toEqual(["sent", 1]);
  });

  it("is known for delivered when it was posted before they closed the door", async () => {
    await addReminder(store, { id: "a", ...player, slot: clock.now() });
    await discord.local.addFault({ kind: "lose-answer", route: POST });
    await look();
    await discord.local.setDms({ person: Ids.player, open: false });
    clock.advance(10 * MINUTE_MS);
    await look();
    expect([await stateOf("a"), await inbox(), told]).toEqual(["sent", 1, []]);
  });
});

describe("one place's trouble", () => {
  it.each(Object.keys(WRONG).slice(0, 2))("is no other's: %s", async (wrong) => {
    const { begin, end } = WRONG[wrong] ?? unknown();
    const others = [Ids.botCommands, Ids.announcements, Ids.late, Ids.forumPost];
    for (const target of [Ids.general, ...others]) {
      await addReminder(store, { id: target, target, slot: clock.now() });
    }
    await begin();
    await look();
    expect(await Promise.all(others.map(stateOf))).toEqual(others.map(() => "sent"));
    const before = await Promise.all(others.map((id) => store.deliveries.history(id, 9)));
    await end();
    await store.deliveries.retryNow(clock.now(), Ids.general);
    await look();
    expect(await stateOf(Ids.general)).toBe("sent");
    expect(await Promise.all(others.map((id) => store.deliveries.history(id, 9)))).toEqual(before);
    expect(await Promise.all(others.map((channel) => postsIn(channel)))).toEqual(others.map(() => 1));
  });

  it("keeps nobody waiting: a place that never answers holds up no other", async () => {
    await discord.local.addFault({
      kind: "slow",
      route: `POST /channels/${Ids.general}/messages`,
      ms: 1_500,
    });
    await addReminder(store, { id: "slow", target: Ids.general, slot: clock.now() });
    for (let more = 0; more < 5; more += 1) {
      await addReminder(store, { id: `m${more}`, target: Ids.botCommands, slot: clock.now() });
    }
    engine.start();
    await expect.poll(() => postsIn(Ids.botCommands), { interval: 5 }).toBe(5);
    expect(await postsIn(Ids.general)).toBe(0);
    await engine.stop();
    expect(await stateOf("slow")).toBe("sent");
  });
});

function unknown(): never {
  throw new Error("there is no such row");
}
