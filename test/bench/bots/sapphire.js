// A peer: the yardstick's bot as one writes it with @sapphire/framework.
import { Command, LogLevel, SapphireClient } from "@sapphire/framework";

import { command, reply } from "./trending.js";

class Trending extends Command {
  registerApplicationCommands(registry) {
    registry.registerChatInputCommand(command);
  }

  async chatInputRun(interaction) {
    await interaction.deferReply();
    await interaction.editReply(reply);
  }
}

const client = new SapphireClient({
  intents: [],
  baseUserDirectory: null,
  logger: { level: LogLevel.Error },
  rest: { api: process.env.DISCORD_API_URL },
});
await client.stores.loadPiece({ name: command.name, piece: Trending, store: "commands" });
process.once("SIGTERM", () => process.exit(0));
await client.login(process.env.DISCORD_TOKEN);
