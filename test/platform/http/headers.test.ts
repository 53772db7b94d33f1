import { describe, expect, test, vi } from "vitest";

import { Secret } from "../../../src/base/secret.ts";
import { headersBy, keyedBy } from "../../../src/platform/http/headers.ts";
import type { PlatformRequest } from "../../../src/platform/http/request.ts";
import { loadProfile } from "../../../src/platform/profile/load.ts";

const api = "https://portal.example/Platform";
const request: PlatformRequest = {
  operation: "vault",
  class: "private",
  method: "GET",
  url: new URL(`${api}/x`),
  envelope: "wrapped",
  maxBytes: 1,
  signal: new AbortController().signal,
  session: { cookie: () => "portalatk=canary-cookie", csrf: () => "canary-csrf" },
};

describe("headers by origin", () => {
  const headersFor = headersBy({
    profile: loadProfile("neutral"),
    hosts: { api, portal: "https://portal.example" },
    apiKey: new Secret("canary-key"),
    version: "1",
  });

  test("the API gets key, session and token", () => {
    expect(headersFor(request, new URL(`${api}/Game/1/`))).toMatchObject({
      "X-API-Key": "canary-key",
      "X-CSRF": "canary-csrf",
      cookie: "portalatk=canary-cookie",
    });
  });

  test.each([
    "https://portal.example/",
    "https://portal.example/Platformer/x",
    "https://portal.example/platform/x",
    "https://portal.example:444/Platform/x",
    "http://portal.example/Platform/x",
    "https://elsewhere.example/Platform/x",
    "https://portal.example.elsewhere.example/Platform/x",
  ])("%s gets none of them", (address) => {
    expect(JSON.stringify(headersFor(request, new URL(address)))).not.toContain("canary");
  });

  test("a profile may write the key its own way and add constant headers", () => {
    const lookalike = headersBy({
      profile: loadProfile("lookalike"),
      hosts: { api, portal: "https://portal.example" },
      apiKey: new Secret("k"),
      version: "1",
    });
    expect(
      lookalike({ ...request, session: { cookie: () => undefined, csrf: () => undefined } }, request.url),
    ).toEqual({
      accept: "application/json",
      "accept-encoding": "gzip, deflate, br",
      "user-agent": "Milepost/1",
      Authorization: "Club k",
      "X-Clubhouse-Api": "2024-05",
    });
  });

  test("a key that goes into the query is in no header, and goes to the API alone", () => {
    const { headers } = loadProfile("neutral");
    const options = {
      profile: { headers: { ...headers, apiKeyQuery: "api key" } },
      hosts: { api, portal: "https://portal.example" },
      apiKey: new Secret("canary key+"),
      version: "1",
    };
    const url = new URL(`${api}/x?a=1%202`);
    expect(JSON.stringify(headersBy(options)(request, url))).not.toContain("canary-key");
    const keyed = keyedBy(options);
    expect(keyed(request, url).href).toBe(`${api}/x?a=1%202&api%20key=canary%20key%2B`);
    expect(url.href).toBe(`${api}/x?a=1%202`);
    for (const [kind, address] of [
      ["public", "https://portal.example/x"],
      ["page", `${api}/x`],
      ["picture", `${api}/x`],
    ] as const) {
      expect(keyed({ class: kind }, new URL(address)).href).toBe(address);
    }
  });

  test("a profile's sign is told what is sent, and adds its headers to calls of the API alone", () => {
    const { headers } = loadProfile("neutral");
    const sign = vi.fn(() => ({ DS: "1,abc", "User-Agent": "signed" }));
    const signed = headersBy({
      profile: { headers: { ...headers, sign } },
      hosts: { api, portal: "https://portal.example" },
      apiKey: new Secret("k"),
      version: "1",
    });
    const url = new URL(`${api}/x?uid=1`);
    const sent = signed({ ...request, method: "POST", body: "{}" }, url);
    expect(sent).toMatchObject({ DS: "1,abc", "User-Agent": "signed", "X-API-Key": "k" });
    expect(sent).not.toHaveProperty("user-agent");
    expect(sign.mock.calls).toEqual([
      [{ operation: "vault", method: "POST", url: url.href, body: "{}", key: "k" }],
    ]);
    expect(signed(request, new URL("https://elsewhere.example/"))).not.toHaveProperty("DS");
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("canary");
      },
    ],
    ["gives no headers", () => ({ DS: "two\nlines" })],
  ])("a sign that %s is a failure", (_what, sign) => {
    const profile = {
      headers: { ...loadProfile("neutral").headers, sign: sign as () => Record<string, string> },
    };
    const hosts = { api, portal: "https://portal.example" };
    const signed = headersBy({ profile, hosts, apiKey: undefined, version: "1" });
    expect(() => signed(request, request.url)).toThrow(expect.objectContaining({ code: "platform-answer" }));
  });

  test("a feed is asked for as one", () => {
    const { accept } = headersFor({ ...request, isFeed: true }, new URL("https://portal.example/news.rss"));
    expect(accept).toMatch(/^application\/rss\+xml,/);
  });

  test("a page of the portal gets the cookies alone, one elsewhere gets nothing", () => {
    const page = { ...request, class: "page" } as const;
    const sent = headersFor(page, new URL("https://portal.example/en/User/SignIn/ProviderAid"));
    expect(sent).toMatchObject({ cookie: "portalatk=canary-cookie" });
    expect(JSON.stringify(Object.keys(sent)).toLowerCase()).not.toMatch(/api-key|csrf/);
    const elsewhere = headersFor(page, new URL("https://www.portal.example/en/User/SignIn/ProviderAid"));
    expect(JSON.stringify(elsewhere)).not.toContain("canary");
  });

  test("without a key none is sent", () => {
    const bare = headersBy({
      profile: loadProfile("neutral"),
      hosts: { api, portal: "https://portal.example" },
      apiKey: undefined,
      version: "1",
    });
    expect(bare(request, request.url)).not.toHaveProperty("X-API-Key");
  });
});
