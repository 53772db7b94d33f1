// A peer: the yardstick's bot on seyfert's client for Discord's routes and its gateway.
import http from "node:http";
import https from "node:https";

import { ApiHandler, ShardManager } from "seyfert";

import { command, reply } from "./trending.js";

const token = process.env.DISCORD_TOKEN;
const { origin, pathname } = new URL(process.env.DISCORD_API_URL);
const api = new ApiHandler({ token, domain: origin, baseUrl: `${pathname.slice(1)}/v10` });
const info = await api.request("GET", "/gateway/bot");
// It opens gateways by TLS at their usual port alone.
https.request = (given) => http.request(Object.assign(given, { port: new URL(info.url).port }));

const answer = async ({ id, token: callback, application_id: application }) => {
  await api.request("POST", `/interactions/${id}/${callback}/callback`, { body: { type: 5 }, auth: false });
  const route = `/webhooks/${application}/${callback}/messages/@original`;
  await api.request("PATCH", route, { body: reply, auth: false });
};
const on = {
  READY: ({ application: { id } }) => api.request("PUT", `/applications/${id}/commands`, { body: [command] }),
  INTERACTION_CREATE: answer,
};
const handlePayload = (_shard, { t: event, d: data }) => void on[event]?.(data);
process.once("SIGTERM", () => process.exit(0));
await new ShardManager({ token, intents: 0, info, handlePayload }).spawnShards();
