import { REST } from "discord.js";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { Ids } from "../../../src/playground/discord/world/default-world.ts";
import { stage } from "./bot.ts";
import type { Stage } from "./bot.ts";
import { command, COMMANDS, MESSAGES, text, V2 } from "./refused-bodies.ts";

interface Refused {
  readonly status: number;
  readonly code: number;
  readonly paths: readonly string[];
}

let scene: Stage;
beforeAll(async () => {
  scene = await stage();
});
afterAll(async () => {
  await scene.close();
});

async function call(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  token?: string,
) {
  const response = await request(`${scene.discord.url}/v10${path}`, {
    method,
    headers: { authorization: `Bot ${token ?? scene.discord.token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.body.text();
  return {
    status: response.statusCode,
    headers: response.headers,
    body: (text === "" ? {} : JSON.parse(text)) as Record<string, never>,
  };
}

/** Status, code and the paths with their codes, as `path CODE`. */
async function refused(
  method: "GET" | "POST" | "PUT" | "PATCH",
  path: string,
  body?: unknown,
): Promise<Refused> {
  const answer = await call(method, path, body);
  const { code = -1, errors } = answer.body as { readonly code?: number; readonly errors?: unknown };
  return { status: answer.status, code, paths: flatten(errors, "") };
}

function flatten(node: unknown, at: string): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([step, held]: [string, unknown]) =>
    step === "_errors"
      ? (held as readonly { readonly code: string }[]).map(({ code }) => `${at} ${code}`)
      : flatten(held, at === "" ? step : `${at}.${step}`),
  );
}

const many = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, at) => ({ name: `c${at}`, ...more }));

async function put(description: string) {
  const { body } = await call("PUT", `/applications/${Ids.bot}/commands`, [command({ description })]);
  return body as unknown as readonly { readonly id: string; readonly version: string }[];
}

describe("what the local Discord refuses", () => {
  const channel = `/channels/${Ids.general}/messages`;
  const commands = `/applications/${Ids.bot}/commands`;

  it.each(MESSAGES)("refuses a message with %s", async (_name, body, path) => {
    expect(await refused("POST", channel, body)).toMatchObject({
      status: 400,
      code: 50035,
      paths: expect.arrayContaining([path]),
    });
  });

  it.each(COMMANDS)("refuses commands with %s", async (_name, body, path) => {
    expect(await refused("PUT", commands, body)).toMatchObject({
      status: 400,
      code: 50035,
      paths: expect.arrayContaining([path]),
    });
  });

  it("refuses more commands than there may be", async () => {
    expect(await refused("PUT", commands, many(101, { description: "d" }))).toMatchObject({
      status: 400,
      code: 30032,
    });
    expect(await refused("PUT", commands, many(16, { type: 2 }))).toMatchObject({ status: 400, code: 30032 });
  });

  it("refuses installs and contexts on commands of one server", async () => {
    const { paths } = await refused("PUT", `/applications/${Ids.bot}/guilds/${Ids.harbour}/commands`, [
      command({ contexts: [0] }),
    ]);
    expect(paths).toEqual(["0.contexts APPLICATION_COMMAND_GLOBAL_ONLY_FIELD"]);
  });

  it.each([
    ["an empty message", "POST", channel, { content: " " }, 400, 50006],
    ["an empty V2 message", "POST", channel, { flags: V2, components: [] }, 400, 50006],
    ["broken JSON", "POST", channel, "{", 400, 50109],
    ["an unknown channel", "POST", "/channels/1/messages", { content: "x" }, 404, 10003],
    [
      "a server without the bot",
      "POST",
      `/channels/${Ids.outpostGeneral}/messages`,
      { content: "x" },
      403,
      50001,
    ],
    [
      "a channel the bot may not see",
      "POST",
      `/channels/${Ids.members}/messages`,
      { content: "x" },
      403,
      50001,
    ],
    [
      "a channel the bot may not write in",
      "POST",
      `/channels/${Ids.readOnly}/messages`,
      { content: "x" },
      403,
      50013,
    ],
    ["a forum itself", "POST", `/channels/${Ids.forum}/messages`, { content: "x" }, 400, 40058],
    ["an unknown message", "PATCH", `${channel}/1`, { content: "x" }, 404, 10008],
    ["an unknown route", "GET", "/nowhere", undefined, 404, 0],
    ["an unknown interaction", "POST", "/interactions/1/abc/callback", { type: 4 }, 404, 10062],
    ["an unknown webhook", "POST", `/webhooks/${Ids.bot}/abc`, { content: "x" }, 404, 10015],
    ["another application", "GET", "/applications/1/commands", undefined, 404, 10002],
  ] as const)("refuses %s with Discord's code", async (...row) => {
    const [, method, path, body, status, code] = row;
    expect(await refused(method, path, body)).toMatchObject({ status, code });
  });

  it("answers a wrong token with 401", async () => {
    expect(await call("GET", "/users/@me", undefined, "wrong")).toMatchObject({
      status: 401,
      body: { code: 0 },
    });
    const rest = new REST({ api: scene.discord.url, retries: 0 }).setToken("wrong");
    await expect(rest.get("/users/@me")).rejects.toMatchObject({ status: 401 });
  });

  it("refuses direct messages to closed people", async () => {
    const { body } = await call("POST", "/users/@me/channels", { recipient_id: Ids.newcomer });
    await scene.discord.local.setDms({ person: Ids.newcomer, open: false });
    expect(await refused("POST", `/channels/${String(body["id"])}/messages`, { content: "x" })).toMatchObject(
      { status: 403, code: 50007 },
    );
    await scene.discord.local.setDms({ person: Ids.newcomer, open: true });
    expect((await call("POST", `/channels/${String(body["id"])}/messages`, { content: "x" })).status).toBe(
      200,
    );
  });

  it("gives the message back for a nonce used before, for five minutes", async () => {
    const body = { content: "once", nonce: "abc", enforce_nonce: true };
    const first = await call("POST", channel, body);
    scene.clock.advance(5 * 60_000 - 10_000);
    expect((await call("POST", channel, body)).body["id"]).toBe(first.body["id"]);
    scene.clock.advance(10_001);
    const later = await call("POST", channel, body);
    expect(later.body["id"]).not.toBe(first.body["id"]);
    await call("DELETE", `${channel}/${String(later.body["id"])}`);
    expect(await refused("POST", channel, body)).toMatchObject({ status: 404, code: 10008 });
    scene.clock.moveTo(0);
  });

  it("never lets the V2 flag go again", async () => {
    const { body } = await call("POST", channel, { flags: V2, components: [text("x")] });
    const path = `${channel}/${String(body["id"])}`;
    expect((await refused("PATCH", path, { flags: 0 })).paths).toContain("flags MESSAGE_FLAG_PERMANENT");
    expect((await refused("PATCH", path, { content: "x" })).paths[0]).toMatch(
      /^content MESSAGE_CANNOT_USE_LEGACY/,
    );
    expect((await call("PATCH", path, { components: [text("y")] })).status).toBe(200);
  });

  it("keeps ids of commands over a PUT and moves their version only on change", async () => {
    const [first] = await put("one");
    const [same] = await put("one");
    const [changed] = await put("two");
    expect(same).toEqual(first);
    expect(changed?.id).toBe(first?.id);
    expect(changed?.version).not.toBe(first?.version);
  });

  it("limits a channel to five messages in five seconds, and all routes to fifty a second", async () => {
    await scene.discord.local.setRateLimits({ mode: "discord" });
    const answers = [];
    for (let at = 0; at < 6; at += 1) answers.push(await call("POST", channel, { content: `${at}` }));
    const last = answers.at(-1);
    expect(answers[0]?.headers["x-ratelimit-remaining"]).toBe("4");
    expect(last).toMatchObject({ status: 429, body: { global: false } });
    expect(Number(last?.headers["retry-after"])).toBeGreaterThan(0);
    const many = await Promise.all(
      Array.from({ length: 60 }, async (_, at) => await call("GET", `/channels/${at}`)),
    );
    expect(many.some(({ headers }) => headers["x-ratelimit-global"] === "true")).toBe(true);
    await scene.discord.local.setRateLimits({ mode: "off" });
  });

  it("fails routes on request", async () => {
    const route = `POST /channels/${Ids.general}/messages`;
    await scene.discord.local.addFault({ kind: "answer", route, status: 503, times: 2 });
    const statuses = [];
    for (let at = 0; at < 3; at += 1) statuses.push((await call("POST", channel, { content: "x" })).status);
    expect(statuses).toEqual([503, 503, 200]);
    await scene.discord.local.addFault({
      kind: "answer",
      route,
      status: 429,
      scope: "shared",
      retryAfterMs: 50,
    });
    expect((await call("POST", channel, { content: "x" })).headers["x-ratelimit-scope"]).toBe("shared");
    await scene.discord.local.addFault({ kind: "lose-answer", route });
    await expect(call("POST", channel, { content: "lost but there" })).rejects.toThrow(
      /other side closed|ECONNRESET/,
    );
    const seen = await scene.discord.local.history({ as: Ids.player, channel: Ids.general, limit: 1 });
    expect(seen[0]?.message.content).toBe("lost but there");
  });

  it("masks tokens in its log and names the faults of refused bodies", async () => {
    await call("POST", channel, { content: "x".repeat(2001) });
    const entries = await scene.discord.local.traffic({ limit: 1000 });
    expect(entries.at(-1)?.refused).toMatchObject({
      code: 50035,
      paths: ["content: Must be 2000 or fewer in length."],
    });
    expect(JSON.stringify(entries)).not.toContain(scene.discord.token);
  });

  it("answers no page of a browser", async () => {
    const origin = await request(`${scene.discord.url}/v10/gateway`, {
      headers: { origin: "http://evil.example" },
    });
    expect(origin.statusCode).toBe(403);
    await origin.body.dump();
    const host = await request(`${scene.discord.url}/v10/gateway`, { headers: { host: "evil.example" } });
    expect(host.statusCode).toBe(403);
    await host.body.dump();
  });
});
