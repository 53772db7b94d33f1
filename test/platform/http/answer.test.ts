import { describe, expect, test } from "vitest";

import { int64 } from "../../../src/base/int64.ts";
import { connect, failed, failureOf, serve, within, wrapped } from "../support/served.ts";

const id = int64("4611686018442057913");
const user = { membershipId: "4611686018442057913", displayName: "Ada" };

/** As the client's clock has it, and as that of a service has it that is a day ahead. */
const NOON = "Thu, 15 Jan 2026 12:00:00 GMT";
const DAY_AHEAD = "Fri, 16 Jan 2026 12:00:00 GMT";

describe("the deadline", () => {
  test("a body that drips for ever ends at the absolute deadline", async () => {
    await using server = await serve((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(drip));
    });
    await using client = connect(server.origin, within(0.2));
    expect(await failureOf(client.userById({ membershipId: id }))).toMatchObject({
      code: "platform-timeout",
    });
  });

  test("a server that accepts and says nothing ends there as well", async () => {
    await using server = await serve(() => {});
    await using client = connect(server.origin, within(0.2));
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
    [401, failed(424242), "platform-key"],
    [403, failed(424242), "private"],
    // What stands before the platform speaks for itself alone.
    [401, "", "platform-unavailable"],
    [401, "<html>Sign in to the proxy</html>", "platform-unavailable"],
    [403, "<html>Are you a robot?</html>", "platform-unavailable"],
    [403, "error code: 1020", "platform-unavailable"],
    [403, '{"message":"Forbidden"}', "platform-unavailable"],
    [403, '{"error":"blocked by rule 7"}', "platform-unavailable"],
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

  test("what a firewall refuses is told as what it is, and waits as it asks", async () => {
    await using server = await serve((_, response) =>
      response.writeHead(403, { "retry-after": "60" }).end("error code: 1020"),
    );
    await using client = connect(server.origin);
    expect((await failureOf(client.milestonesPublic({}))).details).toEqual({
      operation: "milestones.public",
      status: 403,
      reason: "something before the platform, such as a firewall, refuses",
      retryAfterMs: 60_000,
    });
  });

  test.each([
    [{}, undefined, NOON],
    [{ age: "5400" }, undefined, "Thu, 15 Jan 2026 10:30:00 GMT"],
    [{}, "2026-01-15T10:30:00Z", "Thu, 15 Jan 2026 10:30:00 GMT"],
    [{}, Date.parse(NOON) / 1_000 - 60, "Thu, 15 Jan 2026 11:59:00 GMT"],
    [{ age: "5400" }, "2026-01-15T11:30:00Z", "Thu, 15 Jan 2026 10:30:00 GMT"],
    // By the sender's own clock.
    [{ date: DAY_AHEAD }, "2026-01-16T10:30:00Z", "Thu, 15 Jan 2026 10:30:00 GMT"],
    [{}, "2026-01-15T12:30:00Z", NOON],
    [{}, "0001-01-01T00:00:00Z", NOON],
    [{ age: "-5" }, "soon", NOON],
    [{ age: "soon" }, { deep: [] }, NOON],
  ])("an answer with %j that says %j was made at %s", async (headers, minted, at) => {
    const body = JSON.stringify({ ...JSON.parse(wrapped(user)), meta: { minted } });
    await using server = await serve((_, response) =>
      response.writeHead(200, { date: NOON, ...headers }).end(body),
    );
    await using client = connect(server.origin, (profile) => ({
      ...profile,
      envelope: {
        ...profile.envelope,
        members: { ...profile.envelope.members, madeAt: "meta.minted" },
      },
    }));
    const answer = await client.userById({ membershipId: id });
    expect({ at: answer.at, isStale: answer.isStale }).toEqual({ at: Date.parse(at), isStale: false });
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
    ["", { date: NOON, "retry-after": "Thu, 15 Jan 2026 12:00:20 GMT" }, 20_000],
    ["", { date: DAY_AHEAD, "retry-after": "Fri, 16 Jan 2026 12:00:20 GMT" }, 20_000],
    ["", { date: "", "retry-after": "Thu, 15 Jan 2026 12:00:20 GMT" }, 20_000],
    ["", { "retry-after": "99999999" }, 3_600_000],
    ["", { "retry-after": "10.5" }, 10_500],
    ["", { "retry-after": "9".repeat(25) }, 3_600_000],
    ["", { date: NOON, "retry-after": String(Date.parse(NOON) / 1_000 + 20) }, 20_000],
    ["", { "retry-after": "-5" }, 5_000],
    ["", { "retry-after": "-5", "ratelimit-reset": "-30" }, 5_000],
    ["", { "retry-after": "1e12" }, 5_000],
    ["", { "retry-after": "NaN" }, 5_000],
    ["", { date: NOON, "retry-after": "Season 12" }, 5_000],
    ["", { date: NOON, "retry-after": "Thu, 15 Jan 2026 13:00:20 CET" }, 20_000],
    ['{"ThrottleSeconds":-60}', {}, 5_000],
    ['{"ThrottleSeconds":1e300}', {}, 3_600_000],
    ["", { "ratelimit-reset": "30" }, 30_000],
    ["", { "retry-after": "7", "ratelimit-reset": "30" }, 7_000],
    ["", { ratelimit: "limit=100, remaining=0, reset=50" }, 50_000],
    ["", { ratelimit: '"burst";r=0;t=9, "day";r=4;t=40', "x-ratelimit-reset": "3" }, 9_000],
    ["", { ratelimit: '"burst";r=2;t=9, "day";r=4;t=40' }, 40_000],
    ["", { "x-ratelimit-reset-after": "12.5" }, 12_500],
    ["", { date: NOON, "x-ratelimit-reset": String(Date.parse(NOON) / 1_000 + 20) }, 20_000],
    ["", { date: DAY_AHEAD, "x-ratelimit-reset": String(Date.parse(DAY_AHEAD) + 20_000) }, 20_000],
    ["", { date: NOON, "x-ratelimit-reset": String(Date.parse(NOON) / 1_000 - 20) }, 5_000],
    ["", { date: NOON, "x-rate-limit-reset": "2026-01-15T12:00:20Z" }, 20_000],
    ["", { "ratelimit-reset": "86400" }, 3_600_000],
    ["", { "ratelimit-reset": "soon" }, 5_000],
    ["", { "retry-after": "soon" }, 5_000],
    ["", { date: NOON, "retry-after": "Thu, 15 Jan 2026 11:59:40 GMT" }, 5_000],
    ['{"ThrottleSeconds":60}', {}, 60_000],
    ['{"error":"who knows","ThrottleSeconds":60}', {}, 60_000],
  ] as const)("throttled by %s and %o waits %i ms", async (body, headers, retryAfterMs) => {
    await using server = await serve((_, response) => response.writeHead(429, headers).end(body));
    await using client = connect(server.origin, within(4));
    expect(await failureOf(client.contentSearch({ text: "x" }))).toMatchObject({
      code: "platform-throttled",
      details: { retryAfterMs },
    });
  });

  test("a pause that is a list, however deep, is none", async () => {
    const body = `{"ThrottleSeconds":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    await using server = await serve((_, response) => response.writeHead(429).end(body));
    await using client = connect(server.origin, within(4));
    expect(await failureOf(client.contentSearch({ text: "x" }))).toMatchObject({
      code: "platform-throttled",
      details: { retryAfterMs: 5_000 },
    });
  });

  test("a pause nobody can read takes none away that the platform's own words name", async () => {
    const headers = { "retry-after": "soon" };
    await using server = await serve((_, response) => response.writeHead(503, headers).end(failed(5, 7)));
    await using client = connect(server.origin);
    expect(await failureOf(client.contentSearch({ text: "x" }))).toMatchObject({
      code: "platform-maintenance",
      details: { retryAfterMs: 7_000 },
    });
  });

  test("a limit that begins anew is nothing to wait for where nothing was throttled", async () => {
    const headers = { "ratelimit-reset": "30" };
    await using server = await serve((_, response) => response.writeHead(503, headers).end());
    await using client = connect(server.origin);
    const { details } = await failureOf(client.contentSearch({ text: "x" }));
    expect(details.retryAfterMs).toBeUndefined();
  });

  test("the field of a break stands in the error, the value nowhere", async () => {
    await using server = await serve((_, response) =>
      response.end(wrapped({ results: [{ contentId: "canary-value" }] })),
    );
    await using client = connect(server.origin);
    const { code, details } = await failureOf(client.contentSearch({ text: "x" }));
    expect({ code, details }).toEqual({
      code: "platform-answer",
      details: {
        operation: "content.search",
        path: "results",
        reason:
          "none of its records could be read (ContentItemPublicContract.contentId: not a 64-bit integer, but a text)",
      },
    });
  });

  test("a broken entry is left out, and how many were is told", async () => {
    await using server = await serve((_, response) =>
      response.end(wrapped({ results: [{ contentId: "1" }, { contentId: "x" }, { contentId: "3" }] })),
    );
    await using client = connect(server.origin);
    for (const from of ["the platform", "memory"]) {
      const { data, unread } = await client.contentSearch({ text: "x" });
      expect({ from, ids: data.entries.map(({ contentId }) => contentId), unread }).toEqual({
        from,
        ids: ["1", "3"],
        unread: 1,
      });
    }
  });
});
