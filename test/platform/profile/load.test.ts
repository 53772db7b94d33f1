import { describe, expect, test, it } from "vitest";

import {
  loadProfile,
  parseProfile,
  resolveHosts,
  shippedProfiles,
} from "../../../src/platform/profile/load.ts";

/** The neutral profile with the member of a key, `operations["user.byId"].path`, set or taken out. */
function changed(key: string, value: unknown): string {
  const path = key.match(/(?<=")[^"]+(?=")|[^.["\]]+/g) ?? [];
  const profile = structuredClone(loadProfile("neutral")) as unknown as Record<string, unknown>;
  let holder = profile;
  for (const step of path.slice(0, -1)) holder = (holder[step] ??= {}) as Record<string, unknown>;
  holder[path.at(-1) ?? ""] = value;
  return JSON.stringify(profile);
}

describe("a profile that can't be used", () => {
  test.each<[what: string, key: string, value: unknown, named?: string]>([
    ["an unknown key", "colour", 1],
    ["an unknown key deep inside", "hosts.mirror", "https://a.example"],
    ["an unknown operation", 'operations["user.byName"]', { path: "/" }],
    ["http to a host that is not loopback", "hosts.portal", "http://portal.example"],
    ["http to a name that only looks like loopback", "hosts.portal", "http://127.0.0.1.example"],
    ["another scheme", "hosts.content", "ftp://portal.example"],
    ["a scheme that is not the web's, even to loopback", "hosts.content", "ftp://127.0.0.1"],
    ["a query in an address", "hosts.api", "https://portal.example/?a=1"],
    ["a fragment in an address", "hosts.api", "https://portal.example/#a"],
    ["a name in an address", "hosts.api", "https://a@portal.example"],
    ["a password in an address", "hosts.api", "https://a:b@portal.example"],
    ["no address", "hosts.api", "Platform"],
    ["a host with an unknown parameter", "hosts.api", "{host}/api"],
    ["an http provider", "hosts.providers.ProviderA", "http://login.example"],
    ["pictures outside the allow-list", "images.base", "https://elsewhere.example"],
    ["a login outside the allow-list", "providers.ProviderA.loginUrl", "https://elsewhere.example/x"],
    ["a login on another origin than its provider's", "providers.ProviderA.loginUrl", "{ProviderB}/login"],
    [
      "an authorization page on the service's origin",
      "providers.ProviderA.authorizeUrl",
      "{portal}/authorize",
    ],
    ["a login on another port of its provider", "providers.ProviderB.loginUrl", "{ProviderB}:8443/login"],
    [
      "a login whose address holds a name",
      "providers.ProviderA.loginUrl",
      "https://guild@provider-a.example/login",
    ],
    [
      "a page whose address holds a name",
      "links.profile",
      "https://discord.com@portal.example/{membershipId}",
    ],
    [
      "a sign-in path that makes another host of the portal's",
      "signIn.path",
      ".evil.example/{locale}/{provider}",
    ],
    ["a sign-in path that makes no address", "signIn.path", " {locale}/{provider}"],
    ["a page outside the allow-list", "links.profile", "https://elsewhere.example/{membershipId}"],
    ["an unknown parameter in a path", 'operations["user.byId"].path', "/User/{memberId}/"],
    ["a stray brace", 'operations["user.byId"].path', "/User/{membershipId/"],
    [
      "a needed parameter that is nowhere",
      'operations["user.byId"].path',
      "/User/",
      'operations["user.byId"]',
    ],
    [
      "an unknown parameter in a query",
      'operations["user.byId"].query',
      { a: "{b}" },
      'operations["user.byId"].query.a',
    ],
    [
      "an unknown parameter in a body",
      'operations["user.byId"].body',
      { a: { b: "{c}" } },
      'operations["user.byId"].body.a.b',
    ],
    ["a body on a GET", 'operations["user.byId"].body', { a: "{membershipId}" }],
    ["a path without a slash", "operations.vault.path", "vault"],
    ["a query in a path", "operations.vault.path", "/vault?a=1"],
    [
      "an unknown default",
      'operations["trending.list"].defaults',
      { kind: "x" },
      'operations["trending.list"].defaults.kind',
    ],
    [
      "a default for nothing",
      'operations["user.byId"].defaults',
      { nothing: "x" },
      'operations["user.byId"].defaults.nothing',
    ],
    ["a key that is no field", "operations.characters.key", "hero"],
    ["a pick that is no path", 'operations["user.byId"].pick', "a..b"],
    ["a file with an unknown parameter", 'operations["definitions.manifest"].file', "{lang}"],
    ["an unknown record", "renames.Player", { id: "x" }],
    ["an unknown field", "renames.GeneralUser.nick", "x"],
    ["an empty rename", "renames.GeneralUser.about", ""],
    ["an unknown enumeration", "enums.Colour", []],
    [
      "a value twice",
      "enums.PartnershipType",
      [
        { value: 1, name: "A" },
        { value: 1, name: "B" },
      ],
      "enums.PartnershipType[1].value",
    ],
    [
      "a name twice",
      "enums.PartnershipType",
      [
        { value: 1, name: "A" },
        { value: 2, name: "A" },
      ],
      "enums.PartnershipType[1].name",
    ],
    [
      "an unknown field of an entry",
      "enums.TrendingEntryType",
      [{ value: 1, name: "A", field: "video" }],
      "enums.TrendingEntryType[0].field",
    ],
    [
      "a field where none belongs",
      "enums.PartnershipType",
      [{ value: 1, name: "A", field: "news" }],
      "enums.PartnershipType[0].field",
    ],
    ["a header that is none", "headers.apiKey", "X Key"],
    ["a header value with a line break", "headers.userAgent", "a\r\nX: y"],
    ["a cookie name that is none", "cookies.csrf.name", "a=b"],
    ["private features without cookies", "cookies", undefined],
    ["a sign-in path without a provider", "signIn.path", "/{locale}/in"],
    ["an unknown class of codes", "envelope.classes.tired", [1]],
    ["a limit of nothing", "limits.rate", 0],
  ])("%s is refused, naming the key", (_, key, value, named = key) => {
    const { profile, faults } = parseProfile(changed(key, value));
    expect(profile).toBeUndefined();
    expect(faults.map((fault) => fault.path)).toContain(named);
    expect(faults.every(({ problem, fix }) => problem !== "" && fix !== "")).toBe(true);
  });

  test("a sign-in path needs no provider where there are none", () => {
    const { providers: _, ...neutral } = JSON.parse(changed("signIn.path", "/login"));
    expect(parseProfile(JSON.stringify(neutral)).faults).toEqual([]);
  });

  test("all that is wrong is told at once, a derived host only with its portal", () => {
    const { faults } = parseProfile(changed("hosts.portal", "http://portal.example"));
    expect(faults.map(({ path }) => path)).toEqual(["hosts.portal"]);
  });

  test("text that is no JSON is told with its place and without its text", () => {
    const { faults } = parseProfile('{"id": canary}');
    expect(faults).toHaveLength(1);
    expect(JSON.stringify(faults)).not.toContain("canary");
  });

  test("loading it throws one error that lists everything", () => {
    expect(() => loadProfile("/nowhere/profile.json")).toThrow(/bad-settings.*the file.*neutral, lookalike/s);
  });

  test("a wrong PLATFORM_BASE_URL is called by its name", () => {
    expect(() => loadProfile("neutral", { baseUrl: "http://portal.example" })).toThrow(/PLATFORM_BASE_URL/);
    expect(() => loadProfile("neutral", { baseUrl: "nonsense" })).toThrow(/PLATFORM_BASE_URL/);
  });
});

describe("a profile", () => {
  test.each(shippedProfiles)("%s is whole and has every operation", (name) => {
    const profile = loadProfile(name);
    expect(Object.values(profile.operations).filter((one) => one !== undefined)).toHaveLength(17);
    const { portal } = resolveHosts(profile);
    expect(new URL(portal).hostname).toMatch(/\.(example|test)$/);
  });

  test("PLATFORM_BASE_URL replaces the portal, and what is derived follows", () => {
    const { portal, api, content, allowed } = resolveHosts(
      loadProfile("neutral", { baseUrl: "http://127.0.0.1:81/" }),
    );
    expect({ portal, api, content }).toEqual({
      portal: "http://127.0.0.1:81",
      api: "http://127.0.0.1:81/Platform",
      content: "http://127.0.0.1:81",
    });
    expect(allowed).toContain("http://127.0.0.1:81");
    expect(allowed).not.toContain("https://portal.example");
  });

  test.each(["http://localhost:8080", "http://a.localhost", "http://[::1]:80", "http://127.9.9.9"])(
    "%s is loopback and may be http",
    (baseUrl) => {
      expect(resolveHosts(loadProfile("neutral", { baseUrl })).portal).toBe(baseUrl);
    },
  );

  test("little is needed: a bare service with one operation", () => {
    const { faults } = parseProfile(
      JSON.stringify({
        id: "small",
        name: "Small",
        hosts: { portal: "https://small.example" },
        locale: { default: "en" },
        operations: { "user.byId": { path: "/users/{membershipId}" } },
      }),
    );
    expect(faults).toEqual([]);
  });

  test("the two that ship differ in everything a profile names", () => {
    const neutral = loadProfile("neutral");
    const lookalike = loadProfile("lookalike");
    for (const [id, operation] of Object.entries(neutral.operations)) {
      expect(Object.entries(lookalike.operations).find(([other]) => other === id)?.[1]?.path).not.toBe(
        operation?.path,
      );
    }
    expect(lookalike.headers.apiKey).not.toBe(neutral.headers.apiKey);
    expect(lookalike.cookies?.session.name).not.toBe(neutral.cookies?.session.name);
    expect(lookalike.envelope.members.response).not.toBe(neutral.envelope.members.response);
    expect(lookalike.locale.default).not.toBe(neutral.locale.default);
    expect(lookalike.wire).not.toEqual(neutral.wire);
  });
});

const PROFILE = {
  id: "many",
  name: "Many",
  hosts: {
    portal: "https://many.example/site",
    api: "https://api.many.example/v2",
    content: "https://many.example/site/files",
    more: { realm: "https://{membershipType.name}.api.many.example/v4", shop: "https://shop.many.example" },
    allow: ["https://cdn.many.example", "https://login.many.example"],
  },
  images: { base: "https://cdn.many.example/img" },
  clientCredentials: { tokenUrl: "https://login.many.example/token?a=1", clientId: "x" },
  locale: { default: "en" },
  enums: { MembershipType: [{ value: 1, name: "north" }] },
  operations: { "trending.list": { path: "/news" } },
};

describe("PLATFORM_BASE_URL", () => {
  it("moves every host, so that nobody else is asked", () => {
    const { profile, faults } = parseProfile(JSON.stringify(PROFILE), { baseUrl: "http://127.0.0.1:8080" });
    expect(faults).toEqual([]);
    if (profile === undefined) return;
    const hosts = resolveHosts(profile);
    expect([...hosts.allowed]).toEqual(["http://127.0.0.1:8080"]);
    expect(hosts).toMatchObject({
      portal: "http://127.0.0.1:8080",
      api: "http://127.0.0.1:8080/v2",
      content: "http://127.0.0.1:8080/files",
      more: { realm: "http://127.0.0.1:8080/v4", shop: "http://127.0.0.1:8080" },
    });
    expect(profile.images.base).toBe("http://127.0.0.1:8080/img");
    expect(profile.clientCredentials?.tokenUrl).toBe("http://127.0.0.1:8080/token?a=1");
  });

  it("leaves what already follows the portal", () => {
    const hosts = { portal: "https://many.example", api: "{portal}/api", content: "{api}/files" };
    const { profile } = parseProfile(
      JSON.stringify({ ...PROFILE, hosts, images: undefined, clientCredentials: undefined }),
      {
        baseUrl: "https://other.example/x",
      },
    );
    expect(profile && resolveHosts(profile)).toMatchObject({ content: "https://other.example/x/api/files" });
  });
});
