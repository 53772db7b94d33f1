import { type DiscordAPIError, HTTPError, REST } from "@discordjs/rest";
import type { Client } from "discord.js";

import type { Secret } from "../base/secret.ts";
import { systemCode } from "../base/system-code.ts";
import { ClosableShards } from "./gateway/closable-shards.ts";

/** What the steps of a smoke run share. */
export interface Trial {
  readonly rest: REST;
  readonly token: Secret;
  readonly apiUrl?: string | undefined;
  readonly channelId: string;
  /** Runs one and reports how it went; what failed ends the trial. */
  readonly step: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Takes what takes back what was made; a step may have done so already. */
  readonly cleanup: (() => Promise<unknown>)[];
}

/** What asks Discord for an operator: once more where an answer is lost. */
export function createTrialRest(token: Secret, apiUrl: string | undefined): REST {
  const options = { ...(apiUrl !== undefined && { api: apiUrl }), retries: 1 };
  return new REST(options).setToken(token.reveal());
}

/** Why a step failed, in words of ours. */
export class NotAsExpected extends Error {}

const GATEWAY_WITHIN_MS = 20_000;

/** With the whole client of discord.js: a second opinion on the gateway of ours. */
export async function withClient<T>(
  { token, apiUrl }: Pick<Trial, "token" | "apiUrl">,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const { Client } = await import("discord.js");
  const ending = new AbortController();
  const client = new Client({
    intents: [],
    ws: { buildStrategy: (manager) => new ClosableShards(manager, ending.signal) },
    ...(apiUrl !== undefined && { rest: { api: apiUrl } }),
  });
  try {
    await new Promise<void>((resolve, reject) => {
      const late = new NotAsExpected("no READY within 20 seconds");
      const timer = setTimeout(() => reject(late), GATEWAY_WITHIN_MS);
      const settle = (done: () => void) => {
        clearTimeout(timer);
        done();
      };
      client.once("clientReady", () => settle(resolve));
      client.once("error", (error) => settle(() => reject(error)));
      client.login(token.reveal()).catch((error: unknown) => settle(() => reject(error)));
    });
    return await use(client);
  } finally {
    ending.abort();
    await client.destroy();
  }
}

export function once<T>(work: () => Promise<T>): () => Promise<T | undefined> {
  let isDone = false;
  return async () => {
    if (isDone) return undefined;
    isDone = true;
    return work();
  };
}

/** Discord's own code and sentence; never the request, which holds what was sent. */
export function reasonOf(error: unknown): string {
  if (isRefusal(error)) return `Discord answered ${error.status}, code ${error.code}: ${error.message}`;
  if (error instanceof HTTPError) return `Discord answered ${error.status}`;
  const code = systemCode(error);
  if (code !== undefined) return `failed with ${code}`;
  return error instanceof NotAsExpected ? error.message : "failed";
}

/** Returns whether Discord knows no bot of this token. */
export function isTokenRefused(error: unknown): boolean {
  return isRefusal(error) && error.status === 401;
}

/** discord.js loads a copy of the classes of its own: only the name tells. */
function isRefusal(error: unknown): error is DiscordAPIError {
  return error instanceof Error && error.name.startsWith("DiscordAPIError");
}
