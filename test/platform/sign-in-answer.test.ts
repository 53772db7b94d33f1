import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { loadProfile, resolveHosts } from "../../src/platform/profile/load.ts";
import { redirectTarget, SignInPages } from "../../src/platform/sign-in-answer.ts";
import { anyText } from "../support/any-text.ts";

function pagesOf(name: "neutral" | "lookalike", allow: readonly string[] = []) {
  const shipped = loadProfile(name);
  const profile = { ...shipped, hosts: { ...shipped.hosts, allow: [...allow] } };
  return new SignInPages(profile, resolveHosts(profile));
}
const portal = "https://portal.example";
const e1 = new URL(`${portal}/en/User/SignIn/ProviderAid`);

describe("an answer of E1", () => {
  const pages = pagesOf("neutral", ["https://www.portal.example"]);

  test.each([
    ["answered", 200, undefined],
    ["answered", 204, undefined],
    ["same-page", 302, `${portal}/de/User/SignIn/ProviderAid`],
    ["same-page", 301, "/de/User/SignIn/ProviderAid?lc=de"],
    ["same-page", 302, "../../../fr/User/SignIn/ProviderAid/"],
    ["moved", 302, "https://www.portal.example/en/User/SignIn/ProviderAid"],
    ["provider", 302, "https://provider-a.example/oauth/authorize?client_id=portal"],
    ["provider", 307, "https://provider-b.example/anything"],
    ["register", 302, `${portal}/en/Register?x=1`],
    ["register", 302, "/en/user/register/ProviderAid"],
    ["onward", 302, "/"],
    ["onward", 302, "/en/Registered"],
    ["strayed", 302, "https://elsewhere.example/en/User/SignIn/ProviderAid"],
    ["strayed", 302, "http://portal.example/en/User/SignIn/ProviderAid"],
    ["strayed", 302, "https://user:pw@portal.example/"],
    ["strayed", 302, "https://["],
    ["strayed", 302, undefined],
    ["maintenance", 503, undefined],
    ["failed", 500, undefined],
    ["failed", 404, undefined],
  ])("means %s for %i to %s", (kind, status, location) => {
    expect(pages.read({ url: e1, status, location }).kind).toBe(kind);
  });
});

describe("where providers have the service's own origin", () => {
  const neutral = loadProfile("neutral");
  const providers = { ProviderA: portal, ProviderB: `${portal}/desk` };
  const profile = { ...neutral, hosts: { ...neutral.hosts, providers } };
  const pages = new SignInPages(profile, resolveHosts(profile));

  test.each([
    ["provider", "/oauth/authorize?client_id=portal"],
    ["provider", "/login.do"],
    ["provider", "/desk"],
    ["provider", "/desk/anything"],
    ["same-page", "/de/User/SignIn/ProviderAid"],
    ["register", "/en/Register"],
    ["onward", "/"],
    ["onward", "/desks"],
  ])("%s is what %s means", (kind, location) => {
    expect(pages.read({ url: e1, status: 302, location }).kind).toBe(kind);
  });

  test("the API is not theirs", () => {
    expect(pages.isProvider(new URL(`${portal}/Platform/Game/Milestones/`))).toBe(false);
  });
});

describe.each(["neutral", "lookalike"] as const)("the sign-in pages of %s", (name) => {
  const pages = pagesOf(name);
  const { providers, signIn } = loadProfile(name);

  test.each(["ProviderA", "ProviderB"] as const)("are where the profile says for %s", (provider) => {
    const address = pages.address("xx", provider);
    expect(address?.pathname).toContain(providers[provider]?.signInId);
    expect(address?.pathname).toContain("xx");
    expect(address && pages.isSignIn(address)).toBe(true);
  });

  test("end a sign-in where the query starts with one of the profile's beginnings", () => {
    const address = pages.address("xx", "ProviderB");
    if (address === undefined) throw new Error("no address");
    for (const start of signIn.successQuery) {
      expect(pages.isEnd(new URL(`${address.href}?${start}&more=1`))).toBe(true);
      expect(pages.isEnd(new URL(`${address.href}?before=1&${start}`))).toBe(false);
      expect(pages.isEnd(new URL(`https://elsewhere.example${address.pathname}?${start}`))).toBe(false);
    }
  });
});

test("an alias of a provider is a sign-in page too, an unknown provider is none", () => {
  const pages = pagesOf("lookalike");
  expect(pages.isSignIn(new URL("https://clubhouse.test/go/en_US/enter/con"))).toBe(true);
  expect(pages.isSignIn(new URL("https://clubhouse.test/go/en_US/enter/other"))).toBe(false);
  expect(pages.isSignIn(new URL("https://console-login.test/go/en_US/enter/con"))).toBe(false);
});

test.each(["javascript:alert(1)", "data:,x", "file:///etc/passwd", "//user@portal.example/"])(
  "%s is no address to be led to",
  (location) => {
    expect(redirectTarget(e1, location)).toBeUndefined();
  },
);

test("whatever a Location holds, it is followed to no other origin, and nothing throws", () => {
  const pages = pagesOf("neutral", ["https://www.portal.example"]);
  const parts = fc.constantFrom(
    "https:",
    "//",
    "/",
    "\\",
    "portal.example",
    "elsewhere.example",
    "@",
    ":443",
    "?",
    "#",
    "/en/User/SignIn/ProviderAid",
    "..",
    "%2f",
    "\t",
    " ",
    "javascript:",
  );
  const locations = fc.oneof(
    anyText(),
    fc.array(parts).map((list) => list.join("")),
  );
  const mayBe: Readonly<Record<string, readonly string[]>> = {
    "same-page": [e1.origin],
    onward: [e1.origin, "https://www.portal.example"],
  };
  const check = fc.property(locations, (location) => {
    const answer = pages.read({ url: e1, status: 302, location });
    const allowed = mayBe[answer.kind];
    return allowed === undefined || ("url" in answer && allowed.includes(answer.url.origin));
  });
  expect(fc.check(check, { numRuns: 2_000 })).toMatchObject({ failed: false });
});
