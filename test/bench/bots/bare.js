// The yardstick: a bare discord.js bot that defers and edits a constant. INTENTS=guilds asks for guilds.
import { Client, GatewayIntentBits } from "discord.js";

import { command, reply } from "./trending.js";

const client = new Client({
  intents: process.env.INTENTS === "guilds" ? [GatewayIntentBits.Guilds] : [],
  rest: { api: process.env.DISCORD_API_URL },
});
client.once("clientReady", () => {
  void client.application.commands.set([command]);
});
client.on("interactionCreate", (interaction) => {
  void interaction.deferReply().then(() => interaction.editReply(reply));
});
process.once("SIGTERM", () => process.exit(0));
await client.login(process.env.DISCORD_TOKEN);
