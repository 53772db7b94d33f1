import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import type { REST } from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { systemClock } from "../../src/base/clock.ts";
import { createBotRest } from "../../src/discord/rest/bot-rest.ts";
import { Poster } from "../../src/discord/post/poster.ts";
import { DAY } from "../support/time.ts";
import { refusalOf } from "../../src/discord/rest/refusal.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";

interface OddAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends the connection in the middle of the body. */
  readonly isCut?: boolean;
}

const json = { "content-type": "application/json" };
const html = { "content-type": "text/html" };
const PAGE = "<html><body>Sorry, you have been blocked</body></html>";
const signal = new AbortController().signal;
const at = { channelId: "5", messageId: "6" };
const fine: OddAnswer = { status: 200, headers: json, body: '{"id":"6"}' };
const limited = (headers: Readonly<Record<string, string>>, code = 0): OddAnswer => ({
  status: 429,
  headers: { ...json, ...headers },
  body: JSON.stringify({ message: "You are being rate limited.", code }),
});
const id = (of: string): OddAnswer => ({ ...fine, body: JSON.stringify({ id: of }) });

let server: Server;
let answers: OddAnswer[];
let seen: IncomingMessage[];
let rest: REST;
let poster: Poster;

beforeEach(async () => {
  answers = [];
  seen = [];
  server = createServer((request, response) => {
    seen.push(request);
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? fine;
    const length = answer.body.length + (answer.isCut === true ? 10 : 0);
    response.writeHead(answer.status, { ...answer.headers, "content-length": length });
    response.write(answer.body);
    if (answer.isCut === true) response.socket?.end();
    else response.end();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const breaker = new RefusalBreaker({ clock: systemClock });
  rest = createBotRest({ apiUrl: `http://127.0.0.1:${port}/api`, breaker }).setToken("token");
  poster = new Poster({ rest, clock: systemClock });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
});

const send = () => poster.send({ kind: "channel", target: "5", deliveryId: "d", body: {} }, signal);
const sendDm = () => poster.send({ kind: "dm", target: "7", deliveryId: "d", body: {} }, signal);
const open = () => rest.post(Routes.userChannels(), { body: {} }).then(() => ({ kind: "sent" }), refusalOf);
const find = () => poster.find({ kind: "channel", target: "5", deliveryId: "d", since: 1 }, signal);
const edit = () => poster.edit(at, {}, signal);
const publish = () => poster.publish(at, signal);

describe("an answer that is not Discord's", () => {
  it.each<[string, OddAnswer]>([
    ["a page", { status: 200, headers: html, body: PAGE }],
    ["nothing", { status: 200, body: "" }],
    ["JSON of something else", { status: 200, headers: json, body: '{"ok":true}' }],
    ["JSON that ends early", { status: 200, headers: json, body: '{"id":"6' }],
    ["JSON whose connection is cut", { status: 200, headers: json, body: '{"id":"6', isCut: true }],
  ])("is never taken for done: %s", async (_, answer) => {
    answers = [answer];
    for (const act of [send, edit, publish, find]) {
      expect(await act()).toMatchObject({ kind: "refused", name: "unavailable", isCertain: false });
    }
    expect(await sendDm()).toMatchObject({ kind: "refused", name: "unavailable", isCertain: true });
  });

  it.each([
    [400, "message-invalid"],
    [403, "unavailable"],
    [404, "unavailable"],
  ])("of status %s has no code of Discord's", async (status, name) => {
    answers = [{ status, headers: html, body: PAGE }];
    expect(await send()).toEqual({ kind: "refused", name, isCertain: true });
  });
});

describe("a conversation that is gone", () => {
  it("is opened anew at the next try", async () => {
    const gone = { status: 404, headers: json, body: '{"message":"Unknown Channel","code":10003}' };
    answers = [id("8"), gone, id("9"), id("6")];
    expect(await sendDm()).toMatchObject({ kind: "refused", name: "channel-gone" });
    expect(await sendDm()).toMatchObject({ kind: "sent", channelId: "9", messageId: "6" });
  });
});

describe("a token that was refused once", () => {
  it("is used again: what comes next may be taken", async () => {
    answers = [{ status: 401, headers: json, body: '{"message":"401: Unauthorized","code":0}' }, fine];
    expect(await send()).toMatchObject({ kind: "refused", name: "token-refused", isCertain: true });
    expect(await send()).toMatchObject({ kind: "sent", messageId: "6" });
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(["Bot token", "Bot token"]);
  });
});

describe("a limit", () => {
  it.each<[string, OddAnswer]>([
    ["that names no end", limited({})],
    ["of edits to old messages", limited({}, 30_046)],
    ["whose end can't be read", limited({ "retry-after": "soon" })],
  ])("%s is not run against again at once", async (_, answer) => {
    answers = [answer];
    expect(await edit()).toEqual({
      kind: "refused",
      name: "too-fast",
      isCertain: true,
    });
    expect(seen).toHaveLength(1);
  });

  it("that lasts for an hour is its caller's to wait for, and not asked about meanwhile", async () => {
    answers = [limited({ "retry-after": "3600" })];
    const answer = await publish();
    expect(answer).toMatchObject({ kind: "refused", name: "too-fast", isCertain: true });
    expect("retryAfterMs" in answer && answer.retryAfterMs).toBeGreaterThanOrEqual(3_600_000);
    answers = [
      { ...fine, headers: { ...json, "x-ratelimit-remaining": "0", "x-ratelimit-reset-after": "900" } },
    ];
    expect(await send()).toMatchObject({ kind: "sent" });
    expect(await send()).toMatchObject({ kind: "refused", name: "too-fast" });
    expect(seen).toHaveLength(2);
  });

  const ODD = ["-5", "NaN", "Infinity", "Wed, 21 Oct 2026 07:28:00 GMT", "1e12", "", "0x"];
  const NAMES = ["x-ratelimit-remaining", "x-ratelimit-reset-after", "x-ratelimit-limit", "retry-after"];

  it.each(ODD.flatMap((value) => NAMES.map((name) => [name, value] as const)))(
    "whose %s is %j holds up nothing for longer than a day",
    async (name, value) => {
      const told = {
        "x-ratelimit-limit": "5",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset-after": "0.01",
      };
      answers = [{ ...fine, headers: { ...json, ...told, [name]: value } }];
      for (const act of [send, open]) {
        for (let count = 0; count < 7; count += 1) {
          const answer = await act();
          if (answer.kind === "sent") continue;
          const { retryAfterMs = 0 } = answer as { readonly retryAfterMs?: number };
          expect(answer).toMatchObject({ kind: "refused", name: "too-fast" });
          expect(retryAfterMs).toBeGreaterThan(0);
          expect(retryAfterMs).toBeLessThanOrEqual(DAY + 1_000);
        }
      }
    },
    20_000,
  );

  it("of everything ends within a day, whatever Discord says", async () => {
    answers = [limited({ "retry-after": "1e12", "x-ratelimit-global": "true" })];
    await send();
    const answer = await edit();
    expect(answer).toMatchObject({ kind: "refused", name: "too-fast" });
    expect("retryAfterMs" in answer && answer.retryAfterMs).toBeLessThanOrEqual(DAY + 1_000);
  });

  it("that is over soon is waited for", async () => {
    answers = [limited({ "retry-after": "0.05" }), fine];
    expect(await send()).toMatchObject({ kind: "sent" });
    expect(seen).toHaveLength(2);
  });
});

describe("a request whose end is not known", () => {
  const broken: OddAnswer = { status: 502, headers: html, body: PAGE };

  it.each<[string, () => Promise<unknown>, number]>([
    ["a post is not repeated before anybody looked for it", send, 1],
    ["a look is repeated", find, 2],
    ["a change is repeated", edit, 2],
  ])("%s", async (_, act, requests) => {
    answers = [broken];
    expect(await act()).toMatchObject({ kind: "refused", name: "unavailable", isCertain: false });
    expect(seen).toHaveLength(requests);
  });

  it("is done once its repetition is", async () => {
    answers = [broken, fine];
    expect(await edit()).toMatchObject({ kind: "sent" });
  });
});
