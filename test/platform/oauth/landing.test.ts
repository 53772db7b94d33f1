import { describe, expect, it } from "vitest";

import { Secret } from "../../../src/base/secret.ts";
import { type PendingSignIn, readLanding } from "../../../src/platform/oauth/landing.ts";
import { resolveHosts } from "../../../src/platform/profile/hosts.ts";
import { profileAt } from "../../support/token-platform.ts";

const profile = profileAt("http://127.0.0.1:4000");
const { oauth } = profile.signIn;
if (oauth === undefined) throw new Error("the profile has OAuth");
const place = { oauth, hosts: resolveHosts(profile) };
const begun: PendingSignIn = {
  state: "mine",
  verifier: new Secret("v"),
  address: "http://127.0.0.1:4000/auth",
};
const read = (pasted: string, pending: PendingSignIn | undefined = begun) =>
  readLanding(pasted, place, pending);
const ISSUER = encodeURIComponent("http://127.0.0.1:4000");

describe("the address a member lands on", () => {
  it.each([
    "https://localhost/linked?code=abc&state=mine",
    "  <https://localhost/linked?code=abc&state=mine>\n",
    "localhost/linked?code=abc&state=mine",
    "“https://localhost/linked?state=mine&code=abc#_=_”",
    `https://localhost/linked?code=abc&state=mine&iss=${ISSUER}`,
  ])("gives its code: %s", (pasted) => {
    const landing = read(pasted);
    expect(landing?.kind === "code" && landing.code.reveal()).toBe("abc");
  });

  it.each([
    ["another member's state", "https://localhost/linked?code=abc&state=theirs", "stale"],
    ["no state", "https://localhost/linked?code=abc", "unknown"],
    ["two states", "https://localhost/linked?code=abc&state=mine&state=theirs", "unknown"],
    ["two codes", "https://localhost/linked?code=abc&code=def&state=mine", "broken"],
    ["no code", "https://localhost/linked?state=mine", "broken"],
    ["an empty code", "https://localhost/linked?code=&state=mine", "broken"],
    ["another issuer", "https://localhost/linked?code=abc&state=mine&iss=https://evil.example", "broken"],
    ["a name in it", "https://a:b@localhost/linked?code=abc&state=mine", "broken"],
    ["a no", "https://localhost/linked?error=access_denied&state=mine", "denied"],
    ["a no and a code", "https://localhost/linked?error=access_denied&code=abc&state=mine", "denied"],
    ["another member's state and two codes", "https://localhost/linked?code=a&code=b&state=theirs", "stale"],
    ["another member's no", "https://localhost/linked?error=access_denied&state=theirs", "stale"],
  ])("is refused with %s", (_, pasted, kind) => {
    expect(read(pasted)?.kind).toBe(kind);
  });

  it.each([
    "abc",
    "code=abc&state=mine",
    "https://localhost/other?code=abc&state=mine",
    "https://localhost:8080/linked?code=abc&state=mine",
    "http://localhost/linked?code=abc&state=mine",
    "https://evil.example/linked?code=abc&state=mine",
    "https://localhost.evil.example/linked?code=abc&state=mine",
    `https://localhost/linked?code=${"x".repeat(5_000)}&state=mine`,
  ])("is nothing of ours: %s", (pasted) => {
    expect(read(pasted)).toBeUndefined();
  });

  it("is refused where no sign-in was begun", () => {
    expect(readLanding("https://localhost/linked?code=abc&state=mine", place, undefined)?.kind).toBe("stale");
  });
});
