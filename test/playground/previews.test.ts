import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { REST } from "discord.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { MovableClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import type { LocalEvent } from "../../src/playground/discord/local-api.ts";
import { type LocalDiscord, startDiscord } from "../../src/playground/discord/start.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { createLinkPreviewer } from "../../src/playground/link-preview.ts";
import { type Platform, startPlatform } from "../../src/playground/platform/server.ts";

const clock = new MovableClock();
let platform: Platform;
let discord: LocalDiscord;
let elsewhere: Server;
let asked = 0;

beforeAll(async () => {
  platform = await startPlatform({ profile: loadProfile("neutral"), port: 0, clock });
  discord = await startDiscord({
    port: 0,
    clock,
    log: silentLog,
    rateLimits: "off",
    lookAt: createLinkPreviewer(() => [platform.url]),
  });
  elsewhere = createServer((_, response) => {
    asked += 1;
    response.writeHead(200, { "content-type": "text/html" });
    response.end('<meta property="og:title" content="Elsewhere">');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await discord.close();
  await platform.close();
  elsewhere.close();
});

const articleUrl = () => {
  const { articles } = platform.world;
  const [ref] = articles.news(1);
  if (ref === undefined) throw new Error("the world has no news");
  return { url: `${platform.url}/en/News/${articles.id(ref)}`, title: articles.heading(ref, "en").title };
};
const say = (content: string) => discord.local.say({ as: Ids.player, channel: Ids.general, content });

/** The first change of a message Mara sees. */
function change(): Promise<Extract<LocalEvent, { type: "message-updated" }>> {
  return new Promise((resolve) => {
    const stop = discord.listen(Ids.player, (event) => {
      if (event.type !== "message-updated") return;
      stop();
      resolve(event);
    });
  });
}

describe("links to the pretended platform", () => {
  it("get a preview of what the page says of itself, a moment later and without an edit", async () => {
    const { url, title } = articleUrl();
    const changed = change();
    const said = await say(`Look: ${url}.`);
    expect(said.message.embeds).toEqual([]);
    const { message } = (await changed).seen;
    expect(message).toMatchObject({ id: said.id, edited_timestamp: null });
    expect(message.embeds).toMatchObject([
      { type: "article", url, title, provider: { name: "Community portal" } },
    ]);
    expect(message.embeds[0]?.thumbnail?.url).toContain(`${platform.url}/img/banners/`);
  });

  it("of players have one too, of nobody have none", async () => {
    const { players } = platform.world;
    const changed = change();
    const nobody = `${platform.url}/en/Profile/1`;
    await say(
      `${nobody} ${platform.url}/en/Profile/${players.membershipId(3)} ${platform.url}/_control/state`,
    );
    expect((await changed).seen.message.embeds).toMatchObject([{ title: players.name(3) }]);
  });

  it("that a bot posts get one where it may embed links", async () => {
    const rest = new REST({ api: discord.url, retries: 0 }).setToken(discord.token);
    const changed = change();
    await rest.post(`/channels/${Ids.general}/messages`, { body: { content: articleUrl().url } });
    expect((await changed).seen.message.embeds).toHaveLength(1);
  });

  it.each([
    ["in angle brackets", (url: string) => `<${url}>`],
    ["in code", (url: string) => `\`${url}\` and \`\`\`\n${url}\n\`\`\``],
  ])("%s have none", async (_, written) => {
    const before = platform.requests.count("pages");
    await say(written(articleUrl().url));
    const changed = change();
    await say(articleUrl().url);
    await changed;
    expect(platform.requests.count("pages")).toBe(before + 1);
  });
});

describe("links to anywhere else", () => {
  it("are never asked for", async () => {
    const { port } = elsewhere.address() as AddressInfo;
    const own = new URL(platform.url);
    const changed = change();
    await say(
      [
        `http://127.0.0.1:${port}/`,
        `http://localhost:${own.port}/en/News/1`,
        `http://${own.host}@127.0.0.1:${port}/`,
        articleUrl().url,
      ].join(" "),
    );
    expect((await changed).seen.message.embeds).toHaveLength(1);
    expect(asked).toBe(0);
  });
});
