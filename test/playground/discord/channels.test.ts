import { REST } from "discord.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { Ids } from "../../../src/playground/discord/world/default-world.ts";
import { stage } from "./bot.ts";
import type { Stage } from "./bot.ts";

describe("channels, threads and servers", () => {
  let scene: Stage;
  let rest: REST;
  beforeAll(async () => {
    scene = await stage();
    rest = new REST({ api: scene.discord.url, retries: 0 }).setToken(scene.discord.token);
  });
  afterAll(async () => {
    await scene.close();
  });

  const post = async (channel: string, body: object) =>
    (await rest.post(`/channels/${channel}/messages`, { body })) as { id: string; flags: number };

  it("reopens an archived thread by a message, but refuses an edit in it and a locked one", async () => {
    const { id } = await post(Ids.thread, { content: "a" });
    await scene.discord.local.setThread({ thread: Ids.thread, archived: true });
    await expect(
      rest.patch(`/channels/${Ids.thread}/messages/${id}`, { body: { content: "b" } }),
    ).rejects.toMatchObject({ code: 50083 });
    await post(Ids.thread, { content: "c" });
    expect(await rest.get(`/channels/${Ids.thread}`)).toMatchObject({ thread_metadata: { archived: false } });
    await scene.discord.local.setThread({ thread: Ids.thread, archived: true, locked: true });
    await expect(post(Ids.thread, { content: "d" })).rejects.toMatchObject({ code: 160005 });
  });

  it.each([
    [Ids.player, Ids.admin, "Jonas Reed"],
    [Ids.admin, Ids.player, "Mara Voss"],
  ])("calls a conversation of two after the other one", async (as, other, name) => {
    const { conversations } = await scene.discord.local.home({ as });
    expect(conversations.find(({ id }) => id === Ids.twoFriends)).toMatchObject({ name, with: other });
  });

  it("crossposts once, in announcement channels only", async () => {
    const { id } = await post(Ids.announcements, { content: "news" });
    expect(await rest.post(`/channels/${Ids.announcements}/messages/${id}/crosspost`)).toMatchObject({
      flags: 1,
    });
    await expect(rest.post(`/channels/${Ids.announcements}/messages/${id}/crosspost`)).rejects.toMatchObject({
      code: 40033,
    });
    const plain = await post(Ids.general, { content: "x" });
    await expect(rest.post(`/channels/${Ids.general}/messages/${plain.id}/crosspost`)).rejects.toMatchObject({
      code: 50024,
    });
  });

  it("starts a forum post with its first message", async () => {
    const body = { name: "Hello", message: { content: "first" } };
    const made = (await rest.post(`/channels/${Ids.forum}/threads`, { body })) as { id: string };
    const seen = await scene.discord.local.history({ as: Ids.player, channel: made.id });
    expect(seen.map(({ message }) => message.content)).toEqual(["first"]);
  });

  it("pins only where the bot may", async () => {
    const { id } = await post(Ids.general, { content: "pin me" });
    const inGeneral = { channel: Ids.general, target: Ids.harbourBotRole, allow: "0" };
    await scene.discord.local.setOverwrite({ ...inGeneral, deny: String(1n << 51n) });
    await expect(rest.put(`/channels/${Ids.general}/messages/pins/${id}`)).rejects.toMatchObject({
      code: 50013,
    });
    await scene.discord.local.setOverwrite({ ...inGeneral, deny: "0" });
    await rest.put(`/channels/${Ids.general}/messages/pins/${id}`);
    expect(await rest.get(`/channels/${Ids.general}/messages/pins`)).toMatchObject({
      items: [{ message: { id } }],
    });
  });

  it("takes pings only where they are allowed", async () => {
    const body = {
      content: `<@${Ids.player}> <@${Ids.admin}> @everyone`,
      allowed_mentions: { users: [Ids.player] },
    };
    expect(await post(Ids.general, body)).toMatchObject({
      mention_everyone: false,
      mentions: [{ id: Ids.player }],
    });
  });

  it("serves uploaded files and keeps them through an edit that names them", async () => {
    const file = { name: "a b.png", data: Buffer.from("bytes"), contentType: "image/png" };
    const sent = (await rest.post(`/channels/${Ids.general}/messages`, {
      files: [file],
      body: { content: "x" },
    })) as {
      id: string;
      attachments: { id: string; filename: string }[];
    };
    expect(sent.attachments[0]).toMatchObject({ filename: "a_b.png" });
    const path = `/channels/${Ids.general}/messages/${sent.id}` as const;
    const kept = await rest.patch(path, {
      body: { content: "y", attachments: [{ id: sent.attachments[0]?.id }] },
    });
    expect(kept).toMatchObject({ attachments: [{ filename: "a_b.png" }] });
    expect(await rest.patch(path, { body: { attachments: [] } })).toMatchObject({ attachments: [] });
  });

  it("shows the application, keeps its edit, and refuses a long description", async () => {
    const edited = await rest.patch("/applications/@me", {
      body: { description: "Begin with /setup", bot_public: false },
    });
    expect(edited).toMatchObject({ description: "Begin with /setup", bot_public: false });
    await expect(
      rest.patch("/applications/@me", { body: { description: "x".repeat(401) } }),
    ).rejects.toMatchObject({ code: 50035 });
    expect(await rest.get(`/guilds/${Ids.harbour}/members/@me`)).toMatchObject({ user: { id: Ids.bot } });
  });

  it("forgets a channel that is deleted and a server the bot is taken out of", async () => {
    await scene.discord.local.deleteChannel({ channel: Ids.botCommands });
    await expect(post(Ids.botCommands, { content: "x" })).rejects.toMatchObject({ code: 10003 });
    await scene.discord.local.removeFromServer({ server: Ids.harbour });
    await expect(post(Ids.general, { content: "x" })).rejects.toMatchObject({ code: 50001 });
    await scene.discord.local.installOnServer({ server: Ids.harbour });
    await post(Ids.general, { content: "back" });
  });
});
