import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";

import { int64 } from "../../../src/base/int64.ts";
import type { MilepostError } from "../../../src/base/errors.ts";
import { connect, failed, serve, until, wrapped } from "../support/served.ts";

const id = int64("4611686018442057913");
const user = { membershipId: "4611686018442057913", displayName: "Ada" };

async function failureOf(call: Promise<unknown>): Promise<Pick<MilepostError, "code" | "details">> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error) || error.name !== "MilepostError")
    throw new Error("no MilepostError", { cause: error });
  return error as MilepostError;
}

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
    const before = process.memoryUsage().arrayBuffers;
    expect(await failureOf(client.userById({ membershipId: id }))).toMatchObject({
      code: "platform-refused",
      details: { reason: "the body is over its cap" },
    });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40 * 1024 * 1024);
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

describe("the deadline", () => {
  test("a body that drips for ever ends at the absolute deadline", async () => {
    await using server = await serve((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(drip));
    });
    await using client = connect(server.origin, (profile) => ({
      ...profile,
      limits: { ...profile.limits, deadlineSeconds: 0.2 },
    }));
    const start = performance.now();
    expect(await failureOf(client.userById({ membershipId: id }))).toMatchObject({
      code: "platform-timeout",
    });
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  test("a server that accepts and says nothing ends there as well", async () => {
    await using server = await serve(() => {});
    await using client = connect(server.origin, (profile) => ({
      ...profile,
      limits: { ...profile.limits, deadlineSeconds: 0.2 },
    }));
    expect(await failureOf(client.userById({ membershipId: id }))).toMatchObject({
      code: "platform-timeout",
    });
  });
});

describe("what a platform says", () => {
  test.each([
    [200, failed(5), "platform-maintenance"],
    [400, failed(5), "platform-maintenance"],
    [200, failed(22), "sign-in-needed"],
    [500, failed(99), "sign-in-needed"],
    [200, failed(2101), "platform-key"],
    [500, failed(1601), "not-found"],
    [200, failed(1665), "private"],
    [200, failed(1618), "platform-unavailable"],
    [200, failed(424242), "platform-error"],
    [503, '{"error":"maintenance","error_description":"soon"}', "platform-maintenance"],
    [200, '{"error":"SystemDisabled"}', "platform-maintenance"],
    [503, "<html>Down</html>", "platform-unavailable"],
    [200, "<!doctype html><p>Down", "platform-unavailable"],
    [404, "<html>Not here</html>", "not-found"],
    [401, "", "sign-in-needed"],
    [418, "{}", "platform-error"],
    [200, "", "platform-answer"],
    [200, '{"Response":', "platform-answer"],
    [200, '{"hello":1}', "platform-answer"],
    [200, wrapped(null), "not-found"],
    [200, wrapped({ membershipId: "x" }), "platform-answer"],
  ] as const)("status %i with %s is %s", async (status, body, code) => {
    await using server = await serve((_, response) => response.writeHead(status).end(body));
    await using client = connect(server.origin);
    expect(await failureOf(client.userById({ membershipId: id }))).toMatchObject({
      code,
      details: { operation: "user.byId" },
    });
  });

  test("an answer in good order counts, whatever the status says", async () => {
    await using server = await serve((_, response) => response.writeHead(500).end(wrapped(user)));
    await using client = connect(server.origin);
    expect((await client.userById({ membershipId: id })).data.displayName).toBe("Ada");
  });

  test.each([
    [failed(36, 7), {}, 7_000],
    [failed(36, 0), {}, 5_000],
    [failed(36, 7), { "retry-after": "30" }, 30_000],
    ["", { "retry-after": "Thu, 15 Jan 2026 12:00:20 GMT" }, 20_000],
    ["", { "retry-after": "99999999" }, 3_600_000],
  ] as const)("throttled by %s and %o waits %i ms", async (body, headers, retryAfterMs) => {
    await using server = await serve((_, response) => response.writeHead(429, headers).end(body));
    await using client = connect(server.origin);
    expect(await failureOf(client.contentSearch({ text: "x" }))).toMatchObject({
      code: "platform-throttled",
      details: { retryAfterMs },
    });
  });

  test("the path of a break stands in the error, the value nowhere", async () => {
    await using server = await serve((_, response) =>
      response.end(wrapped({ results: [{ contentId: "1" }, { contentId: "canary-value" }] })),
    );
    await using client = connect(server.origin);
    const { code, details } = await failureOf(client.contentSearch({ text: "x" }));
    expect({ code, details }).toEqual({
      code: "platform-answer",
      details: { operation: "content.search", path: "results[1].contentId", reason: "not a 64-bit integer" },
    });
  });
});

describe("retries", () => {
  test("a passing failure of a GET is tried again, at most twice", async () => {
    let left = 2;
    await using server = await serve((_, response) => {
      left -= 1;
      if (left >= 0) response.writeHead(503).end();
      else response.end(wrapped(user));
    });
    await using client = connect(server.origin);
    expect((await client.userById({ membershipId: id })).data.displayName).toBe("Ada");
    expect(server.seen).toHaveLength(3);
  });

  test("a third failure is the caller's", async () => {
    await using server = await serve((_, response) => response.writeHead(503).end());
    await using client = connect(server.origin);
    expect(await failureOf(client.userById({ membershipId: id }))).toMatchObject({
      code: "platform-unavailable",
    });
    expect(server.seen).toHaveLength(3);
  });

  test.each([
    ["maintenance", 200, failed(5)],
    ["not found", 200, failed(21)],
    ["a refused key", 200, failed(2101)],
  ])("%s is not tried again", async (_, status, body) => {
    await using server = await serve((_, response) => response.writeHead(status).end(body));
    await using client = connect(server.origin);
    await failureOf(client.userById({ membershipId: id }));
    expect(server.seen).toHaveLength(1);
  });

  test("a POST is never tried again", async () => {
    await using server = await serve((_, response) => response.writeHead(503).end());
    await using client = connect(server.origin, (profile) => ({
      ...profile,
      operations: {
        ...profile.operations,
        "user.byId": {
          path: "/x",
          method: "POST",
          host: "api",
          query: {},
          body: { id: "{membershipId}" },
          pick: "",
          defaults: {},
        },
      },
    }));
    await failureOf(client.userById({ membershipId: id }));
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]).toMatchObject({ method: "POST", body: `{"id":"${id}"}` });
  });

  test("retries stay within a tenth of the requests, and a dead platform soon gets none", async () => {
    await using server = await serve((_, response) => response.writeHead(503).end());
    await using client = connect(server.origin);
    for (let number = 0; number < 100; number += 1) {
      await failureOf(client.userById({ membershipId: int64(BigInt(number)) }));
    }
    expect(server.seen.length).toBeLessThanOrEqual(5 + 5);
  });
});

describe("the breaker", () => {
  test("opens after five failures, lets one request try after a while, and closes on success", async () => {
    let isUp = false;
    await using server = await serve((_, response) =>
      isUp ? response.end(wrapped(user)) : response.writeHead(400).end(failed(5)),
    );
    await using client = connect(server.origin);
    const ask = (number: number) => client.userById({ membershipId: int64(BigInt(number)) });
    for (let number = 0; number < 5; number += 1) await failureOf(ask(number));
    expect(await failureOf(ask(6))).toMatchObject({
      code: "platform-maintenance",
      details: { reason: "the breaker is open" },
    });
    expect(server.seen).toHaveLength(5);
    isUp = true;
    client.clock.at += 5_001;
    expect((await ask(7)).data.displayName).toBe("Ada");
    expect((await ask(8)).data.displayName).toBe("Ada");
  });

  test("errors in good order never open it", async () => {
    await using server = await serve((_, response) => response.end(failed(21)));
    await using client = connect(server.origin);
    for (let number = 0; number < 12; number += 1) {
      await failureOf(client.userById({ membershipId: int64(BigInt(number)) }));
    }
    expect(server.seen).toHaveLength(12);
  });
});

describe("a caller in the background", () => {
  test("is tried on past the limit of attempts, and ends with its signal", async () => {
    await using server = await serve((_, response) => response.writeHead(503).end());
    await using client = connect(server.origin);
    const stop = new AbortController();
    const call = client.definitionsFile({ address: "/f", background: true, signal: stop.signal });
    const outcome = call.then(
      () => "ok",
      (reason: unknown) => reason,
    );
    await until(() => server.seen.length >= 5);
    stop.abort(new Error("enough"));
    expect(await outcome).toMatchObject({ message: "enough" });
  });
});

describe("closing", () => {
  test("ends what is under way and refuses what comes after", async () => {
    await using server = await serve(() => {});
    await using client = connect(server.origin);
    const call = failureOf(client.userById({ membershipId: id }));
    await until(() => server.seen.length === 1);
    await client.close();
    expect(await call).toMatchObject({ code: "busy" });
    expect(await failureOf(client.userById({ membershipId: id }))).toMatchObject({ code: "busy" });
  });
});
