import { randomBytes } from "node:crypto";

import type { MovableClock } from "../base/clock.ts";
import { MilepostError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import { systemCode } from "../base/system-code.ts";
import type { Profile } from "../platform/profile/schema.ts";
import { startDiscord } from "./discord/start.ts";
import { createLinkPreviewer } from "./link-preview.ts";
import { DEFAULT_KEY } from "./platform/server.ts";
import { type OnProfileChange, SwitchablePlatform } from "./switchable-platform.ts";
import { startPage } from "./web/server.ts";

export interface PlaygroundOptions {
  readonly port: number;
  /** What the embedded platform serves at first. */
  readonly profile: Profile;
  /** Of the platform's world. */
  readonly seed?: number;
  readonly log: Log;
  /** One clock for platform, Discord and bot. */
  readonly clock: MovableClock;
  /** Where members land after a sign-in, where that is a page of the bot. */
  readonly landing?: string | undefined;
  /** Cryptographically random bytes for the page's address; those of node:crypto by default. */
  readonly randomBytes?: (count: number) => Uint8Array;
}

/** The running playground: both services on this machine, and the page to try the bot on. */
export interface Playground {
  /** The one address a person opens. Whoever knows it may use the page. */
  readonly pageUrl: string;
  readonly discordApiUrl: string;
  readonly discordToken: string;
  /** The profile with its hosts on this machine, for the bot. */
  readonly platformProfile: Profile;
  readonly apiKey: string;
  /** Who is told when the page has the platform speak another profile: the bot has to be started anew with it. */
  followedBy(follow: OnProfileChange): void;
  close(): Promise<void>;
}

/** Starts the embedded platform, the local Discord and the page. When one fails, the others are ended. */
export async function startPlayground(options: PlaygroundOptions): Promise<Playground> {
  const running = new AsyncDisposableStack();
  try {
    return await startAll(options, running);
  } catch (error) {
    await running.disposeAsync();
    throw portTaken(error, options.port) ?? error;
  }
}

async function startAll(options: PlaygroundOptions, running: AsyncDisposableStack): Promise<Playground> {
  const { profile, seed, log, clock, landing } = options;
  const platforms = await SwitchablePlatform.start({
    profile,
    clock,
    log,
    landing,
    ...(seed !== undefined && { seed }),
  });
  running.defer(() => platforms.close());
  const discord = await startDiscord({
    port: 0,
    clock,
    log,
    lookAt: createLinkPreviewer(() => platforms.origins),
  });
  running.defer(() => discord.close());
  const page = await startPage({
    port: options.port,
    discordUrl: new URL(discord.url).origin,
    platforms,
    pictureUrls: () => [...platforms.origins, discord.url],
    log,
    randomBytes: options.randomBytes ?? randomBytes,
  });
  running.defer(() => page.close());
  return {
    pageUrl: page.url,
    discordApiUrl: discord.url,
    discordToken: discord.token,
    platformProfile: platforms.profile,
    apiKey: DEFAULT_KEY,
    followedBy: (follow) => platforms.followedBy(follow),
    close: () => running.disposeAsync(),
  };
}

function portTaken(error: unknown, port: number): MilepostError | undefined {
  if (systemCode(error) !== "EADDRINUSE" || port === 0) return undefined;
  return new MilepostError("bad-settings", {
    reason: `PLAYGROUND_PORT ${port} is taken; choose another, or 0`,
  });
}
