import { connect } from "node:net";

import { request } from "undici";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { KEYS, type Running, start } from "./support.ts";

const MILESTONES = "/Platform/Game/Milestones/";
const MANIFEST = "/Platform/Game/Manifest/";

let platform: Running;
beforeAll(async () => {
  platform = await start("neutral");
});
afterEach(() => platform.faults.clear());
afterAll(() => platform.close());

describe("faults", () => {
  test("strike the operation they are for, as often as asked, and pass others", async () => {
    platform.faults.add({ kind: "http", status: 502, operation: "milestones.public", times: 2, after: 1 });
    const statuses = [];
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await platform.get(MILESTONES)).status);
    expect(statuses).toEqual([200, 502, 502, 200]);
    platform.faults.add({ kind: "html", operation: "milestones.public" });
    expect((await platform.get(MANIFEST)).status).toBe(200);
    expect((await platform.get(MILESTONES)).headers["content-type"]).toContain("text/html");
    platform.faults.clear();
    expect((await platform.get(MILESTONES)).status).toBe(200);
  });

  test("give an HTTP error with Retry-After, and a redirect to anywhere", async () => {
    platform.faults.add({ kind: "http", status: 503, retryAfterSeconds: 7, times: 1 });
    platform.faults.add({ kind: "http", status: 302, location: "https://elsewhere.example/", times: 1 });
    expect((await platform.get(MILESTONES)).headers["retry-after"]).toBe("7");
    expect((await platform.get(MILESTONES)).headers["location"]).toBe("https://elsewhere.example/");
  });

  test("give any error number in the envelope, with status 200 unless told otherwise", async () => {
    platform.faults.add({ kind: "code", code: 1643 });
    const got = await platform.get(MILESTONES);
    expect([got.status, got.at("ErrorCode"), got.at("Response")]).toEqual([200, 1643, undefined]);
  });

  test("announce maintenance in each of its three forms", async () => {
    for (const form of ["code", "alternative", "html"] as const) {
      platform.faults.add({ kind: "maintenance", form, times: 1 });
    }
    const [code, alternative, page] = [
      await platform.get(MILESTONES),
      await platform.get(MILESTONES),
      await platform.get(MILESTONES),
    ];
    expect([code.status, code.at("ErrorCode")]).toEqual([503, 5]);
    expect(alternative.at("error")).toBe("maintenance");
    expect(alternative.at("error_description")).toBeTypeOf("string");
    expect(page.text).toContain("<h1>Maintenance</h1>");
  });

  test("throttle with seconds in the envelope and in the header", async () => {
    platform.faults.add({ kind: "throttle", seconds: 3, retryAfterSeconds: 4 });
    const got = await platform.get(MILESTONES);
    expect([got.status, got.at("ErrorCode"), got.at("ThrottleSeconds")]).toEqual([429, 36, 3]);
    expect(got.headers["retry-after"]).toBe("4");
  });

  test("cut a body off halfway through its announced length", async () => {
    platform.faults.add({ kind: "truncated" });
    await expect(platform.get(MILESTONES)).rejects.toThrow(/other side closed|terminated|aborted/i);
  });

  test("reset the connection", async () => {
    platform.faults.add({ kind: "reset" });
    await expect(platform.get(MILESTONES)).rejects.toMatchObject({ code: /ECONNRESET|UND_ERR_SOCKET/ });
  });

  test("drip byte by byte without an end", async () => {
    platform.faults.add({ kind: "drip", everyMs: 1 });
    const { body } = await request(platform.url + MILESTONES, { headers: KEYS });
    let read = "";
    for await (const part of body) {
      read += String(part);
      if (read.length > 20) break;
    }
    expect(read.startsWith('{"ErrorCode":1')).toBe(true);
  });

  test("answer with wrong JSON, broken JSON and nothing at all", async () => {
    platform.faults.add({ kind: "wrongJson", times: 1 });
    platform.faults.add({ kind: "wrongJson", form: "broken", times: 1 });
    platform.faults.add({ kind: "empty", times: 1 });
    expect((await platform.get(MILESTONES)).at(1)).toBe(42);
    const broken = await platform.get(MILESTONES);
    expect(() => broken.at()).toThrow(SyntaxError);
    const empty = await platform.get(MILESTONES);
    expect([empty.status, empty.bytes.length]).toEqual([200, 0]);
  });

  test("send a small body that inflates a thousandfold", async () => {
    platform.faults.add({ kind: "bomb", bytes: 5_000_000 });
    const got = await platform.get(MILESTONES);
    expect(got.headers["content-encoding"]).toBe("gzip");
    expect(got.bytes.length).toBeLessThan(10_000);
  });

  test("delay an answer, together with whatever else is wrong with it", async () => {
    platform.faults.add({ kind: "latency", ms: 60 });
    platform.faults.add({ kind: "code", code: 1618 });
    const begun = performance.now();
    const got = await platform.get(MILESTONES);
    expect(performance.now() - begun).toBeGreaterThan(55);
    expect(got.at("ErrorCode")).toBe(1618);
  });

  test("strike files and pictures by their own names", async () => {
    platform.faults.add({ kind: "http", status: 500, operation: "images" });
    expect((await platform.get("/img/avatars/1.png")).status).toBe(500);
    expect((await platform.get(MILESTONES)).status).toBe(200);
  });

  test("are refused when nobody could play them", () => {
    const add = (spec: unknown) => platform.faults.add(spec as never);
    expect(() => add({ kind: "meteor" })).toThrow(/kind/);
    expect(() => add({ kind: "latency", ms: -1 })).toThrow(/ms/);
    expect(platform.faults.list()).toEqual([]);
  });
});

describe("the control routes", () => {
  test("add, show and clear faults", async () => {
    const added = await platform.send("POST", "/_control/faults", {
      kind: "html",
      operation: "user.byId",
      times: 3,
    });
    const state = await platform.get("/_control/state");
    expect(state.at("faults", 0)).toMatchObject({ operation: "user.byId", left: 3, fault: { kind: "html" } });
    const cleared = await platform.send("DELETE", `/_control/faults/${String(added.at("ids", 0))}`);
    expect(cleared.at("faults")).toEqual([]);
    const wrong = await platform.send("POST", "/_control/faults", { kind: "http", status: 99 });
    expect([wrong.status, String(wrong.at("problem"))]).toEqual([400, expect.stringContaining("status")]);
  });

  test("move the clock, and the world's dates with it", async () => {
    const before = (await platform.get(MILESTONES)).text;
    const moved = await platform.send("POST", "/_control/clock", { to: "2027-03-01T12:00:00Z" });
    expect(String(moved.at("now"))).toMatch(/^2027-03-01T12:00:0/);
    const after = (await platform.get(MILESTONES)).text;
    expect(before).toContain("2026-11");
    expect(after).not.toContain("2026-11");
    expect(after).toContain("2027-03-02T17:00:00Z");
  });

  test("are closed to web pages of other origins, and strike-proof", async () => {
    platform.faults.add({ kind: "http", status: 500 });
    expect((await platform.get("/_control/state")).status).toBe(200);
    const foreign = [
      { origin: "https://page.example" },
      { host: "page.example" },
      { host: "127.0.0.1.page.example" },
      { "sec-fetch-site": "cross-site" },
    ];
    for (const headers of foreign) expect((await platform.get("/_control/state", headers)).status).toBe(403);
    for (const headers of [{ host: "localhost:8787" }, { "sec-fetch-site": "none" }])
      expect((await platform.get("/_control/state", headers)).status).toBe(200);
  });

  test("show requests with the names of their headers and no secret", async () => {
    await platform.get("/Platform/User/GetUserById/1/", {
      cookie: "portalatk=a-secret-value",
      "x-csrf": "a-csrf-value",
    });
    const seen = platform.requests.list().at(-1);
    expect(seen).toMatchObject({ operation: "user.byId", method: "GET", status: 404 });
    expect(Object.keys(seen?.headers ?? {})).toEqual(
      expect.arrayContaining(["cookie", "x-csrf", "x-api-key"]),
    );
    expect(JSON.stringify(platform.requests.list())).not.toMatch(/a-secret-value|a-csrf-value|"playground"/);
  });
});

test("a request that is no HTTP at all does not end the server", async () => {
  const { port } = new URL(platform.url);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), "127.0.0.1", () => socket.end("\u0000\u0001 what\r\n\r\n"));
    socket.on("data", () => undefined).on("error", () => undefined);
    socket.on("close", () => resolve());
  });
  expect((await platform.get(MILESTONES)).status).toBe(200);
});
