import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { loadProfile } from "../../../src/platform/profile/load.ts";
import type { FaultSpec } from "../../../src/playground/platform/faults.ts";
import { type Running, start } from "../../playground/platform/support.ts";
import { serve, wrapped } from "../support/served.ts";
import { hold, privateClient, patient, sessionOf, without } from "./support.ts";

describe.each(["neutral", "lookalike"] as const)("a session checked at %s", (name) => {
  let platform: Running;
  let client: ReturnType<typeof privateClient>;
  beforeAll(async () => {
    platform = await start(name);
  });
  beforeEach(() => {
    client = privateClient(patient(platform.profile));
  });
  afterEach(async () => {
    platform.faults.clear();
    await client[Symbol.asyncDispose]();
  });
  afterAll(() => platform.close());

  test("is valid with the account's name once a private call proved it", async () => {
    platform.requests.clear();
    const check = await client.checkSession({ session: sessionOf(platform) });
    expect(check).toMatchObject({
      outcome: "valid",
      account: {
        isKnown: true,
        source: "service",
        membershipId: platform.world.players.membershipId(0),
        name: platform.world.players.name(0),
      },
    });
    expect(platform.requests.list().map(({ operation }) => operation)).toEqual(["signIn", "account.current"]);
  });

  test("is ended when its cookies are nobody's, expired or revoked", async () => {
    const revoked = sessionOf(platform);
    platform.signIn.sessions.revoke();
    expect(await client.checkSession({ session: revoked })).toEqual({ outcome: "ended" });
    expect(await client.checkSession({ session: hold(platform.profile, []) })).toEqual({ outcome: "ended" });
    const old = sessionOf(platform);
    platform.clock.advance(8 * 86_400_000);
    expect(await client.checkSession({ session: old })).toEqual({ outcome: "ended" });
  });

  test.each<[string, FaultSpec[], string]>([
    ["led to another locale", [{ kind: "signIn", edge: "otherLocaleWhenSignedIn" }], "valid"],
    ["led to another locale at first", [{ kind: "signIn", edge: "localeFirst" }], "valid"],
    ["led there without a whole address", [{ kind: "signIn", edge: "relativeLocation" }], "valid"],
    ["led to the service's other host", [{ kind: "signIn", edge: "bareHost" }], "valid"],
    ["led in circles while calls are answered", [{ kind: "signIn", edge: "redirectLoop" }], "valid"],
    ["shown maintenance while calls are answered", [{ kind: "signIn", edge: "maintenancePage503" }], "valid"],
    [
      "led in circles, and calls fail",
      [
        { kind: "signIn", edge: "redirectLoop" },
        { kind: "html", operation: "account.current" },
      ],
      "loop",
    ],
    [
      "shown maintenance with status 503",
      [
        { kind: "signIn", edge: "maintenancePage503" },
        { kind: "maintenance", operation: "account.current" },
      ],
      "maintenance",
    ],
    [
      "shown maintenance with status 200",
      [
        { kind: "signIn", edge: "maintenancePage" },
        { kind: "maintenance", operation: "account.current" },
      ],
      "maintenance",
    ],
    [
      "down, page and calls",
      [
        { kind: "html", status: 500, operation: "signIn" },
        { kind: "html", operation: "account.current" },
      ],
      "unavailable",
    ],
    [
      "led to a foreign host",
      [
        { kind: "http", status: 302, location: "https://elsewhere.example/", operation: "signIn" },
        { kind: "html", operation: "account.current" },
      ],
      "strayed",
    ],
    [
      "cut off",
      [
        { kind: "reset", operation: "signIn" },
        { kind: "reset", operation: "account.current" },
      ],
      "unavailable",
    ],
  ])("%s is told apart", async (_what, faults, outcome) => {
    for (const fault of faults) platform.faults.add(fault);
    expect(await client.checkSession({ session: sessionOf(platform) })).toMatchObject({ outcome });
  });

  test("a page in trouble and a call refused don't end a session", async () => {
    platform.faults.add({ kind: "html", status: 502, operation: "signIn" });
    const revoked = sessionOf(platform);
    platform.signIn.sessions.revoke();
    expect(await client.checkSession({ session: revoked })).toMatchObject({ outcome: "unavailable" });
  });

  test("a valid page and a call refused do", async () => {
    platform.faults.add({ kind: "signIn", edge: "endSession" });
    expect(await client.checkSession({ session: sessionOf(platform) })).toEqual({ outcome: "ended" });
  });

  test("where an account is not registered is said so", async () => {
    const { registerSegment } = platform.profile.signIn;
    const location = `${platform.url}/en${registerSegment}?x=1`;
    platform.faults.add({ kind: "http", status: 302, location, operation: "signIn" });
    expect(await client.checkSession({ session: sessionOf(platform) })).toEqual({
      outcome: "not-registered",
    });
  });

  test("the caller's signal ends it", async () => {
    platform.faults.add({ kind: "latency", ms: 30_000, operation: "signIn" });
    const stop = new AbortController();
    const check = client.checkSession({ session: sessionOf(platform), signal: stop.signal });
    stop.abort(new Error("enough"));
    await expect(check).rejects.toThrow("enough");
  });
});

test("with no private operation in the profile the page alone decides, and says nothing of an account", async () => {
  const platform = await start("neutral");
  await using client = privateClient(without(patient(platform.profile), "account.current", "vault"));
  expect(await client.checkSession({ session: sessionOf(platform) })).toEqual({
    outcome: "valid",
    account: undefined,
  });
  platform.faults.add({ kind: "signIn", edge: "redirectLoop" });
  expect(await client.checkSession({ session: sessionOf(platform) })).toMatchObject({ outcome: "loop" });
  await platform.close();
});

test("a page that leads to itself with a new cookie is asked again, not a circle", async () => {
  await using portal = await serve((request, response) => {
    if (request.url.startsWith("/Platform")) {
      response.end(wrapped({ name: "Ada", membershipId: "1", accounts: [] }));
    } else if (request.headers.cookie?.includes("portalatk=new") === true) response.end();
    else response.writeHead(302, { location: request.url, "set-cookie": "portalatk=new; Path=/" }).end();
  });
  const profile = patient(loadProfile("neutral", { baseUrl: portal.origin }));
  await using client = privateClient(profile);
  const session = hold(profile, [["portalatk", "old"]]);
  expect(await client.checkSession({ session })).toMatchObject({ outcome: "valid" });
  expect(session.taken).toEqual(["/en/User/SignIn/ProviderAid portalatk=new; Path=/"]);
});

test("a call that is led astray is no sign-in page that is", async () => {
  await using portal = await serve(({ url }, response) => {
    if (url.startsWith("/Platform")) response.writeHead(302, { location: "https://elsewhere.example/" });
    response.end();
  });
  const profile = patient(loadProfile("neutral", { baseUrl: portal.origin }));
  await using client = privateClient(profile);
  const session = hold(profile, [["portalatk", "x"]]);
  expect(await client.checkSession({ session })).toMatchObject({
    outcome: "unavailable",
    error: { code: "platform-refused" },
  });
});
