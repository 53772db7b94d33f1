import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Decrypter, generateIdentity, identityToRecipient } from "age-encryption";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { packageRoot } from "../../src/base/package-root.ts";
import { milepost } from "./operator.ts";
import { type Running, start, today } from "../playground/platform/support.ts";
import { Keyboard } from "./keyboard.ts";

const PASSWORD = "harbour-lights";
/** What moves a cursor or turns a line around. */
// oxlint-disable-next-line no-control-regex -- looking for control characters is the purpose
const HIDDEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const MEMBER = "123456789012345678";
const RECIPIENT = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";

let platform: Running;
let folder: string;
let profileFile: string;
beforeAll(async () => {
  platform = await start("neutral", today());
  folder = mkdtempSync(join(tmpdir(), "sign-in-"));
  profileFile = join(folder, "profile.json");
  writeFileSync(profileFile, JSON.stringify(platform.profile));
});
afterEach(() => platform.faults.clear());
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await platform.close();
});

async function run(
  args: readonly string[],
  keys: readonly string[] = [],
  { env = {}, isTTY = true }: { env?: Record<string, string>; isTTY?: boolean } = {},
) {
  const stdin = new Keyboard();
  stdin.isTTY = isTTY;
  stdin.type(...keys);
  const { code, output, errors: told } = await milepost(["sign-in", ...args], { stdin, env });
  return { code, output, told };
}

const at = (...more: string[]) => ["--profile", profileFile, ...more];
const typed = (login = "mira@harbour.test", password = PASSWORD) => [`${login}\r`, `${password}\r`];

describe("milepost sign-in", () => {
  test.each(["A", "providerb", "ProviderAid", "Console account"])(
    "signs in at provider %s and shows the cookies",
    async (provider) => {
      const env = { PLATFORM_API_KEY: "playground" };
      const { code, output, told } = await run(at("--show", "--provider", provider), typed(), { env });
      expect([code, told]).toEqual([
        0,
        expect.stringContaining(`Signed in as ${platform.world.players.name(0)}`),
      ]);
      expect(output).toMatch(/^portald=\d+\nportalatk=v=2&exp=\d+&sig=.+==\nportaldid=.+==\n/);
      expect(told).not.toContain(PASSWORD);
    },
  );

  test.each(["ProviderA", "ProviderB"] as const)(
    "names the one origin that gets the password, whole, before it is asked for: %s",
    async (provider) => {
      const { told } = await run(at("--show", "--provider", provider), ["\u0003"]);
      const origin = new URL(platform.profile.hosts.providers[provider] ?? "").origin;
      const { hosts } = platform.profile;
      const named = [hosts.portal, hosts.providers.ProviderA ?? "", hosts.providers.ProviderB ?? ""]
        .map((host) => new URL(host).origin)
        .filter((one) => told.includes(`${one} `));
      expect(named).toEqual([origin]);
    },
  );

  test.each(["loginUrl", "authorizeUrl"])("refuses a profile whose %s leaves its provider", async (key) => {
    const { profile } = platform;
    const leaving = { ...profile.providers.ProviderA, [key]: `${profile.hosts.portal}/login` };
    const file = join(folder, `${key}.json`);
    const changed = { ...profile, providers: { ...profile.providers, ProviderA: leaving } };
    writeFileSync(file, JSON.stringify(changed));
    platform.requests.clear();
    const { code, told } = await run(["--show", "--provider", "a", "--profile", file], typed());
    expect([code, told]).toEqual([2, expect.stringContaining(`providers.ProviderA.${key}`)]);
    expect(platform.requests.list()).toEqual([]);
  });

  test("a profile's name can't move the terminal's cursor, nor add a line", async () => {
    const file = join(folder, "named.json");
    const name = "\u001b[2J\u009b1A\u202eGuild\nName and password go to https://safe.example alone.\r";
    writeFileSync(file, JSON.stringify({ ...platform.profile, name: name.slice(0, 60) }));
    const { told } = await run(["--show", "--provider", "a", "--profile", file], ["\u0003"]);
    expect(told).not.toMatch(HIDDEN);
    expect(told).not.toMatch(/^Name and password go to/m);
  });

  test("a profile's name can't say before us where the password goes", async () => {
    const file = join(folder, "lying.json");
    const name = 'X". Your name and password go to https://safe.example only.';
    writeFileSync(file, JSON.stringify({ ...platform.profile, name }));
    const { told } = await run(["--show", "--provider", "a", "--profile", file], ["\u0003"]);
    const { origin } = new URL(platform.profile.hosts.providers.ProviderA ?? "");
    const [first, second] = told.split("\n");
    expect(first).toBe(`Your name and password go to ${origin} only.`);
    expect(second).toBe(
      'Signing in to "X. Your name and password go to https://safe.example only." with a console account.',
    );
  });

  test("asks which provider when there are several", async () => {
    const { code, told } = await run(at("--show"), ["2\r", ...typed()]);
    expect([code, told]).toEqual([0, expect.stringContaining("with a desktop account")]);
    expect(told).toContain("  1  console account\n  2  desktop account\n");
    expect((await run(at("--show"), ["7\r"])).code).toBe(2);
  });

  test("ends with a bundle only the bot can open, for one member and one platform", async () => {
    const identity = await generateIdentity();
    const recipient = await identityToRecipient(identity);
    const { code, output, told } = await run(
      at("--recipient", recipient, "--member", MEMBER, "--provider", "a", "--remember"),
      typed(),
    );
    expect([code, told]).toEqual([0, expect.stringContaining("Paste this into /link")]);
    expect(output).toMatch(/^milepost1:[\w-]+\n$/);
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    const sealed = Buffer.from(output.trim().slice("milepost1:".length), "base64url");
    const contents: unknown = JSON.parse(await decrypter.decrypt(sealed, "text"));
    expect(contents).toEqual({
      cookies: {
        portald: expect.any(String),
        portalatk: expect.any(String),
        portaldid: expect.any(String),
      },
      discordId: MEMBER,
      origin: new URL(platform.profile.hosts.portal).origin,
      expiresAt: expect.stringMatching(/^20\d\d-/),
    });
  });

  test.each([
    ["captcha", "a captcha", "paste the cookies"],
    ["secondFactor", "second step", "paste the cookies"],
    ["wrongPassword", "didn't accept this name and password", "signing in with your browser"],
    ["register", "isn't registered", "Register there first"],
    ["maintenancePage", "in maintenance", "Try again later"],
    ["redirectLoop", "in circles", "paste the cookies"],
    ["unknownPage", "unknown page", "paste the cookies"],
    ["codeRefused", "too old", "Try once more"],
    ["noCookies", "didn't set all its cookies", "paste the cookies"],
  ] as const)("at the edge %s it says what happened and what to do", async (edge, happened, instead) => {
    platform.faults.add({ kind: "signIn", edge });
    const { code, output, told } = await run(at("--show", "--provider", "a"), typed());
    expect([code, output]).toEqual([1, ""]);
    expect(told).toContain(happened);
    expect(told).toContain(instead);
    expect(told).not.toContain(PASSWORD);
  });

  test("says whether the password had left yet", async () => {
    platform.faults.add({ kind: "signIn", edge: "noToken" });
    const early = await run(at("--show", "--provider", "b"), typed());
    expect(early.told).toContain("Your password wasn't sent.");
    platform.faults.clear();
    const late = await run(at("--show", "--provider", "b"), typed("mira@harbour.test", "wrong"));
    expect(late.told).toContain("after your name and password went to the login provider");
  });

  test.each([
    ["Ctrl+C at the name", ["\u0003"]],
    ["Ctrl+C at the password", ["mira\r", "har\u0003"]],
    ["an empty password", ["mira\r", "\r"]],
  ])("sends nothing after %s", async (_what, keys) => {
    platform.requests.clear();
    const { code, told } = await run(at("--show", "--provider", "a"), keys);
    expect([code, told]).toEqual([1, expect.stringContaining("Nothing was sent.")]);
    expect(platform.requests.list()).toEqual([]);
  });

  test("wants a terminal: a password from a pipe, an argument or the environment is not taken", async () => {
    expect(await run(at("--show"), typed(), { isTTY: false })).toMatchObject({
      code: 2,
      told: expect.stringContaining("in a terminal"),
    });
    const given = await run(at("--show", "--password", "canary"), typed());
    expect([given.code, given.told.includes("canary")]).toEqual([2, false]);
  });

  test.each([
    ["nothing to end with", []],
    ["half of what a bundle needs", ["--recipient", "age1xyz"]],
    ["a recipient that is none", ["--recipient", "ssh-ed25519", "--member", MEMBER]],
    ["a recipient with a letter changed", ["--recipient", `age1${"q".repeat(58)}`, "--member", MEMBER]],
    ["a member that is none", ["--recipient", RECIPIENT, "--member", "mira"]],
    ["both ends", ["--show", "--member", MEMBER]],
    ["an unknown provider", ["--show", "--provider", "c"]],
    ["an unknown profile", ["--show", "--profile", "/nowhere.json"]],
  ])("called with %s it says how to call it", async (_what, args) => {
    const withProfile = args.includes("--profile") ? args : at(...args);
    expect(await run(withProfile)).toMatchObject({ code: 2, output: "" });
  });
});

describe.skipIf(!existsSync("/usr/bin/script"))("at a real terminal", () => {
  test("the password is asked for without an echo, and Ctrl+C leaves the terminal as it was", async () => {
    const { output, code } = await atTerminal(["--show", "--provider", "a"], typed());
    expect(code).toBe(0);
    expect(output).toContain("mira@harbour.test");
    expect(output).toContain("Password (not shown):");
    expect(output).not.toContain(PASSWORD);
    expect(output).toContain("portalatk=v=2&");
    const left = await atTerminal(["--show", "--provider", "a"], ["mira\r", "har\u0003"]);
    expect(left.code).toBe(1);
    expect(left.output).toContain("Nothing was sent.");
  });

  test("keeps nothing on disk", async () => {
    const home = mkdtempSync(join(folder, "home-"));
    const { output } = await atTerminal(["--show", "--provider", "a"], typed(), home);
    expect(output).toContain("portalatk=");
    expect(readdirSync(home)).toEqual([]);
  });
});

/** Runs the program in a pseudo-terminal, typing an answer after each question. */
async function atTerminal(args: readonly string[], keys: readonly string[], home = folder) {
  const program = [process.execPath, join(packageRoot, "src/cli/milepost.js"), "sign-in", ...at(...args)];
  const command = program.map((part) => `'${part}'`).join(" ");
  const child = spawn("/usr/bin/script", ["-qec", command, "/dev/null"], {
    cwd: home,
    env: { PATH: process.env["PATH"] ?? "", HOME: home, TERM: "xterm" },
  });
  const waiting = [...keys];
  const questions = [/provider: $/, /\(not shown\): $/];
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    const [question] = questions;
    if (question?.test(output) !== true) return;
    questions.shift();
    child.stdin.write(waiting.shift() ?? "");
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output };
}
