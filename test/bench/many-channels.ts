// A local Discord with the bot in 2,000 servers of several channels: node many-channels.ts COUNT IDS_FILE
// Writes the ids of COUNT channels to the file, then prints the address and the token.
import { writeFileSync } from "node:fs";

import { ChannelType } from "discord-api-types/v10";

import { systemClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { startDiscord } from "../../src/playground/discord/start.ts";
import { addPaddedGuilds, defaultWorld } from "../../src/playground/discord/world/default-world.ts";
import { newChannel } from "../../src/playground/discord/world/world.ts";

/** As many as one shard takes. */
const SERVERS = 2_000;

const [count = "1", file = ""] = process.argv.slice(2);
const world = defaultWorld(systemClock);
const guilds = addPaddedGuilds(world, { count: SERVERS, channels: 1, roles: 2 });
const channels = Array.from({ length: Number(count) }, (_, index) => {
  const guildId = guilds[index % SERVERS]?.id ?? "";
  const id = world.ids.next();
  world.addChannel(newChannel({ id, type: ChannelType.GuildText, name: "news", guildId }));
  return id;
});
writeFileSync(file, JSON.stringify(channels));
const discord = await startDiscord({ port: 0, clock: systemClock, log: silentLog, world });
process.on("SIGTERM", () => process.exit(0));
process.stdout.write(`DISCORD_API_URL=${discord.url}\nDISCORD_TOKEN=${discord.token}\n`);
