import type { ServerResponse } from "node:http";

import { expect, it, onTestFinished } from "vitest";

import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { serve, wrapped } from "../platform/support/served.ts";
import { stageProgram } from "../support/program-harness.ts";

it("answers before it gives a silent platform up, and with what came meanwhile when asked again", async () => {
  const waiting: ServerResponse[] = [];
  let givenUp = 0;
  await using server = await serve((_, response) => {
    waiting.push(response);
    response.on("close", () => (givenUp += 1));
  });
  const stage = await stageProgram();
  onTestFinished(() => stage.close());
  const platform = { PLATFORM_PROFILE: "neutral", PLATFORM_BASE_URL: server.origin };
  const bot = await stage.startMilepost(platform);
  onTestFinished(() => void bot.end());
  const ask = async () => {
    const asked = { as: Ids.player, channel: Ids.general, command: "trending" };
    const { interaction } = await stage.local.runCommand(asked);
    return (await stage.local.answer({ as: Ids.player, interaction, timeoutMs: 30_000 })).kind;
  };
  const first = await ask();
  expect([waiting.length, givenUp]).toEqual([1, 0]);
  // What failed is told to the member alone.
  expect(first).toBe("acknowledged");
  for (const response of waiting) {
    response.end(wrapped({ results: [], hasMore: false }));
  }
  expect(await ask()).toBe("message");
}, 60_000);
