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
  /** The profile the embedded platform serves at first. */
  readonly profile: Profile;
  /** The seed of the platform's generated data. */
  readonly seed?: number;
  readonly log: Log;
  /** The clock that platform, Discord and bot share. */
  readonly clock: MovableClock;
  /** The page of the bot on which sign-ins end, if it has one. */
  readonly landing?: string | undefined;
  /** Returns when the bot posts next for a person. */
  readonly nextPost?: (person: string) => Promise<number | undefined>;
  /** Cryptographically random bytes for the page's address; default: node:crypto. */
  readonly randomBytes?: (count: number) => Uint8Array;
}

/** The running playground: platform and Discord on this machine, and the page to try the bot on. */
export interface Playground {
  /** The address to open. Whoever knows it may use the page. */
  readonly pageUrl: string;
  readonly discordApiUrl: string;
  readonly discordToken: string;
  /** The profile with its hosts moved to this machine, for the bot. */
  readonly platformProfile: Profile;
  readonly apiKey: string;
  /** Sets what is called when the page switches profiles: the bot must be restarted with the new one. */
  followedBy(follow: OnProfileChange): void;
  close(): Promise<void>;
}

/** Starts embedded platform, local Discord and page. If one fails, the others are stopped and it rejects. */
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
    nextPost: options.nextPost,
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
