import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { request } from "undici";
import { afterAll, describe, expect, test } from "vitest";

import { packageRoot } from "../../../src/base/package-root.ts";
import { parseProfile } from "../../../src/platform/profile/load.ts";
import { readArguments } from "../../../src/playground/platform/arguments.ts";

const folder = mkdtempSync(join(tmpdir(), "milepost-platform-"));
afterAll(() => rmSync(folder, { recursive: true }));

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [join(packageRoot, "src/playground/platform/main.ts"), ...args], {
    env: { PATH: process.env["PATH"], ...env },
  });
  const said = { out: "", err: "" };
  child.stdout.on("data", (part) => (said.out += String(part)));
  child.stderr.on("data", (part) => (said.err += String(part)));
  return { child, said, ended: once(child, "close") };
}

test("alone it prints the recipe, writes a whole profile, takes the key it was given and ends at once", async () => {
  const file = join(folder, "written.json");
  const { child, said, ended } = run(["--profile", "lookalike", "--port", "0", "--write-profile", file], {
    PLATFORM_API_KEY: "of-my-own",
  });
  while (!said.out.includes("Ctrl+C")) await once(child.stdout, "data");
  expect(said.out).toContain(`PLATFORM_PROFILE=${file}`);
  expect(said.out).not.toContain("of-my-own");
  const { profile, faults } = parseProfile(readFileSync(file, "utf8"));
  expect(faults).toEqual([]);
  const headers = { authorization: "Club of-my-own" };
  const { statusCode, body } = await request(`${profile?.hosts.portal ?? ""}/svc/v3/calendar`, { headers });
  await body.dump();
  expect(statusCode).toBe(200);
  const { hostname, port } = new URL(profile?.hosts.portal ?? "");
  const unfinished = connect(Number(port), hostname).on("error", () => {});
  unfinished.write("GET /svc/v3/calendar HTTP/1.1\r\n");
  await once(unfinished, "connect");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test("a port that is taken is named, with what to do", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const address = taken.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  const { said, ended } = run(["--port", port]);
  expect(await ended).toEqual([1, null]);
  expect(said.err).toContain(`Port ${port} is in use`);
  taken.close();
});

describe("the command line", () => {
  test.each([
    [["--port", "eighty"], /--port wants a number/],
    [["--port", "70000"], /--port wants a number/],
    [["--seed", "-1"], /seed/],
    [["--shape", "round"], /neutral or real/],
    [["--colour", "red"], /--colour/],
    [["stray"], /stray/],
  ])("%j is refused in a sentence", (given, problem) => {
    expect(readArguments(given)).toEqual({ problem: expect.stringMatching(problem) });
  });

  test("has a default for everything", () => {
    expect(readArguments([])).toEqual({
      hasRateLimit: false,
      isHelp: false,
      profile: "neutral",
      port: 4380,
      seed: 1,
    });
  });
});
