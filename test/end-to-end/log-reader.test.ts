import { spawn } from "node:child_process";
import { once } from "node:events";

import { expect, it, onTestFinished } from "vitest";

import { packageRoot } from "../../src/base/package-root.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { stageProgram } from "../support/program-harness.ts";

it("goes on when whoever reads its log goes away", async () => {
  const stage = await stageProgram();
  onTestFinished(() => stage.close());
  const bot = spawn(process.execPath, ["src/start.js"], {
    cwd: packageRoot,
    env: { PATH: process.env["PATH"], ...stage.env, LOG_LEVEL: "debug" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(bot, "close");
  let printed = "";
  bot.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  await expect.poll(() => printed).toContain("Connected to Discord");
  bot.stdout.destroy();
  bot.stderr.destroy();
  const ask = async (command: string) => {
    const asked = { as: Ids.player, channel: Ids.general, command };
    const { interaction } = await stage.local.runCommand(asked);
    return (await stage.local.answer({ as: Ids.player, interaction })).kind;
  };
  // Each is logged.
  for (const command of ["help", "help", "help"]) expect(await ask(command)).toBe("message");
  bot.kill("SIGTERM");
  expect((await closed)[0]).toBe(0);
});
