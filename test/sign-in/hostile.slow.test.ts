import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { loadProfile } from "../../src/platform/profile/load.ts";
import type { Profile } from "../../src/platform/profile/schema.ts";
import { type Running, start, today } from "../playground/platform/support.ts";
import { countInflated } from "../support/count-inflated.ts";
import { type Seen, serve, type Served } from "../platform/support/served.ts";
import { signInAt, told } from "./support.ts";

const CANARY = "canary-password";

const STEPS = {
  ProviderA: [
    "signIn",
    "providerA.authorize",
    "providerA.form",
    "providerA.login",
    "providerA.grant",
    "signIn.finish",
  ],
  ProviderB: ["signIn", "providerB.page", "providerB.login", "signIn.finish"],
} as const;
const steps = Object.entries(STEPS).flatMap(([provider, all]) =>
  all.map((step) => [provider as keyof typeof STEPS, step] as const),
);

describe("a platform that means harm", () => {
  let platform: Running;
  let foreign: Served;
  beforeAll(async () => {
    platform = await start("neutral", today());
    foreign = await serve((_, response) => response.end("<form><input type=password></form>"), "127.0.0.4");
  });
  afterEach(() => {
    platform.faults.clear();
    foreign.seen.length = 0;
  });
  afterAll(async () => {
    await foreign[Symbol.asyncDispose]();
    await platform.close();
  });

  test.each(steps)("at %s, %s leading to a foreign host gets nothing there", async (provider, operation) => {
    for (const status of [302, 307]) {
      platform.faults.add({ kind: "http", status, location: `${foreign.origin}/x`, operation, times: 1 });
      const outcome = await signInAt(platform.profile, provider);
      expect(outcome).toMatchObject({
        outcome: "stopped",
        reason: "strayed",
        host: new URL(foreign.origin).host,
      });
    }
    expect(foreign.seen).toEqual([]);
  });

  test.each(steps)("at %s, %s dripping for ever ends with the one deadline", async (provider, operation) => {
    platform.faults.add({ kind: "drip", everyMs: 5, operation });
    const outcome = await signInAt(platform.profile, provider, { withinMs: 200 });
    // Played in place of a redirect it has no Location, and nothing more is waited for.
    expect(told(outcome)).toMatch(/^(timeout|unknown-page) /);
  });

  test.each(steps)(
    "at %s, %s sending a compressed bomb has little of it inflated",
    async (provider, operation) => {
      platform.faults.add({ kind: "bomb", bytes: 100_000_000, operation });
      const inflated = countInflated();
      expect(told(await signInAt(platform.profile, provider))).toMatch(/^too-large /);
      expect(inflated()).toBeLessThan(10_000_000);
    },
  );

  test.each(steps)("at %s, %s breaking off is told as such", async (provider, operation) => {
    platform.faults.add({ kind: "reset", operation });
    expect(told(await signInAt(platform.profile, provider))).toMatch(/^unreachable /);
  });

  test.each(["javascript:alert(1)", "http://user:pw@127.0.0.1/", "ftp://127.0.0.1/", "http://["])(
    "a redirect to %s is followed nowhere",
    async (location) => {
      platform.faults.add({ kind: "http", status: 302, location, operation: "signIn" });
      expect(told(await signInAt(platform.profile, "ProviderA"))).toBe("unknown-page service");
    },
  );

  test("Ctrl+C ends it at once", async () => {
    platform.faults.add({ kind: "latency", ms: 60_000, operation: "signIn" });
    const stop = new AbortController();
    const outcome = signInAt(platform.profile, "ProviderA", { signal: stop.signal });
    stop.abort();
    expect(told(await outcome)).toBe("timeout service");
  });
});

describe("a login page that means harm", () => {
  test.each([
    ["a foreign host", (foreign: string, _portal: string) => foreign],
    ["the service itself", (_foreign: string, portal: string) => portal],
  ])("that posts to %s gets no password", async (_where, choose) => {
    await using foreign = await serve((_, response) => response.end(), "127.0.0.4");
    await using scene = await hostileProvider((portal) => {
      const address = `${choose(foreign.origin, portal)}/take`;
      return `<script>var d={urlPost:'${address}'}</script><form><input id=i0327 value=t><input type=password></form>`;
    });
    expect(told(await signInAt(scene.profile, "ProviderB", { password: CANARY }))).toBe("strayed provider");
    expect(JSON.stringify([...foreign.seen, ...scene.seen])).not.toContain(CANARY);
  });

  test("that stands on another host than the provider's gets no password", async () => {
    await using portal = await serve((_, response) =>
      response.end("<form method=post><input id=i0327 value=t><input type=password></form>"),
    );
    const scene = await hostileProvider(() => "", portal.origin);
    expect(told(await signInAt(scene.profile, "ProviderB", { password: CANARY }))).toBe(
      "maintenance service",
    );
    expect(JSON.stringify(portal.seen)).not.toContain(CANARY);
    await scene[Symbol.asyncDispose]();
  });

  test("whose answer to the password is a 307 does not get it sent on", async () => {
    await using scene = await hostileProvider(
      () => "<form><input id=i0327 value=t><input type=password></form>",
      undefined,
      (request, origin) => (request.method === "POST" ? [307, { location: `${origin}/again` }] : undefined),
    );
    expect(told(await signInAt(scene.profile, "ProviderB", { password: CANARY }))).toBe(
      "unknown-page after-login",
    );
    expect(scene.seen.filter(({ body }) => body.includes(CANARY))).toHaveLength(1);
  });

  test.each(["post", "get"])(
    "whose next page %ss itself to a foreign host sends nothing there",
    async (method) => {
      await using foreign = await serve((_, response) => response.end(), "127.0.0.4");
      let wasAsked = false;
      const next = `<form method=${method} action="${foreign.origin}/"><input type=hidden name=code value=c></form>`;
      await using scene = await hostileProvider(
        () => (wasAsked ? next : "<form><input id=i0327 value=t><input type=password></form>"),
        undefined,
        ({ method: asked }) => void (wasAsked = asked === "POST"),
      );
      expect(told(await signInAt(scene.profile, "ProviderB"))).toBe("strayed after-login");
      expect(foreign.seen).toEqual([]);
    },
  );

  test("with headers larger than any browser takes is not read", async () => {
    const cookies = Array.from({ length: 12 }, (_, index) => `c${index}=${"x".repeat(4_000)}`);
    await using scene = await hostileProvider(
      () => "",
      undefined,
      () => [200, { "set-cookie": cookies }],
    );
    expect(told(await signInAt(scene.profile, "ProviderB"))).toBe("too-large service");
  });

  test("that leads on and on, never twice to the same address, is left", async () => {
    let hop = 0;
    await using scene = await hostileProvider(
      () => "",
      undefined,
      (_, origin) => [
        302,
        { location: `${origin}/oauth20_authorize?hop=${(hop += 1)}`, "set-cookie": `n=${hop}` },
      ],
    );
    expect(told(await signInAt(scene.profile, "ProviderB"))).toBe("loop service");
    expect(hop).toBeLessThan(50);
  });

  test("on a host that is neither the service's nor the provider's is not filled in", async () => {
    await using third = await serve(
      (_, response) => response.end("<form method=post><input id=i0327 value=t><input type=password></form>"),
      "127.0.0.4",
    );
    await using scene = await hostileProvider(
      () => "",
      undefined,
      () => [302, { location: `${third.origin}/login` }],
    );
    const allowing = { ...scene.profile, hosts: { ...scene.profile.hosts, allow: [third.origin] } };
    expect(told(await signInAt(allowing, "ProviderB", { password: CANARY }))).toBe("unknown-page service");
    expect(JSON.stringify(third.seen)).not.toContain(CANARY);
  });

  test.each([
    ["ProviderA", "loginUrl"],
    ["ProviderA", "authorizeUrl"],
    ["ProviderB", "loginUrl"],
    ["ProviderB", "authorizeUrl"],
  ] as const)("of %s whose %s leaves the provider gets no password there", async (provider, key) => {
    await using foreign = await serve(
      (_, response) => response.end("<form method=post><input id=i0327 value=t><input type=password></form>"),
      "127.0.0.4",
    );
    const platform = await start("neutral", today());
    const { profile } = platform;
    const leaving = { ...profile.providers[provider], [key]: `${foreign.origin}/login` };
    const hosts = { ...profile.hosts, allow: [...profile.hosts.allow, foreign.origin] };
    const changed = {
      ...profile,
      hosts,
      providers: { ...profile.providers, [provider]: leaving },
    };
    await signInAt(changed, provider, { password: CANARY });
    await platform.close();
    expect(JSON.stringify(foreign.seen)).not.toContain(CANARY);
  });

  test("of eighty thousand elements in one another is read", async () => {
    const deep = "<div>".repeat(80_000) + "<input id=i0327 value=t><input type=password>";
    await using scene = await hostileProvider(() => deep);
    expect(told(await signInAt(scene.profile, "ProviderB", { password: CANARY }))).toMatch(
      /provider|after-login/,
    );
  });
});

type Answer = readonly [status: number, headers: Record<string, string | string[]>];

/** A service that leads to a provider which shows this page. */
async function hostileProvider(
  page: (portal: string) => string,
  instead?: string,
  answer: (request: Seen, origin: string) => Answer | undefined = () => undefined,
): Promise<{ profile: Profile; seen: Seen[]; [Symbol.asyncDispose](): Promise<void> }> {
  const provider = await serve((request, response) => {
    const [status, headers] = answer(request, provider.origin) ?? [200, {}];
    response.writeHead(status, headers).end(page(portal.origin));
  }, "127.0.0.3");
  const portal = await serve((_, response) => {
    response.writeHead(302, { location: `${provider.origin}/oauth20_authorize` }).end();
  });
  const neutral = loadProfile("neutral", { baseUrl: instead ?? portal.origin });
  const hosts = { ...neutral.hosts, providers: { ...neutral.hosts.providers, ProviderB: provider.origin } };
  return {
    profile: { ...neutral, hosts },
    get seen() {
      return [...provider.seen, ...portal.seen];
    },
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      await portal[Symbol.asyncDispose]();
    },
  };
}
