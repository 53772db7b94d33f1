import { REST } from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";
import { request } from "undici";

import type { Secret } from "../../base/secret.ts";
import type { Application } from "../command/describe-application.ts";

/** How an application's interactions come. */
export interface EndpointStanding {
  readonly guilds: number;
  /** Where Discord posts them; absent: they come over the gateway. */
  readonly endpoint?: {
    readonly url: string;
    /** What it answers to a request that nobody signed; 0: nothing. */
    readonly status: number;
  };
}

const ANSWERS_WITHIN_MS = 5_000;

/** Asks Discord, then the address it names. Rejects with the library's errors, which `reasonOf` puts into words. */
export async function lookUpEndpoint({
  token,
  apiUrl,
}: {
  readonly token: Secret;
  readonly apiUrl?: string | undefined;
}): Promise<EndpointStanding> {
  const rest = new REST({ ...(apiUrl !== undefined && { api: apiUrl }), retries: 1 }).setToken(
    token.reveal(),
  );
  const application = (await rest.get(Routes.currentApplication())) as Application;
  const { approximate_guild_count: guilds = 0, interactions_endpoint_url: url } = application;
  return typeof url === "string" ? { guilds, endpoint: { url, status: await statusAt(url) } } : { guilds };
}

async function statusAt(url: string): Promise<number> {
  try {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
    const headers = { "content-type": "application/json" };
    const { statusCode, body } = await request(url, { method: "POST", headers, body: '{"type":1}', signal });
    await body.dump({ limit: 65_536, signal });
    return statusCode;
  } catch {
    // Whatever keeps it from answering keeps Discord from it, too.
    return 0;
  }
}
