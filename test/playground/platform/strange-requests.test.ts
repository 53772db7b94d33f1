import { connect } from "node:net";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { loadProfile } from "../../../src/platform/profile/load.ts";
import { type Running, somebody, start } from "./support.ts";

let platform: Running;
beforeAll(async () => {
  platform = await start("neutral");
});
afterAll(() => platform.close());

/** The first lines of what comes back for bytes as they are. */
function raw(lines: readonly string[]): Promise<readonly string[]> {
  const { port } = new URL(platform.url);
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(`${lines.join("\r\n")}\r\n\r\n`));
    socket.setEncoding("utf8");
    socket.on("data", (part: string) => (text += part));
    socket.on("error", reject);
    socket.on("end", () => resolve(text.split("\r\n")));
  });
}
const asking = (line: string) => raw([line, "Host: portal", "X-Api-KEY: playground", "Connection: close"]);

describe("a request line", () => {
  test.each([
    ["GET /Platform/Game/Milestones/ HTTP/1.1", 200],
    ["GET /Platform/Game/Milestones/ HTTP/1.0", 200],
    ["GET //Platform///Game/Milestones HTTP/1.1", 200],
    ["GET http://portal.example/Platform/Game/Milestones/ HTTP/1.1", 200],
    ["GET /Platform/User/../Game/Milestones/? HTTP/1.1", 200],
    ["GET /Pl%61tform/%47ame/M%69lestones/ HTTP/1.1", 200],
    ["GET /e%6E/User/Sign%49n/ProviderAid HTTP/1.1", 302],
    ["GET /Platform%2FGame/Milestones/ HTTP/1.1", 404],
    ["HEAD /Platform/Game/Milestones/ HTTP/1.1", 200],
    ["OPTIONS /Platform/Game/Milestones/ HTTP/1.1", 204],
    ["OPTIONS * HTTP/1.1", 204],
    ["GET // HTTP/1.1", 200],
    ["GET //nowhere// HTTP/1.1", 404],
    ["GET http:// HTTP/1.1", 400],
    ["GET * HTTP/1.1", 400],
    ["DELETE /Platform/Game/Milestones/ HTTP/1.1", 405],
  ])("%s is answered with %i", async (line, status) => {
    expect((await asking(line))[0]).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  test("OPTIONS names the methods there are", async () => {
    expect(await asking("OPTIONS /Platform/Game/Milestones/ HTTP/1.1")).toContain(
      "allow: GET, HEAD, OPTIONS",
    );
  });

  test("five requests in a row on one connection get five answers in order", async () => {
    const one = ["GET /Platform/Game/Manifest/ HTTP/1.1", "Host: x", "X-API-Key: playground"];
    const last = ["GET /nowhere HTTP/1.1", "Host: x", "Connection: close"];
    const lines = await raw([...one, "", ...one, "", ...one, "", ...one, "", ...last]);
    const statuses = [...lines.join("\n").matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
    expect(statuses).toEqual(["200", "200", "200", "200", "404"]);
  });
});

describe("a list in the query", () => {
  test("is several operations at once where the profile tells them apart by it", async () => {
    const neutral = loadProfile("neutral");
    const path = "/Game/{membershipType}/Profile/{id}/";
    const both = await start("neutral", {
      profile: {
        ...neutral,
        operations: {
          characters: { ...partOf(path, "200"), items: "", pick: "characters.data", key: "id" },
          progression: { ...partOf(path, "202"), pick: "characterProgressions" },
        },
      },
    });
    const { type, account, character } = somebody(both);
    const parts = async (components: string) => {
      const got = await both.get(`/Platform/Game/${type}/Profile/${account}/?components=${components}`);
      return [
        got.status,
        got.status === 200 && got.at("Response", "characters", "data", character) !== undefined,
        got.status === 200 && got.at("Response", "characterProgressions", "privacy") !== undefined,
      ];
    };
    expect(await parts("200")).toEqual([200, true, false]);
    expect(await parts("200,202")).toEqual([200, true, true]);
    expect(await parts("100,202")).toEqual([200, false, true]);
    expect(await parts("100")).toEqual([404, false, false]);
    await both.close();
  });

  test("is several modes of statistics at once", async () => {
    const { type, account, character } = somebody(platform);
    const modesOf = async (modes: string) => {
      const path = `/Platform/Game/${type}/Account/${account}/Character/${character}/Stats/`;
      const got = await platform.get(`${path}?modes=${modes}&periodType=2`);
      return got.at("ErrorCode") === 1 ? Object.keys(Object(got.at("Response"))) : got.at("ErrorCode");
    };
    const [five, seven] = [await modesOf("5"), await modesOf("7")];
    expect(await modesOf("5,7")).toEqual([five, seven].flat());
    expect(await modesOf("5,999")).toBe(21);
  });
});

function partOf(path: string, components: string) {
  return { method: "GET", host: "api", path, query: { components }, defaults: {} } as const;
}

test("the rate limit lets 250 requests through in 10 seconds and is off unless asked for", async () => {
  const limited = await start("neutral", { hasRateLimit: true });
  const codes = new Set<unknown>();
  for (let count = 0; count < 250; count += 1)
    codes.add((await limited.get("/Platform/Game/Manifest/")).at("ErrorCode"));
  expect([...codes]).toEqual([1]);
  const one = await limited.get("/Platform/Game/Manifest/");
  expect([one.status, one.at("ErrorCode"), one.at("ThrottleSeconds")]).toEqual([429, 36, 0]);
  limited.clock.advance(10_001);
  expect((await limited.get("/Platform/Game/Manifest/")).at("ErrorCode")).toBe(1);
  await limited.close();
});
