import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

import { describe, expect, it } from "vitest";

import { LocalClient } from "../../support/local-client.ts";
import { LocalRefusal } from "../../../src/playground/discord/local-api.ts";
import type { LocalEvent } from "../../../src/playground/discord/local-api.ts";
import { Ids } from "../../../src/playground/discord/world/default-world.ts";
import { connect } from "./bot.ts";

function start(...args: readonly string[]) {
  const child = spawn(process.execPath, ["src/playground/discord/main.ts", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let error = "";
  const named = new Promise<{ readonly url: string; readonly token: string }>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString("utf8");
      const [, url, token] = /DISCORD_API_URL=(\S+)\nDISCORD_TOKEN=(\S+)\n/.exec(out) ?? [];
      if (url !== undefined && token !== undefined) resolve({ url, token });
    });
  });
  child.stderr.on("data", (chunk: Buffer) => (error += chunk.toString("utf8")));
  return { child, named, error: () => error };
}

describe("the local Discord as a program", () => {
  it("serves a bot and people, and ends at once on SIGTERM", async () => {
    const program = start("--port", "0");
    const { url, token } = await program.named;
    const local = new LocalClient(url);
    const closed = { local: undefined as never, listen: () => () => {}, close: async () => {} };
    const bot = await connect({ ...closed, url, token }, async (interaction) => {
      if (interaction.isChatInputCommand()) await interaction.reply("pong");
    });
    await bot.client.application.commands.set([{ name: "ping", description: "Ping" }]);
    const events: LocalEvent[] = [];
    const listening = await local.listen(Ids.admin, (event) => events.push(event));
    const { interaction } = await local.runCommand({ as: Ids.player, channel: Ids.general, command: "ping" });
    expect(await local.answer({ as: Ids.player, interaction })).toMatchObject({ kind: "message" });
    expect((await local.home({ as: Ids.player })).servers.map(({ name }) => name)).toEqual([
      "Harbour",
      "Outpost",
    ]);
    await expect(local.history({ as: Ids.player, channel: "1" })).rejects.toBeInstanceOf(LocalRefusal);
    expect(events.map(({ type }) => type)).toContain("message");
    expect((await local.moveClock({ offsetMs: 60_000 })).offsetMs).toBeCloseTo(60_000, -2);
    listening.stop();
    await bot.close();
    await local.close();
    program.child.kill("SIGTERM");
    expect(await once(program.child, "exit")).toEqual([0, null]);
  });

  it.each([
    [["--port", "x"], "--port must be a number from 0 to 65535"],
    [["--port", "70000"], "--port must be a number from 0 to 65535"],
    [["--bogus"], "Unknown option '--bogus'"],
    [["--answer-within", "0"], "--answer-within must be 1 to 60 seconds"],
    [["--rate-limits", "some"], '--rate-limits must be "discord" or "off"'],
    [["--token", "a b"], "--token must be"],
  ])("refuses the arguments %j in one sentence", async (args, text) => {
    const program = start(...args);
    expect(await once(program.child, "exit")).toEqual([1, null]);
    expect(program.error()).toContain(text);
  });

  it.each(["--help", "-h"])("says how it is called for %s, and ends well", async (asking) => {
    const { child } = start(asking);
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
    expect(await once(child, "close")).toEqual([0, null]);
    expect(said).toMatch(/^Usage: npm run discord -- \[options\]\n {2}--port N/);
  });

  it("says when its port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const program = start("--port", String(port));
    expect(await once(program.child, "exit")).toEqual([1, null]);
    expect(program.error()).toContain(`port ${port} is taken`);
    other.close();
  });
});
