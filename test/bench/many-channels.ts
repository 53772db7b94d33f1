// A local Discord with the bot in COUNT servers: node many-channels.ts COUNT IDS_FILE
// Writes the id of a channel of each to the file, then prints the address and the token.
import { writeFileSync } from "node:fs";

import { systemClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { startDiscord } from "../../src/playground/discord/start.ts";
import { addPaddedGuilds, defaultWorld } from "../../src/playground/discord/world/default-world.ts";

const [count = "1", file = ""] = process.argv.slice(2);
const world = defaultWorld(systemClock);
const guilds = addPaddedGuilds(world, { count: Number(count), channels: 1, roles: 2 });
const channels = guilds.flatMap(({ channels: own }) => [...own.keys()].slice(0, 1));
writeFileSync(file, JSON.stringify(channels));
const discord = await startDiscord({ port: 0, clock: systemClock, log: silentLog, world });
process.on("SIGTERM", () => process.exit(0));
process.stdout.write(`DISCORD_API_URL=${discord.url}\nDISCORD_TOKEN=${discord.token}\n`);
