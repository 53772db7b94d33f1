import { type APIMessage, Routes } from "discord-api-types/v10";
import type { Interaction } from "discord.js";
import { FormData, request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { LocalClient } from "../../support/local-client.ts";
import { Ids } from "../../../src/playground/discord/world/default-world.ts";
import { type Bot, connect, stage } from "./bot.ts";
import type { Stage } from "./bot.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");

let scene: Stage;
let bot: Bot;
let local: LocalClient;

async function readBack(interaction: Interaction): Promise<void> {
  if (!interaction.isChatInputCommand()) return;
  const file = interaction.options.getAttachment("file", true);
  const { body } = await request(file.url);
  await interaction.reply({ content: `${file.name}: ${await body.text()}`, flags: 64 });
}

beforeAll(async () => {
  scene = await stage();
  local = new LocalClient(scene.discord.url);
  bot = await connect(scene.discord, readBack);
  const file = { type: 11, name: "file", description: "A file", required: true };
  await bot.client.application.commands.set([{ name: "read", description: "Reads a file", options: [file] }]);
});
afterAll(async () => {
  await bot.close();
  await local.close();
  await scene.close();
});

const read = (as: string, file: string) =>
  local.runCommand({ as, channel: Ids.general, command: "read", options: { file } });

/** Sends a message with one file, in place of those it had. */
async function send(
  method: "POST" | "PATCH",
  route: string,
  text: string,
  about: object = { attachments: [{ id: "0", filename: "card.txt" }] },
): Promise<APIMessage> {
  const form = new FormData();
  form.append("payload_json", JSON.stringify(about));
  form.append("files[0]", new Blob([text]), "card.txt");
  const headers = { authorization: `Bot ${scene.discord.token}` };
  const { body } = await request(`${scene.discord.url}/v10${route}`, { method, headers, body: form });
  return (await body.json()) as APIMessage;
}

describe("a file of a message", () => {
  it("gives its alt text to the embed that shows it", async () => {
    const description = "This week: The Weekly Vigil until Tue 17:00.";
    const posted = await send("POST", Routes.channelMessages(Ids.general), "first", {
      attachments: [{ id: "0", filename: "card.txt", description }],
      embeds: [{ image: { url: "attachment://card.txt" } }],
    });
    expect(posted.embeds).toMatchObject([{ image: { description } }]);
  });

  it("is there still for whoever loads it while an edit takes another's place", async () => {
    const posted = await send("POST", Routes.channelMessages(Ids.general), "first");
    const edited = await send("PATCH", Routes.channelMessage(Ids.general, posted.id), "second");
    expect(edited.attachments.map(({ size }) => size)).toEqual(["second".length]);
    const url = posted.attachments[0]?.url ?? "";
    const { body } = await request(url);
    expect(await body.text()).toBe("first");
  });
});

describe("files sent with a command", () => {
  it("reach the bot with their name, size and address", async () => {
    const { id } = await local.upload({ as: Ids.player, name: "my notes.txt", data: base64("hello") });
    const { interaction } = await read(Ids.player, id);
    const answer = await local.answer({ as: Ids.player, interaction });
    expect(answer).toMatchObject({ kind: "message", seen: { message: { content: "my_notes.txt: hello" } } });
  });

  it("are their owner's alone", async () => {
    const { id } = await local.upload({ as: Ids.player, name: "a.txt", data: base64("x") });
    await expect(read(Ids.moderator, id)).rejects.toMatchObject({ code: "bad-input" });
    await expect(read(Ids.player, "1")).rejects.toMatchObject({ code: "bad-input" });
  });

  it.each([
    ["that are empty", ""],
    ["above 10 MiB", Buffer.alloc(10 * 1024 * 1024 + 1).toString("base64")],
  ])("%s are refused", async (_, data) => {
    await expect(local.upload({ as: Ids.player, name: "a.txt", data })).rejects.toMatchObject({
      code: "bad-input",
    });
  });

  it("of nobody are refused", async () => {
    await expect(local.upload({ as: "1", name: "a.txt", data: base64("x") })).rejects.toMatchObject({
      code: "unknown-person",
    });
  });
});
