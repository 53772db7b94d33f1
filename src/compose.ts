import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { commands } from "../commands/index.ts";
import { explain } from "./app/explain.ts";
import { createGuildBook } from "./app/guild-book.ts";
import { publicLocaleIn, visibilityIn } from "./app/guild-visibility.ts";
import { createSessions } from "./app/create-sessions.ts";
import { waitingState } from "./app/interrupted.ts";
import { openPrivateWith } from "./app/open-private.ts";
import { serverChannels } from "./app/server-channels.ts";
import { createMemberSettings } from "./app/member-settings.ts";
import { createServices, type Services } from "./app/services.ts";
import type { LinkAccepts, MemberSessions } from "./app/sessions.ts";
import { tellingNotices } from "./app/sessions-notices.ts";
import { type Clock, systemClock } from "./base/clock.ts";
import type { MilepostError } from "./base/errors.ts";
import type { Log } from "./base/log.ts";
import { packageRoot } from "./base/package-root.ts";
import { Secret } from "./base/secret.ts";
import type { DiscordSettings, Settings } from "./config/settings.ts";
import { createDefinitions } from "./definitions/create-definitions.ts";
import { CustomIds } from "./discord/custom-id.ts";
import { openLine } from "./discord/line.ts";
import { ownPermissions } from "./discord/permissions.ts";
import { Poster } from "./discord/post.ts";
import { postWriter } from "./discord/post-writer.ts";
import { createRuntime, type Runtime, type Started } from "./discord/runtime.ts";
import { startDelayMs } from "./discord/start-delay.ts";
import { createLog } from "./observability/log.ts";
import { createMetrics, type MetricsBook, noMetricsBook } from "./observability/metrics.ts";
import { createScrubber, type Scrubber } from "./observability/scrubber.ts";
import { startHealthServer } from "./observability/server.ts";
import { type ConnectionParts, connectPlatform, type PlatformConnection } from "./platform/connection.ts";
import { createPlatformClient } from "./platform/create-client.ts";
import { loadProfile } from "./platform/profile/load.ts";
import type { Profile } from "./platform/profile/schema.ts";
import { createMemoryKeyring, type Keyring, openKeyring } from "./sessions/keyring.ts";
import { type Database, openDatabase } from "./storage/database.ts";
import { startHousekeeping } from "./storage/housekeeping.ts";
import { controlStates } from "./storage/tables/control-states.ts";
import { definitionRows } from "./storage/tables/definitions.ts";
import { facts } from "./storage/tables/facts.ts";
import { guildRows } from "./storage/tables/guilds.ts";
import { keyringChecks } from "./storage/tables/keyring-checks.ts";

/** A bot that is connected and answers. */
export interface Milepost {
  /** Lets running commands end, within this time, and closes everything. `reason` is for the log. */
  stop(withinMs: number, reason: string): Promise<void>;
  /** Settles when Discord closed the connection for good: the process should end. */
  readonly lost: Promise<MilepostError>;
}

export interface Surroundings {
  /** Takes text for whoever started the program. */
  readonly print: (text: string) => void;
  /** Takes lines of the log. */
  readonly writeLog: (line: string) => void;
  /** The log is read by a person at a terminal. */
  readonly isLogReadable: boolean;
  /** Ends a start that is under way; `compose` then throws. */
  readonly signal?: AbortSignal;
}

/** The two services and the keys a bot works with: the real ones, or the playground's. */
interface Worlds {
  readonly discord: DiscordSettings;
  readonly profile: Profile;
  readonly apiKey?: Secret | undefined;
  readonly clock: Clock;
  readonly database: Database;
  readonly keyring: Keyring;
  /** What to say once the bot is connected. */
  announce(started: Started): void;
  /** Has the function called when the platform speaks another profile from now on: the playground's alone may. */
  onProfile?(follow: (profile: Profile) => Promise<void>): void;
}

/** A bot that runs in its worlds, with all that is its own. */
interface Bot {
  stop(withinMs: number): Promise<void>;
}

interface Ground extends Surroundings {
  readonly settings: Settings;
  readonly log: Log;
  /** Adds what has to be closed; the last added is closed first. */
  readonly later: (close: () => Promise<unknown>) => void;
}

const CRASH_STARTS = "discord.starts";
/** How long running commands have to end when the bot is started anew. */
const RESTART_WITHIN_MS = 5_000;

/** Wires the program and starts it: with a Discord token the real services, without one the playground. */
export async function compose(settings: Settings, surroundings: Surroundings): Promise<Milepost> {
  const { later, closeAll } = closers();
  const scrubber = createScrubber();
  const log = logOf(settings, surroundings, scrubber);
  try {
    const ground: Ground = { ...surroundings, settings, log, later };
    const worlds =
      settings.discord === undefined ? await playground(ground) : await services(ground, settings.discord);
    for (const secret of [worlds.discord.token, worlds.apiKey, ...worlds.keyring.tagKeys()]) {
      if (secret !== undefined) scrubber.protect(secret);
    }
    const lost = Promise.withResolvers<MilepostError>();
    const bot = await followingBot(ground, worlds, lost.resolve);
    return {
      lost: lost.promise,
      async stop(withinMs, reason) {
        const startedAt = performance.now();
        log.info("Stopping", { reason });
        await bot.stop(withinMs);
        await closeAll();
        log.info("Stopped", { reason, ms: Math.round(performance.now() - startedAt) });
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** What has to be closed: the last added is closed first. */
function closers(): Pick<Ground, "later"> & { readonly closeAll: () => Promise<void> } {
  const all: (() => Promise<unknown>)[] = [];
  return {
    later: (close) => void all.push(close),
    closeAll: async () => {
      for (let close = all.pop(); close !== undefined; close = all.pop()) await close();
    },
  };
}

function logOf(settings: Settings, { writeLog, isLogReadable }: Surroundings, scrubber: Scrubber): Log {
  const isQuiet = settings.discord === undefined && settings.logLevel === "info";
  const level = isQuiet ? "warn" : settings.logLevel;
  const log = createLog({ level, clock: systemClock, write: writeLog, isReadable: isLogReadable, scrubber });
  for (const warning of settings.warnings) log.warn(warning);
  return log;
}

/** The real Discord and the operator's platform. */
async function services({ settings, log, later, signal }: Ground, discord: DiscordSettings): Promise<Worlds> {
  const { platform, databaseUrl, keyring } = settings;
  const profile = loadProfile(platform.profile ?? "neutral", { baseUrl: platform.baseUrl });
  const database = await openDatabase({ url: databaseUrl, log });
  later(() => database.close());
  const keys = await openKeyringOf(database, keyring, log);
  await waitAfterCrashes(database, log, signal);
  return {
    discord,
    profile,
    apiKey: platform.apiKey,
    clock: systemClock,
    database,
    keyring: keys,
    announce: ({ applicationName, inviteUrl, userInstallUrl, installedGuilds }) => {
      log.info("Connected to Discord", {
        name: applicationName,
        guilds: installedGuilds,
        profile: profile.id,
      });
      log.info("Add Milepost to a server", { invite: inviteUrl });
      log.info("Or to your own account", { invite: userInstallUrl });
    },
  };
}

async function openKeyringOf(database: Database, place: Settings["keyring"], log: Log): Promise<Keyring> {
  return openKeyring({
    ...place,
    home: process.cwd(),
    ...(database.file !== undefined && { databaseFile: database.file }),
    checks: keyringChecks(database.queries),
    log,
  });
}

/** Discord resets the token of a bot that logs in too often: a crash loop slows down. */
async function waitAfterCrashes({ queries }: Database, log: Log, signal?: AbortSignal): Promise<void> {
  const known = facts(queries);
  const before = JSON.parse((await known.get(CRASH_STARTS)) ?? "[]") as number[];
  const now = systemClock.now();
  const waitMs = startDelayMs(before, now);
  await known.set(CRASH_STARTS, JSON.stringify([...before, now + waitMs].slice(-20)));
  if (waitMs === 0) return;
  log.warn("Started often lately; waiting so that Discord does not reset the token", { waitMs });
  await setTimeout(waitMs, undefined, signal && { signal });
}

/** Both services on this machine. Nothing is written to disk: database and keys live in memory. */
async function playground({ settings, log, later, print }: Ground): Promise<Worlds> {
  const { startPlayground } = await import("./playground/start.ts");
  const { MovableClock } = await import("./base/clock.ts");
  const clock = new MovableClock();
  const profile = loadProfile(settings.platform.profile ?? "neutral");
  const place = await startPlayground({
    port: settings.playgroundPort ?? 0,
    profile,
    log,
    clock,
  });
  later(() => place.close());
  const database = await openDatabase({ url: ":memory:", log });
  later(() => database.close());
  return {
    discord: { token: new Secret(place.discordToken), apiUrl: place.discordApiUrl },
    profile: place.platformProfile,
    apiKey: new Secret(place.apiKey),
    clock,
    database,
    keyring: await createMemoryKeyring(keyringChecks(database.queries), clock),
    onProfile: (follow) => place.followedBy(follow),
    announce: () =>
      print(`Milepost's playground is ready. Open this address:\n\n  ${place.pageUrl}\n\nCtrl+C ends it.\n`),
  };
}

/** The bot, started anew whenever its platform speaks another profile. */
async function followingBot(
  ground: Ground,
  worlds: Worlds,
  onLost: (error: MilepostError) => void,
): Promise<Bot> {
  let running = await startBot(ground, worlds, onLost);
  let turn: Promise<unknown> = Promise.resolve();
  const restart = async (profile: Profile) => {
    await running.stop(RESTART_WITHIN_MS);
    running = await startBot(ground, { ...worlds, profile, announce: () => {} }, onLost);
  };
  worlds.onProfile?.((profile) => {
    const followed = turn.then(() => restart(profile));
    turn = followed.catch(() => undefined);
    return followed;
  });
  return {
    async stop(withinMs) {
      await turn;
      await running.stop(withinMs);
    },
  };
}

/** The bot itself, the same in both worlds. */
async function startBot(
  ground: Ground,
  worlds: Worlds,
  onLost: (error: MilepostError) => void,
): Promise<Bot> {
  const { later, closeAll } = closers();
  try {
    const runtime = await runBot({ ...ground, later }, worlds, onLost);
    return {
      async stop(withinMs) {
        await runtime.stop(withinMs);
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function runBot(
  ground: Ground,
  worlds: Worlds,
  onLost: (error: MilepostError) => void,
): Promise<Runtime> {
  const { settings, log, later } = ground;
  const { discord, clock, database } = worlds;
  const book = settings.health === undefined ? noMetricsBook : await createMetrics();
  const parts = connectionPartsOf(worlds, log, book);
  const connection = connectPlatform(parts);
  const platform = createPlatformClient(parts, connection);
  later(() => platform.close());
  const definitions = createDefinitions({
    client: platform,
    profile: worlds.profile,
    store: definitionRows(database.queries),
    facts: facts(database.queries),
    clock,
    log,
    metrics: book.metrics,
  });
  later(() => definitions.close());
  const started: { isPublic?: boolean } = {};
  const sessions = sessionsOf(ground, worlds, { connection, started });
  const guilds = await createGuildBook({ rows: guildRows(database.queries), clock, log });
  const tagKey = worlds.keyring.tagKeys().map((key) => Buffer.from(key.reveal(), "base64url"));
  const states = controlStates(database.queries, clock);
  const line = openLine({ ...discord, clock, log, metrics: book.metrics });
  const posting = {
    poster: new Poster({ rest: line.rest, clock }),
    write: postWriter(new CustomIds(tagKey, states, clock)),
  };
  const permissions = ownPermissions({ rest: line.rest, clock });
  const runtime = createRuntime({
    ...discord,
    line,
    commands: tellingNotices(commands),
    services: createServices({
      platform,
      profile: worlds.profile,
      definitions,
      operator: settings.operator,
      guilds,
      memberSettings: createMemberSettings(database.queries, clock),
      channels: serverChannels({ ...posting, permissions }),
      ...privateParts(sessions),
    }),
    explain,
    visibilityFor: visibilityIn(guilds),
    publicLocale: publicLocaleIn(guilds),
    tagKey,
    states,
    log,
    metrics: book.metrics,
    clock,
    random: Math.random,
    onLost,
  });
  await serveHealth(ground, runtime, book);
  const announced = await runtime.start(ground.signal);
  started.isPublic = announced.isPublic;
  worlds.announce(announced);
  definitions.start();
  const also = sessions === undefined ? [] : [() => sessions.sweep()];
  later(startHousekeeping({ queries: database.queries, databaseFile: database.file, clock, log, also }));
  return runtime;
}

function connectionPartsOf(
  { profile, apiKey, clock }: Worlds,
  log: Log,
  { metrics }: MetricsBook,
): ConnectionParts {
  return { profile, apiKey, clock, random: Math.random, log, metrics, version: version() };
}

/** Members' sessions, unless the operator switched private commands off. */
function sessionsOf(
  { settings, log }: Ground,
  { database, keyring, clock }: Worlds,
  { connection, started }: { connection: PlatformConnection; started: { isPublic?: boolean } },
): MemberSessions | undefined {
  const { isOn, accepts, idleDays } = settings.privateCommands;
  if (!isOn) return undefined;
  const isPlayground = settings.discord === undefined;
  /** Until Discord has said that nobody else can add the bot, the stricter one holds. */
  const decided = (): LinkAccepts =>
    accepts ?? (isPlayground || started.isPublic === false ? "sealed,cookies" : "sealed");
  return createSessions({ connection, database, keyring, accepts: decided, idleDays, clock, log });
}

function privateParts(
  sessions: MemberSessions | undefined,
): Pick<Services, "sessions" | "openPrivate" | "linkCall"> {
  if (sessions === undefined) return {};
  return {
    sessions,
    openPrivate: openPrivateWith(sessions),
    linkCall: (interrupted) => ({ command: "link", action: "begin", state: waitingState(interrupted) }),
  };
}

async function serveHealth(
  { settings, log, later }: Ground,
  runtime: Runtime,
  metrics: MetricsBook,
): Promise<void> {
  if (settings.health === undefined) return;
  const server = await startHealthServer({
    ...settings.health,
    reasons: () => runtime.health().reasons,
    metrics,
  });
  later(() => server.close());
  log.info("Health and metrics are served", { address: server.address });
}

function version(): string {
  const manifest = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as { version: string };
  return manifest.version;
}
