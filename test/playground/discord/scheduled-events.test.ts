import { type DiscordAPIError, REST } from "discord.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ZodType } from "zod";

import { Ids } from "../../../src/playground/discord/world/default-world.ts";
import { DAY, HOUR } from "../../support/time.ts";
import { type Stage, stage } from "./bot.ts";

const CREATE_EVENTS = 1n << 44n;
const ROUTE = `/guilds/${Ids.harbour}/scheduled-events` as const;

let scene: Stage;
let rest: REST;
beforeAll(async () => {
  scene = await stage();
  rest = new REST({ api: scene.discord.url, retries: 0 }).setToken(scene.discord.token);
});
afterAll(() => scene.close());

const grant = (permissions: bigint) =>
  scene.discord.local.setRolePermissions({
    server: Ids.harbour,
    role: Ids.harbourBotRole,
    permissions: permissions.toString(),
  });
const at = (ms: number) => new Date(Date.now() + ms).toISOString();
const weekdayOf = (at: Date) => (at.getUTCDay() + 6) % 7;
const event = (more: object = {}) => ({
  name: "Harvest Week",
  privacy_level: 2,
  entity_type: 3,
  scheduled_start_time: at(HOUR),
  scheduled_end_time: at(2 * HOUR),
  entity_metadata: { location: "In the game" },
  ...more,
});
const create = (more: object = {}) => rest.post(ROUTE, { body: event(more) }) as Promise<{ id: string }>;
const codeOf = (asking: Promise<unknown>) =>
  asking.then(
    () => undefined,
    (error: DiscordAPIError) => error.code,
  );
const list = async () => (await rest.get(ROUTE)) as readonly { readonly id: string }[];
const seen = async () =>
  (await scene.discord.local.home({ as: Ids.player })).servers.find(({ id }) => id === Ids.harbour)?.events;

describe("a server's own calendar", () => {
  it("takes entries from who may create them, and shows them to members", async () => {
    await grant(0n);
    expect(await codeOf(create())).toBe(50_013);
    await grant(CREATE_EVENTS);
    const { id } = await create();
    expect(await list()).toMatchObject([{ id, name: "Harvest Week", status: 1, creator_id: Ids.bot }]);
    expect(await seen()).toMatchObject([{ name: "Harvest Week", location: "In the game" }]);
    await rest.patch(`${ROUTE}/${id}`, { body: { name: "Harvest", status: 2 } });
    expect(await rest.get(`${ROUTE}/${id}`)).toMatchObject({ name: "Harvest", status: 2 });
    await rest.delete(`${ROUTE}/${id}`);
    expect(await codeOf(rest.get(`${ROUTE}/${id}`))).toBe(10_070);
    expect(await seen()).toEqual([]);
  });

  it.each<readonly [string, object]>([
    ["one that has begun", { scheduled_start_time: at(-HOUR) }],
    ["no end", { scheduled_end_time: null }],
    ["an end before its start", { scheduled_end_time: at(HOUR / 2) }],
    ["no place", { entity_metadata: {} }],
    ["a name that is too long", { name: "x".repeat(101) }],
    ["no name", { name: "" }],
    ["another kind", { entity_type: 2 }],
    ["a channel", { channel_id: Ids.general }],
    ["a field Discord does not know", { where: "here" }],
  ])("refuses %s", async (_, more) => {
    await grant(CREATE_EVENTS);
    expect(await codeOf(create(more))).toBe(50_035);
  });

  it("ends one once, and takes no change of it then", async () => {
    await grant(CREATE_EVENTS);
    const { id } = await create();
    expect(await codeOf(rest.patch(`${ROUTE}/${id}`, { body: { status: 3 } }))).toBe(50_035);
    await rest.patch(`${ROUTE}/${id}`, { body: { status: 4 } });
    expect(await codeOf(rest.patch(`${ROUTE}/${id}`, { body: { name: "x" } }))).toBe(180_000);
    expect((await list()).some((one) => one.id === id)).toBe(false);
  });

  it.each<readonly [string, (start: Date) => object, number]>([
    ["each day", () => ({ frequency: 3 }), 1],
    ["each other week", (start) => ({ frequency: 2, interval: 2, by_weekday: [weekdayOf(start)] }), 14],
  ])("goes on to the next time of one that recurs %s", async (_, ruleOf, days) => {
    await grant(CREATE_EVENTS);
    const start = new Date(Date.now() + HOUR);
    const times = { start: start.toISOString(), interval: 1 };
    const { id } = await create({
      scheduled_start_time: times.start,
      recurrence_rule: { ...times, ...ruleOf(start) },
    });
    const spec = (await import("discord-api-spec/zod")) as unknown as Readonly<Record<string, ZodType>>;
    spec["ExternalScheduledEventResponseSchema"]?.parse(await rest.get(`${ROUTE}/${id}`));
    await rest.patch(`${ROUTE}/${id}`, { body: { status: 2 } });
    const begun = (await rest.get(`${ROUTE}/${id}`)) as { readonly scheduled_start_time: string };
    await rest.patch(`${ROUTE}/${id}`, { body: { status: 3 } });
    expect(await rest.get(`${ROUTE}/${id}`)).toMatchObject({
      status: 1,
      scheduled_start_time: new Date(Date.parse(begun.scheduled_start_time) + days * DAY).toISOString(),
    });
    expect((await seen())?.find((one) => one.id === id)?.recurs).toBe(days === 1 ? "Daily" : "Weekly");
    await rest.patch(`${ROUTE}/${id}`, { body: { recurrence_rule: null } });
    expect(await rest.get(`${ROUTE}/${id}`)).toMatchObject({ recurrence_rule: null });
    await rest.delete(`${ROUTE}/${id}`);
  });

  it.each<readonly [string, object]>([
    ["an end", { frequency: 3, end: at(DAY) }],
    ["a count", { frequency: 3, count: 2 }],
    ["each other day", { frequency: 3, interval: 2 }],
    ["an unknown set of days", { frequency: 3, by_weekday: [0, 2] }],
    ["two days a week", { frequency: 2, by_weekday: [0, 1] }],
    ["a month without its day", { frequency: 1 }],
    ["another frequency", { frequency: 4 }],
  ])("refuses to recur with %s", async (_, rule) => {
    await grant(CREATE_EVENTS);
    const start = at(HOUR);
    expect(await codeOf(create({ recurrence_rule: { start, interval: 1, ...rule } }))).toBe(50_035);
  });

  it("holds a hundred at a time", async () => {
    await grant(CREATE_EVENTS);
    for (let count = (await list()).length; count < 100; count += 1) await create();
    expect(await codeOf(create())).toBe(30_038);
  });
});
