import { request } from "undici";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { edgeCaseNames } from "../../../src/playground/platform/sign-in/edge-cases.ts";
import { PASSWORD } from "../../../src/playground/platform/sign-in/users.ts";
import { KEYS, type Running, start } from "./support.ts";

type Headers = Readonly<Record<string, string>>;

async function ask(url: string, headers: Headers = {}, form?: Readonly<Record<string, string>>) {
  const posted = form && { method: "POST" as const, body: new URLSearchParams(form).toString() };
  const type: Headers = form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" };
  const {
    statusCode,
    headers: got,
    body,
  } = await request(url, { headers: { ...type, ...headers }, ...posted });
  const lines = [got["set-cookie"] ?? []].flat();
  return {
    status: statusCode,
    headers: got,
    location: String(got["location"] ?? ""),
    lines,
    text: await body.text(),
  };
}

const pairOf = (line = "") => line.split(";")[0] ?? "";

describe.each(["neutral", "lookalike"] as const)("the sign-in of %s", (name) => {
  let platform: Running;
  beforeAll(async () => {
    platform = await start(name);
  });
  afterEach(() => platform.faults.clear());
  afterAll(() => platform.close());

  const e1 = (provider: "ProviderA" | "ProviderB", query = "") => {
    const { signIn, providers, locale } = platform.profile;
    const path = signIn.path
      .replace("{locale}", locale.default)
      .replace("{provider}", providers[provider]?.signInId ?? "");
    return `${platform.profile.hosts.portal}${path}${query}`;
  };

  test("has three hosts, and nothing but its login at a provider's", async () => {
    const { portal, providers } = platform.profile.hosts;
    const origins = [portal, providers.ProviderA ?? "", providers.ProviderB ?? ""].map(
      (base) => new URL(base),
    );
    expect(new Set(origins.map(({ hostname }) => hostname)).size).toBe(3);
    const [, a] = origins;
    for (const path of ["/_control/state", "/Platform/Game/Milestones/", "/"]) {
      expect((await ask(`${a?.origin ?? ""}${path}`, KEYS)).status).toBe(404);
    }
  });

  test("goes step by step at provider A, as the contract has it", async () => {
    const { ProviderA: provider } = platform.profile.providers;
    const start302 = await ask(e1("ProviderA", `?${platform.profile.signIn.returnQuery}=%2Fback`));
    expect(start302.status).toBe(302);
    const authorize = await ask(start302.location);
    const session = provider?.sessionCookie ?? "";
    expect([authorize.status, pairOf(authorize.lines[0]).split("=")[0]]).toEqual([302, session]);
    const form = await ask(authorize.location, { cookie: pairOf(authorize.lines[0]) });
    expect(form.text).toContain('name="j_username"');
    expect(form.text).toContain('type="password"');
    const fields = { j_username: "mira@harbour.test", j_password: PASSWORD };
    const login = platform.profile.hosts.providers.ProviderA ?? "";
    const loginUrl = (provider?.loginUrl ?? "").replace("{ProviderA}", login);
    const params = Buffer.from(new URL(authorize.location).search.slice(1)).toString("base64");
    const cookie = pairOf(authorize.lines[0]);
    expect((await ask(loginUrl, { cookie }, fields)).status).toBe(400);
    expect((await ask(loginUrl, {}, { ...fields, params })).status).toBe(400);
    const posted = await ask(loginUrl, { cookie }, { ...fields, params });
    expect(pairOf(posted.lines[0])).not.toBe(cookie);
    const granted = await ask(posted.location, { cookie: pairOf(posted.lines[0]) });
    const code = granted.headers[provider?.grantHeader ?? ""];
    expect(granted.location).toContain(`${platform.profile.signIn.codeQuery}=${String(code)}`);
    const done = await ask(granted.location);
    expect([done.status, new URL(done.location).pathname]).toEqual([302, "/back"]);
    expect(done.lines.some((line) => /Expires=\w{3}, /.test(line))).toBe(true);
    const again = await ask(granted.location);
    expect([again.status, again.lines]).toEqual([400, []]);
  });

  test("takes a code for five minutes, and only from the provider it belongs to", async () => {
    platform.faults.add({ kind: "signIn", edge: "signedInAtProvider" });
    const back = async () => (await ask((await ask(e1("ProviderA"))).location)).location;
    const wrong = (await back()).replace(
      new URL(e1("ProviderA")).pathname,
      new URL(e1("ProviderB")).pathname,
    );
    expect((await ask(wrong)).status).toBe(400);
    const late = await back();
    platform.clock.advance(6 * 60_000);
    expect((await ask(late)).status).toBe(400);
    expect((await ask(await back())).status).toBe(200);
  });

  test("takes GET and a posted form; HEAD changes nothing, and anything else is told so", async () => {
    platform.faults.add({ kind: "signIn", edge: "signedInAtProvider" });
    const back = (await ask((await ask(e1("ProviderA"))).location)).location;
    const by = async (method: "HEAD" | "OPTIONS" | "DELETE" | "PUT") => {
      const { statusCode, headers, body } = await request(back, { method });
      await body.dump();
      return [statusCode, headers["set-cookie"], headers["allow"]];
    };
    expect(await by("HEAD")).toEqual([302, undefined, undefined]);
    expect(await by("OPTIONS")).toEqual([204, undefined, "GET, HEAD, POST, OPTIONS"]);
    for (const method of ["DELETE", "PUT"] as const) {
      expect(await by(method)).toEqual([405, undefined, "GET, HEAD, POST, OPTIONS"]);
    }
    expect((await ask(back)).lines.length).toBeGreaterThan(2);
  });

  test.each(["token", undefined])("gives codes alone: a response_type of %s is refused", async (type) => {
    const target = new URL((await ask(e1("ProviderA"))).location);
    target.searchParams.delete("response_type");
    if (type !== undefined) target.searchParams.set("response_type", type);
    expect((await ask(target.href)).status).toBe(400);
  });

  test("leads only back to the service: a way back elsewhere is refused", async () => {
    for (const provider of ["ProviderA", "ProviderB"] as const) {
      const target = new URL((await ask(e1(provider))).location);
      target.searchParams.set("redirect_uri", "https://elsewhere.example/");
      expect((await ask(target.href)).status).toBe(400);
    }
    const bru = await ask(e1("ProviderA", `?${platform.profile.signIn.returnQuery}=%2F%2Felsewhere.example`));
    platform.faults.add({ kind: "signIn", edge: "signedInAtProvider" });
    expect((await ask((await ask(bru.location)).location)).status).toBe(200);
  });

  test("greets who holds valid cookies, and signs them out when asked", async () => {
    const cookie = platform.signIn
      .issue(0)
      .cookies.map(({ name: one, value }) => `${one}=${value}`)
      .join("; ");
    expect((await ask(e1("ProviderB"), { cookie })).text).toContain("Signed in as");
    await ask(e1("ProviderB", "?out=1"), { cookie });
    expect((await ask(e1("ProviderB"), { cookie })).status).toBe(302);
  });

  test("gives cookie values of the shapes real ones have", () => {
    const { cookies } = platform.profile;
    const issued = new Map(platform.signIn.issue(3, "ProviderB").cookies.map((one) => [one.name, one.value]));
    expect(issued.get(cookies?.csrf?.name ?? "")).toMatch(/^[1-8]\d{16,18}$/);
    expect(issued.get(cookies?.session.name ?? "")).toMatch(/^v=2&exp=\d+&sig=.*==$/);
    expect(issued.get(cookies?.account?.name ?? "")).toBe(platform.world.players.membershipId(3));
  });

  test.each(edgeCaseNames)("the edge %s can be asked for through the control route, once", async (edge) => {
    const control = `${platform.url}/_control/faults`;
    const added = await request(control, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ kind: "signIn", edge, times: 1 }),
    });
    await added.body.dump();
    expect([added.statusCode, platform.faults.list()]).toMatchObject([200, [{ left: 1, fault: { edge } }]]);
  });
});

describe("sessions through the control route", () => {
  let platform: Running;
  beforeAll(async () => {
    platform = await start("neutral");
  });
  afterAll(() => platform.close());

  test("are begun, listed without their values, and ended", async () => {
    const begun = await platform.send("POST", "/_control/sessions", { player: 7, provider: "ProviderB" });
    expect(begun.at("cookies", 1, "name")).toBe("portalatk");
    const listed = await platform.get("/_control/sessions");
    expect(listed.at("sessions")).toMatchObject([{ player: 7, provider: "ProviderB" }]);
    expect(listed.at("people", 0, "login")).toBe("mira@harbour.test");
    expect(listed.text).not.toContain(String(begun.at("cookies", 1, "value")));
    const ended = await platform.send("DELETE", `/_control/sessions/${String(begun.at("id"))}`);
    expect(ended.at("ended")).toBe(1);
    expect((await platform.get("/_control/sessions")).at("sessions")).toEqual([]);
  });

  test("want a player", async () => {
    expect((await platform.send("POST", "/_control/sessions", { player: "mira" })).status).toBe(400);
  });
});

describe("a private call", () => {
  let platform: Running;
  beforeAll(async () => {
    platform = await start("neutral");
  });
  afterAll(() => platform.close());

  test("needs every cookie, and the CSRF token as cookie and as header; anything missing gives 99", async () => {
    const { cookies } = platform.signIn.issue(0);
    const pairs = cookies.map(({ name, value }) => `${name}=${value}`);
    const csrf = cookies[0]?.value ?? "";
    const call = async (kept: readonly string[], headers: Headers = { "x-csrf": csrf }) => {
      const got = await platform.get("/Platform/Game/2/MyAccount/Vault/", {
        cookie: kept.join("; "),
        ...headers,
      });
      return [got.status, got.at("ErrorCode")];
    };
    expect(await call(pairs)).toEqual([200, 1]);
    expect(await call(pairs, {})).toEqual([401, 99]);
    expect(await call(pairs, { "x-csrf": "1" })).toEqual([401, 99]);
    for (const pair of pairs) expect(await call(pairs.filter((one) => one !== pair))).toEqual([401, 99]);
    expect(await call(["portalatk=v=1&exp=0&sig=old==", ...pairs])).toEqual([401, 99]);
  });

  test("past half of a session's life renews every cookie, so that a jar which drops old ones keeps them all", async () => {
    const { cookies } = platform.signIn.issue(0, "ProviderB");
    const headers = {
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
      "x-csrf": cookies[0]?.value ?? "",
    };
    platform.clock.advance(3.6 * 86_400_000);
    const got = await platform.get("/Platform/Game/1/MyAccount/Vault/", headers);
    const lines = [got.headers["set-cookie"] ?? []].flat();
    expect(lines.map((line) => line.split("=")[0])).toEqual(cookies.map(({ name }) => name));
    const weekOn = platform.clock.now() + 6.9 * 86_400_000;
    for (const line of lines)
      expect(Date.parse(/Expires=([^;]+)/.exec(line)?.[1] ?? "")).toBeGreaterThan(weekOn);
  });

  test("takes the cookies of the sign-in until they end, whether or not a client keeps the renewed ones", async () => {
    const { cookies } = platform.signIn.issue(0);
    const headers = {
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
      "x-csrf": cookies[0]?.value ?? "",
    };
    const day = 86_400_000;
    const statuses = [];
    for (const passed of [3.6 * day, 4 * 60_000, 6 * 60_000, 3.3 * day, 0.2 * day]) {
      platform.clock.advance(passed);
      statuses.push((await platform.get("/Platform/Game/2/MyAccount/Vault/", headers)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 401]);
  });

  test("for the vault of a membership type without an account finds nothing", async () => {
    const { players } = platform.world;
    const player = [3, 4, 6, 7, 8, 9].find((one) => players.accounts(one).length === 1) ?? 3;
    const [only] = players.accounts(player);
    const { cookies } = platform.signIn.issue(player);
    const headers = {
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
      "x-csrf": cookies[0]?.value ?? "",
    };
    const at = async (type: number) =>
      (await platform.get(`/Platform/Game/${type}/MyAccount/Vault/`, headers)).at("ErrorCode");
    expect(await at(only?.membershipType ?? 0)).toBe(1);
    expect(await at(only?.membershipType === 1 ? 2 : 1)).toBe(1601);
  });

  test("gives the same vault to the same player on the same day, with 64-bit ids as text", () => {
    const vault = (player: number) => JSON.stringify(platform.world.vaults.of(player, 0, (value) => value));
    expect(vault(0)).toBe(vault(0));
    expect(vault(0)).not.toBe(vault(1));
    expect(vault(0)).toMatch(/"itemInstanceId":"69175290\d{11}"/);
    const today = vault(0);
    platform.clock.advance(86_400_000);
    expect(vault(0)).not.toBe(today);
  });
});

describe("other people's clients at the sign-in", () => {
  let platform: Running;
  beforeAll(async () => {
    platform = await start("neutral");
  });
  afterAll(() => platform.close());

  const begin = async (query = "") => {
    const begun = await ask(`${platform.url}/en/User/SignIn/ProviderAid${query}`);
    return { begun, authorize: await ask(begun.location) };
  };
  const loginUrl = () => `${platform.profile.hosts.providers.ProviderA ?? ""}/login.do`;
  const fields = { j_username: "mira@harbour.test", j_password: PASSWORD };

  test.each(["anything at all", ""])(
    "may send %j as params to provider A: not significant",
    async (params) => {
      const { authorize } = await begin("?bru=%2Fback");
      const cookie = pairOf(authorize.lines[0]);
      const rejected = await ask(loginUrl(), { cookie }, { ...fields, j_password: "wrong", params: "eA==" });
      expect(rejected.location).toContain("authentication_error");
      const again = pairOf(rejected.lines[0]);
      const posted = await ask(loginUrl(), { cookie: again }, { ...fields, params });
      const granted = await ask(posted.location, { cookie: pairOf(posted.lines[0]) });
      const done = await ask(granted.location);
      expect([done.status, done.location]).toEqual([302, `${platform.url}/back`]);
    },
  );

  test("are led back to a path in any letters", async () => {
    platform.faults.add({ kind: "signIn", edge: "signedInAtProvider", times: 1 });
    const { authorize } = await begin(`?bru=${encodeURIComponent("/café/春?q=春#x")}`);
    const done = await ask(authorize.location);
    expect([done.status, done.location]).toEqual([302, `${platform.url}/caf%C3%A9/%E6%98%A5?q=%E6%98%A5#x`]);
  });

  test.each(["/", "/en", "/de/", "/en/Register?from=sign-in"])(
    "who follow every redirect find a page at %s",
    async (path) => {
      const got = await ask(platform.url + path);
      expect([got.status, got.text]).toEqual([200, expect.stringContaining("<h1>")]);
    },
  );

  test("may quote the values of cookies", async () => {
    const { cookies } = platform.signIn.issue(0);
    const cookie = cookies.map(({ name, value }) => `${name}="${value}"`).join("; ");
    const headers = { cookie, "x-csrf": cookies[0]?.value ?? "" };
    expect((await platform.get("/Platform/Game/2/MyAccount/Vault/", headers)).at("ErrorCode")).toBe(1);
    expect((await ask(`${platform.url}/en/User/SignIn/ProviderAid`, { cookie })).status).toBe(200);
  });
});
