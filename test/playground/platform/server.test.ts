import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { parseProfile } from "../../../src/platform/profile/load.ts";
import { type Running, somebody, start } from "./support.ts";

let platform: Running;
beforeAll(async () => {
  platform = await start("neutral");
});
afterAll(() => platform.close());

describe("the API key", () => {
  test.each([
    ["missing", {}, [401, 2102]],
    ["wrong", { "x-api-key": "guess" }, [401, 2101]],
    ["right", { "X-API-KEY": "playground" }, [200, 1]],
  ])("is answered for when %s", async (_, headers, expected) => {
    expect(await ask(headers)).toEqual(expected);
  });

  test("is the one that was given at the start", async () => {
    const other = await start("neutral", { apiKey: "of-my-own" });
    expect((await other.get("/Platform/Game/Milestones/")).at("ErrorCode")).toBe(2101);
    expect(
      (await other.get("/Platform/Game/Milestones/", { "x-api-key": "of-my-own" })).at("ErrorCode"),
    ).toBe(1);
    await other.close();
  });
});

describe("requests nobody can answer", () => {
  test.each([
    ["/Platform/Nowhere/", 404, 21],
    ["/Platform/User/GetUserById/99/", 404, 217],
    ["/Platform/User/GetUserById/abc/", 404, 21],
    ["/Platform/Game/2/Profile/4611686018440000000/Characters/", 404, 1601],
    ["/Platform/Game/9/Profile/4611686018440062051/Characters/", 404, 1601],
    ["/Platform/Content/GetContentById/12/en/", 404, 21],
    ["/Platform/Trending/Categories/all/-1/", 404, 21],
    ["/Platform/User/GetCurrentUser/", 401, 99],
    ["/Platform/Game/2/MyAccount/Vault/", 401, 99],
  ])("%s is refused in the envelope", async (path, status, code) => {
    const got = await platform.get(path);
    expect([got.status, got.at("ErrorCode"), got.at("Response")]).toEqual([status, code, undefined]);
  });

  test.each(["%20", "0x1", "+1", "1e0", "1.0", "01", "-1", "１"])("%s is no number", async (text) => {
    const { account } = somebody(platform);
    const [milestone] = Object.keys(platform.world.milestones.all());
    for (const path of [
      `/Platform/Trending/Categories/all/${text}/`,
      `/Platform/Game/${text}/Profile/${account}/Characters/`,
      `/Platform/Game/Milestones/${milestone ?? ""}.0/Content/`,
    ]) {
      expect([path, (await platform.get(path)).status]).toEqual([path, 404]);
    }
  });

  test.each(["periodType=4", "periodType=-1", "periodType=x", "modes=x", "modes=5,", "daystart=2026-02-30"])(
    "statistics by %s are refused",
    async (query) => {
      const { account, type, character } = somebody(platform);
      const path = `/Platform/Game/${String(type)}/Account/${account}/Character/${character}/Stats/`;
      const got = await platform.get(`${path}?dayend=2026-03-10&${query}`);
      expect([got.status, got.at("ErrorCode")]).toEqual([404, 21]);
    },
  );

  test.each(["", "periodType=0", "periodType=2", "periodType=AllTime"])(
    "statistics by %j are of all time",
    async (query) => {
      const { account, type, character } = somebody(platform);
      const path = `/Platform/Game/${String(type)}/Account/${account}/Character/${character}/Stats/?${query}`;
      expect((await platform.get(path)).at("Response", "allVentures", "allTime", "matches")).toBeDefined();
    },
  );

  test("another method than the operation's is 405 in the envelope and names the right ones", async () => {
    const got = await platform.send("PUT", "/Platform/Game/Milestones/", {});
    expect([got.status, got.headers["allow"]]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect([got.at("ErrorCode"), got.at("Response")]).toEqual([21, undefined]);
  });

  test.each(["/img/avatars/1.png", "/definitions/1.1.neutral/en/InventoryItem.json", "/"])(
    "%s can be read, and nothing else",
    async (path) => {
      const got = await platform.send("POST", path, {});
      expect([got.status, got.headers["allow"]]).toEqual([405, "GET, HEAD, OPTIONS"]);
      expect((await platform.send("OPTIONS", path)).status).toBe(204);
      expect((await platform.send("POST", `${path}nowhere`, {})).status).toBe(404);
    },
  );

  test("a page that does not exist is an HTML page, as on any site", async () => {
    const got = await platform.get("/nowhere");
    expect([got.status, got.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  });
});

describe("HTTP", () => {
  test("paths are taken with and without their last slash", async () => {
    const [one, other] = [
      await platform.get("/Platform/Game/Milestones"),
      await platform.get("/Platform/Game/Milestones/"),
    ];
    expect(one.text).toBe(other.text);
  });

  test("bodies are compressed for who accepts it", async () => {
    const plain = await platform.get("/Platform/Game/Milestones/");
    const brotli = await platform.get("/Platform/Game/Milestones/", { "accept-encoding": "gzip, br" });
    const gzip = await platform.get("/Platform/Game/Milestones/", { "accept-encoding": "br;q=0, gzip" });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.headers["content-length"]).toBe(String(plain.bytes.length));
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(plain.text);
    expect(gunzipSync(gzip.bytes).toString()).toBe(plain.text);
  });

  test("HEAD gives the headers of GET and no body", async () => {
    const path = "/Platform/Game/Milestones/";
    const [head, get] = [await platform.send("HEAD", path), await platform.get(path)];
    expect([head.status, head.bytes.length, head.headers["content-length"]]).toEqual([
      200,
      0,
      get.headers["content-length"],
    ]);
  });

  test("one connection serves request after request", async () => {
    const got = await platform.get("/Platform/Game/Manifest/");
    expect(got.headers["connection"]).toBe("keep-alive");
  });

  test("a body that is far too large is refused", async () => {
    const got = await platform.send("POST", "/Platform/Game/Milestones/", "x".repeat(100_000));
    expect(got.status).toBe(413);
  });
});

test("E1 sends somebody without cookies to the provider's authorize address, on a host of its own", async () => {
  const got = await platform.get("/en/User/SignIn/ProviderAid?bru=%2F");
  const target = new URL(String(got.headers["location"]));
  expect(got.status).toBe(302);
  expect(target.origin).toBe(platform.profile.hosts.providers.ProviderA);
  expect(target.hostname).not.toBe("127.0.0.1");
  expect(target.searchParams.get("redirect_uri")).toBe(`${platform.url}/en/User/SignIn/ProviderAid?bru=%2F`);
  expect(target.searchParams.get("response_type")).toBe("code");
});

test.each(["neutral", "lookalike"] as const)(
  "the %s profile it hands out is whole and valid",
  async (name) => {
    const running = await start(name);
    const { profile, faults } = parseProfile(JSON.stringify(running.profile));
    expect(faults).toEqual([]);
    expect(profile).toEqual(running.profile);
    expect(JSON.stringify(running.profile)).not.toMatch(/https:\/\//);
    await running.close();
  },
);

test("closing it ends open connections and frees the port", async () => {
  const running = await start("neutral");
  running.faults.add({ kind: "drip", everyMs: 5 });
  const { body } = await request(`${running.url}/Platform/Game/Milestones/`, {
    headers: { "x-api-key": "playground" },
  });
  await running.close();
  await expect(body.text()).rejects.toThrow(/other side closed|terminated|aborted/i);
  const again = await start("neutral", { port: Number(new URL(running.url).port) });
  expect(again.url).toBe(running.url);
  await again.close();
});

test("the same seed makes the same world, another seed another one", async () => {
  const worlds = await Promise.all([1, 1, 2].map((seed) => start("neutral", { seed })));
  const texts = await Promise.all(
    worlds.map(async (world) => {
      world.clock.moveTo(worlds[0]?.clock.offsetMs ?? 0);
      const { account, type } = somebody(world);
      const path = `/Platform/Game/${String(type)}/Account/${account}/Stats/`;
      return [world.world.players.name(9), (await world.get(path)).text, world.world.players.membershipId(3)];
    }),
  );
  expect(texts[0]).toEqual(texts[1]);
  expect(texts[0]?.[1]).not.toBe(texts[2]?.[1]);
  await Promise.all(worlds.map((world) => world.close()));
});

async function ask(headers: Readonly<Record<string, string>>): Promise<readonly number[]> {
  const { body, statusCode } = await request(`${platform.url}/Platform/Game/Milestones/`, { headers });
  const { ErrorCode: code } = (await body.json()) as { readonly ErrorCode: number };
  return [statusCode, code];
}
