import type { REST } from "@discordjs/rest";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { silentLog } from "../../../../src/base/log.ts";
import { noMetrics } from "../../../../src/base/metrics.ts";
import { Secret } from "../../../../src/base/secret.ts";
import { createRestConnection } from "../../../../src/discord/rest/rest-connection.ts";
import type { GuildLocale } from "../../../../src/discord/rest/guild.ts";
import { createScheduledEvents } from "../../../../src/discord/rest/scheduled-events.ts";
import { CalendarWorker } from "../../../../src/features/posts/calendar/calendar-worker.ts";
import { calendarRows } from "../../../../src/features/posts/store/guild-rows.ts";
import { guildData } from "../../../../src/features/servers/store/guild-data.ts";
import type { DatedSubject } from "../../../../src/features/posts/read/read-subject.ts";
import { resolveHosts } from "../../../../src/platform/profile/hosts.ts";
import { TrendingEntry, TrendingStub } from "../../../../src/platform/resources/trending.ts";
import { messagesFor } from "../../../../src/messages/catalog.ts";
import { Ids } from "../../../../src/playground/discord/world/default-world.ts";
import { dated } from "../../../support/fake-services.ts";
import { png } from "../../../support/sample-pictures.ts";
import { DAY, HOUR, MINUTE } from "../../../support/time.ts";
import { openWorld, START, type World } from "../posting-harness.ts";

const CREATE_EVENTS = 1n << 44n;
const OTHER = "710000000000000999";
const ROUTE = `/guilds/${Ids.harbour}/scheduled-events` as const;

let world: World;
let rest: REST;
let worker: CalendarWorker;
let things: DatedSubject[];
let localeOf: GuildLocale;
/** What the platform says of the first thing, and its picture. */
let tagline: string;
let picture: Buffer | undefined;
let open: (isOn: boolean) => CalendarWorker;

beforeEach(async () => {
  world = await openWorld();
  const { clock, database } = world.table;
  const token = new Secret(world.discord.token);
  const options = { token, apiUrl: world.discord.url, clock, log: silentLog, metrics: noMetrics };
  ({ rest } = createRestConnection(options));
  things = [thing("1"), thing("2", { startAt: START + 2 * HOUR, endAt: START + DAY })];
  localeOf = async () => "en-US";
  [tagline, picture] = ["*Bring* a lantern", undefined];
  const listing = { identifier: "1", entityType: 3, displayName: "Feast 1", link: "/News/feast_1" };
  world.answers.trendingList = async () => {
    const entries = [TrendingStub.parse({ ...listing, tagline, image: "/img/banners/1.png" })];
    return dated({ gives: "stubs", entries, hasMore: false });
  };
  const itemCategories = [{ title: "Prizes", itemHashes: [3, 4, 3] }];
  world.answers.trendingEntry = async ({ type, identifier }) => {
    const gameRitual = identifier === "1" ? { eventContent: { itemCategories } } : undefined;
    return dated(TrendingEntry.parse({ entityType: type, identifier, gameRitual }));
  };
  world.definitions.lookUp = async (_, hashes) =>
    new Map(hashes.map((hash) => [hash, { name: `Prize ${hash}` }]));
  await grant(CREATE_EVENTS);
  await world.guilds.change(
    { guildId: Ids.harbour, revision: world.guilds.of(Ids.harbour).revision, by: Ids.admin },
    { isCalendarOn: true },
  );
  clock.moveTo(START - Date.now());

  open = (isOn) => {
    const { service } = world.reminders;
    const reminders = Object.assign(Object.create(service) as typeof service, {
      datedSubjects: async ({ locale }: { readonly locale: string }) =>
        things.map((one) => (locale === "de" ? { ...one, label: `${one.label} auf Deutsch` } : one)),
    });
    return new CalendarWorker({
      rows: calendarRows(database.queries),
      nodes: database.nodes,
      events: createScheduledEvents(rest),
      localeOf: (...asked) => localeOf(...asked),
      services: {
        ...world.services,
        images: { get: async (url) => (url === undefined ? undefined : picture) },
      },
      reminders,
      clock,
      random: () => 0,
      log: silentLog,
      isOn,
    });
  };
  worker = open(true);
});
afterEach(async () => {
  await worker.stop();
  await world.close();
});

const thing = (id: string, dates: Partial<DatedSubject> = {}): DatedSubject => ({
  subject: { kind: "ritual", type: "3", id },
  label: `Feast ${id}`,
  startAt: START - HOUR,
  endAt: START + 2 * DAY,
  ...dates,
});
const reset = (every: "day" | "week", startAt: number): DatedSubject => ({
  subject: { kind: "reset", every },
  label: `${every} reset`,
  startAt,
  everyMs: every === "day" ? DAY : 7 * DAY,
});
const grant = (permissions: bigint) =>
  world.discord.local.setRolePermissions({
    server: Ids.harbour,
    role: Ids.harbourBotRole,
    permissions: permissions.toString(),
  });
interface Listed {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly image: string | null;
  readonly recurrence_rule: { readonly start: string } | null;
  readonly scheduled_start_time: string;
  readonly scheduled_end_time: string;
}
const listed = async () => (await rest.get(ROUTE)) as readonly Listed[];
const shown = async () =>
  (await listed()).map(({ name, scheduled_start_time: start, scheduled_end_time: end }) => [
    name,
    Date.parse(start) - START,
    Date.parse(end) - START,
  ]);
const names = async () => (await listed()).map(({ name }) => name).toSorted();
const ids = async () => (await listed()).map(({ id }) => id).toSorted();
const at = async (time: number) => {
  world.table.clock.moveTo(time - Date.now());
  await worker.poll();
};
/** Begins a turn of this server; returns what ends it. */
const beginTurn = async (server: string) => {
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  localeOf = async (guildId) => {
    if (guildId !== server) return "en-US";
    asked.resolve();
    await answer.promise;
    return { kind: "refused", name: "unavailable", isCertain: false };
  };
  const turn = worker.refresh(server, MINUTE);
  await asked.promise;
  return async () => {
    answer.resolve();
    await turn;
  };
};

describe("a server's own calendar", () => {
  it("holds what is dated, once, from when it begins or soon until it ends", async () => {
    await worker.poll();
    await worker.poll();
    const all = await shown();
    expect(await names()).toEqual(["Feast 1", "Feast 2"]);
    expect(all.find(([name]) => name === "Feast 2")).toEqual(["Feast 2", 2 * HOUR, DAY]);
    const [, begins = 0, ends] = all.find(([name]) => name === "Feast 1") ?? [];
    expect(begins).toBeGreaterThan(0);
    expect(begins).toBeLessThan(5 * MINUTE);
    expect(ends).toBe(2 * DAY);
  });

  it("is in the server's language in Discord until admins pick one", async () => {
    localeOf = async () => "de";
    await worker.poll();
    expect(await names()).toEqual(["Feast 1 auf Deutsch", "Feast 2 auf Deutsch"]);
    const [{ description } = { description: "" }] = await listed();
    const { calendar } = messagesFor("de").setup;
    expect(description).toContain(calendar.description(world.services.profile.name, "/trending"));
  });

  it("says what a thing is, what it brings and where to read on, under its picture", async () => {
    picture = png(250, 100);
    await worker.poll();
    const [first, second] = (await listed()).toSorted((a, b) => a.name.localeCompare(b.name));
    const { calendar } = messagesFor("en-US").setup;
    const { name: platform } = world.services.profile;
    expect(first?.description).toBe(
      [
        "\\*Bring\\* a lantern",
        "Rewards: Prize 3 and Prize 4",
        new URL("/News/feast_1", resolveHosts(world.services.profile).portal).href,
        calendar.description(platform, "/trending"),
      ].join("\n"),
    );
    expect([first?.image, second?.image]).toEqual([expect.any(String), null]);
    expect(second?.description).toBe(calendar.description(platform, "/trending"));
  });

  it("shows a milestone that trends, too, as what trends does", async () => {
    picture = png(250, 100);
    things = [thing("1"), thing("1", { subject: { kind: "milestone", hash: 7 } })];
    await worker.poll();
    const [first, ...others] = await listed();
    expect([first?.name, first?.image, others]).toEqual(["Feast 1", expect.any(String), []]);
    expect(first?.description).toContain("a lantern");
    expect(first?.description).toContain("/milestones");
  });

  it("goes without words of the platform that it does not give in time", async () => {
    const asked = Promise.withResolvers<void>();
    world.answers.trendingEntry = ({ signal }) => {
      asked.resolve();
      return new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      });
    };
    const over = new AbortController();
    const timeouts = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(over.signal);
    onTestFinished(() => timeouts.mockRestore());
    const refreshed = worker.refresh(Ids.harbour, HOUR);
    await asked.promise;
    over.abort(new DOMException("over", "TimeoutError"));
    await refreshed;
    expect(await names()).toEqual([]);
    delete world.answers.trendingEntry;
    await worker.poll();
    expect(await names()).toEqual(["Feast 1", "Feast 2"]);
  });

  it("says the most important where all of it is too long", async () => {
    tagline = "_".repeat(600);
    await worker.poll();
    const first = (await listed()).find(({ name }) => name === "Feast 1");
    const { calendar } = messagesFor("en-US").setup;
    expect(first?.description.length).toBeLessThanOrEqual(1000);
    expect(first?.description).toMatch(/^\\_/);
    expect(first?.description).toContain(calendar.description(world.services.profile.name, "/trending"));
  });

  it("has no icon for a cover, and stands without one that Discord won't take", async () => {
    picture = png(96, 96);
    await worker.poll();
    expect((await listed()).map(({ image }) => image)).toEqual([null, null]);
    for (const { id } of await listed()) await rest.delete(`${ROUTE}/${id}`);
    await world.table.database.queries.deleteFrom("calendar_entries").execute();
    picture = png(250, 100);
    const route = "POST /guilds/*/scheduled-events";
    await world.discord.local.addFault({ kind: "answer", route, status: 400, code: 50_035 });
    await worker.poll();
    expect(await names()).toEqual(["Feast 1", "Feast 2"]);
    expect((await listed()).map(({ image }) => image)).toEqual([null, null]);
    expect(worker.troubleOf(Ids.harbour)).toBeUndefined();
  });

  it("is left as it is while only words and pictures change, and keeps its cover as its dates move", async () => {
    picture = png(250, 100);
    await worker.poll();
    const before = await listed();
    tagline = "Other words";
    picture = undefined;
    for (let polls = 0; polls < 3; polls += 1) await worker.poll();
    expect(await listed()).toEqual(before);
    things = [thing("1", { endAt: START + 3 * DAY })];
    await worker.poll();
    await worker.poll();
    const first = (await listed()).find(({ name }) => name === "Feast 1");
    expect(first?.description).toContain("Other words");
    expect(first?.image).toEqual(expect.any(String));
  });

  it("waits where Discord doesn't tell the server's language", async () => {
    localeOf = async () => ({ kind: "refused", name: "unavailable", isCertain: false });
    await worker.poll();
    expect([await names(), worker.troubleOf(Ids.harbour)]).toEqual([[], "unavailable"]);
    await world.guilds.change(
      { guildId: Ids.harbour, revision: world.guilds.of(Ids.harbour).revision, by: Ids.admin },
      { locale: "de" },
    );
    await worker.poll();
    expect(await names()).toEqual(["Feast 1 auf Deutsch", "Feast 2 auf Deutsch"]);
  });

  it("loses what was made once the operator switches it off, and nothing of anybody else", async () => {
    const body = {
      name: "Somebody's own",
      privacy_level: 2,
      entity_type: 3,
      entity_metadata: { location: "Here" },
      scheduled_start_time: new Date(START + HOUR).toISOString(),
      scheduled_end_time: new Date(START + 2 * HOUR).toISOString(),
    };
    await worker.poll();
    await rest.post(ROUTE, { body });
    await worker.stop();
    worker = open(false);
    await worker.poll();
    expect(await names()).toEqual(["Somebody's own"]);
    expect(await calendarRows(world.table.database.queries).guildIds()).toEqual([]);
    await worker.poll();
    expect(await names()).toEqual(["Somebody's own"]);
  });

  it("holds nothing where admins have not switched it on, and nothing any more once they switch it off", async () => {
    await worker.poll();
    await world.guilds.change(
      { guildId: Ids.harbour, revision: world.guilds.of(Ids.harbour).revision, by: Ids.admin },
      { isCalendarOn: false },
    );
    await worker.poll();
    expect(await shown()).toEqual([]);
    await worker.poll();
    expect(await shown()).toEqual([]);
  });

  it("moves with the platform's dates once two answers have them", async () => {
    await worker.poll();
    things = [thing("1"), thing("2", { startAt: START + 5 * HOUR, endAt: START + 2 * DAY })];
    await worker.poll();
    expect(await shown()).toContainEqual(["Feast 2", 2 * HOUR, DAY]);
    await worker.poll();
    expect(await shown()).toContainEqual(["Feast 2", 5 * HOUR, 2 * DAY]);
    expect(await shown()).toHaveLength(2);
  });

  it("keeps when something began that is on already, and moves its end", async () => {
    await worker.poll();
    await at(START + 3 * HOUR);
    things = [thing("1", { startAt: START - 2 * HOUR, endAt: START + 3 * DAY })];
    await worker.poll();
    await worker.poll();
    const [, begins, ends] = (await shown()).find(([name]) => name === "Feast 1") ?? [];
    expect(begins).toBeLessThan(5 * MINUTE);
    expect(ends).toBe(3 * DAY);
  });

  it("loses what the platform lists no more for an hour, though it lists others, and nothing before", async () => {
    await worker.poll();
    things = [];
    await at(START + HOUR);
    await at(START + 3 * HOUR);
    expect(await shown()).toHaveLength(2);
    things = [thing("1")];
    await at(START + 4 * HOUR);
    await at(START + 4.5 * HOUR);
    expect(await shown()).toHaveLength(2);
    await at(START + 5 * HOUR + MINUTE);
    expect((await shown()).map(([name]) => name)).toEqual(["Feast 1"]);
  });

  it("finds again what was made though its answer was lost", async () => {
    const { local } = world.discord;
    await local.addFault({ kind: "lose-answer", route: "POST /guilds/*/scheduled-events", times: 2 });
    for (let polls = 0; polls < 4; polls += 1) await worker.poll();
    expect(await names()).toEqual(["Feast 1", "Feast 2"]);
  });

  it("finds again what was made after the copy that was restored", async () => {
    await worker.poll();
    await world.table.database.queries.deleteFrom("calendar_entries").execute();
    await worker.poll();
    expect(await names()).toEqual(["Feast 1", "Feast 2"]);
  });

  it("makes nothing again that an admin deleted", async () => {
    await worker.poll();
    for (const { id } of await listed()) await rest.delete(`${ROUTE}/${id}`);
    things = [thing("1", { endAt: START + 3 * DAY }), thing("2", { endAt: START + 3 * DAY })];
    for (let polls = 0; polls < 4; polls += 1) await worker.poll();
    expect(await shown()).toEqual([]);
  });

  it("begins a new entry with a thing's next period", async () => {
    await worker.poll();
    const later = { startAt: START + 2 * DAY, endAt: START + 9 * DAY };
    things = [thing("1", later)];
    await at(START + 2 * DAY + HOUR);
    await worker.poll();
    expect((await shown()).map(([name, , ends]) => [name, ends])).toEqual([["Feast 1", 9 * DAY]]);
  });

  describe("of what comes again and again", () => {
    beforeEach(() => {
      things = [reset("day", START + 3 * HOUR), reset("week", START + 2 * DAY + 3 * HOUR)];
    });

    it("holds one entry that Discord moves on by itself, each day or each week", async () => {
      await worker.poll();
      const before = await ids();
      const weekday = (new Date(START + 2 * DAY + 3 * HOUR).getUTCDay() + 6) % 7;
      const [daily, weekly] = await listed();
      expect(daily).toMatchObject({ name: "day reset", recurrence_rule: { frequency: 3, interval: 1 } });
      expect(weekly?.recurrence_rule).toMatchObject({ frequency: 2, interval: 1, by_weekday: [weekday] });
      expect(daily?.recurrence_rule?.start).toBe(daily?.scheduled_start_time);
      expect(daily?.description).toContain("/milestones");
      const changes = vi.spyOn(rest, "patch");
      onTestFinished(() => changes.mockRestore());
      for (const days of [1, 2, 2.5, 9]) {
        things = [reset("day", START + 9 * DAY + 3 * HOUR), reset("week", START + 9 * DAY + 3 * HOUR)];
        await at(START + days * DAY);
        await worker.poll();
      }
      expect(await ids()).toEqual(before);
      expect(changes).not.toHaveBeenCalled();
      const times = (await shown()).map(([name, start]) => [name, start]);
      expect(times).toEqual([
        ["day reset", 9 * DAY + 3 * HOUR],
        ["week reset", 9 * DAY + 3 * HOUR],
      ]);
    });

    it("finds it again, however often it came since", async () => {
      const { local } = world.discord;
      await local.addFault({ kind: "lose-answer", route: "POST /guilds/*/scheduled-events", times: 2 });
      await worker.poll();
      await at(START + 3 * DAY);
      await worker.poll();
      expect(await names()).toEqual(["day reset", "week reset"]);
      await world.table.database.queries.deleteFrom("calendar_entries").execute();
      await at(START + 30 * DAY);
      expect(await names()).toEqual(["day reset", "week reset"]);
    });

    it("moves it to other hours once two answers have them, and not while it is on", async () => {
      await worker.poll();
      const before = await ids();
      things = [reset("day", START + DAY + 4 * HOUR)];
      await at(START + 3 * HOUR + MINUTE);
      await worker.poll();
      expect(await shown()).toContainEqual(["day reset", 3 * HOUR, 3.25 * HOUR]);
      await at(START + 3.5 * HOUR);
      await worker.poll();
      expect(await shown()).toContainEqual(["day reset", DAY + 4 * HOUR, DAY + 4.25 * HOUR]);
      expect(await ids()).toEqual(before);
    });

    it("makes it not again where an admin deleted it, though it moves", async () => {
      await worker.poll();
      for (const { id } of await listed()) await rest.delete(`${ROUTE}/${id}`);
      for (const days of [1, 2, 8]) await at(START + days * DAY);
      things = [reset("day", START + 9 * DAY + 4 * HOUR)];
      for (const days of [8.1, 8.2, 9]) await at(START + days * DAY);
      expect(await names()).toEqual([]);
    });

    it("deletes it when it is switched off, even after its first time", async () => {
      await worker.poll();
      await world.guilds.change(
        { guildId: Ids.harbour, revision: world.guilds.of(Ids.harbour).revision, by: Ids.admin },
        { isCalendarOn: false },
      );
      await at(START + 5 * DAY);
      expect(await names()).toEqual([]);
    });
  });

  it("says what the bot lacks, and goes on once it has it", async () => {
    await grant(0n);
    await worker.poll();
    expect([worker.troubleOf(Ids.harbour), await listed()]).toEqual(["missing-permission", []]);
    await grant(CREATE_EVENTS);
    await worker.poll();
    expect([worker.troubleOf(Ids.harbour), (await listed()).length]).toEqual([undefined, 2]);
  });

  it("holds the others where Discord won't take one", async () => {
    const route = "POST /guilds/*/scheduled-events";
    await world.discord.local.addFault({ kind: "answer", route, status: 400, code: 50_035 });
    await worker.poll();
    expect([await names(), worker.troubleOf(Ids.harbour)]).toEqual([["Feast 2"], "message-invalid"]);
    await worker.poll();
    expect([await names(), worker.troubleOf(Ids.harbour)]).toEqual([["Feast 1", "Feast 2"], undefined]);
  });

  it("changes nothing for a title that is known in another language alone", async () => {
    await worker.poll();
    things = things.map((one) => ({ ...one, label: `Fest ${one.label}` }));
    for (let polls = 0; polls < 3; polls += 1) await worker.poll();
    expect(await names()).toEqual(["Feast 1", "Feast 2"]);
  });

  it("never holds more than Discord takes, others' events among them", async () => {
    const body = {
      name: "Ours",
      privacy_level: 2,
      entity_type: 3,
      scheduled_start_time: new Date(START + HOUR).toISOString(),
      scheduled_end_time: new Date(START + DAY).toISOString(),
      entity_metadata: { location: "here" },
    };
    for (let count = 0; count < 99; count += 1) await rest.post(ROUTE, { body });
    await worker.poll();
    expect([(await listed()).length, worker.troubleOf(Ids.harbour)]).toEqual([100, "calendar-full"]);
  });

  it("waits for no other server's", async () => {
    await world.guilds.change(
      { guildId: OTHER, revision: world.guilds.of(OTHER).revision, by: Ids.admin },
      { isCalendarOn: true },
    );
    const end = await beginTurn(OTHER);
    await worker.refresh(Ids.harbour, MINUTE);
    expect(await names()).toEqual(["Feast 1", "Feast 2"]);
    await end();
  });

  it("has all its time from when its turn comes", async () => {
    const end = await beginTurn(Ids.harbour);
    const timeouts = vi.spyOn(AbortSignal, "timeout");
    onTestFinished(() => timeouts.mockRestore());
    const next = worker.refresh(Ids.harbour, HOUR);
    expect(timeouts).not.toHaveBeenCalledWith(HOUR);
    await end();
    await next;
    expect(timeouts).toHaveBeenCalledWith(HOUR);
  });

  it("is counted as it is forgotten: what is left in Discord, and has not ended", async () => {
    await worker.poll();
    await grant(0n);
    await world.guilds.change(
      { guildId: Ids.harbour, revision: world.guilds.of(Ids.harbour).revision, by: Ids.admin },
      { isCalendarOn: false },
    );
    await at(START + DAY + HOUR);
    expect(worker.troubleOf(Ids.harbour)).toBe("missing-permission");
    expect(await guildData(world.table.database).remove(Ids.harbour)).toBe(1);
  });

  it("is forgotten with its server", async () => {
    await worker.poll();
    const { database } = world.table;
    const { queries } = database;
    expect(await guildData(database).guildIds()).toContain(Ids.harbour);
    expect(await guildData(database).remove(Ids.harbour)).toBe(2);
    expect(await calendarRows(queries).guildIds()).toEqual([]);
  });
});
