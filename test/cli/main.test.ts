import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { describe, expect, it } from "vitest";

import { packageRoot } from "../../src/base/package-root.ts";
import { milepost as call } from "./operator.ts";

const milepost = (...args: readonly string[]) => call(args);

describe("milepost", () => {
  it.each([[], ["help"], ["--help"]])("lists its subcommands for %j", async (...args) => {
    const { code, output, errors } = await milepost(...args);
    expect(code).toBe(0);
    expect(errors).toBe("");
    for (const name of ["profile check", "smoke", "sign-in", "version"]) expect(output).toContain(name);
  });

  it.each([
    ["profile check", "--name NAME"],
    ["keys", "retire KIND ID"],
    ["sessions", "--notify"],
    ["backup", "backup FILE"],
    ["restore", "--without-sessions"],
    ["export", "--member ID"],
    ["forget", "--member ID"],
    ["doctor", "milepost doctor"],
    ["seal", "--recipient KEY"],
    ["sign-in", "--remember"],
    ["smoke", "--channel ID"],
    ["profile", "profile check FILE"],
  ])("says how %j is called, and does nothing, for --help and -h", async (words, option) => {
    for (const asking of [["--help"], ["-h"], ["x", "--help"]].slice(0, words === "profile" ? 2 : 3)) {
      const { code, output, errors } = await milepost(...words.split(" "), ...asking);
      expect([code, errors]).toEqual([0, ""]);
      expect(output).toMatch(/^Usage:/);
      expect(output).toContain(option);
    }
  });

  it("writes no control character of a profile to the terminal", async () => {
    const folder = mkdtempSync(join(tmpdir(), "milepost-cli-"));
    const file = join(folder, "profile.json");
    const hostile = "\u001b]0;owned\u0007\u009b2J\u202e";
    writeFileSync(file, JSON.stringify({ id: hostile, [hostile]: 1, hosts: { [`a${hostile}`]: 1 } }));
    const { output, errors } = await milepost("profile", "check", file);
    rmSync(folder, { recursive: true });
    expect(output).toContain("wrong in");
    // oxlint-disable-next-line no-control-regex -- looking for control characters is the purpose
    expect(output + errors).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  it.each(["version", "--version"])("says its version for %s", async (word) => {
    expect((await milepost(word)).output).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each(["frobnicate", "smokescreen", "profile checkmate", "profile"])(
    "takes %j for no subcommand, and lists those there are",
    async (words) => {
      const { code, output, errors } = await milepost(...words.split(" "));
      expect(code).toBe(2);
      expect(output).toBe("");
      expect(errors).toMatch(/^No such command: milepost [^]*Usage:/);
    },
  );

  it.each([["portalatk=CANARY"], ["seel", "portalatk=CANARY"], ["profile", "CANARY"]])(
    "repeats nothing that may be a cookie: %j",
    async (...words) => {
      const { output, errors } = await milepost(...words);
      expect(output + errors).not.toContain("CANARY");
    },
  );

  it("reads .env of the folder it runs in; the environment wins", () => {
    const folder = mkdtempSync(join(tmpdir(), "milepost-cli-"));
    writeFileSync(join(folder, ".env"), "DISCORD_TOKEN=from-file\nDISCORD_API_URL=http://127.0.0.1:1/api\n");
    const entry = join(packageRoot, "src/cli/milepost.js");
    const smoke = (env: Record<string, string>) =>
      spawnSync(process.execPath, [entry, "smoke", "--channel", "100000000000000001"], {
        cwd: folder,
        env: { PATH: process.env["PATH"], ...env },
        encoding: "utf8",
      });
    expect(smoke({})).toMatchObject({ status: 1, stdout: expect.stringContaining("knows who it is") });
    expect(smoke({ DISCORD_TOKEN: "" })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("DISCORD_TOKEN is not set"),
    });
    rmSync(folder, { recursive: true });
  });
});

describe("a profile's file that is missing", () => {
  it.each([
    ["profile check", "no-such/profile.json"],
    ["seal", "--recipient RECIPIENT --member 123456789012345678 --profile no-such/profile.json"],
    ["sign-in", "--show --profile no-such/profile.json"],
  ])("is said to be missing by milepost %s, with where it was looked for", async (name, options) => {
    const recipient = await identityToRecipient(await generateX25519Identity());
    const words = `${name} ${options}`.replace("RECIPIENT", recipient).split(" ");
    const { code, output, errors } = await milepost(...words);
    expect(code).not.toBe(0);
    expect(output + errors).toContain(`there is none at ${join(process.cwd(), "no-such/profile.json")}`);
  });
});

describe("npx --no-install milepost", () => {
  it("shows our help, not npm's", () => {
    const words = ["--no-install", "milepost", "--help"];
    const { stdout } = spawnSync("npx", words, { cwd: packageRoot, encoding: "utf8", shell: false });
    expect(stdout).toContain("milepost profile check FILE");
  });
});
