import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";

import { describe, expect, test } from "vitest";

import { int64 } from "../../../src/base/int64.ts";
import { createDispatcher, transport } from "../../../src/platform/http/transport.ts";
import { countInflated } from "../../support/count-inflated.ts";
import { connect, failureOf, serve, wrapped } from "../support/served.ts";

const id = int64("4611686018442057913");
const user = { membershipId: "4611686018442057913", displayName: "Ada" };

describe("headers", () => {
  test("the key, the agent and the language go to the API", async () => {
    await using server = await serve((_, response) => response.end(wrapped({ milestones: 1 })));
    await using client = connect(server.origin);
    await failureOf(client.milestonesPublic({ locale: "fr" }));
    expect(server.seen[0]).toMatchObject({
      method: "GET",
      url: "/Platform/Game/Milestones/?lc=fr",
      headers: { "x-api-key": "canary-key", "user-agent": "Mozilla/5.0 (compatible; Milepost/1.2.3)" },
    });
    expect(server.seen[0]?.headers).not.toHaveProperty("cookie");
  });

  test("a file of definitions gets no key, though it lies on the API's host", async () => {
    await using server = await serve((_, response) => response.end("{}"));
    await using client = connect(server.origin);
    await client.definitionsFile({ address: "/files/item.json" });
    expect(server.seen[0]?.headers).not.toHaveProperty("x-api-key");
  });

  test("a redirect of a file out of the API's folder leaves the key behind", async () => {
    await using server = await serve(({ url }, response) => {
      if (url.startsWith("/Platform")) response.writeHead(302, { location: "/elsewhere" }).end();
      else response.end("{}");
    });
    await using client = connect(server.origin);
    await client.definitionsFile({ address: "/Platform/file" });
    expect(server.seen.map(({ headers }) => headers["x-api-key"])).toEqual(["canary-key", undefined]);
  });
});

describe("redirects", () => {
  test.each([301, 302, 303, 307, 308])(
    "a %i to another origin is refused before anything is sent there",
    async (status) => {
      await using foreign = await serve((_, response) => response.end(wrapped(user)), "127.0.0.2");
      await using server = await serve((_, response) =>
        response.writeHead(status, { location: foreign.origin }).end(),
      );
      await using client = connect(server.origin, (profile) => ({
        ...profile,
        hosts: { ...profile.hosts, allow: [foreign.origin] },
      }));
      expect(await failureOf(client.userById({ membershipId: id }))).toMatchObject({
        code: "platform-refused",
        details: { operation: "user.byId", reason: "a redirect to another origin" },
      });
      expect(foreign.seen).toEqual([]);
    },
  );

  test("a file may be redirected inside the allow-list, without the key, and no further", async () => {
    await using foreign = await serve((_, response) => response.end("{}"), "127.0.0.2");
    await using server = await serve((_, response) =>
      response.writeHead(302, { location: foreign.origin }).end(),
    );
    await using open = connect(server.origin, (profile) => ({
      ...profile,
      hosts: { ...profile.hosts, allow: [foreign.origin] },
    }));
    await open.definitionsFile({ address: "/Platform/x" });
    expect(foreign.seen[0]?.headers).not.toHaveProperty("x-api-key");
    await using closed = connect(server.origin);
    expect(await failureOf(closed.definitionsFile({ address: "/Platform/x" }))).toMatchObject({
      code: "platform-refused",
    });
    expect(foreign.seen).toHaveLength(1);
  });

  test("a redirect on the same origin is followed", async () => {
    await using server = await serve(({ url }, response) => {
      if (url.includes("GetUserById")) response.writeHead(301, { location: "/Platform/moved/?x=1" }).end();
      else response.end(wrapped(user));
    });
    await using client = connect(server.origin);
    expect((await client.userById({ membershipId: id })).data.displayName).toBe("Ada");
  });

  test("a loop of redirects ends", async () => {
    await using server = await serve(({ url }, response) => response.writeHead(302, { location: url }).end());
    await using client = connect(server.origin);
    expect(await failureOf(client.userById({ membershipId: id }))).toMatchObject({
      details: { reason: "too many redirects" },
    });
    expect(server.seen).toHaveLength(6);
  });

  test.each(["http://", "javascript:alert(1)", "http://user:word@127.0.0.1/"])(
    "a redirect to %s is refused",
    async (location) => {
      await using server = await serve((_, response) => response.writeHead(302, { location }).end());
      await using client = connect(server.origin);
      expect(await failureOf(client.userById({ membershipId: id }))).toMatchObject({
        code: "platform-refused",
      });
    },
  );
});

test("a request that still waits for a connection ends when its signal does", async () => {
  await using server = await serve((_, response) => response.end(Buffer.alloc(3_000_000)));
  const dispatcher = createDispatcher(1);
  const busy = await dispatcher.request({ origin: server.origin, path: "/", method: "GET" });
  const stop = new AbortController();
  const send = transport({ dispatcher, headersFor: () => ({}), allowed: new Set([server.origin]) });
  const asked = send({
    operation: "waiting",
    class: "public",
    method: "GET",
    url: new URL(server.origin),
    envelope: "bare",
    maxBytes: 1,
    signal: stop.signal,
  });
  stop.abort(new Error("late"));
  await expect(asked).rejects.toThrow("late");
  busy.body.on("error", () => undefined).destroy();
  await dispatcher.destroy();
});

describe("bodies", () => {
  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ] as const)("%s is inflated", async (encoding, compress) => {
    await using server = await serve((_, response) =>
      response.writeHead(200, { "content-encoding": encoding }).end(compress(Buffer.from(wrapped(user)))),
    );
    await using client = connect(server.origin);
    expect((await client.userById({ membershipId: id })).data.displayName).toBe("Ada");
  });

  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ] as const)("a %s bomb is given up at the cap", async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(64 * 1024 * 1024, 32));
    await using server = await serve((_, response) =>
      response.writeHead(200, { "content-encoding": encoding }).end(bomb),
    );
    await using client = connect(server.origin);
    const inflated = countInflated();
    expect(await failureOf(client.userById({ membershipId: id }))).toMatchObject({
      code: "platform-refused",
      details: { reason: "the body is over its cap" },
    });
    // Up to the cap, and a chunk more.
    expect(inflated()).toBeGreaterThan(4 * 1024 * 1024);
    expect(inflated()).toBeLessThan(6 * 1024 * 1024);
  });

  test("a body over the cap is given up, whatever it claims to be", async () => {
    await using server = await serve((_, response) => response.end(Buffer.alloc(5 * 1024 * 1024, 32)));
    await using client = connect(server.origin);
    expect(await failureOf(client.userById({ membershipId: id }))).toMatchObject({
      code: "platform-refused",
    });
  });

  test.each(["gzip, gzip", "zstd", "compress"])(
    "the encoding %s, never asked for, is refused",
    async (encoding) => {
      await using server = await serve((_, response) =>
        response.writeHead(200, { "content-encoding": encoding }).end("x"),
      );
      await using client = connect(server.origin);
      expect(await failureOf(client.userById({ membershipId: id }))).toMatchObject({
        code: "platform-refused",
      });
    },
  );

  test("a body cut short is a platform that is not there", async () => {
    await using server = await serve((_, response) => {
      response.writeHead(200, { "content-length": "500" }).write('{"Response":');
      setImmediate(() => response.destroy());
    });
    await using client = connect(server.origin);
    expect(await failureOf(client.userById({ membershipId: id }))).toMatchObject({
      code: "platform-unavailable",
    });
  });

  test("a compressed body cut short is told, too", async () => {
    const whole = gzipSync(Buffer.from(wrapped(user)));
    await using server = await serve((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(whole.subarray(0, -9)),
    );
    await using client = connect(server.origin);
    expect(await failureOf(client.userById({ membershipId: id }))).toMatchObject({
      code: "platform-unavailable",
    });
  });

  test("headers over their cap are refused", async () => {
    await using server = await serve((_, response) =>
      response.writeHead(200, { "x-long": "x".repeat(40_000) }).end("{}"),
    );
    await using client = connect(server.origin);
    expect(await failureOf(client.userById({ membershipId: id }))).toMatchObject({
      code: "platform-refused",
      details: { reason: "the headers are over their cap" },
    });
  });
});
