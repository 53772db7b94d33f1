import { createPublicKey, verify } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { request } from "undici";
import { afterEach, describe, expect, it } from "vitest";

import { Ids } from "../../../src/playground/discord/world/default-world.ts";
import { type Stage, stage } from "./bot.ts";

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function staged(options: Parameters<typeof stage>[0] = {}) {
  const scene = await stage(options);
  open.push(() => scene.close());
  const command = { name: "go", description: "d", integration_types: [0, 1], contexts: [0, 1, 2] };
  await call(scene, "PUT", `/applications/${Ids.bot}/commands`, [command]);
  return scene;
}

async function call(scene: Stage, method: "GET" | "POST" | "PUT" | "PATCH", path: string, body?: unknown) {
  const { statusCode, body: answer } = await request(`${scene.discord.url}/v10${path}`, {
    method,
    headers: { "content-type": "application/json", authorization: `Bot ${scene.discord.token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: statusCode, body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

const setUrl = (scene: Stage, url: string | null) =>
  call(scene, "PATCH", "/applications/@me", { interactions_endpoint_url: url });

interface Posted {
  readonly isSigned: boolean;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: { readonly type: number; readonly id: string; readonly token: string };
}

type Answer = (posted: Posted) => { readonly status: number; readonly body?: object };

const asItShould: Answer = ({ isSigned, body }) => {
  if (!isSigned) return { status: 401 };
  return body.type === 1 ? { status: 200, body: { type: 1 } } : { status: 202 };
};

/** An application's endpoint. */
async function endpointOf(scene: Stage, answer: Answer = asItShould) {
  const { body: application } = await call(scene, "GET", "/applications/@me");
  const x = Buffer.from(String(application["verify_key"]), "hex").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const posts: Posted[] = [];
  const hear = async (asked: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const { headers } = asked;
    const signature = Buffer.from(String(headers["x-signature-ed25519"]), "hex");
    const signed = Buffer.from(`${String(headers["x-signature-timestamp"])}${text}`);
    const isSigned = verify(null, signed, key, signature);
    const posted = { isSigned, headers, body: JSON.parse(text) as Posted["body"] };
    posts.push(posted);
    const { status, body } = answer(posted);
    response.writeHead(status).end(body && JSON.stringify(body));
  };
  const server = createServer((asked, response) => void hear(asked, response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/interactions`, posts };
}

const go = (scene: Stage) =>
  scene.discord.local.runCommand({ as: Ids.player, channel: Ids.general, command: "go" });

describe("an interactions endpoint", () => {
  it("is taken once it answers a PING and refuses one that somebody else signed", async () => {
    const scene = await staged();
    const { url, posts } = await endpointOf(scene);
    expect(await setUrl(scene, url)).toMatchObject({ status: 200, body: { interactions_endpoint_url: url } });
    expect(posts.map(({ isSigned, body }) => [isSigned, body.type])).toEqual([
      [true, 1],
      [false, 1],
    ]);
  });

  it.each<[string, Answer]>([
    ["takes what nobody signed", () => ({ status: 200, body: { type: 1 } })],
    ["refuses everything", () => ({ status: 401 })],
    ["answers a PING with nothing", ({ isSigned }) => ({ status: isSigned ? 200 : 401 })],
    ["answers with another status", ({ isSigned }) => ({ status: isSigned ? 202 : 401, body: { type: 1 } })],
  ])("is refused where it %s", async (_what, answer) => {
    const scene = await staged();
    const { url } = await endpointOf(scene, answer);
    expect(await setUrl(scene, url)).toMatchObject({
      status: 400,
      body: {
        code: 50_035,
        errors: {
          interactions_endpoint_url: { _errors: [{ code: "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID" }] },
        },
      },
    });
  });

  it.each(["http://127.0.0.1:9/nobody", "https://bot.example/interactions"])(
    "is refused at %s",
    async (url) => {
      const scene = await staged();
      expect((await setUrl(scene, url)).status).toBe(400);
    },
  );

  it("gets interactions in place of the gateway, each signed and posted once", async () => {
    const scene = await staged();
    const { url, posts } = await endpointOf(scene);
    await setUrl(scene, url);
    const { interaction } = await go(scene);
    await expect.poll(() => posts).toHaveLength(3);
    const { isSigned, body } = posts[2] as Posted;
    expect([isSigned, body.type, body.id]).toEqual([true, 2, interaction]);
    const answer = { type: 4, data: { content: "gone" } };
    const answered = await call(scene, "POST", `/interactions/${body.id}/${body.token}/callback`, answer);
    expect(answered.status).toBe(204);
    expect(await scene.discord.local.answer({ as: Ids.player, interaction })).toMatchObject({
      kind: "message",
      seen: { message: { content: "gone" } },
    });
    const traffic = await scene.discord.local.traffic({ limit: 100 });
    const told = traffic.filter(({ what }) => what === "INTERACTION_CREATE");
    expect(told).toMatchObject([{ from: "discord", over: "http", status: 202 }]);
    expect(JSON.stringify(told)).not.toContain(body.token);
  });

  it("is tried no second time where it does not answer in time, and whoever asked is told", async () => {
    const scene = await staged({ answerWithinMs: 1_000 });
    const { url, posts } = await endpointOf(scene);
    await setUrl(scene, url);
    const { interaction } = await go(scene);
    expect(await scene.discord.local.answer({ as: Ids.player, interaction })).toEqual({
      kind: "failed",
      reason: "no-answer",
      text: "The application did not respond",
    });
    expect(posts).toHaveLength(3);
  });

  it("is sent the same request twice where that is asked for", async () => {
    const scene = await staged();
    const { url, posts } = await endpointOf(scene);
    await setUrl(scene, url);
    await scene.discord.local.addFault({ kind: "double-delivery" });
    await go(scene);
    await expect.poll(() => posts).toHaveLength(4);
    expect(posts[2]).toEqual(posts[3]);
  });

  it("is left alone once the address is taken away", async () => {
    const scene = await staged({ answerWithinMs: 1_000 });
    const { url, posts } = await endpointOf(scene);
    await setUrl(scene, url);
    expect((await setUrl(scene, null)).body["interactions_endpoint_url"]).toBeNull();
    const { interaction } = await go(scene);
    await scene.discord.local.answer({ as: Ids.player, interaction });
    expect(posts).toHaveLength(2);
  });
});
