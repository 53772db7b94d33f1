import { describe, expect, it } from "vitest";

import { parseProfile } from "../../../src/platform/profile/load.ts";

const OAUTH = {
  authorizeUrl: "{portal}/auth",
  tokenUrl: "{api}/token",
  clientId: "1",
  redirectUri: "https://localhost/linked",
};

const APPLICATION = { tokenUrl: "https://login.example/token", clientId: "1" };

function faultsOf(oauth: object, more: object = {}): readonly string[] {
  const profile = {
    id: "harbour",
    name: "Harbour",
    hosts: { portal: "https://harbour.example", allow: ["https://login.example"] },
    locale: { default: "en" },
    operations: { "account.current": { path: "/me", class: "private" } },
    features: { private: true },
    signIn: { oauth: { ...OAUTH, ...oauth } },
    ...more,
  };
  return parseProfile(JSON.stringify(profile)).faults.map(({ path }) => path);
}

describe("signIn.key", () => {
  const KEY = { manageUrl: "{portal}/keys" };
  const faults = (key: object, more: object = {}) =>
    faultsOf({}, { signIn: { key: { ...KEY, ...key } }, ...more });

  it("takes the place of cookies and OAuth, in the header of the application's key too", () => {
    expect(faults({})).toEqual([]);
    expect(faults({ header: "X-API-Key", value: "{key}", scope: "account" })).toEqual([]);
  });

  it.each([
    ["manageUrl", { manageUrl: "https://evil.example" }],
    ["value", { value: "Bearer" }],
    ["value", { value: "{key} {other}" }],
    ["header", { header: "Cookie" }],
    ["header", { header: "x-csrf" }],
  ])("is faulty at %s with %j", (key, given) => {
    expect(faults(given)).toEqual([`signIn.key.${key}`]);
  });
});

describe("signIn.oauth", () => {
  it("takes the place of cookies", () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ tokenUrl: "https://login.example/token", manageUrl: "{portal}/apps" })).toEqual([]);
  });

  it("may have neither secret nor PKCE: some services take neither", () => {
    expect(faultsOf({ clientAuth: "none", pkce: "none" })).toEqual([]);
  });

  it.each([
    ["tokenUrl", { tokenUrl: "https://evil.example/token" }],
    ["authorizeUrl", { authorizeUrl: "https://evil.example/auth" }],
    ["tokenUrl", { tokenUrl: "https://id:secret@login.example/token" }],
    ["authorizeUrl", { authorizeUrl: "https://discord.com@login.example/auth" }],
    ["revokeUrl", { revokeUrl: "http://harbour.example/revoke" }],
    ["manageUrl", { manageUrl: "https://evil.example" }],
    ["tokenUrl", { tokenUrl: "{nowhere}/token" }],
    ["redirectUri", { redirectUri: "http://harbour.example/linked" }],
    ["redirectUri", { redirectUri: "https://localhost/linked?a=b" }],
    ["authorizeUrl", { scope: "x".repeat(400) }],
    ["more.state", { more: { state: "x" } }],
  ])("is faulty at %s with %j", (key, oauth) => {
    expect(faultsOf(oauth)).toEqual([`signIn.oauth.${key}`]);
  });

  it.each([
    ["headers.apiKey", { apiKey: "authorization", apiKeyValue: "Key {key}" }],
    ["headers.more.Authorization", { more: { Authorization: "x" } }],
  ])("leaves Authorization to the token: %s", (path, headers) => {
    expect(faultsOf({}, { headers })).toEqual([path]);
  });

  it("keeps the secret out of a profile", () => {
    expect(faultsOf({ clientSecret: "x" })).toEqual(["signIn.oauth.clientSecret"]);
  });
});

describe("clientCredentials", () => {
  it("stand beside signIn.oauth", () => {
    expect(faultsOf({}, { clientCredentials: APPLICATION })).toEqual([]);
  });

  it.each([
    ["tokenUrl", { tokenUrl: "https://evil.example/token" }],
    ["tokenUrl", { tokenUrl: "/token" }],
    ["more.grant_type", { more: { grant_type: "x" } }],
    ["clientAuth", { clientAuth: "none" }],
    ["clientSecret", { clientSecret: "x" }],
  ])("are faulty at %s with %j", (key, more) => {
    expect(faultsOf({}, { clientCredentials: { ...APPLICATION, ...more } })).toEqual([
      `clientCredentials.${key}`,
    ]);
  });

  it("leave Authorization to the token", () => {
    const more = {
      signIn: {},
      features: {},
      headers: { apiKey: "Authorization", apiKeyValue: "Bearer {key}" },
      clientCredentials: APPLICATION,
    };
    expect(faultsOf({}, more)).toEqual(["headers.apiKey"]);
  });
});
