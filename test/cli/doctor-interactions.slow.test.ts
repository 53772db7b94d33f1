import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { request } from "undici";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { systemClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { milepost } from "./operator.ts";
import { type LocalDiscord, startDiscord } from "../../src/playground/discord/start.ts";

let discord: LocalDiscord;
beforeAll(async () => {
  discord = await startDiscord({ port: 0, clock: systemClock, log: silentLog });
});
afterAll(() => discord.close());

async function said(changed: Record<string, string>): Promise<readonly string[]> {
  const env = { DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.url, ...changed };
  const { output } = await milepost(["doctor"], { env: { PLATFORM_BASE_URL: "http://127.0.0.1:9", ...env } });
  const lines = output.split("\n").filter((line) => line.includes(" commands "));
  return lines.map((line) => line.replace(/ +/g, " "));
}

async function enter(address: string | null) {
  const answer = await request(`${discord.url}/v10/applications/@me`, {
    method: "PATCH",
    headers: { authorization: `Bot ${discord.token}`, "content-type": "application/json" },
    body: JSON.stringify({ interactions_endpoint_url: address }),
  });
  expect([answer.statusCode, await answer.body.text()]).toEqual([200, expect.any(String)]);
}

describe("with interactions over HTTP", () => {
  const ENDPOINT = { INTERACTIONS_PORT: "8080" };
  let status: number;
  let server: Server;
  let url: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const isPosted = request.headers["x-signature-ed25519"] !== undefined;
      // Discord's own two tries: one to be answered, one to be refused.
      const isPing = isPosted && (pings += 1) % 2 === 1;
      response.writeHead(isPing ? 200 : isPosted ? 401 : status).end('{"type":1}');
    });
    let pings = 0;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/interactions`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  afterEach(() => enter(null));

  it("says whether the address Discord posts to leads to a bot", async () => {
    await enter(url);
    status = 401;
    expect(await said(ENDPOINT)).toEqual([
      `ok commands Discord posts them to ${url}, which refuses what is not signed`,
    ]);
    status = 502;
    expect(await said(ENDPOINT)).toEqual([
      expect.stringMatching(/^WRONG commands .*answers 502 to what nobody signed/),
    ]);
  });

  it("says what is missing where Discord posts nowhere", async () => {
    expect(await said(ENDPOINT)).toEqual([
      expect.stringMatching(/^WRONG commands Discord posts them nowhere: set INTERACTIONS_URL/),
    ]);
    expect(await said({ ...ENDPOINT, INTERACTIONS_URL: url })).toEqual([
      "look commands the bot enters INTERACTIONS_URL at Discord when it runs",
    ]);
  });

  it("says that none comes over the gateway while Discord posts them", async () => {
    await enter(url);
    expect(await said({})).toEqual([expect.stringMatching(/^WRONG commands .*sends none over the gateway/)]);
  });

  it("says that it could not look where Discord refuses", async () => {
    expect(await said({ DISCORD_TOKEN: "no.such.token-at-all" })).toEqual([
      expect.stringMatching(/^look commands not checked: .*401/),
    ]);
  });

  it("says where there are too few shards for the servers", async () => {
    await discord.local.addServers({ count: 2_500 });
    expect(await said({ SHARDS: "0", SHARD_COUNT: "1" })).toEqual([
      expect.stringMatching(/^WRONG commands SHARD_COUNT is 1, .* at least 2/),
    ]);
    expect(await said({ SHARDS: "0", SHARD_COUNT: "2" })).toEqual([]);
  });
});
