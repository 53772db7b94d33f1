// The yardstick: a bare discord.js bot that defers and edits a constant. INTENTS=guilds asks for guilds.
import { Client, GatewayIntentBits, MessageFlags } from "discord.js";

const client = new Client({
  intents: process.env.INTENTS === "guilds" ? [GatewayIntentBits.Guilds] : [],
  rest: { api: process.env.DISCORD_API_URL },
});
const reply = {
  flags: MessageFlags.IsComponentsV2,
  components: [{ type: 17, components: [{ type: 10, content: "Nothing but a constant" }] }],
};
client.once("clientReady", () => {
  void client.application.commands.set([{ name: "trending", description: "A constant" }]);
});
client.on("interactionCreate", (interaction) => {
  void interaction.deferReply().then(() => interaction.editReply(reply));
});
process.once("SIGTERM", () => process.exit(0));
await client.login(process.env.DISCORD_TOKEN);
