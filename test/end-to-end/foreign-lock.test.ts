import path from "node:path";

import Sqlite from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";

import { commands } from "../../commands/index.ts";
import type { Answer } from "../../src/playground/discord/local-api.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { stageProgram } from "../support/program-harness.ts";

/** Whatever starts before it is acknowledged, as that must write nothing; and a list. */
const ASKED = [
  ...commands.flatMap((command) =>
    "isReadOnly" in command && command.isReadOnly ? [{ command: command.name }] : [],
  ),
  { command: "remind", subcommand: ["list"] },
];
const PEOPLE = 16;

it("answers everybody who reads while another program holds the right to write, and who writes after it", async () => {
  const stage = await stageProgram();
  onTestFinished(() => stage.close());
  const bot = await stage.startMilepost();
  onTestFinished(() => void bot.end());
  const { people } = await stage.local.addPeople({ count: PEOPLE + 2, server: Ids.harbour });
  const [first = "", writer = "", ...readers] = people;
  const run = async (as: string, asked: (typeof ASKED)[number], options = {}): Promise<Answer> => {
    const { interaction } = await stage.local.runCommand({ as, channel: Ids.general, ...asked, options });
    return stage.local.answer({ as, interaction });
  };

  // Whose names are stored is written once.
  await run(first, { command: "trending" });
  const other = new Sqlite(path.join(stage.folder, "data", "milepost.db"));
  onTestFinished(() => void other.close());
  other.exec("begin immediate");
  const note = { what: "Water the plants", when: "in 2 hours" };
  const writing = run(writer, { command: "remind", subcommand: ["new"] }, note);
  const answers = await Promise.all(
    readers.map((as, index) => run(as, ASKED[index % ASKED.length] ?? { command: "help" })),
  );
  expect(answers.filter(({ kind }) => kind !== "message")).toEqual([]);
  other.exec("commit");
  expect(JSON.stringify(await writing)).toContain("Water the plants");
});
