import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { type APIGuildMember, Routes } from "discord-api-types/v10";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import setup from "../../commands/setup.ts";
import { silentLog } from "../../src/base/log.ts";
import { createBotRest } from "../../src/discord/rest/bot-rest.ts";
import { createChangeOwnLook } from "../../src/discord/rest/own-look.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";
import type { Reply } from "../../src/discord/reply/reply.ts";
import { english } from "../../src/messages/en.ts";
import { type LocalDiscord, startDiscord } from "../../src/playground/discord/start.ts";
import { BOT_PERMISSIONS, Ids } from "../../src/playground/discord/world/default-world.ts";
import { fakePlatform, fakeServices } from "../support/fake-services.ts";
import { LocalClient } from "../support/local-client.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { callOf, contextOf, markdownIn } from "../support/run-command.ts";
import { png } from "../support/tiny-png.ts";

const { look } = english.setup;
const CHANGE_NICKNAME = 1n << 26n;
const ADMIN = {
  member: { id: Ids.admin, isAdmin: true },
  place: { guildId: Ids.harbour, channelId: Ids.general },
  isPrivate: true,
};

let served = Buffer.alloc(0);
const store = createServer((_request, response) => response.end(served));
beforeAll(() => new Promise<void>((resolve) => void store.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => void store.close(resolve)));

let discord: LocalDiscord;
let people: LocalClient;
let rest: ReturnType<ReturnType<typeof createBotRest>["setToken"]>;
beforeEach(async () => {
  const clock = new ManualClock(Date.now());
  discord = await startDiscord({ port: 0, clock, log: silentLog, rateLimits: "off" });
  people = new LocalClient(discord.url);
  const breaker = new RefusalBreaker({ clock });
  rest = createBotRest({ apiUrl: discord.url, breaker }).setToken(discord.token);
  await allow(CHANGE_NICKNAME);
});
afterEach(async () => {
  await people.close();
  await discord.close();
});

const allow = (more: bigint) =>
  people.setRolePermissions({
    server: Ids.harbour,
    role: Ids.harbourBotRole,
    permissions: String(BOT_PERMISSIONS | more),
  });
const own = async () => (await rest.get(Routes.guildMember(Ids.harbour, Ids.bot))) as APIGuildMember;
const context = (member: object = ADMIN.member) => {
  const services = {
    ...fakeServices({ platform: fakePlatform({}, []) }),
    changeOwnLook: createChangeOwnLook(rest),
  };
  const alone = { update: async () => true, rerun: async (): Promise<Reply> => ({ blocks: [] }) };
  return { ...contextOf(services, { ...ADMIN, member: { ...ADMIN.member, ...member } }), ...alone };
};
const state = { in: "posts", rev: 0 };

function submit(
  fields: { readonly name?: string; readonly avatar?: Uint8Array; readonly banner?: Uint8Array },
  member?: object,
): Promise<Reply> {
  const { port } = store.address() as AddressInfo;
  const bytes = fields.avatar ?? fields.banner ?? new Uint8Array();
  served = Buffer.from(bytes);
  const file = { name: "picture", url: `http://127.0.0.1:${port}/picture`, size: bytes.length };
  const { name, avatar, banner } = fields;
  const given = { name, avatar: avatar && file, banner: banner && file };
  const form = setup.modals?.["look"];
  if (form === undefined) throw new Error("no form");
  return form.submitted({ ...context(member), state, fields: given });
}
const reset = async () => setup.actions?.["resetLook"]?.run({ ...context(), state });

describe("the bot's own look in a server", () => {
  it("is a name and pictures, each changed alone, and taken back together", async () => {
    expect(markdownIn(await submit({ name: " Harbour Herald ", avatar: png(1) }))).toContain(
      english.setup.saved,
    );
    const named = await own();
    expect(named).toMatchObject({
      nick: "Harbour Herald",
      avatar: expect.stringMatching(/^\w+$/),
      banner: null,
    });
    await submit({ banner: png(2) });
    const wide = await own();
    expect(wide).toMatchObject({ nick: "Harbour Herald", avatar: named.avatar });
    expect(wide.banner).not.toBeNull();
    await reset();
    expect(await own()).toMatchObject({ nick: null, avatar: null, banner: null });
  });

  it("is offered in the section on posts", async () => {
    const section = setup.actions?.["section"];
    const shown = await section?.run({ ...context(), state: { section: "posts" } });
    if (shown === undefined) throw new Error("no section");
    expect(callOf(shown, look.set)).toMatchObject({ action: "look" });
    expect(callOf(shown, look.reset)).toMatchObject({ action: "resetLook" });
  });

  it.each([
    ["words", Buffer.from("this is no picture")],
    ["more than it takes", Buffer.concat([Buffer.from(png(1)), Buffer.alloc(7 * 1024 * 1024)])],
  ])("stays where a picture is %s", async (_, avatar) => {
    expect(markdownIn(await submit({ name: "Herald", avatar }))).toContain(look.unreadable);
    expect(await own()).toMatchObject({ nick: null, avatar: null });
  });

  it("stays, and says why, where Discord refuses it", async () => {
    await allow(0n);
    const everyone = { server: Ids.harbour, role: Ids.harbour, permissions: "0" };
    await people.setRolePermissions(everyone);
    expect(markdownIn(await submit({ name: "Herald" }))).toContain(String(look.refused).replaceAll("*", ""));
    expect((await own()).nick).toBeNull();
  });

  it("is for those who manage the server", async () => {
    await expect(submit({ name: "Herald" }, { isAdmin: false })).rejects.toThrow("admins-only");
    expect((await own()).nick).toBeNull();
  });
});
