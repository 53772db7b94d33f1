import { describe, expect, test } from "vitest";

import { systemClock } from "../../../src/base/clock.ts";
import { silentLog } from "../../../src/base/log.ts";
import { noMetrics } from "../../../src/base/metrics.ts";
import { toPlatformId } from "../../../src/base/int64.ts";
import { connectPlatform } from "../../../src/platform/connection.ts";
import type { SessionHeaders } from "../../../src/platform/http/request.ts";
import { readTokenAnswer } from "../../../src/platform/oauth/token-answer.ts";
import { createPrivateClient } from "../../../src/platform/private/create-client.ts";
import type { Profile } from "../../../src/platform/profile/schema.ts";
import { answering, otherProfile } from "../support/other-service.ts";
import { failureOf, serve } from "../support/served.ts";

const oauth = {
  authorizeUrl: "{portal}/authorize",
  tokenUrl: "{portal}/token",
  clientId: "1",
  clientAuth: "none",
  redirectUri: "https://localhost/linked",
  members: { account: "access_token#sub" },
};

const profileAt = (origin: string, operations: Record<string, unknown>): Profile =>
  otherProfile(origin, {
    wire: { ids: "text" },
    headers: { apiKey: "X-Key" },
    signIn: { oauth },
    features: { private: true },
    operations,
    renames: {
      CurrentAccount: { membershipId: "uuid", name: "nick" },
      CharacterProgressions: { data: "heroes" },
      VaultItem: { itemHash: "slug", name: "title", quantity: "n" },
    },
  });

const own = {
  "account.current": { path: "/me", class: "private" },
  progression: { path: "/me/progress", class: "private" },
  vault: { path: "/me/bag", class: "private", items: "bags.*.slots" },
};

const session = (account?: string): SessionHeaders => {
  const membershipId = toPlatformId(account, "text");
  return {
    cookie: () => undefined,
    csrf: () => undefined,
    authorization: () => "Bearer t",
    account: () => (membershipId === undefined ? undefined : { membershipId, source: "service" }),
  };
};

function clientOf(profile: Profile) {
  const connection = connectPlatform({
    profile,
    apiKey: undefined,
    clock: systemClock,
    random: () => 0.01,
    log: silentLog,
    metrics: noMetrics,
    version: "1",
  });
  return Object.assign(createPrivateClient(connection), {
    [Symbol.asyncDispose]: () => connection.close(),
  });
}

describe("a service that says by the session whose data it is", () => {
  test("is asked without an id, after a first request that says who it is", async () => {
    await using served = await answering(({ url }) =>
      url === "/me" ? { uuid: "6f96-ff", nick: "Ann" } : { heroes: { h1: {} } },
    );
    await using client = clientOf(profileAt(served.origin, own));
    const account = await client.accountCurrent({ session: session() });
    expect(account).toMatchObject({ membershipId: "6f96-ff", name: "Ann", accounts: [{ id: "6f96-ff" }] });
    const id = toPlatformId("6f96-ff", "text");
    if (id === undefined) throw new Error("no id");
    await client.progression({ membershipType: 0, id, session: session() });
    expect(served.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ["/me", "Bearer t"],
      ["/me/progress", "Bearer t"],
    ]);
  });

  test("has its vault's things where the profile says, with their names", async () => {
    const slots = [{ slug: "torch", title: "Torch", n: 3 }, { slug: 7, n: 1 }, { title: "no id" }];
    await using served = await answering(() => ({ bags: [{ slots }, { slots: [] }] }));
    await using client = clientOf(profileAt(served.origin, own));
    const { data, names, unread } = await client.vault({ membershipType: 0, session: session() });
    expect(data).toEqual({
      items: [
        { itemHash: expect.any(Number) as unknown, quantity: 3 },
        { itemHash: 7, quantity: 1 },
      ],
    });
    expect([...(names?.values() ?? [])].map(({ name }) => name)).toEqual(["Torch"]);
    expect(unread).toBe(1);
  });

  test("tells a session that is refused by what it asks for, where a token says who it is", async () => {
    const { "account.current": _current, vault: _vault, ...operations } = own;
    await using served = await serve((request, response) => {
      response.writeHead(request.headers.authorization === "Bearer t" ? 200 : 401).end('{"heroes":{}}');
    });
    await using client = clientOf(profileAt(served.origin, operations));
    expect(await client.accountCurrent({ session: session("ann") })).toMatchObject({
      isKnown: true,
      membershipId: "ann",
    });
    const refused = { ...session("ann"), authorization: () => "Bearer old" };
    expect((await failureOf(client.accountCurrent({ session: refused }))).code).toBe("sign-in-needed");
    expect((await failureOf(client.accountCurrent({ session: session() }))).code).toBe("not-offered");
  });
});

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function accountIn(claims: unknown) {
  const profile = profileAt("http://127.0.0.1:1", own);
  const words = profile.signIn.oauth;
  if (words === undefined) throw new Error("there is OAuth");
  const token = typeof claims === "string" ? claims : `${part({ alg: "none" })}.${part(claims)}.sig`;
  const body = Buffer.from(JSON.stringify({ access_token: token, token_type: "Bearer" }));
  const its = { ...words, members: { ...words.members, account: "access_token#who.id" } };
  const answer = readTokenAnswer(profile, its, { status: 200, headers: {}, body }, 0);
  return answer.kind === "tokens" ? answer.granted.account : answer.kind;
}

function wanting(origin: string, token: string): Profile {
  const profile = profileAt(origin, own);
  const { headers } = profile;
  return { ...profile, headers: { ...headers, csrf: "X-Proof", csrfFrom: { path: "/session", token } } };
}

describe("a service that wants a token fetched first", () => {
  test.each(["proof.token", "header:X-New-Proof"])(
    "gets it with each private call of a session, from %s",
    async (token) => {
      await using served = await serve(({ url }, response) => {
        const isFirst = url === "/session";
        response.writeHead(200, { "x-new-proof": "p-1" });
        response.end(JSON.stringify(isFirst ? { proof: { token: "p-1" } } : { uuid: "a", heroes: {} }));
      });
      await using client = clientOf(wanting(served.origin, token));
      const [one, other] = [session(), session()];
      for (const used of [one, one, other]) await client.accountCurrent({ session: used });
      expect(served.seen.map(({ url, headers }) => [url, headers["x-proof"]])).toEqual([
        ["/session", undefined],
        ["/me", "p-1"],
        ["/me", "p-1"],
        ["/session", undefined],
        ["/me", "p-1"],
      ]);
    },
  );

  test("gets a member's own key where that goes, too", async () => {
    await using served = await answering(({ url }) =>
      url === "/session" ? { proof: { token: "p" } } : { uuid: "a" },
    );
    await using client = clientOf(wanting(served.origin, "proof.token"));
    await client.accountCurrent({
      session: { ...session(), authorization: () => "own", header: "x-own-key" },
    });
    expect(served.seen.map(({ headers }) => headers["x-own-key"])).toEqual(["own", "own"]);
  });

  test("is asked for nothing without it, and for the token again next time", async () => {
    let isDown = true;
    await using served = await answering(({ url }) =>
      url === "/session" ? { proof: { token: isDown ? "a\nb" : "p" } } : { uuid: "a" },
    );
    await using client = clientOf(wanting(served.origin, "proof.token"));
    const used = session();
    expect((await failureOf(client.accountCurrent({ session: used }))).details.operation).toBe("csrf");
    isDown = false;
    await client.accountCurrent({ session: used });
    expect(served.seen.map(({ url }) => url)).toEqual(["/session", "/session", "/me"]);
  });
});

describe("a claim inside a token", () => {
  test("says whose account it is", () => {
    expect(accountIn({ who: { id: "6f96-ff" } })).toBe("6f96-ff");
    expect(accountIn({ who: { id: 7 } })).toBe("7");
  });

  test.each([[{}], [{ who: { id: null } }], ["opaque"], ["a.!!.b"], ["a.eyJ.b"]])(
    "that isn't there says nothing: %j",
    (claims) => {
      expect(accountIn(claims)).toBeUndefined();
    },
  );
});
