// A peer: the yardstick's bot as one writes it with oceanic.js.
import { Client } from "oceanic.js";

import { command, reply } from "./trending.js";

const client = new Client({
  auth: `Bot ${process.env.DISCORD_TOKEN}`,
  rest: { baseURL: `${process.env.DISCORD_API_URL}/v10` },
  gateway: { intents: 0, compress: false },
});
client.once("ready", () => {
  void client.application.bulkEditGlobalCommands([{ ...command, type: 1 }]);
});
client.on("error", (error) => process.stderr.write(`${error}\n`));
client.on("interactionCreate", (interaction) => {
  void interaction.defer().then(() => interaction.editOriginal(reply));
});
process.once("SIGTERM", () => process.exit(0));
await client.connect();
