import { once } from "node:events";
import { connect } from "node:net";

import { request } from "undici";
import { afterEach, describe, expect, it } from "vitest";

import { type HttpAnswer, type HttpServer, startHttpServer } from "../../src/http-server/http-server.ts";

const PAGE: HttpAnswer = { status: 200, type: "text/plain", body: "page", headers: { "x-more": "1" } };
const servers: HttpServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(answer: () => Promise<HttpAnswer> = async () => PAGE): Promise<HttpServer> {
  const server = await startHttpServer({ host: "127.0.0.1", port: 0, settings: "SOME_PORT", answer });
  servers.push(server);
  return server;
}

/** What comes back to these bytes, until the server hangs up. */
async function spoken(address: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  let heard = "";
  socket.on("data", (chunk: Buffer) => (heard += chunk.toString("latin1")));
  socket.on("error", () => {});
  socket.write(bytes);
  await once(socket, "close");
  return heard;
}

describe("startHttpServer", () => {
  it("adds its own headers to those of an answer, and leaves the body out for HEAD", async () => {
    const { address } = await start();
    const { headers, body } = await request(address);
    expect(headers).toMatchObject({ "x-more": "1", "cache-control": "no-store" });
    expect(await body.text()).toBe("page");
    expect(await (await request(address, { method: "HEAD" })).body.text()).toBe("");
  });

  it("refuses headers that are longer than any of ours", async () => {
    const { address } = await start();
    const answer = await request(`${address}/?${"x".repeat(9_000)}`);
    expect(answer.statusCode).toBe(431);
    await answer.body.dump();
  });

  it("hangs up on who is too slow to ask, and on who asks in no HTTP", async () => {
    const { address } = await start();
    const [slow, foreign] = await Promise.all([
      spoken(address, "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: "),
      spoken(address, "hello\r\n\r\n"),
    ]);
    expect(slow).toMatch(/^HTTP\/1\.1 408/);
    expect(foreign).toMatch(/^HTTP\/1\.1 400/);
  });

  it("answers who asks, however many connections ask for nothing", async () => {
    const { address } = await start();
    const { hostname, port } = new URL(address);
    const idle = Array.from({ length: 200 }, () => connect({ host: hostname, port: Number(port) }));
    for (const socket of idle) socket.on("error", () => {});
    await Promise.all(idle.map((socket) => once(socket, "connect")));
    const answer = await request(address);
    expect(await answer.body.text()).toBe("page");
    // None was cut off for being slow: there was room.
    expect(idle.filter((socket) => !socket.closed).length).toBeGreaterThan(32);
    for (const socket of idle) socket.destroy();
  });

  it("goes on where an answer can't be made", async () => {
    let isBroken = true;
    const { address } = await start(async () => {
      if (isBroken) throw new Error("broken");
      return PAGE;
    });
    await expect(request(address)).rejects.toThrow(/closed|hang up/);
    isBroken = false;
    const answer = await request(address);
    expect(await answer.body.text()).toBe("page");
  });

  it("lets an answer under way end when it closes", async () => {
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<HttpAnswer>()];
    const server = await start(() => {
      asked.resolve();
      return held.promise;
    });
    const asking = request(server.address);
    await asked.promise;
    const closing = server.close();
    held.resolve(PAGE);
    expect(await (await asking).body.text()).toBe("page");
    await closing;
    servers.length = 0;
  });
});
