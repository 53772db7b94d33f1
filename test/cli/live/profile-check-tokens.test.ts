import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { runCli } from "../../../src/cli/main.ts";
import { type AuthorizationServer, startAuthorizationServer } from "../../support/authorization-server.ts";
import { CLIENT_SECRET } from "../../support/token-platform.ts";

let folder: string;
let server: AuthorizationServer;
let file: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "profile-check-tokens-"));
  server = await startAuthorizationServer();
  file = join(folder, "tokens.json");
  writeFileSync(file, JSON.stringify(server.profile));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

interface Pasting {
  /** What is pasted at once. */
  readonly given?: string;
  /** What is pasted once an address to sign in at was shown. */
  readonly landOn?: (address: string) => Promise<string>;
}

async function checkLive(args: readonly string[], pasting: Pasting, secret = CLIENT_SECRET) {
  const typed = new PassThrough();
  let output = "";
  let errors = "";
  const heard = (text: string) => {
    errors += text;
    const [address] = /^http\S+$/m.exec(text) ?? [];
    if (address !== undefined) void pasting.landOn?.(address).then((landed) => typed.end(landed));
  };
  const code = await runCli(["profile", "check", file, "--live", ...args], {
    stdout: { write: (text) => (output += text) },
    stderr: { write: heard },
    env: { PLATFORM_CLIENT_SECRET: secret },
    stdin: pasting.landOn === undefined ? Readable.from([pasting.given ?? ""]) : typed,
  });
  return { code, output, errors, shown: output + errors };
}

describe("with --live and --sign-in", () => {
  test("the operator signs in, pastes the address, and what is private is tried; the tokens are given back", async () => {
    const before = server.revoked.length;
    const { code, output, shown } = await checkLive(["--sign-in"], {
      landOn: (address) => server.signIn(address),
    });
    expect(output).toMatch(/sign-in +answers +the session works/);
    expect(output).toMatch(/account\.current +answers/);
    expect(output).toMatch(/vault +answers/);
    expect(code).toBe(0);
    const [revoked] = server.revoked.slice(before);
    const token = revoked?.get("token") ?? "";
    expect(token).not.toBe("");
    expect(shown.includes(token)).toBe(false);
    const bearers = server.headers.map(({ authorization = "" }) => authorization.replace("Bearer ", ""));
    expect(bearers.filter((bearer) => bearer !== "" && shown.includes(bearer))).toEqual([]);
    expect(shown).not.toContain(CLIENT_SECRET);
  });

  test.each([
    ["an address of another sign-in", "https://localhost/linked?code=CANARY&state=other", /another sign-in/],
    ["another address", "https://elsewhere.example/?code=CANARY&state=x", /localhost\/linked/],
    ["nothing", "", /[Nn]o address/],
  ])("it says so where it is given %s", async (_, landed, words) => {
    const { code, errors } = await checkLive(["--sign-in"], { landOn: () => Promise.resolve(landed) });
    expect(code).toBe(1);
    expect(errors).toMatch(words);
    expect(errors).not.toContain("CANARY");
  });

  test("it says where to look when the application is refused", async () => {
    const { code, errors } = await checkLive(
      ["--sign-in"],
      { landOn: (address) => server.signIn(address) },
      "wrong",
    );
    expect(code).toBe(1);
    expect(errors).toMatch(/clientId.*PLATFORM_CLIENT_SECRET/);
  });
});

describe("with --live and --token-from-stdin", () => {
  test("a token the operator has is used, never given back, and never shown", async () => {
    await checkLive(["--sign-in"], { landOn: (address) => server.signIn(address) });
    const [before, asked] = [server.revoked.length, server.asked.length];
    const { code, output, shown } = await checkLive(["--token-from-stdin"], {
      given: "Bearer CANARYtoken\n",
    });
    expect(output).toMatch(/sign-in +fails +the service doesn't take the session/);
    expect(code).toBe(1);
    expect(server.headers.at(-1)?.authorization).toBe("Bearer CANARYtoken");
    expect([server.revoked.length, server.asked.length]).toEqual([before, asked]);
    expect(shown).not.toContain("CANARY");
  });

  test.each(["", "two words", "Bearer"])("%o is no token", async (given) => {
    const { code, errors } = await checkLive(["--token-from-stdin"], { given });
    expect(code).toBe(1);
    expect(errors).toMatch(/no access token/i);
    expect(errors).not.toContain("CANARY");
  });
});

test("without a session it says which option takes one", async () => {
  const operations = { ...server.profile.operations, vault: undefined };
  const own = { ...operations, progression: { path: "/progress/{id}", class: "private" } };
  writeFileSync(file, JSON.stringify({ ...server.profile, operations: own }));
  const { output } = await checkLive([], {});
  expect(output).toMatch(/progression +not tried +private: --sign-in or --token-from-stdin/);
});

test("a key of the operator's own is sent in its header, and never shown", async () => {
  const { oauth: _, ...signIn } = server.profile.signIn;
  const key = { header: "X-Member", value: "token {key}", manageUrl: "{portal}/keys" };
  const operations = {
    ...server.profile.operations,
    progression: { path: "/progress/{id}", class: "private" },
  };
  writeFileSync(file, JSON.stringify({ ...server.profile, operations, signIn: { ...signIn, key } }));
  const { output, shown } = await checkLive(["--key-from-stdin"], { given: "CANARY-key-1\n" });
  expect(output).toMatch(/sign-in +fails +the service doesn't take the session/);
  expect(server.headers.at(-1)?.["x-member"]).toBe("token CANARY-key-1");
  expect(shown).not.toContain("CANARY");
  expect((await checkLive(["--key-from-stdin"], { given: "two words" })).errors).toMatch(/No key was given/);
  expect((await checkLive([], {})).output).toMatch(/--key-from-stdin takes a key of yours/);
});
