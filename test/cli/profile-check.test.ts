import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { systemClock } from "../../src/base/clock.ts";
import { milepost } from "./operator.ts";
import { loadProfile, parseProfile, shippedProfiles } from "../../src/platform/profile/load.ts";
import { type Platform, startPlatform } from "../../src/playground/platform/server.ts";
import { serve } from "../platform/support/served.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "profile-check-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

/** A profile whose sign-in has no client secret. */
function withOAuth(more: object): object {
  const oauth = {
    authorizeUrl: "{portal}/auth",
    tokenUrl: "{portal}/token",
    clientId: "1",
    redirectUri: "https://localhost/linked",
    clientAuth: "none",
    ...more,
  };
  return {
    id: "open",
    name: "Open",
    hosts: { portal: "https://open.example" },
    locale: { default: "en" },
    operations: { "account.current": { path: "/me", class: "private" } },
    features: { private: true },
    signIn: { oauth },
  };
}

const check = (args: readonly string[], env: Record<string, string> = {}, given?: string) =>
  milepost(["profile", "check", ...args], {
    env,
    ...(given !== undefined && { stdin: Readable.from([given]) }),
  });

describe("milepost profile check", () => {
  test.each(shippedProfiles)("finds nothing wrong in %s", async (name) => {
    expect(await check([name])).toMatchObject({
      code: 0,
      output: expect.stringContaining("Nothing is wrong"),
    });
  });

  test.each([[[]], [["a", "b"]], [["a", "--dead"]]])(
    "called with %o it says how to call it",
    async (args) => {
      expect(await check(args)).toMatchObject({
        code: 2,
        errors: expect.stringContaining("profile check FILE"),
      });
    },
  );

  test("names every fault with the path of its key and how to mend it", async () => {
    const profile = { ...loadProfile("neutral"), colour: "red" };
    const file = write("faulty.json", profile);
    const { code, output } = await check([file]);
    expect(code).toBe(1);
    expect(output).toContain("One thing is wrong");
    expect(output).toMatch(/colour\n\s+unknown key: take it out/);
  });

  test("notes a list whose pages could never be turned, which is no fault", async () => {
    const search = { path: "/users", query: { q: "{name}", page: "{page}" } };
    const profile = (more: object) => ({
      id: "paged",
      name: "Paged",
      hosts: { portal: "https://paged.example" },
      locale: { default: "en" },
      operations: { "user.search": { ...search, ...more } },
    });
    const { code, output } = await check([write("paged.json", profile({}))]);
    expect(code).toBe(0);
    expect(output).toMatch(/note +user\.search .*only the first page.*more or pageSize/);
    for (const more of [{ more: "next" }, { pageSize: 25 }]) {
      expect((await check([write("turned.json", profile(more))])).output).not.toContain("note");
    }
  });

  test("notes OAuth without a secret and without PKCE, which is no fault", async () => {
    const { code, output } = await check([write("open.json", withOAuth({ pkce: "none" }))]);
    expect(code).toBe(0);
    expect(output).toMatch(/note +signIn\.oauth has neither a secret nor PKCE/);
    expect((await check([write("pkce.json", withOAuth({}))])).output).not.toContain("note");
  });

  test("says that there is no such file", async () => {
    expect(await check([join(folder, "nowhere.json")])).toMatchObject({ code: 1 });
  });

  describe.each(shippedProfiles)("with --live and a session's cookies of %s", (name) => {
    const env = { PLATFORM_API_KEY: "playground" };
    let platform: Platform;
    let file: string;
    let cookies: string;
    beforeAll(async () => {
      platform = await startPlatform({ profile: loadProfile(name), port: 0, clock: systemClock });
      file = write(`${name}-own.json`, platform.profile);
      const issued = platform.signIn.issue(0, "ProviderA").cookies;
      cookies = issued.map((one) => `${one.name}=${one.value}`).join("; ");
    });
    afterAll(() => platform.close());

    test("also calls what needs a session, and shows none of them", async () => {
      const { code, output, errors } = await check(
        [file, "--live", "--post", "--cookies-from-stdin"],
        env,
        cookies,
      );
      expect(output).toMatch(/sign-in +answers +the session works/);
      expect(output).toMatch(/account\.current +answers +\d game account/);
      expect(output).toMatch(/vault +answers/);
      expect(output).toContain("19 answered, 0 failed, 0 not tried.");
      expect(code).toBe(0);
      for (const pair of cookies.split("; ")) {
        const value = pair.slice(pair.indexOf("=") + 1);
        expect(`${output}${errors}`.includes(value)).toBe(false);
      }
    });

    test("says that the service doesn't take them", async () => {
      const wrong = cookies.replaceAll(/=[^;]+/g, "=CANARY1234");
      const { code, output } = await check([file, "--live", "--cookies-from-stdin"], env, wrong);
      expect(code).toBe(1);
      expect(output).toMatch(/sign-in +fails +the service doesn't take the session/);
      expect(output).not.toContain("CANARY");
    });

    test.each([
      ["nothing", ""],
      ["no cookies", "CANARY canary"],
      ["a part of them", "CANARY=1"],
    ])("says so where it is given %s", async (_, given) => {
      const { code, errors } = await check([file, "--live", "--cookies-from-stdin"], env, given);
      expect(code).toBe(1);
      expect(errors).not.toBe("");
      expect(errors).not.toContain("canary");
    });
  });

  test("takes cookies only with --live", async () => {
    expect(await check(["neutral", "--cookies-from-stdin"], {}, "")).toMatchObject({ code: 2 });
  });

  test.each(shippedProfiles)("with --live it tells that a whole %s answers", async (name) => {
    const platform = await startPlatform({ profile: loadProfile(name), port: 0, clock: systemClock });
    const file = write(`${name}.json`, platform.profile);
    const { code, output } = await check([file, "--live", "--post"], { PLATFORM_API_KEY: "playground" });
    await platform.close();
    expect(output).toContain("16 answered, 0 failed, 0 not tried.");
    expect(code).toBe(0);
  });

  test("with --live it tells which operations fail, how, and which could not be tried", async () => {
    const platform = await startPlatform({ profile: loadProfile("neutral"), port: 0, clock: systemClock });
    const { operations } = platform.profile;
    const file = write("half.json", {
      ...platform.profile,
      operations: {
        ...operations,
        "trending.list": { path: "/No/Such/Place/" },
        "user.search": { ...operations["user.search"], items: "nobody" },
        "stats.account": undefined,
      },
    });
    const { code, output } = await check([file, "--live"], { PLATFORM_API_KEY: "playground" });
    await platform.close();
    expect(code).toBe(1);
    expect(output).toMatch(/trending\.list +fails +the service finds no such thing.*HTTP 404.*not-found/);
    expect(output).toMatch(/trending\.entry +not tried +nothing was found to ask about/);
    expect(output).toMatch(/user\.search +answers +nobody/);
    expect(output).toMatch(/stats\.account +not tried +the profile doesn't have it/);
  });

  test("lists a profile's further hosts", async () => {
    const more = { realm: "https://{membershipType.name}.open.example" };
    const given = {
      ...withOAuth({ clientAuth: "post" }),
      hosts: { portal: "https://open.example", more },
      enums: { MembershipType: [{ value: 1, name: "north" }] },
    };
    const { output } = await check([write("hosts.json", given)]);
    expect(output).toContain("  realm    https://{membershipType.name}.open.example\n");
  });

  test("notes whose accounts nobody can know, and a vault without names", async () => {
    const vault = { path: "/vault", class: "private" };
    const base = {
      id: "open",
      name: "Open",
      hosts: { portal: "https://open.example" },
      locale: { default: "en" },
    };
    const session = { cookies: { session: { name: "sid" } }, features: { private: true } };
    const typed = { path: "/{membershipType}/{id}" };
    const noted = await check([
      write("typed.json", { ...base, ...session, operations: { characters: typed, vault } }),
    ]);
    expect(noted.output).toMatch(/note +accounts\.of is missing.*without it a user is the account/);
    expect(noted.output).toMatch(/note +vault shows no names/);
    const plain = await check([
      write("plain.json", { ...base, operations: { characters: { path: "/{id}" } } }),
    ]);
    expect(plain.output).not.toContain("note");
  });

  test("with --live it asks about the user where the profile knows of no accounts", async () => {
    const operations = {
      "user.search": { path: "/people", query: { name: "{name}" } },
      characters: { path: "/people/{id}/characters" },
    };
    const named = { id: "people", name: "People", hosts: { portal: "https://people.example" } };
    const { profile } = parseProfile(
      JSON.stringify({ ...named, locale: { default: "en" }, envelope: { kind: "bare" }, operations }),
    );
    if (profile === undefined) throw new Error("no profile");
    const platform = await startPlatform({ profile, port: 0, clock: systemClock });
    const file = write("people.json", platform.profile);
    const { output } = await check([file, "--live"], { PLATFORM_API_KEY: "playground" });
    await platform.close();
    expect(output).toMatch(/accounts\.of +not tried +a user is the account/);
    expect(output).toMatch(/characters +answers +\d characters?/);
  });

  test("with --live it leaves what is private to members' sessions", async () => {
    const platform = await startPlatform({ profile: loadProfile("neutral"), port: 0, clock: systemClock });
    const { operations } = platform.profile;
    const file = write("private.json", {
      ...platform.profile,
      operations: { ...operations, "stats.account": { ...operations["stats.account"], class: "private" } },
    });
    platform.faults.add({ kind: "code", code: 99, operation: "stats.account" });
    const { code, output } = await check([file, "--live"], { PLATFORM_API_KEY: "playground" });
    await platform.close();
    expect(output).toMatch(/stats\.account +not tried +private/);
    expect(code).toBe(0);
  });

  test("names each POST and sends none without being told to", async () => {
    const platform = await startPlatform({ profile: loadProfile("lookalike"), port: 0, clock: systemClock });
    const file = write("posts.json", platform.profile);
    const { output, errors } = await check([file, "--live"], { PLATFORM_API_KEY: "playground" });
    await platform.close();
    expect(errors).toMatch(
      /user\.search is POST \/\S+, which may change something\. It is not sent; --post sends it\./,
    );
    expect(output).toMatch(/user\.search +not tried +a POST, which you didn't agree to send/);
  });

  test("calls unfinished what a draft left open, and what reads as if it signed in", async () => {
    const drafted = {
      id: "mine",
      name: "Mine",
      hosts: { portal: "https://mine.example" },
      locale: { default: "en" },
      operations: {
        "user.search": { path: "/players/authenticate", method: "POST", body: { name: "{name}" } },
        "user.byId": { path: "/games/YOUR-NAMESPACE/users/{membershipId}" },
      },
    };
    const { code, output } = await check([write("drafted.json", drafted)]);
    expect(code).toBe(1);
    expect(output).toContain("2 things are unfinished");
    expect(output).toContain('operations["user.byId"].path: YOUR-NAMESPACE stands here; put in your own');
    expect(output).toContain("POST /players/authenticate reads as if it changed something");
    expect(output).not.toContain("Nothing is wrong");
  });

  test("says what an id or an account has to be", async () => {
    expect(await check(["neutral", "--live", "--user", "ann"])).toMatchObject({
      code: 2,
      errors: expect.stringContaining("--user takes a user's id: a whole number"),
    });
    expect((await check(["neutral", "--live", "--account", "3"])).errors).toContain("two whole numbers");
  });

  test("with --live it tells of account types by name that the profile doesn't list", async () => {
    const platform = await startPlatform({ profile: loadProfile("lookalike"), port: 0, clock: systemClock });
    const { MembershipType: _, ...enums } = platform.profile.enums;
    const file = write("unlisted.json", { ...platform.profile, enums });
    const key = { PLATFORM_API_KEY: "playground" };
    const unlisted = await check([file, "--live", "--post"], key);
    const listed = await check([write("listed.json", platform.profile), "--live", "--post"], key);
    await platform.close();
    expect(unlisted.output).toMatch(/accounts\.of +answers .*list its types under enums\.MembershipType/);
    expect(listed.output).not.toContain("enums.MembershipType");
  });

  test("with --live and --name it searches for whom one knows", async () => {
    const platform = await startPlatform({ profile: loadProfile("neutral"), port: 0, clock: systemClock });
    const file = write("named.json", platform.profile);
    const key = { PLATFORM_API_KEY: "playground" };
    const name = platform.world.players.name(7);
    const found = await check([file, "--live", "--name", name], key);
    const nobody = await check([file, "--live", "--name", "zzzzzz"], key);
    await platform.close();
    expect(found.output).toContain(`found by "${name}"`);
    expect(nobody.output).toMatch(/user\.search +answers +nobody found by "zzzzzz"/);
  });

  test("a field that doesn't fit is told with where the profile looks for it", async () => {
    const platform = await startPlatform({ profile: loadProfile("neutral"), port: 0, clock: systemClock });
    const renames = { GeneralUser: { membershipId: "displayName" } };
    const file = write("askew.json", { ...platform.profile, renames });
    const { output } = await check([file, "--live"], {});
    const keyed = await check([file, "--live"], { PLATFORM_API_KEY: "playground" });
    await platform.close();
    expect(keyed.output).toMatch(
      /user\.search +fails.*membershipId \(looked for as displayName\): not a 64-bit integer, but a text.*"wire": \{"ids": "text"\}/,
    );
    expect(output).toContain("PLATFORM_API_KEY is not set");
  });

  test.each([
    ["a 64-bit integer", { membershipId: "ann" }, /"wire": \{"ids": "text"\}/],
    [
      "a text",
      { membershipId: "5", displayName: { de: "Ann" } },
      /displayName: not a text, but a record: rename it/,
    ],
    ["a record", ["5"], /not an object, but a list: of a list pick one/],
  ])("with --live it says the way out where something else stands than %s", async (_, user, words) => {
    const served = await serve((_asked, response) => response.end(JSON.stringify(user)));
    const file = write("out.json", {
      id: "out",
      name: "Out",
      locale: { default: "en" },
      hosts: { portal: served.origin, api: "{portal}" },
      envelope: { kind: "bare" },
      operations: { "user.byId": { path: "/users/{membershipId}" } },
    });
    const { output } = await check([file, "--live", "--user", "5"], { PLATFORM_API_KEY: "k" });
    await served[Symbol.asyncDispose]();
    expect(output).toMatch(words);
    expect(output).not.toContain('Ann"');
  });

  test("with --live and a wrong key it never shows the key", async () => {
    const platform = await startPlatform({ profile: loadProfile("neutral"), port: 0, clock: systemClock });
    const file = write("key.json", platform.profile);
    const { code, output } = await check([file, "--live"], { PLATFORM_API_KEY: "canary-key" });
    await platform.close();
    expect(code).toBe(1);
    expect(output).toContain("platform-key");
    expect(output).not.toContain("canary");
  });
});

test("what a player shows nobody else is tried with their own session", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hidden-player-"));
  const file = join(folder, "hidden.json");
  await using server = await serve(({ url, headers }, response) => {
    const isOwn = headers.cookie?.includes("sid=canary") === true;
    const answer = url.startsWith("/me") ? { membershipId: "7", name: "Ann" } : { data: { "1": {} } };
    response.writeHead(isOwn ? 200 : 403).end(JSON.stringify(isOwn ? answer : {}));
  });
  const profile = {
    id: "hidden",
    name: "Hidden",
    hosts: { portal: server.origin, api: "{portal}" },
    locale: { default: "en" },
    envelope: { kind: "bare" },
    cookies: { session: { name: "sid" } },
    operations: {
      "account.current": { path: "/me", class: "private" },
      progression: { path: "/progress/{id}" },
    },
    features: { private: true },
  };
  writeFileSync(file, JSON.stringify(profile));
  const { code, output } = await milepost(["profile", "check", file, "--live", "--cookies-from-stdin"], {
    env: { PLATFORM_API_KEY: "key" },
    stdin: Readable.from(["Cookie: sid=canary"]),
  });
  rmSync(folder, { recursive: true });
  expect(output).toMatch(/progression +answers +1 character, with the session alone/);
  expect(code).toBe(0);
});
