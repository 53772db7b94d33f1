import { afterEach, expect, it } from "vitest";

import { systemClock } from "../../../../src/base/clock.ts";
import { silentLog } from "../../../../src/base/log.ts";
import { type LocalDiscord, startDiscord } from "../../../../src/playground/discord/start.ts";
import { Ids } from "../../../../src/playground/discord/world/default-world.ts";
import { openDatabase } from "../../../../src/cluster/open-database.ts";
import { boardRows } from "../../../../src/features/posts/store/guild-rows.ts";
import { useFolder } from "../../../support/databases.ts";
import { type Program, startProgram } from "../../../support/program.ts";

const KILLS = 2;
const folder = useFolder();
let discord: LocalDiscord;
let bot: Program;
afterEach(async () => {
  await bot.end();
  await discord.close();
});

it("has one message, though the bot is killed whenever it has posted one and does not know yet", async () => {
  const file = `${folder.path}/boards.db`;
  discord = await startDiscord({ port: 0, clock: systemClock, log: silentLog, rateLimits: "off" });
  const database = await openDatabase({ url: `file:${file}` });
  await boardRows(database.queries).add(
    {
      id: "board",
      guild_id: Ids.harbour,
      channel_id: Ids.general,
      what: "trending",
      kind: "",
      locale: "en-US",
      state: "live",
      post_id: "first-post",
      is_pinned: 0,
      next_try: 0,
      tries: 0,
      deleted_at: "[]",
      made_by: Ids.admin,
      made_at: 1,
    },
    1,
  );
  await database.close();
  const start = () =>
    startProgram(["test/features/posts/boards/board-bot.ts", discord.url, discord.token, file]);
  let posts = 0;
  let kills = 0;
  const edited = Promise.withResolvers<void>();
  // Heard before Discord answers: the bot can't know of its message when it dies.
  const stop = discord.listen(Ids.admin, ({ type }) => {
    if (type === "message") posts += 1;
    if (type === "message-updated") edited.resolve();
    if (type === "message-deleted" || kills === KILLS) return;
    kills += 1;
    process.kill(bot.pid, "SIGKILL");
  });
  for (let round = 0; round <= KILLS; round += 1) {
    bot = start();
    await (round < KILLS ? bot.exited : edited.promise);
  }
  stop();
  expect({ posts, kills }).toEqual({ posts: 1, kills: KILLS });
  expect(await discord.local.history({ as: Ids.admin, channel: Ids.general })).toHaveLength(1);
});
