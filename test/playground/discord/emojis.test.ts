import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { Ids } from "../../../src/playground/discord/world/default-world.ts";
import { png } from "../../support/tiny-png.ts";
import { type Bot, connect, stage, type Stage } from "./bot.ts";

let scene: Stage;
let bot: Bot;

beforeAll(async () => {
  scene = await stage();
  bot = await connect(scene.discord);
});
afterAll(async () => {
  await bot.close();
  await scene.close();
});

const dataOf = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;

/** Asks as a bot does, with a body of any shape. */
async function ask(method: "POST" | "PATCH" | "GET", path: string, body?: unknown) {
  const answer = await request(`${scene.discord.url}/v10/applications/${path}`, {
    method,
    headers: { authorization: `Bot ${scene.discord.token}`, "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: answer.statusCode, body: (await answer.body.json()) as Record<string, unknown> };
}

describe("the application's emojis", () => {
  it("are made, listed, renamed, shown and deleted by discord.js", async () => {
    const { emojis } = bot.client.application;
    const made = await emojis.create({ attachment: Buffer.from(png(1)), name: "lantern" });
    expect([...(await emojis.fetch()).keys()]).toEqual([made.id]);
    const shown = await request(`${new URL(scene.discord.url).origin}/emojis/${made.id}.png`);
    expect(shown.headers["content-type"]).toBe("image/png");
    expect(Buffer.from(await shown.body.arrayBuffer())).toEqual(Buffer.from(png(1)));
    expect((await made.edit({ name: "lamp" })).name).toBe("lamp");
    await made.delete();
    expect((await emojis.fetch()).size).toBe(0);
    await expect(emojis.fetch(made.id, { force: true })).rejects.toMatchObject({ code: 10_014 });
  });

  it.each([
    ["without a name", { image: dataOf(png(1)) }, 50_035],
    ["with a name of one letter", { name: "a", image: dataOf(png(1)) }, 50_035],
    ["with a name of signs", { name: "a-b", image: dataOf(png(1)) }, 50_035],
    ["with more than it takes", { name: "ab", image: dataOf(png(1)), roles: [] }, 50_035],
    ["with what is no picture", { name: "ab", image: dataOf(Buffer.from("hello")) }, 50_035],
    ["with an address", { name: "ab", image: "https://example.com/a.png" }, 50_035],
    ["above 256 KiB", { name: "ab", image: dataOf(png(1, 257 * 1024)) }, 50_138],
  ])("are refused %s", async (_, body, code) => {
    const answer = await ask("POST", `${Ids.bot}/emojis`, body);
    expect([answer.status, answer.body["code"]]).toEqual([400, code]);
  });

  it("are nobody else's", async () => {
    expect(await ask("GET", `${Ids.player}/emojis`)).toMatchObject({ status: 404, body: { code: 10_002 } });
  });

  it("are 2,000 at most", async () => {
    const image = dataOf(png(2));
    for (let index = 0; index < 2_000; index += 1) {
      expect((await ask("POST", `${Ids.bot}/emojis`, { name: `e${index}`, image })).status).toBe(201);
    }
    const refused = await ask("POST", `${Ids.bot}/emojis`, { name: "more", image });
    expect([refused.status, refused.body["code"]]).toEqual([400, 30_008]);
  });
});
