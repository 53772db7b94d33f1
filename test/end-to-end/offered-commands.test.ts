import { readFileSync, writeFileSync } from "node:fs";

import { expect, it } from "vitest";

import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { stageProgram } from "../support/program-harness.ts";

it("registers only the commands it can answer", async () => {
  const stage = await stageProgram({ PRIVATE_COMMANDS: "off" });
  const file = stage.env["PLATFORM_PROFILE"] ?? "";
  const profile = JSON.parse(readFileSync(file, "utf8")) as { operations: Record<string, unknown> };
  delete profile.operations["milestones.public"];
  writeFileSync(file, JSON.stringify(profile));
  const bot = await stage.startMilepost();
  try {
    const commands = await stage.local.commands({ as: Ids.admin, channel: Ids.general });
    const names = commands.map(({ command }) => command.name);
    expect(names).toEqual(
      expect.arrayContaining(["trending", "profile", "progress", "stats", "account", "help"]),
    );
    for (const gone of ["milestones", "vault", "link", "unlink"]) expect(names).not.toContain(gone);
  } finally {
    await bot.end();
    await stage.close();
  }
});
