import { MilepostError } from "../base/errors.ts";
import type { Environment } from "./settings.ts";

/** Settings that name a real bot's data. */
const KEPT = ["DATABASE_URL", "MILEPOST_KEYRING_FILE", "CREDENTIALS_DIRECTORY"] as const;

/** Values that say nothing about a real bot: those of .env.example, or nothing on disk. */
const HARMLESS: ReadonlySet<string> = new Set(["", ":memory:", "file:./data/milepost.db"]);

/**
 * The playground keeps everything in memory, and whoever has its page may do anything. So it refuses to start beside a
 * real bot's database or keyring: a forgotten token must not look like an empty bot.
 */
export function refusePlaygroundBesideRealData(env: Environment): void {
  const found = KEPT.filter((name) => !HARMLESS.has(env[name] ?? ""));
  if (found.length === 0) return;
  const names = found.join(" and ");
  throw new MilepostError("bad-settings", {
    reason: `${names} ${found.length === 1 ? "is" : "are"} set, but DISCORD_TOKEN is not. To start the bot, set DISCORD_TOKEN. To start the
playground, remove ${names} from the environment and .env: it stores nothing, and won't run beside real data.`,
  });
}
