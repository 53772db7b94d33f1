import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { request } from "undici";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";

import { type Program, startProgram } from "../support/program.ts";
import { stageProgram } from "../support/program-harness.ts";

let folder: string;
let bot: Program;

afterEach(async () => {
  await bot.end("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

describe("the program while Discord can't be reached", () => {
  it.each([
    ["refuses connections", "http://127.0.0.1:9/api", "ECONNREFUSED"],
    ["has no address", "https://discord.invalid/api", "ENOTFOUND|EAI_AGAIN"],
  ])("goes on trying where it %s, says so, and ends in good order on SIGTERM", async (_, apiUrl, code) => {
    folder = mkdtempSync(join(tmpdir(), "milepost-"));
    bot = startProgram(["src/start.js"], {
      DISCORD_API_URL: apiUrl,
      DISCORD_TOKEN: "any.token.here",
      PLATFORM_PROFILE: "neutral",
      PLATFORM_BASE_URL: "http://127.0.0.1:9",
      PLATFORM_API_KEY: "playground",
      HEALTH_HOST: "127.0.0.1",
      HEALTH_PORT: "0",
      DATABASE_URL: `file:${join(folder, "data", "milepost.db")}`,
      MILEPOST_KEYRING_FILE: join(folder, "keys", "keyring"),
    });
    const [, address = ""] = await bot.line(/"address":"([^"]+)"/);
    await bot.line(new RegExp(`can't be reached \\((${code})\\).*trying again`));
    const ready = await request(`${address}/readyz`);
    expect(ready.statusCode).toBe(503);
    expect(await ready.body.json()).toMatchObject({
      reasons: expect.arrayContaining([expect.stringContaining("Discord can't be reached")]),
    });
    expect(await bot.end("SIGTERM")).toBe(0);
  });

  it("ends in good order on SIGTERM while Discord never lets it in", async () => {
    const stage = await stageProgram();
    onTestFinished(() => stage.close());
    folder = stage.folder;
    await stage.local.addFault({ kind: "slow-gateway", ms: 60_000 });
    bot = startProgram(["src/start.js"], stage.env);
    await expect.poll(async () => (await stage.local.state()).sessions).toHaveLength(1);
    expect(await bot.end("SIGTERM")).toBe(0);
  });
});
