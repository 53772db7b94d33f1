import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, request as ask, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { silentLog } from "../../../../src/base/log.ts";
import { type PageServer, startPage } from "../../../../src/playground/web/server.ts";

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

let discord: Server;
let discordUrl: string;
let page: PageServer;
const reached: string[] = [];

beforeAll(async () => {
  discord = createServer((request, response) => {
    reached.push(request.url ?? "");
    if (request.url?.includes("gone") === true) response.writeHead(404).end();
    else if (request.url?.includes("moved") === true)
      response.writeHead(302, { location: "http://127.0.0.9/" }).end();
    else if (request.url?.includes("large") === true) response.end(Buffer.alloc(5 * 1024 * 1024, 32));
    else response.writeHead(200, { "content-type": "application/octet-stream" }).end("<script>1</script>");
  });
  await new Promise<void>((resolve) => discord.listen(0, "127.0.0.1", resolve));
  discordUrl = `http://127.0.0.1:${(discord.address() as AddressInfo).port}`;
  page = await startPage({
    port: 0,
    discordUrl,
    pictureUrls: () => [discordUrl],
    log: silentLog,
    randomBytes,
  });
});
afterAll(async () => {
  await page.close();
  discord.closeAllConnections();
  discord.close();
});

function open(of: string, headers: Record<string, string> = { "sec-fetch-dest": "iframe" }): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = ask(`${page.url}opened?of=${encodeURIComponent(of)}`, { headers }, (answer) => {
      let body = "";
      answer.on("data", (chunk: Buffer) => (body += chunk.toString()));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
    });
    sent.on("error", reject);
    sent.end();
  });
}
const attached = (name: string) => `${discordUrl}/attachments/1/2/${name}`;

describe("a file opened from a message", () => {
  it("comes with a policy that leaves it alone: no origin, no net, no way out", async () => {
    const { status, headers, body } = await open(attached("seal.html"));
    expect(status).toBe(200);
    expect(body).toBe("<script>1</script>");
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    const policy = String(headers["content-security-policy"]).split("; ");
    expect(policy).toEqual(
      expect.arrayContaining([
        "sandbox allow-scripts allow-forms",
        "default-src 'none'",
        "connect-src 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
      ]),
    );
    expect(policy.join()).not.toMatch(/allow-(same-origin|popups|top-navigation|downloads)|https?:|\*/);
  });

  it("opens in a frame of the page only, so that it can't carry the address away", async () => {
    for (const dest of ["document", "script", "empty", "object"]) {
      expect((await open(attached("seal.html"), { "sec-fetch-dest": dest })).status).toBe(403);
    }
    expect((await open(attached("seal.html"), {})).status).toBe(403);
  });

  it.each([
    "https://evil.test/attachments/1/2/seal.html",
    "not an address",
    "SAME/avatars/1/seal.html",
    "SAME/local/people?x=/attachments/a.html",
    "SAME/attachments/1/2/run.js",
    "SAME/attachments/../local/people.html",
  ])("is never %s", async (address) => {
    reached.length = 0;
    expect((await open(address.replace("SAME", discordUrl))).status).toBe(403);
    expect(reached).toEqual([]);
  });

  it("is refused to other pages, other hosts and wrong tokens, as all of the page is", async () => {
    const dest = { "sec-fetch-dest": "iframe" };
    expect((await open(attached("a.html"), { ...dest, "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await open(attached("a.html"), { ...dest, host: "evil.test" })).status).toBe(403);
    expect((await open(attached("a.html"), { ...dest, origin: "null" })).status).toBe(403);
  });

  it("is told of when it is gone, moved or too large", async () => {
    expect((await open(attached("gone.html"))).status).toBe(404);
    expect((await open(attached("moved.html"))).status).toBe(404);
    expect((await open(attached("large.html"))).status).toBe(502);
  });
});
