// The floor: the yardstick's bot on Node alone, with its own fetch and WebSocket.
import { GatewayDispatchEvents, GatewayOpcodes } from "discord-api-types/v10";

import { command, reply } from "./trending.js";

const { DISCORD_API_URL: api, DISCORD_TOKEN: token } = process.env;
const { fetch, WebSocket } = globalThis;
const headers = { authorization: `Bot ${token}`, "content-type": "application/json" };
const send = async (method, route, body) => {
  const request = { method, headers, body: JSON.stringify(body) };
  await (await fetch(`${api}/v10${route}`, request)).text();
};

const { url } = await fetch(`${api}/v10/gateway/bot`, { headers }).then((answer) => answer.json());
const socket = new WebSocket(`${url}?v=10&encoding=json`);
const say = (op, d) => socket.send(JSON.stringify({ op, d }));
let sequence = null;
socket.addEventListener("message", ({ data }) => {
  const { op, d, s, t: event } = JSON.parse(data);
  sequence = s ?? sequence;
  if (op === GatewayOpcodes.Hello) {
    setInterval(() => say(GatewayOpcodes.Heartbeat, sequence), d.heartbeat_interval);
    say(GatewayOpcodes.Identify, { token, intents: 0, properties: { os: "", browser: "", device: "" } });
  }
  if (event === GatewayDispatchEvents.Ready)
    void send("PUT", `/applications/${d.application.id}/commands`, [command]);
  if (event !== GatewayDispatchEvents.InteractionCreate) return;
  void send("POST", `/interactions/${d.id}/${d.token}/callback`, { type: 5 }).then(() =>
    send("PATCH", `/webhooks/${d.application_id}/${d.token}/messages/@original`, reply),
  );
});
process.once("SIGTERM", () => process.exit(0));
