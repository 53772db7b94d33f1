import { existsSync, statfsSync, statSync } from "node:fs";

import { systemClock } from "../base/clock.ts";
import { HOUR_MS, MINUTE_MS } from "../base/duration.ts";
import { isMilepostError } from "../base/errors.ts";
import { envFileWarnings } from "../config/env-file.ts";
import { readSettings, type Settings } from "../config/settings.ts";
import { keyringPlace } from "../sessions/keyring/keyring.ts";
import { keyringFolderWarning } from "../sessions/keyring/keyring-location.ts";
import { keyringStatus } from "../sessions/keyring/keyring-changes.ts";
import { openDatabase } from "../storage/database.ts";
import type { Queries } from "../storage/schema.ts";
import { pathOf } from "../storage/sqlite-file.ts";
import { ledgerBacklog } from "../features/reminders/store/ledger-backlog.ts";
import { sentenceOf } from "./database.ts";
import { type CliContext, counted, endWith, readArguments } from "./subcommand.ts";
import type { Trial } from "./trial.ts";

export const usage = `Usage: milepost doctor

Checks settings, database, keyring, profile, platform, Discord and overdue posts, and says how to fix what is wrong.
It changes nothing. The bot can run meanwhile.
`;

/** How one thing stands. */
interface Finding {
  readonly verdict: "ok" | "look" | "WRONG";
  readonly words: string;
}

type Say = (about: string, finding: Finding) => void;

const LITTLE_ROOM_BYTES = 200 * 1024 * 1024;
const MIB = 1024 * 1024;
/** Discord dates its answers to the second, and an answer takes a while. */
const CLOCK_AHEAD_MS = 5_000;
const FEW_LOGINS = 50;
const LATE_MS = 10 * MINUTE_MS;

const ok = (words: string): Finding => ({ verdict: "ok", words });
const look = (words: string): Finding => ({ verdict: "look", words });
const wrong = (words: string): Finding => ({ verdict: "WRONG", words });

/** `milepost doctor`: fails when something is wrong. Never prints a secret. */
export async function run(args: readonly string[], { stdout, env }: CliContext): Promise<number | undefined> {
  if (readArguments(args, {}) === undefined) return undefined;
  const found: Finding[] = [];
  const say: Say = (about, finding) => {
    found.push(finding);
    const text = finding.words.replaceAll("\n", `\n${" ".repeat(17)}`);
    stdout.write(`${finding.verdict.padEnd(6)}${about.padEnd(11)}${text}\n`);
  };
  const settings = settingsOf(env, say);
  if (settings !== undefined) await lookAtAll(settings, say);
  const bad = found.filter(({ verdict }) => verdict === "WRONG").length;
  if (bad === 0) return endWith(0, stdout, "Nothing is wrong.\n");
  return endWith(1, stdout, `${counted(bad, "thing is", "things are")} wrong.\n`);
}

function settingsOf(env: CliContext["env"], say: Say): Settings | undefined {
  try {
    const settings = readSettings(env);
    const warnings = [...settings.warnings, ...envFileWarnings()];
    say("settings", warnings.length === 0 ? ok("readable") : look(warnings.join("\n")));
    return settings;
  } catch (error) {
    if (!isMilepostError(error)) throw error;
    say("settings", wrong(sentenceOf(error)));
    return undefined;
  }
}

/** One after the other: what is said first is to be corrected first. */
async function lookAtAll(settings: Settings, say: Say): Promise<void> {
  const parts: readonly [string, () => Promise<readonly Finding[]>][] = [
    ["database", () => databaseFindings(settings)],
    ["keyring", () => keyringFindings(settings)],
    ["posts", () => postFindings(settings)],
    ["platform", () => platformFindings(settings)],
    ["discord", () => discordFindings(settings)],
  ];
  for (const [about, findings] of parts) {
    try {
      for (const finding of await findings()) say(about, finding);
    } catch (error) {
      if (!isMilepostError(error)) throw error;
      say(about, wrong(sentenceOf(error)));
    }
  }
}

async function databaseFindings({ databaseUrl }: Settings): Promise<readonly Finding[]> {
  const file = pathOf(databaseUrl);
  if (!existsSync(file)) return [look(`none at ${file} yet: the first start makes it`)];
  await onDatabase(databaseUrl, async () => {});
  const { bavail, bsize } = statfsSync(file);
  const free = bavail * bsize;
  const words = `${file}, whole; ${Math.ceil(statSync(file).size / MIB)} MiB, ${Math.floor(free / MIB)} MiB free on its disk`;
  return [
    free < LITTLE_ROOM_BYTES ? wrong(`${words}: free some space, or writing will fail soon`) : ok(words),
  ];
}

async function keyringFindings({ databaseUrl, keyring }: Settings): Promise<readonly Finding[]> {
  const databaseFile = pathOf(databaseUrl);
  const place = keyringPlace({ ...keyring, home: process.cwd(), databaseFile });
  if (!existsSync(databaseFile) && !existsSync(place.file)) {
    return [look(`none at ${place.file} yet: the first start makes it`)];
  }
  const keys = await onDatabase(databaseUrl, (queries) =>
    keyringStatus({ queries, place, clock: systemClock }),
  );
  const rows = keys.reduce((sum, key) => sum + (key.rows ?? 0), 0);
  const warning = keyringFolderWarning(place);
  return [
    ok(`${place.file}: ${keys.length} keys, ${rows} sealed rows`),
    ...(warning === undefined ? [] : [look(warning)]),
  ];
}

async function postFindings({ databaseUrl }: Settings): Promise<readonly Finding[]> {
  if (!existsSync(pathOf(databaseUrl))) return [];
  const { late, held } = await onDatabase(databaseUrl, (queries) =>
    ledgerBacklog(queries, systemClock.now() - LATE_MS),
  );
  const listed = (rows: typeof late) =>
    rows.map(({ code, count }) => `${count} ${code === "" ? "not tried yet" : `after ${code}`}`).join(", ");
  return [
    late.length === 0
      ? ok("none is late")
      : wrong(`late by over 10 minutes: ${listed(late)}. Is the bot running? See its log.`),
    ...(held.length === 0
      ? []
      : [look(`waiting for a permission: ${listed(held)}. /setup names the channels and the fix.`)]),
  ];
}

async function onDatabase<T>(url: string, work: (queries: Queries) => Promise<T>): Promise<T> {
  const database = await openDatabase({ url, isOwner: false });
  try {
    return await work(database.queries);
  } finally {
    await database.close();
  }
}

async function platformFindings({ platform }: Settings): Promise<readonly Finding[]> {
  const [{ loadProfile }, { tryOperations }] = await Promise.all([
    import("../platform/profile/load.ts"),
    import("./try-operations.ts"),
  ]);
  if (platform.profile === undefined && platform.baseUrl === undefined) {
    return [look("PLATFORM_PROFILE is not set: the playground's own is used")];
  }
  const profile = loadProfile(platform.profile ?? "neutral", { baseUrl: platform.baseUrl });
  const { trials } = await tryOperations(profile, platform.apiKey);
  const failed = trials.filter(({ outcome }) => outcome === "failed");
  const answered = trials.filter(({ outcome }) => outcome === "answered").length;
  const words = `profile "${profile.id}": ${answered} operations answer`;
  return failed.length === 0 ? [ok(words)] : [wrong([words, ...failed.map(trialLine)].join("\n"))];
}

const trialLine = ({ operation, words }: Trial) => `${operation} fails: ${words}`;

async function discordFindings({ discord }: Settings): Promise<readonly Finding[]> {
  if (discord === undefined) return [look("DISCORD_TOKEN is not set: npm start is the playground")];
  const [{ lookUpBot }, { reasonOf }] = await Promise.all([
    import("../discord/rest/look-up-bot.ts"),
    import("../discord/smoke-trial.ts"),
  ]);
  try {
    const { token, apiUrl } = discord;
    const { name, guilds, logins, aheadMs } = await lookUpBot({
      token,
      apiUrl,
      now: () => systemClock.now(),
    });
    const found = [ok(`the token is ${name}'s, in ${counted(guilds, "server")}`)];
    const { remaining, total, resetAfterMs } = logins;
    if (remaining < FEW_LOGINS) {
      const hours = Math.ceil(resetAfterMs / HOUR_MS);
      found.push(
        look(`${remaining} of ${total} logins are left for ${hours} h: is the bot restarting over and over?`),
      );
    }
    if (Math.abs(aheadMs) > CLOCK_AHEAD_MS) {
      const side = aheadMs > 0 ? "ahead of" : "behind";
      const seconds = Math.round(Math.abs(aheadMs) / 1000);
      found.push(
        wrong(`this machine's clock is ${seconds} s ${side} Discord's: reminders will be off by that much`),
      );
    }
    return found;
  } catch (error) {
    return [wrong(reasonOf(error))];
  }
}
