import { inspect } from "node:util";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { int64 } from "../../../src/base/int64.ts";
import { Secret } from "../../../src/base/secret.ts";
import { createCookieCredential } from "../../../src/platform/cookies.ts";
import { wantedCookies } from "../../../src/platform/cookie-rules.ts";
import { resolveHosts } from "../../../src/platform/profile/hosts.ts";
import { loadProfile, parseProfile } from "../../../src/platform/profile/load.ts";
import { compareAccounts } from "../../../src/platform/private/client.ts";
import type { FaultSpec } from "../../../src/playground/platform/faults.ts";
import { type Running, start } from "../../playground/platform/support.ts";
import { failed, serve, wrapped } from "../support/served.ts";
import { type HeldSession, hold, privateClient, patient, sessionOf, without } from "./support.ts";

describe.each(["neutral", "lookalike"] as const)("private calls at %s", (name) => {
  let platform: Running;
  let client: ReturnType<typeof privateClient>;
  beforeAll(async () => {
    platform = await start(name);
    client = privateClient(patient(platform.profile));
  });
  afterEach(() => platform.faults.clear());
  afterAll(async () => {
    await client[Symbol.asyncDispose]();
    await platform.close();
  });
  const mine = (player: number) => {
    const [account] = platform.world.players.accounts(player);
    if (account === undefined) throw new Error("this player has no account");
    return { membershipType: account.membershipType, id: account.id };
  };

  test("give the vault of whoever is signed in, a different one to each", async () => {
    const types = Object.values(platform.profile.providers).map(({ membershipType }) => membershipType);
    const vaults = [];
    for (const membershipType of types) {
      vaults.push((await client.vault({ membershipType, session: sessionOf(platform) })).data);
    }
    expect(vaults[0]?.["buckets"]).toHaveLength(3);
    expect(vaults[0]).not.toEqual(vaults[1]);
  });

  test("give account, characters, progress and statistics of the member", async () => {
    const session = sessionOf(platform);
    const account = await client.accountCurrent({ session });
    expect(account).toMatchObject({ isKnown: true, membershipId: platform.world.players.membershipId(0) });
    const { data: characters } = await client.characters({ ...mine(0), session });
    const character = characters[0]?.id ?? int64("0");
    const progression = await client.progression({ ...mine(0), session });
    expect(Object.keys(progression.data.data ?? {})).toEqual(expect.arrayContaining([character]));
    const stats = await client.statsAccount({ ...mine(0), session });
    expect(Object.keys(stats.data.results ?? {}).length).toBeGreaterThan(0);
    const days = await client.statsCharacter({ ...mine(0), character, period: "daily", session });
    expect(Object.keys(days.data).length).toBeGreaterThan(0);
  });

  test("tell each member how they stand to another, which nobody is told without a session", async () => {
    const { players } = platform.world;
    const membershipId = players.membershipId(7);
    const { data } = await client.userById({ membershipId, session: sessionOf(platform) });
    expect(data).toMatchObject({ membershipId, context: { ignoreStatus: { isIgnored: true } } });
    const self = await client.userById({ membershipId, session: sessionOf(platform, 7) });
    expect(self.data.context?.ignoreStatus?.isIgnored).toBe(false);
    const nobody = await client.userById({ membershipId, session: hold(platform.profile, []) });
    expect(nobody.data.context ?? undefined).toBeUndefined();
  });

  test("show a private player's progress to that player alone", async () => {
    const player = [5, 42, 77, 130, 219][0] ?? 0;
    const own = await client.progression({ ...mine(player), session: sessionOf(platform, player) });
    const other = await client.progression({ ...mine(player), session: sessionOf(platform, 0) });
    expect(Object.keys(own.data.data ?? {}).length).toBeGreaterThan(0);
    expect(Object.keys(other.data.data ?? {})).toEqual([]);
  });

  test.each<[string, (session: HeldSession) => HeldSession]>([
    ["without the CSRF header", (session) => ({ ...session, csrf: () => undefined })],
    ["with another's CSRF token", (session) => ({ ...session, csrf: () => "1234567890" })],
    ["without cookies", (session) => ({ ...session, cookie: () => undefined })],
  ])("%s are refused, once and for all", async (_what, change) => {
    platform.requests.clear();
    const session = change(sessionOf(platform));
    await expect(client.accountCurrent({ session })).rejects.toMatchObject({ code: "sign-in-needed" });
    expect(platform.requests.count("account.current")).toBe(1);
  });

  test("are asked anew every time: nothing is kept", async () => {
    platform.requests.clear();
    const session = sessionOf(platform);
    const query = { ...mine(0), session };
    await client.progression(query);
    await client.progression(query);
    await Promise.all([client.progression(query), client.progression(query)]);
    expect(platform.requests.count("progression")).toBe(4);
  });

  test.each<[FaultSpec["kind"] | "code", FaultSpec, string, number]>([
    ["maintenance", { kind: "maintenance" }, "platform-maintenance", 1],
    ["throttle", { kind: "throttle", seconds: 30 }, "platform-throttled", 1],
    ["html", { kind: "html" }, "platform-unavailable", 3],
    ["wrongJson", { kind: "wrongJson" }, "platform-answer", 1],
  ])("meet %s as the public ones do", async (_kind, fault, code, times) => {
    await using fresh = privateClient(patient(platform.profile));
    platform.requests.clear();
    platform.faults.add({ ...fault, operation: "vault" });
    const { membershipType } = mine(0);
    const asked = fresh.vault({ membershipType, session: sessionOf(platform) });
    await expect(asked).rejects.toMatchObject({ code });
    expect(platform.requests.count("vault")).toBe(times);
  });

  test("tell the session what the platform renewed, and the old value ends after a while", async () => {
    const session = sessionOf(platform);
    const sessionName = platform.profile.cookies?.session.name ?? "";
    const before = session.cookies.get(sessionName);
    platform.faults.add({ kind: "signIn", edge: "renewSession", times: 1 });
    await client.accountCurrent({ session });
    const after = session.cookies.get(sessionName);
    expect(session.taken).toHaveLength(session.cookies.size);
    expect(after).not.toBe(before);
    await client.accountCurrent({ session });
    const withOld = () => hold(platform.profile, [...session.cookies, [sessionName, before ?? ""]]);
    await client.accountCurrent({ session: withOld() });
    platform.clock.advance(6 * 60_000);
    const late = client.accountCurrent({ session: withOld() });
    await expect(late).rejects.toMatchObject({ code: "sign-in-needed" });
    await client.accountCurrent({ session });
  });

  test("renew the jar that members' sessions are kept in", async () => {
    const { hosts } = client.connection;
    const wanted = wantedCookies(platform.profile, hosts);
    if (wanted === undefined) throw new Error("the profile names no cookies");
    const cookies = platform.signIn
      .issue(0)
      .cookies.map(({ name: one, value }) => [one, new Secret(value)] as const);
    const session = createCookieCredential(new Map(cookies), { wanted, hosts, clock: platform.clock });
    await client.accountCurrent({ session });
    expect([session.isChanged, session.missing()]).toEqual([false, []]);
    platform.faults.add({ kind: "signIn", edge: "renewSession", times: 1 });
    await client.accountCurrent({ session });
    expect([session.isChanged, session.missing()]).toEqual([true, []]);
    expect(session.expiresAt).toBeGreaterThan(platform.clock.now());
    expect(await client.checkSession({ session })).toMatchObject({ outcome: "valid" });
  });

  test("renew by themselves past half of a session's life", async () => {
    const session = sessionOf(platform);
    platform.clock.advance(4 * 86_400_000);
    await client.accountCurrent({ session });
    platform.clock.advance(4 * 86_400_000);
    await client.accountCurrent({ session });
    expect(session.taken).toHaveLength(2 * session.cookies.size);
  });

  test("of many members at once never mix", async () => {
    const players = Array.from({ length: 60 }, (_, index) => index).filter(
      (one) => !platform.world.players.isDeleted(one),
    );
    const answers = await Promise.all(
      players.map((player) => client.accountCurrent({ session: sessionOf(platform, player) })),
    );
    const found = answers.map((account) => (account.isKnown ? account.membershipId : undefined));
    expect(found).toEqual(players.map((player) => platform.world.players.membershipId(player)));
  });
});

describe("whose session it is", () => {
  let platform: Running;
  beforeAll(async () => {
    platform = await start("neutral");
  });
  afterAll(() => platform.close());

  test("is known from the account cookie where the profile has no account.current", async () => {
    await using client = privateClient(without(patient(platform.profile), "account.current"));
    const account = await client.accountCurrent({ session: sessionOf(platform, 0, "ProviderB") });
    expect(account).toMatchObject({
      isKnown: true,
      source: "cookie",
      membershipId: platform.world.players.membershipId(0),
      name: platform.world.players.name(0),
    });
    expect(account.isKnown && account.accounts.length).toBe(2);
  });

  test("brings the game accounts of somebody whom the platform hides from everybody else", async () => {
    const account = { membershipType: 2, id: "4611686018442057913", name: "Ada" };
    const found = { membershipId: "4611686018442057000", accounts: [account] };
    await using server = await serve(({ headers }, response) => {
      const isTheirs = headers.cookie?.includes("portalatk=theirs") === true;
      response.end(isTheirs ? wrapped(found) : failed(1665));
    });
    const neutral = without(patient(loadProfile("neutral", { baseUrl: server.origin })), "account.current");
    await using client = privateClient(neutral);
    const session = hold(neutral, [
      ["portalatk", "theirs"],
      ["portalme", found.membershipId],
    ]);
    const current = await client.accountCurrent({ session });
    expect(current.isKnown && current.accounts).toMatchObject([account]);
  });

  test("is unknown without that cookie, but proved by E5 for each membership type", async () => {
    await using client = privateClient(without(patient(platform.profile), "account.current"));
    const account = await client.accountCurrent({ session: sessionOf(platform, 0, "ProviderA") });
    expect(account).toEqual({ isKnown: false, membershipTypes: [2, 1] });
    const [only] = platform.world.players.accounts(3);
    const other = await client.accountCurrent({ session: sessionOf(platform, 3) });
    expect(other).toEqual({ isKnown: false, membershipTypes: [only?.membershipType] });
  });

  test("is not taken from the cookie alone: without a session there is no account", async () => {
    await using client = privateClient(without(patient(platform.profile), "account.current"));
    const session = hold(platform.profile, [["portalme", platform.world.players.membershipId(0)]]);
    await expect(client.accountCurrent({ session })).rejects.toMatchObject({ code: "sign-in-needed" });
  });

  test("can't be said where the profile has no private operation", async () => {
    await using client = privateClient(without(patient(platform.profile), "account.current", "vault"));
    const asked = client.accountCurrent({ session: sessionOf(platform) });
    await expect(asked).rejects.toMatchObject({ code: "not-offered" });
  });

  test("costs one call to prove, where the session works", async () => {
    const { total } = platform.requests;
    await using client = privateClient(patient(platform.profile));
    const membershipId = platform.world.players.membershipId(0);
    expect(await client.owner({ session: sessionOf(platform) })).toEqual({ membershipId });
    await using bare = privateClient(without(patient(platform.profile), "account.current"));
    const [only] = platform.world.players.accounts(3);
    const likelyType = only?.membershipType;
    expect(await bare.owner({ session: sessionOf(platform, 3), likelyType })).toEqual({});
    const withCookie = sessionOf(platform, 0, "ProviderB");
    expect(await bare.owner({ session: withCookie })).toEqual({ membershipId });
    expect(platform.requests.total - total).toBe(3);
  });

  test("is refused where the session is over, and not said where nothing proves it", async () => {
    const session = hold(platform.profile, [["portalme", platform.world.players.membershipId(0)]]);
    for (const left of [["vault"], ["account.current"]] as const) {
      await using client = privateClient(without(patient(platform.profile), ...left));
      await expect(client.owner({ session })).rejects.toMatchObject({ code: "sign-in-needed" });
    }
    await using client = privateClient(without(patient(platform.profile), "account.current", "vault"));
    expect(await client.owner({ session })).toBeUndefined();
  });

  test.each([
    ["same", "7", "7"],
    ["other", "7", "8"],
    ["unknown", undefined, "8"],
  ] as const)("%s when linked for %s and found %s", (expected, linked, found) => {
    const known = { isKnown: true, source: "service", name: "Ada", accounts: [] } as const;
    const account = { ...known, membershipId: int64(found) };
    expect(compareAccounts(linked === undefined ? {} : { membershipId: int64(linked) }, account)).toBe(
      expected,
    );
    expect(compareAccounts({ membershipId: int64("7") }, { isKnown: false, membershipTypes: [1] })).toBe(
      "unknown",
    );
  });
});

describe("what leaves", () => {
  test("is the session to the API, and to no other origin that an answer names", async () => {
    await using foreign = await serve((_, response) => response.end(wrapped({})), "127.0.0.2");
    await using portal = await serve((_, response) => {
      response.writeHead(302, { location: `${foreign.origin}/Platform/x` }).end();
    });
    const neutral = patient(loadProfile("neutral", { baseUrl: portal.origin }));
    const profile = { ...neutral, hosts: { ...neutral.hosts, allow: [foreign.origin] } };
    await using client = privateClient(profile, "canary-key");
    const session = hold(profile, [
      ["portalatk", "canary-cookie"],
      ["portald", "canary-csrf"],
    ]);
    await expect(client.vault({ membershipType: 1, session })).rejects.toMatchObject({
      code: "platform-refused",
    });
    await client.checkSession({ session });
    expect(foreign.seen).toEqual([]);
    expect(new Set(session.asked)).toEqual(new Set([portal.origin]));
    const [call, page] = portal.seen;
    expect(call?.headers).toMatchObject({ "x-api-key": "canary-key", "x-csrf": "canary-csrf" });
    expect(page?.headers["cookie"]).toContain("canary-cookie");
    expect(page?.headers).not.toHaveProperty("x-api-key");
    expect(page?.headers).not.toHaveProperty("x-csrf");
  });

  test.each([
    ["the sign-in page", (portal: string) => `${portal}/en/User/SignIn/ProviderAid`],
    ["a login provider", () => "https://provider-a.example/oauth/authorize"],
  ])("stops at a redirect to %s, which means that the session was refused", async (_where, location) => {
    await using portal = await serve((_, response) => {
      response.writeHead(302, { location: location(portal.origin) }).end();
    });
    const neutral = loadProfile("neutral");
    const profile = patient({ ...neutral, hosts: { ...neutral.hosts, portal: portal.origin } });
    await using client = privateClient(profile);
    const asked = client.vault({ membershipType: 1, session: hold(profile, [["portalatk", "x"]]) });
    await expect(asked).rejects.toMatchObject({ code: "sign-in-needed" });
    expect(portal.seen).toHaveLength(1);
  });

  test("find out who it is by one call after the other: cookies may be good for one alone", async () => {
    let current = 1;
    await using portal = await serve((asked, response) => {
      if (asked.headers.cookie !== `portalatk=${current}`) {
        response.end(failed(99));
        return;
      }
      current += 1;
      response.setHeader("set-cookie", `portalatk=${current}; Path=/`);
      const path = asked.url.toLowerCase();
      const user = { membershipId: "7", displayName: "Ada" };
      response.end(wrapped(path.includes("vault") ? {} : path.includes("accounts") ? [] : user));
    });
    const neutral = patient(loadProfile("neutral", { baseUrl: portal.origin }));
    const profile = without(neutral, "account.current");
    await using client = privateClient(profile);
    const session: HeldSession = {
      ...hold(profile, [["portalatk", "1"]]),
      account: () => ({ membershipId: int64("7"), source: "cookie" }),
    };
    expect(await client.accountCurrent({ session })).toMatchObject({ membershipId: "7", name: "Ada" });
  });

  test.each(["GET", "POST"] as const)(
    "knows the page people sign in at where there are no providers, whatever asks: %s",
    async (method) => {
      await using portal = await serve((_, response) => {
        response.writeHead(302, { location: "/login?next=%2Fme" }).end();
      });
      const neutral = patient(loadProfile("neutral", { baseUrl: portal.origin }));
      const operations = { ...neutral.operations };
      if (operations.vault !== undefined) operations.vault = { ...operations.vault, method };
      const signIn = { ...neutral.signIn, path: "/login" };
      const profile = { ...neutral, signIn, providers: {}, operations };
      await using client = privateClient(profile);
      const session = hold(profile, [["portalatk", "x"]]);
      const asked = client.vault({ membershipType: 1, session });
      await expect(asked).rejects.toMatchObject({ code: "sign-in-needed" });
      expect(portal.seen).toHaveLength(1);
      expect(await client.checkSession({ session })).toEqual({ outcome: "ended" });
    },
  );

  test("is told by no error", async () => {
    await using portal = await serve((_, response) => response.end(failed(99)));
    const profile = patient(loadProfile("neutral", { baseUrl: portal.origin }));
    await using client = privateClient(profile, "canary-key");
    const session = hold(profile, [
      ["portalatk", "canary-cookie"],
      ["portald", "canary-csrf"],
    ]);
    const error: unknown = await client
      .vault({ membershipType: 1, session })
      .catch((caught: unknown) => caught);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("canary");
    expect(error).toMatchObject({ code: "sign-in-needed", details: { platformCode: 99 } });
  });
});

test("a service without a csrf cookie is asked with the session's alone", async () => {
  const neutral = loadProfile("neutral");
  const { profile = neutral, faults } = parseProfile(
    JSON.stringify({ ...neutral, cookies: { session: { name: "sid" } } }),
  );
  expect(faults).toEqual([]);
  const platform = await start("neutral", { profile });
  const hosts = resolveHosts(platform.profile);
  const wanted = wantedCookies(platform.profile, hosts);
  if (wanted === undefined) throw new Error("the profile names a cookie");
  const issued = platform.signIn
    .issue(0)
    .cookies.map(({ name, value }) => [name, new Secret(value)] as const);
  const session = createCookieCredential(new Map(issued), { wanted, hosts, clock: platform.clock });
  expect([issued.map(([name]) => name), session.missing(), session.csrf()]).toEqual([["sid"], [], undefined]);
  await using client = privateClient(patient(platform.profile));
  const account = await client.accountCurrent({ session });
  expect(account).toMatchObject({ isKnown: true, membershipId: platform.world.players.membershipId(0) });
  await platform.close();
});
