import { once } from "node:events";
import { createServer } from "node:net";

import { request } from "undici";

import { systemCode } from "../../base/system-code.ts";
import type { Settings } from "../../config/settings.ts";
import { type Finding, look, ok, wrong } from "./finding.ts";

const WITHIN_MS = 3_000;

/** Returns who serves HEALTH_PORT: this bot, nobody, or another program. */
export async function healthFindings({ health }: Settings): Promise<readonly Finding[]> {
  if (health === undefined || health.port === 0) return [];
  const { host, port } = health;
  const where = `${host}:${port}`;
  const code = await whyNotFree(host, port);
  if (code === undefined) return [look(`no bot answers at ${where}: if it should run, start it`)];
  if (code !== "EADDRINUSE")
    return [wrong(`${where} can't be served (${code}): set HEALTH_HOST and HEALTH_PORT to others`)];
  return (await isOurs(host, port))
    ? [ok(`the bot serves ${where}`)]
    : [wrong(`another program serves ${where}: end it, or set HEALTH_PORT to another port`)];
}

async function whyNotFree(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, "listening");
    return undefined;
  } catch (error) {
    return systemCode(error) ?? "unknown";
  } finally {
    server.close();
  }
}

async function isOurs(host: string, port: number): Promise<boolean> {
  // A server on all addresses is asked at this machine's own.
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  try {
    const { body } = await request(`http://${name.includes(":") ? `[${name}]` : name}:${port}/healthz`, {
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    return (await body.text()) === '{"status":"live"}\n';
  } catch {
    return false;
  }
}
