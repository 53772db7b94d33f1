import { writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import path from "node:path";

import { expect, it, onTestFinished } from "vitest";

import { loadProfile } from "../../src/platform/profile/load.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { serve, wrapped } from "../platform/support/served.ts";
import { stageProgram } from "../support/program-harness.ts";

it("answers before it gives a silent platform up, and with what came meanwhile when asked again", async () => {
  const waiting: ServerResponse[] = [];
  let givenUp = 0;
  await using server = await serve(({ url }, response) => {
    // What the bot asks for by itself, after a while, is left waiting too.
    if (!url.includes("/Trending/")) return;
    waiting.push(response);
    response.on("close", () => (givenUp += 1));
  });
  const stage = await stageProgram();
  onTestFinished(() => stage.close());
  // Longer than anything here takes on the slowest machine.
  const { limits, ...neutral } = loadProfile("neutral");
  const profile = path.join(stage.folder, "patient.json");
  writeFileSync(profile, JSON.stringify({ ...neutral, limits: { ...limits, deadlineSeconds: 600 } }));
  const platform = { PLATFORM_PROFILE: profile, PLATFORM_BASE_URL: server.origin };
  const bot = await stage.startMilepost(platform);
  onTestFinished(() => void bot.end());
  const ask = async () => {
    const asked = { as: Ids.player, channel: Ids.general, command: "trending" };
    const { interaction } = await stage.local.runCommand(asked);
    await stage.local.answer({ as: Ids.player, interaction });
  };
  const failures = () => bot.output().match(/"code":"platform-timeout","error"/g)?.length ?? 0;
  await ask();
  expect([waiting.length, givenUp]).toEqual([1, 0]);
  await expect.poll(failures).toBe(1);
  for (const response of waiting) {
    response.end(wrapped({ results: [], hasMore: false }));
  }
  await ask();
  expect([waiting.length, failures()]).toEqual([1, 1]);
});
