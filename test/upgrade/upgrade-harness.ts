import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { type Clock, MovableClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { systemCode } from "../../src/base/system-code.ts";
import { runCli } from "../../src/cli/main.ts";
import { compose } from "../../src/compose/compose.ts";
import { readSettings } from "../../src/config/settings.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import { type LocalDiscord, startDiscord } from "../../src/playground/discord/start.ts";
import { type Platform, startPlatform } from "../../src/playground/platform/server.ts";
import { LocalClient } from "../support/local-client.ts";

/** Sessions are sealed to the platform's origin: it has to be the same whenever a stored one is opened. */
const PLATFORM_PORT = 28_077;
const PORT_WITHIN_MS = 240_000;
const LOOK_EVERY_MS = 200;
/** When the stored sessions were made. The platform makes the same cookies of the same time, in the same order. */
const SIGNED_IN_AT = Date.parse("2026-11-24T09:00:00Z");
/** The players that are signed in, in that order. */
const PLAYERS = [0, 1, 2, 3, 4] as const;

/** Stands still until it is let go. */
class HeldClock implements Clock {
  readonly #running = new MovableClock();
  #heldAt: number | undefined;

  constructor(at: number) {
    this.#heldAt = at;
  }

  now(): number {
    return this.#heldAt ?? this.#running.now();
  }

  monotonic(): number {
    return this.#running.monotonic();
  }

  /** Runs from then on. */
  moveTo(at: number): void {
    this.#heldAt = undefined;
    this.#running.moveTo(at - Date.now());
  }

  onJump(listener: () => void): () => void {
    return this.#running.onJump(listener);
  }
}

/** The whole program between the two stand-ins, on files that may be there already, at a time of one's choice. */
export interface UpgradeHarness {
  readonly clock: HeldClock;
  readonly discord: LocalDiscord;
  readonly platform: Platform;
  readonly people: LocalClient;
  /** What a browser sends of each player's session. */
  readonly cookies: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly databaseFile: string;
  /** Starts the bot, and gives what ends it. */
  startBot(): Promise<() => Promise<void>>;
  /** Runs `milepost ...` beside it; gives its output, and fails as it does. */
  milepost(...args: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

/** Starts both stand-ins; the bot's files lie in `folder`. */
export async function openUpgradeHarness(folder: string, at: number): Promise<UpgradeHarness> {
  const clock = new HeldClock(SIGNED_IN_AT);
  const profile = loadProfile("neutral");
  const platform = await whenFree(() => startPlatform({ profile, port: PLATFORM_PORT, clock }));
  const cookies = PLAYERS.map((player) =>
    platform.signIn
      .issue(player)
      .cookies.map(({ name, value }) => `${name}=${value}`)
      .join("; "),
  );
  clock.moveTo(at);
  const discord = await startDiscord({
    port: 0,
    clock,
    log: silentLog,
    rateLimits: "off",
    answerWithinMs: 60_000,
  });
  const people = new LocalClient(discord.url);
  const databaseFile = join(folder, "data", "milepost.db");
  const env = {
    DISCORD_API_URL: discord.url,
    DISCORD_TOKEN: discord.token,
    PLATFORM_PROFILE: join(folder, "profile.json"),
    PLATFORM_API_KEY: "playground",
    DATABASE_URL: `file:${databaseFile}`,
    MILEPOST_KEYRING_FILE: join(folder, "keys", "keyring"),
    LINK_ACCEPT: "sealed,cookies",
  };
  writeFileSync(env.PLATFORM_PROFILE, JSON.stringify(platform.profile));
  return {
    clock,
    discord,
    platform,
    people,
    cookies,
    env,
    databaseFile,
    startBot: () => startBot(env, clock),
    milepost: (...args) => milepost(args, { env, clock }),
    async close() {
      await people.close();
      await discord.close();
      await platform.close();
    },
  };
}

async function startBot(env: UpgradeHarness["env"], clock: Clock): Promise<() => Promise<void>> {
  const quiet = { print: () => {}, writeLog: () => {}, isLogReadable: false };
  const bot = await compose(readSettings(env), { ...quiet, clock });
  return () => bot.stop(1000, "test");
}

async function milepost(args: readonly string[], at: Pick<UpgradeHarness, "env" | "clock">): Promise<string> {
  let output = "";
  const write = (text: string) => (output += text);
  const code = await runCli(args, { stdout: { write }, stderr: { write }, ...at });
  if (code !== 0) throw new Error(`milepost ${args.join(" ")} ended with ${code}:\n${output}`);
  return output;
}

/** Another run of these tests may have the port: each lasts some seconds. */
async function whenFree<T>(start: () => Promise<T>): Promise<T> {
  for (const giveUpAt = Date.now() + PORT_WITHIN_MS; ; await wait(LOOK_EVERY_MS)) {
    try {
      return await start();
    } catch (error) {
      if (systemCode(error) !== "EADDRINUSE" || Date.now() > giveUpAt) throw error;
    }
  }
}
