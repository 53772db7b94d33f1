import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ChannelType } from "discord-api-types/v10";

import { MovableClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { createBotRest } from "../../src/discord/rest/bot-rest.ts";
import {
  createMemberPermissions,
  type MemberPermissions,
} from "../../src/discord/rest/member-permissions.ts";
import { missing } from "../../src/discord/rest/permissions.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";
import { type LocalDiscord, startDiscord } from "../../src/playground/discord/start.ts";
import { defaultWorld, Ids } from "../../src/playground/discord/world/default-world.ts";
import { canSee, channelPermissions } from "../../src/playground/discord/world/permissions.ts";
import { newChannel, type World } from "../../src/playground/discord/world/world.ts";

const WANTED = ["viewChannel", "sendMessages", "sendInThreads", "mentionRoles"] as const;
const SECRET = "730000000000000098";
const { signal } = new AbortController();

let world: World;
let clock: MovableClock;
let discord: LocalDiscord;
let forMember: MemberPermissions;
beforeEach(async () => {
  clock = new MovableClock();
  world = defaultWorld(clock);
  discord = await startDiscord({ port: 0, clock, log: silentLog, world, rateLimits: "off" });
  const breaker = new RefusalBreaker({ clock });
  const rest = createBotRest({ apiUrl: discord.url, breaker }).setToken(discord.token);
  forMember = createMemberPermissions({ rest, clock });
});
afterEach(() => discord.close());

const harbour = () => {
  const guild = world.guilds.get(Ids.harbour);
  if (guild === undefined) throw new Error("no such server");
  return guild;
};
const look = (channelId: string, id: string) => {
  const roleIds = [...(harbour().members.get(id)?.roles ?? [])];
  return forMember({ guildId: Ids.harbour, channelId }, { id, roleIds }, signal);
};

describe("a member's permissions", () => {
  it.each([Ids.admin, Ids.moderator, Ids.player, Ids.newcomer])(
    "are what Discord counts together, in every channel the bot sees: %s",
    async (id) => {
      const channels = [...harbour().channels.values()].filter((one) => canSee(world, one, Ids.bot));
      for (const channel of channels) {
        const seen = await look(channel.id, id);
        const counted = canSee(world, channel, id) ? channelPermissions(world, channel, id) : 0n;
        const told = seen.kind === "seen" ? missing(seen.channel.permissions, WANTED) : seen.name;
        expect([channel.name, told]).toEqual([channel.name, missing(counted, WANTED)]);
      }
      expect(channels.length).toBeGreaterThan(6);
    },
  );

  it("are none in a private thread they are not in, and in a channel of another server", async () => {
    const thread = { type: ChannelType.PrivateThread, name: "plans", guildId: Ids.harbour };
    world.addChannel(newChannel({ ...thread, id: SECRET, parentId: Ids.general }));
    expect(await look(SECRET, Ids.player)).toMatchObject({ channel: { permissions: 0n } });
    await discord.local.installOnServer({ server: Ids.outpost });
    expect(await look(Ids.outpostGeneral, Ids.player)).toMatchObject({ name: "channel-gone" });
  });

  it("come with the server's roles", async () => {
    const seen = await look(Ids.general, Ids.player);
    const role = seen.kind === "seen" ? seen.roles.get(Ids.pingRole) : undefined;
    expect(role).toMatchObject({ name: "Weekly resets", isMentionable: true, isManaged: false });
  });

  it("are asked for again after ten seconds", async () => {
    await look(Ids.general, Ids.player);
    const before = (await discord.local.traffic({})).length;
    await look(Ids.general, Ids.player);
    expect((await discord.local.traffic({})).length).toBe(before);
    clock.advance(10_000);
    await look(Ids.general, Ids.player);
    expect((await discord.local.traffic({})).length).toBe(before + 2);
  });
});
