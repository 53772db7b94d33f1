import { afterEach, beforeEach, expect, it } from "vitest";

import { systemClock } from "../../../src/base/clock.ts";
import { silentLog } from "../../../src/base/log.ts";
import { noMetrics } from "../../../src/base/metrics.ts";
import { Secret } from "../../../src/base/secret.ts";
import { connectPlatform, type PlatformConnection } from "../../../src/platform/connection.ts";
import { createOAuthClient, type OAuthClient } from "../../../src/platform/oauth/oauth-client.ts";
import type { GrantedTokens } from "../../../src/platform/oauth/token-answer.ts";
import { type AuthorizationServer, startAuthorizationServer } from "../../support/authorization-server.ts";
import { CLIENT_SECRET } from "../../support/token-platform.ts";

let server: AuthorizationServer;
let connection: PlatformConnection;
let client: OAuthClient;

beforeEach(async () => {
  server = await startAuthorizationServer();
  connection = connectPlatform({
    profile: server.profile,
    apiKey: new Secret("key"),
    clock: systemClock,
    random: () => 0.01,
    log: silentLog,
    metrics: noMetrics,
    version: "0.0.0",
  });
  const made = createOAuthClient(connection, new Secret(CLIENT_SECRET));
  if (made === undefined) throw new Error("the profile has OAuth");
  client = made;
});
afterEach(async () => {
  await connection.close();
  await server.close();
});

async function linked(): Promise<GrantedTokens> {
  const begun = client.begin();
  const landing = client.readLanding(await server.signIn(begun.address), begun);
  if (landing?.kind !== "code") throw new Error(`no code: ${landing?.kind}`);
  const answer = await client.exchange(landing.code, begun);
  if (answer.kind !== "tokens") throw new Error(`no tokens: ${answer.kind}`);
  return answer.granted;
}

it("signs in at a real authorization server by the address one lands on", async () => {
  const { access, refresh, accessEnds = 0 } = await linked();
  expect(access.reveal()).not.toBe("");
  expect(refresh?.reveal()).toBeTruthy();
  expect(Math.abs(accessEnds - Date.now() - 3_600_000)).toBeLessThan(60_000);
});

it("sends no Origin and no cookie with a code, and its secrets in the body alone", async () => {
  await linked();
  const [headers] = server.headers;
  expect(headers).not.toHaveProperty("origin");
  expect(headers).not.toHaveProperty("cookie");
  expect(JSON.stringify(headers)).not.toContain(CLIENT_SECRET);
});

it("renews tokens, and finds the used ones ended", async () => {
  const { refresh } = await linked();
  if (refresh === undefined) throw new Error("no refresh token");
  expect((await client.refresh(refresh)).kind).toBe("tokens");
  expect((await client.refresh(refresh)).kind).toBe("ended");
});

it("gives tokens back", async () => {
  const granted = await linked();
  expect(await client.revoke(granted)).toBe(true);
  expect((await client.refresh(granted.refresh ?? new Secret(""))).kind).toBe("ended");
});

it("takes a code once", async () => {
  const begun = client.begin();
  const landing = client.readLanding(await server.signIn(begun.address), begun);
  if (landing?.kind !== "code") throw new Error("no code");
  expect((await client.exchange(landing.code, begun)).kind).toBe("tokens");
  expect((await client.exchange(landing.code, begun)).kind).toBe("ended");
});

it("takes a code with its own verifier alone", async () => {
  const begun = client.begin();
  const landing = client.readLanding(await server.signIn(begun.address), begun);
  if (landing?.kind !== "code") throw new Error("no code");
  expect((await client.exchange(landing.code, { ...begun, ...client.begin() })).kind).toBe("ended");
});

it("says that the application is refused, where its secret is wrong", async () => {
  const other = createOAuthClient(connection, new Secret("another"));
  const begun = client.begin();
  const landing = client.readLanding(await server.signIn(begun.address), begun);
  if (landing?.kind !== "code") throw new Error("no code");
  expect((await other?.exchange(landing.code, begun))?.kind).toBe("client");
});

it("asks once where the answer is an error page", async () => {
  server.front.onToken = (_, response) => {
    response.writeHead(502).end("<html>");
    return true;
  };
  expect((await client.refresh(new Secret("some"))).kind).toBe("unclear");
  expect(server.asked).toHaveLength(1);
});

it("follows no redirect with a secret", async () => {
  server.front.onToken = (_, response) => {
    response.writeHead(307, { location: "/elsewhere" }).end();
    return true;
  };
  await expect(client.refresh(new Secret("some"))).rejects.toMatchObject({ code: "platform-refused" });
  expect(server.asked).toHaveLength(1);
});
