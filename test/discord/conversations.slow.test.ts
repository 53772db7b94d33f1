import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

import type { REST } from "@discordjs/rest";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { MovableClock, systemClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { Poster } from "../../src/discord/post/poster.ts";
import { createBotRest } from "../../src/discord/rest/bot-rest.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";
import { type LocalDiscord, startDiscord } from "../../src/playground/discord/start.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";

const OPEN = "POST /users/@me/channels";
const signal = new AbortController().signal;
const restOn = (apiUrl: string, token: string): REST =>
  createBotRest({ apiUrl, breaker: new RefusalBreaker({ clock: systemClock }) }).setToken(token);

const opened = (response: ServerResponse, headers: Readonly<Record<string, string>> = {}) =>
  response.writeHead(200, { "content-type": "application/json", ...headers }).end('{"id":"5"}');

describe("conversations that are opened at the same time", () => {
  let server: Server;
  let answer: (person: string, response: ServerResponse) => void;
  let poster: Poster;

  beforeEach(async () => {
    server = createServer((request: IncomingMessage, response) => {
      void json(request).then((body) =>
        answer((body as { readonly recipient_id: string }).recipient_id, response),
      );
    });
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    poster = new Poster({ rest: restOn(`http://127.0.0.1:${port}/api`, "token"), clock: systemClock });
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  });

  const converse = (person: number) => poster.converse(String(person), signal);

  it("keep nobody waiting for one that hangs", async () => {
    const hanging: ServerResponse[] = [];
    answer = (person, response) => {
      if (person === "0") hanging.push(response);
      else opened(response);
    };
    const first = converse(0);
    const others = await Promise.all(Array.from({ length: 12 }, (_, index) => converse(index + 1)));
    expect(others).toEqual(others.map(() => ({ kind: "open" })));
    expect(hanging).toHaveLength(1);
    for (const response of hanging) opened(response);
    expect(await first).toEqual({ kind: "open" });
  });

  it("keep to the limit that the answers tell", async () => {
    const window = { used: 0, endsAt: 0 };
    const seen = { limited: 0 };
    answer = (_, response) => {
      const now = performance.now();
      if (now >= window.endsAt) Object.assign(window, { used: 0, endsAt: now + 1_200 });
      window.used += 1;
      const left = (window.endsAt - now) / 1_000;
      const headers = {
        "x-ratelimit-limit": "5",
        "x-ratelimit-remaining": String(Math.max(0, 5 - window.used)),
        "x-ratelimit-reset-after": String(left),
      };
      if (window.used <= 5) return void opened(response, headers);
      seen.limited += 1;
      response.writeHead(429, { ...headers, "retry-after": String(left) }).end("{}");
    };
    const all = await Promise.all(Array.from({ length: 14 }, (_, index) => converse(index)));
    expect([all.filter(({ kind }) => kind === "open").length, seen.limited]).toEqual([14, 0]);
  });

  it("say how long Discord wants to be left alone", async () => {
    answer = (_, response) => void response.writeHead(429, { "retry-after": "60" }).end("{}");
    for (const person of [1, 2]) {
      const refused = await converse(person);
      expect(refused).toMatchObject({ kind: "refused", name: "too-fast", isCertain: true });
      expect("retryAfterMs" in refused && (refused.retryAfterMs ?? 0) > 50_000).toBe(true);
    }
  });
});

describe("the id of a conversation", () => {
  let discord: LocalDiscord;
  let ids: Map<string, string>;
  let poster: () => Poster;

  beforeEach(async () => {
    const clock = new MovableClock();
    discord = await startDiscord({ port: 0, clock, log: silentLog, rateLimits: "off" });
    ids = new Map();
    poster = () => new Poster({ rest: restOn(discord.url, discord.token), clock, conversations: ids });
  });
  afterEach(() => discord.close());

  const person = { kind: "dm", target: Ids.player } as const;
  const send = (by: Poster, deliveryId: string) =>
    by.send({ ...person, deliveryId, body: { content: "It ends soon." } }, signal);

  it("is kept for the next process, which opens nothing", async () => {
    expect(await send(poster(), "d1")).toMatchObject({ kind: "sent" });
    await discord.local.addFault({ kind: "answer", route: OPEN, status: 400, code: 40_003, times: 9 });
    expect(await send(poster(), "d2")).toMatchObject({ kind: "sent", channelId: ids.get(Ids.player) });
  });

  it.each([
    ["is gone", "700000000000000999"],
    ["is another's", Ids.outpostGeneral],
  ])("is asked for anew at once where what was kept %s", async (_, kept) => {
    ids.set(Ids.player, kept);
    expect(await send(poster(), "d1")).toMatchObject({ kind: "sent" });
    expect(ids.get(Ids.player)).not.toBe(kept);
    ids.set(Ids.player, kept);
    const found = await poster().find({ ...person, deliveryId: "d1", since: Date.now() }, signal);
    expect(found).toMatchObject({ kind: "none" });
  });

  it("is asked for once, however many ask", async () => {
    const by = poster();
    await discord.local.addFault({ kind: "slow", route: OPEN, ms: 50 });
    await discord.local.addFault({ kind: "answer", route: OPEN, status: 500, times: 1 });
    const [first, second] = await Promise.all([send(by, "d1"), send(by, "d2")]);
    expect([first.kind, second.kind]).toEqual(["refused", "refused"]);
    expect(await send(by, "d1")).toMatchObject({ kind: "sent" });
  });
});
