#!/usr/bin/env bash
# @discordjs/ws: a shard that is destroyed in the half second before it reconnects connects all the same.
#
# Expected: after `await manager.destroy()` nothing connects any more.
# Seen: destroy() finds the shard idle and returns; the pause ends, and the shard resumes and stays connected. Version
# 2.0.4 does the same.
# Exits with 0 while that is so, with 1 once it changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @discordjs/ws@1.2.3 ws@8.18.3
cat >pause.mjs <<'JS'
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

import { WebSocketManager } from "@discordjs/ws";
import { WebSocketServer } from "ws";

const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
await once(server, "listening");
const url = `ws://127.0.0.1:${server.address().port}`;
const sockets = [];
server.on("connection", (socket) => {
  sockets.push(socket);
  socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 40_000 }, s: null, t: null }));
  socket.on("message", (data) => {
    const { op } = JSON.parse(data);
    const d = { session_id: "a", resume_gateway_url: url, guilds: [] };
    if (op === 2) socket.send(JSON.stringify({ op: 0, s: 1, t: "READY", d }));
  });
});
const session_start_limit = { total: 9, remaining: 9, reset_after: 0, max_concurrency: 1 };
const rest = { get: async () => ({ url, shards: 1, session_start_limit }) };
const manager = new WebSocketManager({ token: "a", intents: 0, shardCount: 1, rest });
const closed = once(manager, "closed");
await manager.connect();
// Discord asks its clients to connect anew by such a close, many times a day.
sockets[0].close(4000);
await closed;
await wait(100);
await manager.destroy();
const before = sockets.length;
await wait(1_500);
console.log(`connections when destroyed: ${before}; a moment later: ${sockets.length}`);
const isBack = sockets.length > before && sockets.at(-1).readyState === sockets.at(-1).OPEN;
console.log(isBack ? "as found: the destroyed shard connected again" : "changed");
process.exit(isBack ? 0 : 1);
JS
echo "@discordjs/ws 1.2.3, Node $(node --version)"
timeout 60 node pause.mjs
