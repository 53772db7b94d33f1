import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  createServer,
  request as ask,
  type IncomingMessage,
  type RequestOptions,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";

import { MilepostError } from "../../../src/base/errors.ts";
import { silentLog } from "../../../src/base/log.ts";
import { type PageServer, startPage } from "../../../src/playground/web/server.ts";

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** The relayed server's view: what reached it. */
const reached: { method: string; url: string; body: string; headers: IncomingMessage["headers"] }[] = [];
let upstream: Server;
let elsewhere: Server;
let page: PageServer;
let port: number;
let token: string;
/** The profile the page had chosen. */
let used = "first";

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function listening(server: Server): Promise<Server> {
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

beforeAll(async () => {
  elsewhere = await listening(createServer((_, response) => response.end("elsewhere")));
  upstream = await listening(createServer((request, response) => void answerAsUpstream(request, response)));
  page = await startPage({
    port: 0,
    discordUrl: addressOf(upstream),
    platforms: {
      url: addressOf(upstream),
      seen: () => ({ current: used }),
      use: async (key) => {
        if (key === "nobody") throw new MilepostError("busy", { reason: "Not now." });
        used = key;
      },
    },
    pictureUrls: () => [addressOf(upstream)],
    log: silentLog,
    randomBytes,
  });
  const url = new URL(page.url);
  port = Number(url.port);
  token = url.pathname.split("/")[1] ?? "";
});

afterAll(async () => {
  await page.close();
  upstream.closeAllConnections();
  upstream.close();
  elsewhere.close();
});

async function answerAsUpstream(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  const { method = "", url = "" } = request;
  reached.push({ method, url, body, headers: request.headers });
  if (url === "/local/events?as=nobody") {
    response.writeHead(400).end();
  } else if (url.startsWith("/local/events")) {
    response.on("close", () => upstream.emit("stream-ended"));
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('data: {"type":"world"}\n\n');
  } else if (url === "/local/say") {
    response
      .writeHead(400, { "content-type": "application/json" })
      .end('{"code":"not-allowed","message":"No."}');
  } else if (url === "/picture.png") {
    response.writeHead(200, { "content-type": "image/png" }).end("png");
  } else if (url === "/page.html") {
    response.writeHead(200, { "content-type": "text/html" }).end("<script>1</script>");
  } else if (url === "/moved") {
    response.writeHead(302, { location: addressOf(elsewhere) }).end();
  } else {
    response.writeHead(200, { "content-type": "application/json" }).end('{"ok":true}');
  }
}

function send(path: string, options: RequestOptions = {}, body = ""): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = ask({ host: "127.0.0.1", port, path, ...options }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => (text += chunk));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
      );
      answer.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  send(
    `/${token}/${path}`,
    { method: "POST", headers: { "content-type": "application/json", ...headers } },
    body,
  );

const file = (url: string) => send(`/${token}/file?of=${encodeURIComponent(url)}`);

describe("the page's address", () => {
  it("is on loopback and holds a token of at least 128 random bits", () => {
    expect(page.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22,}\/$/);
    expect(Buffer.from(token, "base64url").byteLength).toBeGreaterThanOrEqual(16);
  });

  it("shows the page", async () => {
    const answer = await send(`/${token}/`);
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(answer.body).toContain("<title>Milepost playground</title>");
  });

  it("gains its closing slash, without which the token would be lost", async () => {
    const answer = await send(`/${token}`);
    expect(answer.status).toBe(308);
    expect(answer.headers.location).toBe(`/${token}/`);
  });

  it.each(["/", "/x/", "//", "/main.ts", "/%2e%2e/"])("without the token is refused: %s", async (path) => {
    expect((await send(path)).status).toBe(403);
  });

  it("with almost the token is refused", async () => {
    const other = token.slice(0, -1) + (token.endsWith("A") ? "B" : "A");
    expect((await send(`/${other}/`)).status).toBe(403);
  });
});

describe("who may ask", () => {
  it.each(["evil.example", "localhost:1", "127.0.0.1", "evil.example:80"])(
    "nobody under the name %j, which a rebound DNS name would send",
    async (host) => {
      const answer = await send(`/${token}/`, { headers: { host } });
      expect(answer.status).toBe(403);
    },
  );

  it.each(["http://evil.example", "null", "https://127.0.0.1", "http://localhost:8080"])(
    "no page of the origin %s",
    async (origin) => {
      const before = reached.length;
      expect((await send(`/${token}/`, { headers: { origin } })).status).toBe(403);
      expect((await post("api/people", "{}", { origin })).status).toBe(403);
      expect(reached).toHaveLength(before);
    },
  );

  it.each(["cross-site", "same-site"])("no request a browser calls %s", async (site) => {
    expect((await send(`/${token}/`, { headers: { "sec-fetch-site": site } })).status).toBe(403);
  });

  it("the page itself", async () => {
    const headers = { origin: `http://127.0.0.1:${port}`, "sec-fetch-site": "same-origin" };
    expect((await post("api/people", "{}", headers)).status).toBe(200);
  });
});

describe("every answer", () => {
  it.each(["", "main.ts", "nowhere", "file?of=x"])("allows the page's own origin only: %j", async (path) => {
    const { headers } = await send(`/${token}/${path}`);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe|data:/);
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["x-frame-options"]).toBe("DENY");
  });
});

describe("the page's files", () => {
  it("come with their types", async () => {
    expect((await send(`/${token}/main.ts`)).headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect((await send(`/${token}/styles/theme.css`)).headers["content-type"]).toBe(
      "text/css; charset=utf-8",
    );
  });

  it.each([
    "../server.ts",
    "..%2fserver.ts",
    "%2e%2e/server.ts",
    "styles/../../server.ts",
    "..\\server.ts",
    "/etc/passwd",
    "index.html%00",
  ])("are a list no path leads out of: %s", async (path) => {
    const answer = await send(`/${token}/${path}`);
    expect(answer.status).toBe(404);
  });

  it("ask no other host for anything", async () => {
    const { body } = await send(`/${token}/`);
    expect(body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  it("are read, not written", async () => {
    expect((await send(`/${token}/`, { method: "DELETE" })).status).toBe(405);
  });
});

describe("calls", () => {
  it("reach the local Discord with their body and come back with its answer", async () => {
    const answer = await post("api/home", '{"as":"1"}');
    expect(answer).toMatchObject({ status: 200, body: '{"ok":true}' });
    expect(reached.at(-1)).toMatchObject({ method: "POST", url: "/local/home", body: '{"as":"1"}' });
  });

  it("keep the local Discord's refusals", async () => {
    expect(await post("api/say", "{}")).toMatchObject({
      status: 400,
      body: '{"code":"not-allowed","message":"No."}',
    });
  });

  it.each(["addPeople", "setMemberRoles", "setRolePermissions", "nothing", "../people", "people/x"])(
    "outside the page's list go nowhere: %s",
    async (method) => {
      const before = reached.length;
      expect((await post(`api/${method}`, "{}")).status).toBe(404);
      expect(reached).toHaveLength(before);
    },
  );

  it("that are no JSON are refused, as a form of another page would send them", async () => {
    expect((await post("api/people", "{}", { "content-type": "text/plain" })).status).toBe(400);
  });

  it("that are too large are refused", async () => {
    expect((await post("api/say", `"${"x".repeat(300_000)}"`)).status).toBe(413);
  });
});

describe("the platform's control side", () => {
  it.each([
    ["state", "GET", "/_control/state", ""],
    ["addFault", "POST", "/_control/faults", '{"kind":"html"}'],
    ["clearFaults", "DELETE", "/_control/faults", ""],
    ["shape", "POST", "/_control/shape", '{"shape":"real"}'],
  ])("is asked by name: %s", async (name, method, url, body) => {
    const answer = await post(`platform/${name}`, body === "" ? "{}" : body);
    expect(answer).toMatchObject({ status: 200, body: '{"ok":true}' });
    expect(reached.at(-1)).toMatchObject({ method, url, body });
    expect(reached.at(-1)?.headers.origin).toBeUndefined();
  });

  it.each(["nothing", "../state", "constructor"])("is asked nothing else: %s", async (name) => {
    const before = reached.length;
    expect((await post(`platform/${name}`, "{}")).status).toBe(404);
    expect(reached).toHaveLength(before);
  });

  it("speaks another profile when asked, and says why when it can't", async () => {
    expect((await post("platform/profiles", "{}")).body).toBe('{"current":"first"}');
    expect((await post("platform/useProfile", '{"profile":"other"}')).body).toBe('{"current":"other"}');
    expect(await post("platform/useProfile", '{"profile":"nobody"}')).toMatchObject({
      status: 400,
      body: '{"code":"not-allowed","message":"Not now."}',
    });
    for (const ask of ["{}", "[", '{"profile":1}', '{"profile":"a","more":1}']) {
      expect((await post("platform/useProfile", ask)).status).toBe(400);
    }
    expect(used).toBe("other");
  });

  it("is not asked for a page of another origin", async () => {
    expect((await post("platform/state", "{}", { origin: "http://example.org" })).status).toBe(403);
  });
});

const own = () => `http://127.0.0.1:${port}`;
const socketTo = (path: string, headers: Record<string, string> = { origin: own() }) =>
  new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });

/** The status a WebSocket is refused with; 101 when it opens. */
const statusOf = (path: string, headers?: Record<string, string>) =>
  new Promise<number>((resolve) => {
    const socket = socketTo(path, headers);
    socket.on("error", () => undefined);
    socket.on("unexpected-response", (_, answer) => resolve(answer.statusCode ?? 0));
    socket.on("open", () => {
      socket.terminate();
      resolve(101);
    });
  });

describe("events", () => {
  it("come for one person, and both sides end together", async () => {
    const ended = once(upstream, "stream-ended");
    const socket = socketTo(`/${token}/events?as=1%262`);
    const [first] = (await once(socket, "message")) as [Buffer];
    expect(first.toString()).toBe('{"type":"world"}');
    expect(reached.at(-1)?.url).toBe("/local/events?as=1%262");
    socket.close();
    await ended;
  });

  it("of someone who isn't there are refused", async () => {
    expect(await statusOf(`/${token}/events?as=nobody`)).toBe(400);
  });

  it.each([
    ["another origin", () => ({ origin: "http://evil.example" })],
    ["an origin of nobody", () => ({ origin: "null" })],
    ["the same machine under another name", () => ({ origin: `http://localhost:${port}` })],
    ["a name rebound to loopback", () => ({ origin: own(), host: `evil.example:${port}` })],
    ["what a browser calls cross-site", () => ({ origin: own(), "sec-fetch-site": "cross-site" })],
  ])("are told to nobody from %s", async (_, headers) => {
    const before = reached.length;
    expect(await statusOf(`/${token}/events?as=1`, headers())).toBe(403);
    expect(reached).toHaveLength(before);
  });

  it.each([
    ["/events?as=1", 403],
    ["/x/events?as=1", 403],
    ["/", 403],
    ["//", 403],
  ])("need the token: %s", async (path, status) => {
    expect(await statusOf(path)).toBe(status);
  });

  it("are the only WebSocket there is", async () => {
    expect(await statusOf(`/${token}/api/people`)).toBe(404);
    expect(await statusOf(`/${token}/`)).toBe(404);
  });

  it("end a page that says more than a page has to say", async () => {
    const socket = socketTo(`/${token}/events?as=1`);
    await once(socket, "open");
    socket.send("x".repeat(2_000));
    const [code] = (await once(socket, "close")) as [number];
    expect(code).toBe(1009);
  });
});

describe("pictures", () => {
  it("of the playground come through the page's own origin", async () => {
    const answer = await file(`${addressOf(upstream)}/picture.png`);
    expect(answer).toMatchObject({ status: 200, body: "png" });
    expect(answer.headers["content-type"]).toBe("image/png");
    expect(reached.at(-1)?.headers.cookie).toBeUndefined();
  });

  it("from any other address are not asked for", async () => {
    const { port: other } = elsewhere.address() as AddressInfo;
    const own = new URL(addressOf(upstream));
    const addresses = [
      addressOf(elsewhere),
      "https://example.com/x.png",
      `http://localhost:${own.port}/picture.png`,
      `http://${own.host}@127.0.0.1:${other}/`,
      `http://user:pw@${own.host}/picture.png`,
      "file:///etc/passwd",
      "/picture.png",
      "",
    ];
    const answers = await Promise.all(addresses.map(file));
    expect(answers.map((answer) => answer.status)).toEqual(addresses.map(() => 403));
    expect(answers.map((answer) => answer.body).join()).not.toContain("elsewhere");
  });

  it("follow no redirect", async () => {
    const answer = await file(`${addressOf(upstream)}/moved`);
    expect(answer.status).toBe(502);
    expect(answer.body).not.toContain("elsewhere");
  });

  it("that are pages come as downloads", async () => {
    const { headers } = await file(`${addressOf(upstream)}/page.html`);
    expect(headers["content-type"]).toBe("application/octet-stream");
    expect(headers["content-disposition"]).toMatch(/^attachment/);
  });
});
