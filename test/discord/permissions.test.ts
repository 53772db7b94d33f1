import type { REST } from "@discordjs/rest";
import { ChannelType, RESTJSONErrorCodes, Routes } from "discord-api-types/v10";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { MovableClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { createBotRest } from "../../src/discord/rest/bot-rest.ts";
import {
  missing,
  neededToPost,
  type OwnPermissions,
  createOwnPermissions,
} from "../../src/discord/rest/permissions.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";
import { type LocalDiscord, startDiscord } from "../../src/playground/discord/start.ts";
import { defaultWorld, Ids } from "../../src/playground/discord/world/default-world.ts";
import { canSee, channelPermissions, Permission } from "../../src/playground/discord/world/permissions.ts";
import { type Channel, isThread, newChannel, type World } from "../../src/playground/discord/world/world.ts";

const VOICE = "730000000000000099";
const { signal } = new AbortController();

let clock: MovableClock;
let world: World;
let discord: LocalDiscord;
let rest: REST;
let own: OwnPermissions;

beforeEach(async () => {
  clock = new MovableClock();
  world = defaultWorld(clock);
  discord = await startDiscord({ port: 0, clock, log: silentLog, world, rateLimits: "off" });
  rest = createBotRest({ apiUrl: discord.url, breaker: new RefusalBreaker({ clock }) }).setToken(
    discord.token,
  );
  own = createOwnPermissions({ rest, clock });
});
afterEach(() => discord.close());

const look = (channelId: string) => own.in({ guildId: Ids.harbour, channelId }, signal);
const change = (target: string, { allow = 0n, deny = 0n }) =>
  discord.local.setOverwrite({
    channel: Ids.general,
    target,
    allow: allow.toString(),
    deny: deny.toString(),
  });
async function lacking(channelId: string): Promise<readonly string[]> {
  const seen = await look(channelId);
  if (seen.kind === "refused") throw new Error(`refused: ${seen.name}`);
  return missing(seen.permissions, neededToPost(seen));
}
const requests = async () => (await discord.local.traffic({})).length;

/** Those that decide whether a post can stand; implied ones are left aside. */
const OURS = [
  "viewChannel",
  "sendMessages",
  "sendInThreads",
  "readHistory",
  "pinMessages",
  "manageThreads",
] as const;

const toldOf = (seen: Awaited<ReturnType<typeof look>>) =>
  seen.kind === "seen" && { isThread: seen.isThread, missing: missing(seen.permissions, OURS) };
const countedIn = (channel: Channel) =>
  canSee(world, channel, Ids.bot) && {
    isThread: isThread(channel),
    missing: missing(channelPermissions(world, channel, Ids.bot), OURS),
  };

describe("the bot's own permissions", () => {
  it("are what Discord counts together, in every channel and thread", async () => {
    await change(Ids.harbour, { deny: Permission.SendMessages | Permission.ReadMessageHistory });
    await change(Ids.harbourBotRole, { allow: Permission.ReadMessageHistory | Permission.PinMessages });
    await change(Ids.bot, { deny: Permission.PinMessages });
    const channels = [...(world.guilds.get(Ids.harbour)?.channels.values() ?? [])];
    const told = await Promise.all(channels.map(async ({ id, name }) => [name, toldOf(await look(id))]));
    const counted = channels.map((channel) => [channel.name, countedIn(channel)]);
    expect(told).toEqual(counted);
    expect(channels.length).toBeGreaterThan(8);
    expect(await lacking(Ids.general)).toEqual(["sendMessages"]);
    expect(await lacking(Ids.thread)).toEqual([]);
  });

  it.each([ChannelType.GuildVoice, ChannelType.GuildStageVoice])(
    "lack Connect in a channel of voices that the bot may not join: type %i",
    async (type) => {
      const deny = { type: 0, allow: 0n, deny: Permission.Connect } as const;
      const overwrites = new Map([[Ids.harbour, deny]]);
      world.addChannel(newChannel({ id: VOICE, type, name: "voices", guildId: Ids.harbour, overwrites }));
      expect(await lacking(VOICE)).toEqual(["connect"]);
      const posting = rest.post(Routes.channelMessages(VOICE), { body: { content: "x" } });
      await expect(posting).rejects.toMatchObject({ code: RESTJSONErrorCodes.MissingAccess });
      await discord.local.setOverwrite({ channel: VOICE, target: Ids.harbour, allow: "0", deny: "0" });
      own.forget(Ids.harbour);
      expect(await lacking(VOICE)).toEqual([]);
    },
  );

  it("leave out tags of a forum that are for moderators", async () => {
    const tags = [
      { id: "1", name: "Free" },
      { id: "2", name: "Kept", isModerated: true },
    ];
    const forum = { id: VOICE, type: ChannelType.GuildForum, name: "tagged", guildId: Ids.harbour };
    world.addChannel(newChannel({ ...forum, tags, isTagRequired: true }));
    expect(await look(VOICE)).toMatchObject({
      forum: { isRequired: true, tags: [{ id: "1", name: "Free" }] },
    });
  });

  it("are all of them for an administrator", async () => {
    await discord.local.setRolePermissions({
      server: Ids.harbour,
      role: Ids.harbourBotRole,
      permissions: Permission.Administrator.toString(),
    });
    expect(await lacking(Ids.members)).toEqual([]);
  });

  it.each([
    ["a second more", 1000, ["sendMessages", "sendInThreads", "pinMessages", "manageThreads"]],
    ["until just now", 0, ["manageThreads"]],
  ])("are to see and to read, no more, while the bot is timed out: %s", async (_, leftMs, lost) => {
    const until = new Date(clock.now() + leftMs).toISOString();
    const get: REST["get"] = async (route, options) => {
      const answer = await rest.get(route, options);
      const isOwn = route === `/guilds/${Ids.harbour}/members/${Ids.bot}`;
      return isOwn ? { ...(answer as object), communication_disabled_until: until } : answer;
    };
    own = createOwnPermissions({ rest: Object.assign(Object.create(rest) as REST, { get }), clock });
    expect(toldOf(await look(Ids.general))).toEqual({ isThread: false, missing: lost });
  });

  it.each([
    [Ids.members, "missing-access"],
    ["730000000000000099", "channel-gone"],
  ])("tell of channel %s that Discord refused it: %s", async (channel, name) => {
    expect(await look(channel)).toMatchObject({ kind: "refused", name, isCertain: true });
  });

  it("are asked for once, however many ask within a minute, and anew when told to", async () => {
    await Promise.all(Array.from({ length: 50 }, () => look(Ids.general)));
    expect(await requests()).toBe(4);
    await change(Ids.harbour, { deny: Permission.SendMessages });
    await change(Ids.harbourBotRole, { deny: Permission.SendMessages });
    expect(await lacking(Ids.general)).toEqual([]);
    own.forget(Ids.harbour);
    expect(await lacking(Ids.general)).toEqual(["sendMessages"]);
    expect(await requests()).toBe(7);
    clock.advance(55_000);
    await look(Ids.general);
    expect(await requests()).toBe(7);
    clock.advance(5_001);
    await look(Ids.general);
    expect(await requests()).toBe(10);
  });

  it("reach whoever waits on, when the first who asked stops waiting", async () => {
    const route = `GET /channels/${Ids.general}`;
    await discord.local.addFault({ kind: "slow", route, ms: 200 });
    const impatient = new AbortController();
    const at = { guildId: Ids.harbour, channelId: Ids.general };
    const first = own.in(at, impatient.signal);
    const second = own.in(at, signal);
    impatient.abort();
    expect(await first).toMatchObject({ kind: "refused", isCertain: false });
    expect(await second).toMatchObject({ kind: "seen", name: "general" });
    expect(await own.in(at, impatient.signal)).toMatchObject({ kind: "refused" });
  });

  it("are asked for again after Discord failed", async () => {
    await discord.local.addFault({ kind: "answer", route: "GET /channels/*", status: 500, times: 2 });
    expect(await look(Ids.general)).toMatchObject({ kind: "refused", name: "unavailable", isCertain: false });
    expect(await look(Ids.general)).toMatchObject({ kind: "seen" });
  });
});
