import { Client } from "discord.js";
import type { ClientOptions, Interaction } from "discord.js";

import { MovableClock } from "../../../src/base/clock.ts";
import { silentLog } from "../../../src/base/log.ts";
import { startDiscord } from "../../../src/playground/discord/start.ts";
import type { DiscordOptions, LocalDiscord } from "../../../src/playground/discord/start.ts";
import { MINUTE } from "../../support/time.ts";

export interface Stage {
  readonly discord: LocalDiscord;
  readonly clock: MovableClock;
  close(): Promise<void>;
}

export async function stage(options: Partial<DiscordOptions> = {}): Promise<Stage> {
  const clock = new MovableClock();
  const patient = { rateLimits: "off", answerWithinMs: MINUTE } as const;
  const discord = await startDiscord({ port: 0, clock, log: silentLog, ...patient, ...options });
  return { discord, clock, close: async () => await discord.close() };
}

export interface Bot {
  readonly client: Client<true>;
  readonly errors: unknown[];
  close(): Promise<void>;
}

/** The real discord.js, told only where its REST interface is. */
export async function connect(
  discord: LocalDiscord,
  onInteraction: (interaction: Interaction) => unknown = () => {},
  options: Partial<ClientOptions> = {},
): Promise<Bot> {
  const client = new Client({ intents: [], rest: { api: discord.url, retries: 0 }, ...options });
  const errors: unknown[] = [];
  client.on("error", (error) => errors.push(error));
  client.on("interactionCreate", (interaction) => {
    Promise.resolve(onInteraction(interaction)).catch((error: unknown) => errors.push(error));
  });
  const ready = new Promise<void>((resolve) => {
    client.once("clientReady", () => {
      resolve();
    });
  });
  await client.login(discord.token);
  await ready;
  return {
    client: client as Client<true>,
    errors,
    close: async () => {
      await client.destroy();
    },
  };
}
