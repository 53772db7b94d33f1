import { Client, GatewayIntentBits, REST } from "discord.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { Ids } from "../../../src/playground/discord/world/default-world.ts";
import { connect, stage } from "./bot.ts";
import type { Stage } from "./bot.ts";
import { MINUTE } from "../../support/time.ts";

const NOBODY = "799999999999999999";
const MANAGE_ROLES = 1n << 28n;

let scene: Stage;
let rest: REST;

beforeAll(async () => {
  scene = await stage();
  rest = new REST({ api: scene.discord.url, retries: 0 }).setToken(scene.discord.token);
});
afterAll(() => scene.close());

const member = (user: string) => `/guilds/${Ids.harbour}/members/${user}` as const;
const memberRole = (user: string, role: string) => `${member(user)}/roles/${role}` as const;
const rolesOf = async (user: string) => ((await rest.get(member(user))) as { roles: string[] }).roles;
const grant = (permissions: bigint) =>
  scene.discord.local.setRolePermissions({
    server: Ids.harbour,
    role: Ids.harbourBotRole,
    permissions: permissions.toString(),
  });
const post = async (channel: string, body: object) =>
  (await rest.post(`/channels/${channel}/messages`, { body })) as { id: string; mention_roles: string[] };

const openThreads = async () =>
  ((await rest.get(`/guilds/${Ids.harbour}/threads/active`)) as { threads: { id: string }[] }).threads;
const threadAt = (channel: string, message: string) =>
  rest.post(`/channels/${channel}/messages/${message}/threads`, { body: { name: "More" } });
const isArchived = async () =>
  ((await rest.get(`/channels/${Ids.thread}`)) as { thread_metadata: { archived: boolean } }).thread_metadata
    .archived;
const conversationWith = async (recipient_id: string) =>
  (await rest.post("/users/@me/channels", { body: { recipient_id } })) as { id: string; type: number };

describe("a server, as the bot reads it", () => {
  it("has its roles, its members when asked for their number, and the bot's own member", async () => {
    expect(await rest.get(`/guilds/${Ids.harbour}`)).toMatchObject({ name: "Harbour", owner_id: Ids.admin });
    const query = new URLSearchParams({ with_counts: "true" });
    expect(await rest.get(`/guilds/${Ids.harbour}`, { query })).toMatchObject({
      approximate_member_count: 5,
    });
    expect(await rest.get(`/guilds/${Ids.harbour}/roles`)).toHaveLength(6);
    expect(await rest.get(`/guilds/${Ids.harbour}/roles/${Ids.pingRole}`)).toMatchObject({
      name: "Weekly resets",
      mentionable: true,
    });
    const own = { user: { id: Ids.bot }, roles: [Ids.harbourBotRole] };
    expect(await rest.get(member("@me"))).toMatchObject(own);
    expect(await rest.get(`/users/@me/guilds/${Ids.harbour}/member`)).toMatchObject(own);
  });

  it.each([
    ["a server there isn't", `/guilds/${NOBODY}`, 10_004],
    ["a server it is not in", `/guilds/${Ids.outpost}`, 50_001],
    ["roles of a server it is not in", `/guilds/${Ids.outpost}/roles`, 50_001],
    ["its own member there", `/users/@me/guilds/${Ids.outpost}/member`, 50_001],
    ["a role there isn't", `/guilds/${Ids.harbour}/roles/${NOBODY}`, 10_011],
    ["someone who is no member", member(Ids.stranger), 10_007],
    ["nobody", member(NOBODY), 10_013],
  ] as const)("is refused for %s", async (_, path, code) => {
    await expect(rest.get(path)).rejects.toMatchObject({ code });
  });

  it("lists open threads only", async () => {
    expect((await openThreads()).map(({ id }) => id)).toEqual([Ids.thread, Ids.forumPost]);
    await scene.discord.local.setThread({ thread: Ids.thread, archived: true });
    expect((await openThreads()).map(({ id }) => id)).toEqual([Ids.forumPost]);
    await scene.discord.local.setThread({ thread: Ids.thread, archived: false });
  });
});

describe("what the bot is told", () => {
  it("is nothing of messages where it isn't: neither that they come nor that they go", async () => {
    const { discord } = scene;
    const bot = await connect(discord, undefined, {
      intents: [GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages],
    });
    const told = async () =>
      (await discord.local.traffic({})).map(({ what }) => what).filter((what) => what.startsWith("MESSAGE_"));
    const sayAndDelete = async (channel: string) => {
      const said = await discord.local.say({ as: Ids.player, channel, content: "Hello" });
      await discord.local.deleteMessage({ message: said.id });
    };
    await sayAndDelete(Ids.outpostGeneral);
    await sayAndDelete(Ids.twoFriends);
    expect(await told()).toEqual([]);
    await sayAndDelete(Ids.general);
    expect(await told()).toEqual(["MESSAGE_CREATE", "MESSAGE_DELETE"]);
    await bot.close();
  });
});

describe("members' roles", () => {
  it("are given and taken where the bot may", async () => {
    await grant(MANAGE_ROLES);
    await rest.put(memberRole(Ids.newcomer, Ids.pingRole));
    await rest.put(memberRole(Ids.newcomer, Ids.pingRole));
    expect(await rolesOf(Ids.newcomer)).toEqual([Ids.pingRole]);
    await rest.delete(memberRole(Ids.newcomer, Ids.pingRole));
    expect(await rolesOf(Ids.newcomer)).toEqual([]);
  });

  it("are left alone without Manage Roles", async () => {
    await grant(0n);
    for (const change of [rest.put.bind(rest), rest.delete.bind(rest)]) {
      await expect(change(memberRole(Ids.player, Ids.pingRole))).rejects.toMatchObject({ code: 50_013 });
    }
  });

  it.each([
    ["a role above the bot's own", Ids.moderatorRole, 50_013],
    ["the bot's own role", Ids.harbourBotRole, 50_013],
    ["the role of everyone", Ids.harbour, 10_011],
    ["a role there isn't", NOBODY, 10_011],
  ])("are left alone for %s", async (_, role, code) => {
    await grant(MANAGE_ROLES);
    const before = await rolesOf(Ids.player);
    await expect(rest.put(memberRole(Ids.player, role))).rejects.toMatchObject({ code });
    expect(await rolesOf(Ids.player)).toEqual(before);
  });

  it("are nobody's for who is no member", async () => {
    await grant(MANAGE_ROLES);
    await expect(rest.put(memberRole(Ids.stranger, Ids.pingRole))).rejects.toMatchObject({ code: 10_007 });
    await expect(rest.put(memberRole(NOBODY, Ids.pingRole))).rejects.toMatchObject({ code: 10_013 });
  });
});

describe("role mentions", () => {
  it("ping roles that may be pinged, and any with the right to mention everyone", async () => {
    await grant(0n);
    const content = `<@&${Ids.pingRole}> <@&${Ids.memberRole}> <@&${NOBODY}>`;
    expect((await post(Ids.general, { content })).mention_roles).toEqual([Ids.pingRole]);
    const allowed_mentions = { parse: [], roles: [Ids.memberRole] };
    expect((await post(Ids.general, { content, allowed_mentions })).mention_roles).toEqual([]);
    await grant(1n << 17n);
    expect((await post(Ids.general, { content, allowed_mentions })).mention_roles).toEqual([Ids.memberRole]);
    expect((await post(Ids.general, { content })).mention_roles).toEqual([Ids.pingRole, Ids.memberRole]);
  });
});

describe("threads", () => {
  it("begin at a message once, and in no thread and no direct message", async () => {
    const { id } = await post(Ids.general, { content: "begin here" });
    expect(await threadAt(Ids.general, id)).toMatchObject({ id, parent_id: Ids.general });
    await expect(threadAt(Ids.general, id)).rejects.toMatchObject({ code: 160_004 });
    const within = await post(id, { content: "in it" });
    await expect(threadAt(id, within.id)).rejects.toMatchObject({ code: 50_024 });
    await expect(threadAt(Ids.general, NOBODY)).rejects.toMatchObject({ code: 10_008 });
    await expect(threadAt(NOBODY, id)).rejects.toMatchObject({ code: 10_003 });
  });

  it("need their permission, and text channels or forums", async () => {
    const body = { name: "Quiet", type: 12 };
    await expect(rest.post(`/channels/${Ids.general}/threads`, { body })).rejects.toMatchObject({
      code: 50_013,
    });
    await expect(rest.post(`/channels/${Ids.textCategory}/threads`, { body })).rejects.toMatchObject({
      code: 50_024,
    });
    await expect(rest.post(`/channels/${Ids.members}/threads`, { body })).rejects.toMatchObject({
      code: 50_001,
    });
  });

  it("are archived when nobody wrote in them for as long as they say, and opened by a message", async () => {
    scene.clock.advance(4319 * MINUTE);
    expect(await isArchived()).toBe(false);
    await post(Ids.thread, { content: "still here" });
    scene.clock.advance(4319 * MINUTE);
    expect(await isArchived()).toBe(false);
    scene.clock.advance(MINUTE);
    expect(await isArchived()).toBe(true);
    await scene.discord.local.say({ as: Ids.player, channel: Ids.thread, content: "again" });
    expect(await isArchived()).toBe(false);
    scene.clock.advance(-8 * 24 * 60 * MINUTE);
    expect(await isArchived()).toBe(false);
  });

  it("are known to the bot as they begin and end", async () => {
    const client = new Client({
      intents: [GatewayIntentBits.Guilds],
      rest: { api: scene.discord.url, retries: 0 },
    });
    const ready = new Promise((resolve) => client.once("clientReady", resolve));
    await client.login(scene.discord.token);
    await ready;
    const heard = (name: string) => new Promise((resolve) => client.once(name, resolve));
    const made = heard("threadCreate");
    const body = { name: "Public", type: 11 };
    const { id } = (await rest.post(`/channels/${Ids.general}/threads`, { body })) as { id: string };
    expect(await made).toMatchObject({ id });
    const updated = heard("threadUpdate");
    await rest.patch(`/channels/${id}`, { body: { archived: true } });
    await updated;
    expect(client.channels.cache.get(id)).toMatchObject({ archived: true });
    await client.destroy();
  });
});

describe("what was posted", () => {
  it("is read back after an id, newest first, by who may read the history", async () => {
    const first = await post(Ids.botCommands, { content: "one" });
    const second = await post(Ids.botCommands, { content: "two" });
    const list = (after: string) =>
      rest.get(`/channels/${Ids.botCommands}/messages`, { query: new URLSearchParams({ after }) });
    expect(await list(first.id)).toMatchObject([{ id: second.id, content: "two" }]);
    await scene.discord.local.setOverwrite({
      channel: Ids.botCommands,
      target: Ids.bot,
      allow: "0",
      deny: (1n << 16n).toString(),
    });
    expect(await list(first.id)).toEqual([]);
    await expect(rest.get(`/channels/${Ids.botCommands}/messages/${first.id}`)).rejects.toMatchObject({
      code: 50_013,
    });
  });

  it("is changed by its author alone", async () => {
    const { id } = await scene.discord.local.say({ as: Ids.player, channel: Ids.general, content: "mine" });
    const path = `/channels/${Ids.general}/messages/${id}` as const;
    await expect(rest.patch(path, { body: { content: "yours" } })).rejects.toMatchObject({ code: 50_005 });
    await expect(
      rest.patch(`/channels/${Ids.general}/messages/${NOBODY}`, { body: { content: "x" } }),
    ).rejects.toMatchObject({ code: 10_008 });
  });

  it("goes to a member who takes messages, and to nobody else", async () => {
    const { id, type } = await conversationWith(Ids.newcomer);
    expect(type).toBe(1);
    expect((await conversationWith(Ids.newcomer)).id).toBe(id);
    await post(id, { content: "hello" });
    await scene.discord.local.setDms({ person: Ids.newcomer, open: false });
    await expect(post(id, { content: "closed" })).rejects.toMatchObject({ code: 50_007 });
    await expect(conversationWith(NOBODY)).rejects.toMatchObject({ code: 50_035 });
  });
});
