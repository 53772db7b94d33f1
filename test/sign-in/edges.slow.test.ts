import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { type EdgeCase, edgeCaseNames } from "../../src/playground/platform/sign-in/edge-cases.ts";
import { type Running, start, today } from "../playground/platform/support.ts";
import { providers, requiredCookies, signInAt, told } from "./support.ts";

const FINE = "signed-in private-call";

/** What each edge comes to, at both providers or at one; those not listed change nothing. */
const OUTCOMES: Partial<
  Record<EdgeCase, string | { readonly ProviderA: string; readonly ProviderB: string }>
> = {
  redirectLoop: "loop service",
  maintenancePage: "maintenance service",
  maintenancePage503: "maintenance service",
  codeRefused: "code-refused return",
  register: "not-registered return",
  noCookies: "no-cookies return",
  unknownClient: "provider-refused provider",
  paramsMissing: { ProviderA: "provider-refused after-login", ProviderB: FINE },
  wrongPassword: "rejected after-login",
  captcha: "captcha after-login",
  secondFactor: "second-factor after-login",
  unknownPage: "unknown-page after-login",
  noToken: { ProviderA: FINE, ProviderB: "no-form-token provider" },
  endSession: "not-a-session proof",
};

describe.each(["neutral", "lookalike"] as const)("with the %s profile", (name) => {
  let platform: Running;
  beforeAll(async () => {
    platform = await start(name, today());
  });
  afterEach(() => platform.faults.clear());
  afterAll(() => platform.close());

  describe.each(providers)("at %s", (provider) => {
    test("a player signs in, and the cookies are the profile's", async () => {
      const outcome = await signInAt(platform.profile, provider);
      expect(told(outcome)).toBe(FINE);
      if (outcome.outcome !== "signed-in") return;
      expect([...outcome.cookies.keys()]).toEqual(expect.arrayContaining(requiredCookies(platform)));
      expect(outcome.name).toBe(platform.world.players.name(0));
      expect(JSON.stringify([...outcome.cookies])).toContain("[secret]");
    });

    test.each(edgeCaseNames)("the edge %s comes to what it should", async (edge) => {
      platform.faults.add({ kind: "signIn", edge });
      const expected = OUTCOMES[edge] ?? FINE;
      const outcome = await signInAt(platform.profile, provider);
      expect(told(outcome)).toBe(typeof expected === "string" ? expected : expected[provider]);
    });

    test.each([
      ["noor", "not-registered return"],
      ["tilda", "captcha after-login"],
      ["ruben", "second-factor after-login"],
      ["oskar", FINE],
      ["nobody", "rejected after-login"],
    ])("%s is told apart", async (who, expected) => {
      expect(told(await signInAt(platform.profile, provider, { login: `${who}@harbour.test` }))).toBe(
        expected,
      );
    });

    test("a wrong password is rejected, and nobody is signed in", async () => {
      platform.signIn.sessions.revoke();
      const outcome = await signInAt(platform.profile, provider, { password: "canary-password" });
      expect(told(outcome)).toBe("rejected after-login");
      expect(JSON.stringify(outcome)).not.toContain("canary");
      expect(platform.signIn.sessions.list()).toEqual([]);
    });

    test("who asks to be remembered gets a longer session", async () => {
      platform.signIn.sessions.revoke();
      await signInAt(platform.profile, provider, { isRemembered: false });
      await signInAt(platform.profile, provider, { isRemembered: true });
      const [short, long] = platform.signIn.sessions.list();
      expect(long?.lifeMs).toBeGreaterThan(short?.lifeMs ?? Infinity);
    });

    test("without the application's key the sign-in page alone vouches for the session", async () => {
      expect(told(await signInAt(platform.profile, provider, { apiKey: undefined }))).toBe("signed-in page");
    });
  });

  test("a redirect in circles ends after a few requests", async () => {
    platform.faults.add({ kind: "signIn", edge: "redirectLoop" });
    platform.requests.clear();
    await signInAt(platform.profile, "ProviderA");
    expect(platform.requests.count("signIn")).toBeLessThan(10);
  });

  test("the API key never goes to a page, and never to a provider", async () => {
    platform.requests.clear();
    await signInAt(platform.profile, "ProviderA");
    await signInAt(platform.profile, "ProviderB");
    const key = platform.profile.headers.apiKey.toLowerCase();
    const given = platform.requests.list().filter(({ headers }) => headers[key] !== undefined);
    expect(new Set(given.map(({ operation }) => operation))).toEqual(new Set(["account.current"]));
  });
});

test("where there is one loopback address only, hosts with names under .localhost serve as well", async () => {
  const platform = await start("neutral", { host: "localhost", ...today() });
  expect(platform.profile.hosts.providers.ProviderA).toContain("provider-a.localhost");
  for (const provider of providers) expect(told(await signInAt(platform.profile, provider))).toBe(FINE);
  await platform.close();
});
