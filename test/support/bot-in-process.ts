import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type Clock, MovableClock, systemClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { compose } from "../../src/compose/compose.ts";
import { readSettings } from "../../src/config/settings.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import { startPlatform } from "../../src/playground/platform/server.ts";
import { startDiscord } from "../../src/playground/discord/start.ts";
import { homeIn } from "./bot-harness.ts";
import { MINUTE } from "./time.ts";
import { LocalClient } from "./local-client.ts";

/** The whole bot between both stand-ins in one process, where time passes as the test says: no limit is met. */
export interface BotInProcess {
  readonly local: LocalClient;
  readonly platformUrl: string;
  /** For the bot's budgets alone; what time it is stays the system's. */
  pass(ms: number): void;
  close(): Promise<void>;
}

export async function startBotInProcess(more: Readonly<Record<string, string>> = {}): Promise<BotInProcess> {
  const folder = mkdtempSync(join(tmpdir(), "milepost-"));
  const shipped = loadProfile("neutral");
  const unhurried = { ...shipped, limits: { ...shipped.limits, rate: 1_000 } };
  const platform = await startPlatform({ profile: unhurried, port: 0, clock: new MovableClock() });
  const patient = { rateLimits: "off", answerWithinMs: MINUTE } as const;
  const discord = await startDiscord({ port: 0, clock: systemClock, log: silentLog, ...patient });
  const profile = join(folder, "profile.json");
  writeFileSync(profile, JSON.stringify(platform.profile));
  let passed = 0;
  const clock: Clock = { now: () => Date.now(), monotonic: () => performance.now() + passed };
  const settings = readSettings({
    DISCORD_API_URL: discord.url,
    DISCORD_TOKEN: discord.token,
    PLATFORM_PROFILE: profile,
    PLATFORM_API_KEY: "playground",
    LOG_LEVEL: "error",
    ...homeIn(folder),
    ...more,
  });
  const bot = await compose(settings, {
    print: () => {},
    writeLog: (line) => void process.stderr.write(line),
    isLogReadable: false,
    clock,
  });
  const local = new LocalClient(new URL(discord.url).origin);
  return {
    local,
    platformUrl: platform.url,
    pass: (ms) => void (passed += ms),
    async close() {
      await bot.stop(1_000, "the test is over");
      await local.close();
      await Promise.all([discord.close(), platform.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
