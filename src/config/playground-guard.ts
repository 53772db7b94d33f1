import { MilepostError } from "../base/errors.ts";
import type { Environment } from "./settings.ts";

/** Settings that name what a real bot keeps. */
const KEPT = ["DATABASE_URL", "MILEPOST_KEYRING_FILE", "CREDENTIALS_DIRECTORY"] as const;

/** What says nothing about a real bot: an untouched copy of .env.example, or nothing on disk. */
const HARMLESS: ReadonlySet<string> = new Set(["", ":memory:", "file:./data/milepost.db"]);

/**
 * The playground keeps everything in memory and lets whoever has its page do anything: it does not start beside
 * a real bot's database or keyring, so that nobody mistakes it for one, or a forgotten token for an empty bot.
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
