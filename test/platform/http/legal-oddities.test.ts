import { createServer, type Socket, type AddressInfo } from "node:net";
import { brotliCompressSync, deflateRawSync, gzipSync } from "node:zlib";

import { sample, stringMatching } from "fast-check";
import { describe, expect, test } from "vitest";

import { int64 } from "../../../src/base/int64.ts";
import { namedCode } from "../../../src/platform/http/status-class.ts";
import type { PlatformClient } from "../../../src/platform/client.ts";
import { loadProfile, parseProfile } from "../../../src/platform/profile/load.ts";
import type { Profile } from "../../../src/platform/profile/schema.ts";
import { hold, patient, privateClient } from "../private/support.ts";
import { connect, failed, failureOf, serve, within, wrapped } from "../support/served.ts";

const id = int64("4611686018442057913");
const user = { membershipId: "4611686018442057913", displayName: "Jürgen" };
const text = wrapped(user);

/** A server that says these bytes and closes. */
async function saying(bytes: readonly (string | Buffer)[]) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => {
      for (const part of bytes) socket.write(part);
      socket.end();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

async function nameFrom(origin: string): Promise<unknown> {
  await using client = connect(origin);
  return (await client.userById({ membershipId: id })).data.displayName;
}

describe("an answer in an odd but legal form is read", () => {
  const length = Buffer.byteLength(text);
  test.each<[string, readonly (string | Buffer)[]]>([
    ["of HTTP/1.0, ended by closing", ["HTTP/1.0 200 OK\r\n\r\n", text]],
    [
      "after early hints",
      [
        "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n",
        `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`,
        text,
      ],
    ],
    [
      "in chunks with extensions and a trailer",
      [
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-End\r\n\r\n",
        `${length.toString(16)};note="a"\r\n`,
        text,
        "\r\n0\r\nX-End: yes\r\n\r\n",
      ],
    ],
    ["without a reason phrase", [`HTTP/1.1 200 \r\ncontent-length:${length}\r\n\r\n`, text]],
    ["of another success status", [`HTTP/1.1 203 Yes\r\nContent-Length: ${length}\r\n\r\n`, text]],
  ])("%s", async (_, bytes) => {
    await using server = await saying(bytes);
    expect(await nameFrom(server.origin)).toBe("Jürgen");
  });

  test.each<[string, string, Buffer]>([
    ["with a byte order mark", "application/json", Buffer.from(`\uFEFF${text}`)],
    ["in the charset its type names", "application/json; charset=ISO-8859-1", Buffer.from(text, "latin1")],
    ["in a quoted charset", 'application/json;Charset="iso-8859-1"; x=1', Buffer.from(text, "latin1")],
    ["by its mark, whatever its type says", "application/json; charset=latin1", Buffer.from(`\uFEFF${text}`)],
    ["in UTF-16 with its mark", "application/json", Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["in UTF-8 where its type says Latin-1", "application/json; charset=iso-8859-1", Buffer.from(text)],
    ["in UTF-16 by its type", "application/json; charset=utf-16le", Buffer.from(text, "utf16le")],
    ["in a charset nobody knows, taken for UTF-8", "application/json; charset=x-own", Buffer.from(text)],
    ["called something else", "text/html", Buffer.from(`\r\n\t ${text}\n`)],
  ])("%s", async (_, type, body) => {
    await using server = await serve((_request, response) =>
      response.writeHead(200, { "content-type": type }).end(body),
    );
    expect(await nameFrom(server.origin)).toBe("Jürgen");
  });

  test("deflate without its wrapper, as many servers send it", async () => {
    await using server = await serve((_, response) =>
      response.writeHead(200, { "content-encoding": "deflate" }).end(deflateRawSync(Buffer.from(text))),
    );
    expect(await nameFrom(server.origin)).toBe("Jürgen");
  });

  test.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
  ] as const)("%s, one byte at a time", async (encoding, compress) => {
    const bytes = compress(Buffer.from(text));
    await using server = await serve((_, response) => {
      response.writeHead(200, { "content-encoding": encoding });
      for (const byte of bytes) response.write(Buffer.of(byte));
      response.end();
    });
    expect(await nameFrom(server.origin)).toBe("Jürgen");
  });
});

describe("an empty body", () => {
  test.each(["gzip", "deflate", "br"])("called %s says what its status says", async (encoding) => {
    await using server = await serve((_, response) =>
      response.writeHead(404, { "content-encoding": encoding }).end(),
    );
    await using client = connect(server.origin);
    expect(await failureOf(client.userById({ membershipId: id }))).toMatchObject({ code: "not-found" });
    expect(server.seen).toHaveLength(1);
  });

  test("with status 204 is nothing: no such record, an empty list", async () => {
    await using server = await serve((_, response) => response.writeHead(204).end());
    await using client = connect(server.origin);
    expect(await failureOf(client.userById({ membershipId: id }))).toMatchObject({ code: "not-found" });
    expect((await client.userSearch({ name: "nobody" })).data).toEqual({ entries: [], hasMore: false });
  });
});

test("a compressed body that never begins ends at the deadline", async () => {
  await using server = await serve((_, response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).flushHeaders();
  });
  await using client = connect(server.origin, within(0.2));
  expect(await failureOf(client.userById({ membershipId: id }))).toMatchObject({ code: "platform-timeout" });
});

test("an answer that is not read to its end does not keep the next one waiting", async () => {
  await using server = await serve(({ url }, response) => {
    const isVault = url.includes("Vault");
    if (isVault) response.writeHead(200, { "content-encoding": "zstd" });
    response.end(isVault ? Buffer.alloc(3_000_000) : text);
  });
  const neutral = patient(loadProfile("neutral", { baseUrl: server.origin }));
  await using client = privateClient({ ...neutral, limits: { ...neutral.limits, concurrency: 1 } });
  const session = hold(neutral, [["portald", "1"]]);
  expect(await failureOf(client.vault({ membershipType: 1, session }))).toMatchObject({
    code: "platform-refused",
  });
  expect((await client.userById({ membershipId: id, session })).data.displayName).toBe("Jürgen");
});

test("an answer that holds null where a record was wanted is nothing there, wherever the record stands", async () => {
  await using server = await serve((_, response) => response.end(wrapped(null)));
  await using client = connect(server.origin, (profile) => picking(profile));
  expect(await failureOf(client.userById({ membershipId: id }))).toMatchObject({ code: "not-found" });
});

function picking(profile: Profile): Profile {
  const { operations } = profile;
  const byId = operations["user.byId"];
  if (byId === undefined) throw new Error("the neutral profile has it");
  return { ...profile, operations: { ...operations, "user.byId": { ...byId, pick: "user" } } };
}

describe("a code nobody knows leaves the word to the status", () => {
  test.each([
    [429, {}, "platform-throttled"],
    [503, { "retry-after": "60" }, "platform-unavailable"],
    [401, {}, "platform-key"],
    [404, {}, "not-found"],
    [408, {}, "platform-unavailable"],
    [400, {}, "platform-error"],
    [200, {}, "platform-error"],
  ] as const)("%i", async (status, headers, code) => {
    await using server = await serve((_, response) =>
      response.writeHead(status, headers).end(failed(424242)),
    );
    await using client = connect(server.origin, within(4));
    expect(await failureOf(client.contentSearch({ text: "x" }))).toMatchObject({
      code,
      details: { platformCode: 424242, status },
    });
  });
});

describe("a code that is a text", () => {
  test.each([
    "E_NOT_TODAY",
    "err.not-today",
    "404",
    "Quota2",
    "HTTPError_TooManyRequests",
    "invalid_credentials",
  ])("is told where it can be a name: %s", async (code) => {
    expect(await codeToldOf(code)).toBe(code);
  });

  test.each([
    ["HarbourAccountNotFound", "*AccountNotFound"],
    ["invalid_quzmtvkdwqpl", "invalid_*"],
    ["not-found.8675309123", "not-found.*"],
  ])("is told without what no such name has: %s", async (code, told) => {
    expect(await codeToldOf(code)).toBe(told);
  });

  test("is told whole where the profile lists it", async () => {
    const classes = { notFound: ["HARBOUR_GONE_FISHING"] };
    expect(await codeToldOf("HARBOUR_GONE_FISHING", classes)).toBe("HARBOUR_GONE_FISHING");
  });

  test("tells nothing of a token, whatever letters it has", () => {
    for (const token of sample(stringMatching(/^[A-Za-z]{20,40}$/), 500)) {
      const { platformCode = "" } = namedCode(token, loadProfile("neutral"));
      // Pieces that happen to be words are no more than that.
      const longest = Math.max(
        ...String(platformCode)
          .split("*")
          .map((word) => word.length),
      );
      expect({ token, longest }).toEqual({ token, longest: expect.toSatisfy((length) => length <= 10) });
    }
  });

  test.each([
    "You can't do that today.",
    "https://service.example/problems/wibble",
    "x".repeat(41),
    "0d9f3c2a-77b1-4e52-9c1d-2f0a6b8e4d13",
    "E_WIBBLE",
    "qzKdwPLmvtRyqzKdwPLmvtRy",
    "qzkdwplmvtryqzkdwplmvtryqzkdwplmvtryqzkd",
    "QZKDWPLMVTRYQZKDWPLMVTRY",
    123_456_789_012,
    "canary-cookie",
  ])("is told to nobody where it may be anything else: %s", async (code: number | string) => {
    expect(await codeToldOf(code)).toBeUndefined();
  });
});

/** The platform code of the error that a private call fails with. */
async function codeToldOf(code: number | string, classes?: Profile["envelope"]["classes"]) {
  await using server = await serve((_, response) => response.end(JSON.stringify({ ErrorCode: code })));
  const neutral = patient(loadProfile("neutral", { baseUrl: server.origin }));
  const { envelope } = neutral;
  const profile = { ...neutral, envelope: { ...envelope, classes: classes ?? envelope.classes } };
  await using client = privateClient(profile);
  const session = hold(profile, [["portalatk", "canary-cookie"]]);
  return (await failureOf(client.vault({ membershipType: 1, session }))).details.platformCode;
}

/** A profile as a stranger writes one. */
function stranger(origin: string, more: Record<string, unknown>): Profile {
  const { profile, faults } = parseProfile(
    JSON.stringify({
      id: "other",
      name: "Other",
      hosts: { portal: origin, api: "{portal}" },
      locale: { default: "en" },
      envelope: { kind: "bare" },
      operations: { "user.search": { path: "/users", query: { q: "{name}", only: "a b+c" } } },
      ...more,
    }),
  );
  if (profile === undefined) throw new Error(JSON.stringify(faults));
  return profile;
}

test("a constant header takes the place of one's own, however it is spelt", async () => {
  await using server = await serve((_, response) => response.end("[]"));
  await using client = connect(server.origin, () =>
    stranger(server.origin, { headers: { more: { Accept: "application/vnd.own+json" } } }),
  );
  await client.userSearch({ name: "a" });
  expect(server.seen[0]?.headers["accept"]).toBe("application/vnd.own+json");
});

test("a space in a query is percent-encoded, as a plus is", async () => {
  await using server = await serve((_, response) => response.end("[]"));
  await using client = connect(server.origin, () => stranger(server.origin, {}));
  await client.userSearch({ name: "two words+" });
  expect(server.seen[0]?.url).toBe("/users?q=two%20words%2B&only=a%20b%2Bc");
});

describe("envelope.statuses", () => {
  const statuses = { maintenance: [503], key: [401] };
  test.each([
    [503, "platform-maintenance"],
    [404, "not-found"],
    [429, "platform-throttled"],
    [401, "platform-key"],
    [403, "platform-key"],
  ] as const)("that name two classes leave the others as they are: %i", async (status, code) => {
    const headers = { "retry-after": "60" };
    await using server = await serve((_, response) => response.writeHead(status, headers).end("{}"));
    await using client = connect(server.origin, () =>
      stranger(server.origin, { envelope: { kind: "bare", statuses } }),
    );
    expect(await failureOf(client.userSearch({ name: "a" }))).toMatchObject({ code });
  });
});

describe("a refusal that nothing but its status explains", () => {
  const player = { membershipType: 1, id };
  type Ask = (client: PlatformClient) => Promise<unknown>;
  const asks = {
    news: (client) => client.trendingList({}),
    search: (client) => client.userSearch({ name: "a" }),
    user: (client) => client.userById({ membershipId: id }),
    statistics: (client) => client.statsAccount(player),
    accounts: (client) => client.accountsOf({ membershipId: id }),
  } satisfies Record<string, Ask>;
  const operations = {
    "trending.list": { path: "/news" },
    "user.search": { path: "/users", query: { q: "{name}" } },
    "user.byId": { path: "/users/{membershipId}" },
    "stats.account": { path: "/stats/{id}" },
    "accounts.of": { path: "/accounts/{membershipId}" },
  };

  test.each([
    ["news", 401, {}, "platform-key"],
    ["news", 403, {}, "platform-key"],
    ["search", 401, {}, "platform-key"],
    ["user", 401, {}, "platform-key"],
    // What a player may keep to themselves is refused so too, whatever the key.
    ["user", 403, {}, "private"],
    ["statistics", 401, {}, "sign-in-needed"],
    ["statistics", 403, {}, "private"],
    ["accounts", 403, {}, "private"],
    // What a profile says itself, it means.
    ["news", 401, { signIn: [401] }, "sign-in-needed"],
    ["news", 403, { private: [403] }, "private"],
    ["statistics", 403, { key: [403] }, "platform-key"],
    ["news", 401, { signIn: [] }, "platform-error"],
  ] as const)("of %s, %i with %j, is %s", async (what, status, statuses, code) => {
    await using server = await serve((_, response) => response.writeHead(status).end("{}"));
    await using client = connect(server.origin, () =>
      stranger(server.origin, { envelope: { kind: "bare", statuses }, operations }),
    );
    expect((await failureOf(asks[what](client))).code).toBe(code);
  });

  test.each([
    [401, "", "platform-key"],
    [401, "Unauthorized", "platform-key"],
    [401, "Which key is this?", "platform-key"],
    [403, "", "platform-key"],
    [403, "Forbidden\n", "platform-key"],
    [401, "<html>Sign in to the proxy</html>", "platform-unavailable"],
    [403, "error code: 1020", "platform-unavailable"],
    [403, "<html>Are you a robot?</html>", "platform-unavailable"],
  ] as const)(
    "counts of a service without envelope unless a firewall says it: %i, %j, is %s",
    async (status, body, code) => {
      await using server = await serve((_, response) => response.writeHead(status).end(body));
      await using client = connect(server.origin, () =>
        stranger(server.origin, { envelope: { kind: "bare" }, operations }),
      );
      expect((await failureOf(asks.news(client))).code).toBe(code);
    },
  );

  test("ends no session and proves none where something before the platform says it", async () => {
    const refused: string[] = [];
    for (const status of [401, 403, 404, 410]) {
      await using server = await serve((_, response) =>
        response.writeHead(status).end("<html>Back soon</html>"),
      );
      const neutral = patient(loadProfile("neutral", { baseUrl: server.origin }));
      await using client = privateClient(neutral);
      const session = hold(neutral, [["portald", "1"]]);
      refused.push((await failureOf(client.vault({ membershipType: 1, session }))).code);
    }
    const [answer, unavailable] = ["platform-answer", "platform-unavailable"];
    expect(refused).toEqual([unavailable, unavailable, answer, answer]);
  });

  test("is a session's where a session was sent", async () => {
    await using server = await serve((_, response) => response.writeHead(401).end(failed(424242)));
    const neutral = patient(loadProfile("neutral", { baseUrl: server.origin }));
    await using client = privateClient(neutral);
    const session = hold(neutral, [["portald", "1"]]);
    expect((await failureOf(client.userById({ membershipId: id, session }))).code).toBe("sign-in-needed");
  });

  test("is no key's where no key was sent", async () => {
    await using portal = await serve((_, response) => response.writeHead(401).end("no"));
    const feed = { "trending.list": { path: "{portal}/rss", format: "feed" } };
    const hosts = { portal: portal.origin, api: "{portal}/api" };
    await using client = connect(portal.origin, () => stranger(portal.origin, { operations: feed, hosts }));
    expect((await failureOf(client.trendingList({}))).code).toBe("sign-in-needed");
  });
});

test("the other form of errors may number them", async () => {
  await using server = await serve((_, response) => response.end('{"error":{"code":42,"text":"no"}}'));
  const alternative = { error: "error.code", classes: { private: [42] } };
  await using client = connect(server.origin, () =>
    stranger(server.origin, { envelope: { kind: "bare", alternative } }),
  );
  expect(await failureOf(client.userSearch({ name: "a" }))).toMatchObject({ code: "private" });
});

describe("a date without a zone", () => {
  test.each([
    ["2026-11-01T12:00:00", "2026-11-01T12:00:00Z"],
    ["2026-11-01T12:00", "2026-11-01T12:00Z"],
    ["2026-11-01T12:00:00.25", "2026-11-01T12:00:00.25Z"],
    ["2026-11-01 12:00:00", "2026-11-01T12:00:00Z"],
    ["2026-11-01T12:00:00Z", "2026-11-01T12:00:00Z"],
    ["2026-11-01T13:00:00+01:00", "2026-11-01T13:00:00+01:00"],
    ["2026-11-01", "2026-11-01"],
    ["soon", "soon"],
  ])("%s is UTC: %s", async (sent, read) => {
    await using server = await serve((_, response) => response.end(wrapped({ ...user, statusDate: sent })));
    await using client = connect(server.origin);
    expect((await client.userById({ membershipId: id })).data.statusDate).toBe(read);
  });
});
