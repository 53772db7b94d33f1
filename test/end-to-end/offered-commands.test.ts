import { readFileSync, writeFileSync } from "node:fs";

import { expect, it } from "vitest";

import { messagesFor } from "../../src/messages/catalog.ts";
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

it("registers the Spanish of Latin America wherever that of Spain is", async () => {
  const stage = await stageProgram();
  const bot = await stage.startMilepost();
  try {
    const commands = JSON.stringify(await stage.local.commands({ as: Ids.admin, channel: Ids.general }));
    const timesIn = (code: string) => commands.split(`"${code}":`).length - 1;
    expect(timesIn("es-ES")).toBeGreaterThan(50);
    expect(timesIn("es-419")).toBe(timesIn("es-ES"));
    const { history } = messagesFor("es-419").commands.announce.subcommands;
    expect(commands).toContain(`"es-419":"${history.description}"`);
  } finally {
    await bot.end();
    await stage.close();
  }
});
