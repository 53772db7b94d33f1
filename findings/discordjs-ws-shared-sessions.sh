#!/usr/bin/env bash
# @discordjs/ws: two WebSocketManagers of one process, with default options, share their sessions.
#
# Expected: a manager that was just made logs in by IDENTIFY (op 2) at its own gateway.
# Seen: the second one sends RESUME (op 6) with the first one's session, to the first one's gateway, since the default
# store of sessions is one for the process, by the number of the shard alone. Version 2.0.4 does the same.
# Exits with 0 while that is so, with 1 once it changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @discordjs/ws@1.2.3 ws@8.18.3
cat >two.mjs <<'JS'
import { once } from "node:events";

import { WebSocketManager } from "@discordjs/ws";
import { WebSocketServer } from "ws";

const gateway = async (name) => {
  const ops = [];
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  const url = `ws://127.0.0.1:${server.address().port}`;
  server.on("connection", (socket) => {
    socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 40_000 }, s: null, t: null }));
    socket.on("message", (data) => {
      const { op, d } = JSON.parse(data);
      if (op !== 2 && op !== 6) return;
      ops.push(`${op} ${d.token}`);
      const t = op === 2 ? "READY" : "RESUMED";
      const ready = { session_id: `session of ${name}`, resume_gateway_url: url, guilds: [] };
      socket.send(JSON.stringify({ op: 0, s: 1, t, d: ready }));
    });
  });
  return { ops, url };
};
const manager = (token, { url }) =>
  new WebSocketManager({
    token,
    intents: 0,
    shardCount: 1,
    rest: {
      get: async () => ({
        url,
        shards: 1,
        session_start_limit: { total: 9, remaining: 9, reset_after: 0, max_concurrency: 1 },
      }),
    },
  });
const [one, other] = [await gateway("one"), await gateway("other")];
await manager("first", one).connect();
await manager("second", other).connect();
console.log(`the first one's gateway got: ${one.ops.join(", ")}; the second one's: ${other.ops.join(", ") || "nothing"}`);
const isShared = one.ops.includes("6 second") && other.ops.length === 0;
console.log(isShared ? "as found: the second manager resumed the first one's session" : "changed");
process.exit(isShared ? 0 : 1);
JS
echo "@discordjs/ws 1.2.3, Node $(node --version)"
timeout 60 node two.mjs
