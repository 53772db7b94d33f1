import { once } from "node:events";
import { createServer } from "node:net";

import { request } from "undici";

import { type Clock, systemClock } from "../base/clock.ts";
import { isMilepostError } from "../base/errors.ts";
import { envFileWarnings } from "../config/env-file.ts";
import { readSettings, type Settings } from "../config/settings.ts";
import { sentenceOf } from "./database.ts";
import {
  databaseFindings,
  keyringFindings,
  postFindings,
  sessionFindings,
  fromDatabase,
} from "./doctor/database-findings.ts";
import { type Finding, look, ok, wrong, said } from "./doctor/finding.ts";
import { discordFindings, interactionFindings } from "./doctor/discord-findings.ts";
import { type CliContext, counted, endWith, readArguments } from "./subcommand.ts";
import { systemCode } from "../base/system-code.ts";
import { isOfVersion } from "../definitions/definition-rows.ts";
import { resolveHosts } from "../platform/profile/hosts.ts";
import { loadProfile } from "../platform/profile/load.ts";
import type { Profile } from "../platform/profile/schema.ts";
import type { Trial } from "./live/trial.ts";
import { tryOperations } from "./live/try-operations.ts";

/** Reserved domains (RFC 2606), as in a template. */
const PLACEHOLDER_HOST = /(^|\.)(example(\.(com|net|org))?|invalid|test)$/;

async function platformFindings(settings: Settings): Promise<readonly Finding[]> {
  const { platform } = settings;
  if (platform.profile === undefined && platform.baseUrl === undefined) {
    return [look("PLATFORM_PROFILE is not set: the playground's own is used")];
  }
  const profile = loadProfile(platform.profile ?? "neutral", { baseUrl: platform.baseUrl });
  const placeholders = placeholdersIn(profile);
  if (placeholders.length > 0) {
    const hosts = placeholders.join(", ");
    const fix = "Write your platform's into it, or set PLATFORM_BASE_URL.";
    return [wrong(`profile "${profile.id}" still has a placeholder host: ${hosts}. ${fix}`)];
  }
  const { trials, version } = await tryOperations(profile, platform);
  const failed = trials.filter(({ outcome }) => outcome === "failed");
  const answered = trials.filter(({ outcome }) => outcome === "answered").length;
  const words = `profile "${profile.id}": ${answered} operations answer`;
  const stale = version === undefined ? undefined : await staleFinding(settings, version);
  if (failed.length === 0) return said(ok(words), stale);
  return said(wrong([words, ...failed.map(trialLine), remedyOf(failed, profile)].join("\n")), stale);
}

function placeholdersIn(profile: Profile): readonly string[] {
  const { portal, api, content } = resolveHosts(profile);
  const hosts = new Set([portal, api, content].map((address) => new URL(address).hostname));
  return [...hosts].filter((host) => PLACEHOLDER_HOST.test(host));
}

const trialLine = ({ operation, words }: Trial) => `${operation} fails: ${words}`;

function remedyOf(failed: readonly Trial[], { clientCredentials }: Profile): string {
  const says = (pattern: RegExp) => failed.some(({ words }) => pattern.test(words));
  if (says(/ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)/))
    return "What answers speaks no TLS there: correct the port or the https of the profile's hosts or PLATFORM_BASE_URL.";
  if (says(/CERT|SSL|TLS/))
    return "Its certificate is not trusted: correct PLATFORM_BASE_URL, or name your authority's file in NODE_EXTRA_CA_CERTS.";
  const key =
    clientCredentials === undefined ? "PLATFORM_API_KEY to the key" : "PLATFORM_CLIENT_SECRET to the secret";
  if (says(/platform-key/)) return `Set ${key} the platform gave you.`;
  if (failed.every(({ words }) => /platform-(unavailable|timeout|maintenance)/.test(words)))
    return "Is it down? Then wait: members get the last good copy. Else look at the profile's hosts and this machine's network.";
  return "`milepost profile check FILE --live` shows more.";
}

/** Item names read from an older version of the game. */
async function staleFinding(settings: Settings, version: string): Promise<Finding | undefined> {
  const files = await fromDatabase(settings, (queries) =>
    queries.selectFrom("definition_files").select(["table_name", "version"]).execute(),
  );
  const stale = new Set(
    files?.filter((file) => !isOfVersion(file.version, version)).map(({ table_name: name }) => name),
  );
  if (stale.size === 0) return undefined;
  return look(
    `names of an older version of the game are stored (${[...stale].join(", ")}): the bot looks every 6 hours. If it ` +
      'lasts, search its log for "Definitions".',
  );
}

const WITHIN_MS = 3_000;

/** Returns who serves HEALTH_PORT: this bot, nobody, or another program. */
export async function healthFindings({ health }: Settings): Promise<readonly Finding[]> {
  if (health === undefined || health.port === 0) return [];
  const { host, port } = health;
  const where = `${host}:${port}`;
  const code = await whyNotFree(host, port);
  if (code === undefined) return [look(`no bot answers at ${where}: if it should run, start it`)];
  if (code !== "EADDRINUSE")
    return [wrong(`${where} can't be served (${code}): set HEALTH_HOST and HEALTH_PORT to others`)];
  return (await isOurs(host, port))
    ? [ok(`the bot serves ${where}`)]
    : [wrong(`another program serves ${where}: end it, or set HEALTH_PORT to another port`)];
}

async function whyNotFree(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, "listening");
    return undefined;
  } catch (error) {
    return systemCode(error) ?? "unknown";
  } finally {
    server.close();
  }
}

async function isOurs(host: string, port: number): Promise<boolean> {
  // A server on all addresses is asked at this machine's own.
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  try {
    const { body } = await request(`http://${name.includes(":") ? `[${name}]` : name}:${port}/healthz`, {
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    return (await body.text()) === '{"status":"live"}\n';
  } catch {
    return false;
  }
}

export const usage = `Usage: milepost doctor [--json]

Checks settings, database, keyring, posts, health port, platform and Discord, and says how to fix what is wrong.
It changes nothing. The bot can run meanwhile. --json prints the findings for a program.
`;

type Say = (about: string, finding: Finding) => void;

/** `milepost doctor`: fails when something is wrong. Never prints a secret. */
export async function run(
  args: readonly string[],
  { stdout, env, clock = systemClock }: CliContext,
): Promise<number | undefined> {
  const called = readArguments(args, { json: { type: "boolean" } });
  if (called === undefined) return undefined;
  const isJson = called.values.json === true;
  const found: ({ readonly about: string } & Finding)[] = [];
  const say: Say = (about, finding) => {
    found.push({ about, ...finding });
    if (!isJson) stdout.write(lineOf(about, finding));
  };
  const settings = settingsOf(env, say);
  if (settings !== undefined) await lookAtAll(settings, clock, say);
  const bad = found.filter(({ verdict }) => verdict === "wrong").length;
  const code = bad === 0 ? 0 : 1;
  if (isJson) return endWith(code, stdout, `${JSON.stringify({ wrong: bad, findings: found }, null, 2)}\n`);
  return endWith(code, stdout, `${sumOf(bad, found.filter(({ verdict }) => verdict === "look").length)}\n`);
}

function sumOf(wrongs: number, looks: number): string {
  if (wrongs > 0) return `${counted(wrongs, "thing is", "things are")} wrong.`;
  return looks === 0 ? "Nothing is wrong." : `Nothing is wrong, but look at ${counted(looks, "line")} above.`;
}

function lineOf(about: string, { verdict, words }: Finding): string {
  const shown = verdict === "wrong" ? "WRONG" : verdict;
  return `${shown.padEnd(6)}${about.padEnd(11)}${words.replaceAll("\n", `\n${" ".repeat(17)}`)}\n`;
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

/** In order: what is reported first should be fixed first. */
async function lookAtAll(settings: Settings, clock: Clock, say: Say): Promise<void> {
  const parts: readonly [string, () => Promise<readonly Finding[]>][] = [
    ["database", () => databaseFindings(settings, clock)],
    ["keyring", () => keyringFindings(settings, clock)],
    ["sessions", () => sessionFindings(settings)],
    ["posts", () => postFindings(settings, clock)],
    ["health", () => healthFindings(settings)],
    ["platform", () => platformFindings(settings)],
    ["discord", () => discordFindings(settings)],
    ["commands", () => interactionFindings(settings.discord)],
  ];
  const sentences = new Set<string>();
  for (const [about, findings] of parts) {
    try {
      for (const finding of await findings()) say(about, finding);
    } catch (error) {
      if (!isMilepostError(error)) throw error;
      const sentence = sentenceOf(error);
      if (!sentences.has(sentence)) say(about, wrong(sentence));
      sentences.add(sentence);
    }
  }
}
