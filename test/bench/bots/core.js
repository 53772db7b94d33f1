// A peer: the yardstick's bot as one writes it with @discordjs/core and the two packages it stands on.
import { createRequire } from "node:module";

import { command, reply } from "./trending.js";

/** The copies that core itself loads; the project's own may be of another version. */
const ofBench = createRequire(import.meta.url);
const ofCore = createRequire(ofBench.resolve("@discordjs/core"));
const { Client, GatewayDispatchEvents } = ofBench("@discordjs/core");
const { REST } = ofCore("@discordjs/rest");
const { WebSocketManager } = ofCore("@discordjs/ws");

const token = process.env.DISCORD_TOKEN;
const rest = new REST({ api: process.env.DISCORD_API_URL }).setToken(token);
const gateway = new WebSocketManager({ token, intents: 0, rest });
const client = new Client({ rest, gateway });
client.once(GatewayDispatchEvents.Ready, ({ data, api }) => {
  void api.applicationCommands.bulkOverwriteGlobalCommands(data.application.id, [command]);
});
client.on(GatewayDispatchEvents.InteractionCreate, ({ data, api }) => {
  const { id, token: callback, application_id: application } = data;
  void api.interactions
    .defer(id, callback)
    .then(() => api.interactions.editReply(application, callback, reply));
});
process.once("SIGTERM", () => process.exit(0));
await gateway.connect();
