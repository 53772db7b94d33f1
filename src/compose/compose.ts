import { systemClock } from "../base/clock.ts";
import type { MilepostError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Settings, DiscordSettings } from "../config/settings.ts";
import { createLog } from "../observability/log.ts";
import { createScrubber, type Scrubber } from "../observability/scrubber.ts";
import { pathOf, storageFailure } from "../storage/sqlite-file.ts";
import { watchDatabaseFile } from "../storage/watch-file.ts";
import { createRestartableBot } from "./bot.ts";
import { createClosers } from "./closers.ts";
import type { BootContext, ProcessIo, Backends } from "./context.ts";
import { sleep } from "../base/async/sleep.ts";
import { Secret } from "../base/secret.ts";
import { loadProfile, withoutCode } from "../platform/profile/load.ts";
import { createMemoryKeyring, openKeyring } from "../sessions/keyring/keyring.ts";
import { shareKeyring } from "../cluster/share-keyring.ts";
import { openDatabase } from "../cluster/open-database.ts";
import { openSqlite } from "../storage/sqlite-database.ts";
import { keyringChecks } from "../sessions/keyring/keyring-checks.ts";
import { watchKeyring } from "../sessions/keyring/watch-keyring.ts";
import { reminderRows } from "../features/posts/store/reminder-rows.ts";
import { landingOf } from "../features/account/link/own-page-addresses.ts";
import { createLoginGuard } from "./login-guard.ts";
import { ownPageOf } from "./serve.ts";

const SEEN_WITHIN_MS = 2_000;
/** How long a server started beside the bot may take. */
const REACH_WITHIN_MS = 30_000;

/** Opens the real Discord and the operator's platform. */
async function openProductionBackends(
  { settings, log, onClose, clock: given, signal }: BootContext,
  discord: DiscordSettings,
  onLost: (error: MilepostError) => void,
): Promise<Backends> {
  const { platform, keyring } = settings;
  const profile = loadProfile(platform.profile ?? "neutral", { baseUrl: platform.baseUrl });
  const database = await openDatabase({
    ...settings.database,
    isShared: true,
    log,
    clock: given ?? systemClock,
    reachWithinMs: REACH_WITHIN_MS,
  });
  const clock = given ?? database.clock ?? systemClock;
  onClose(() => database.close());
  // The platform's limits are divided again once each node has seen this one.
  if (database.nodes.count > 1) await sleep(SEEN_WITHIN_MS, signal);
  const keys = await openKeyring({
    ...keyring,
    home: process.cwd(),
    databaseFile: database.file,
    checks: keyringChecks(database.queries),
    log,
    clock,
  });
  const watching = { keyring: keys, clock, log };
  onClose(watchKeyring(watching));
  if (database.engine === "postgres") onClose(await shareKeyring({ ...watching, database, onLost }));
  return {
    discord,
    profile,
    apiKey: platform.apiKey,
    clientSecret: platform.clientSecret,
    clock,
    database,
    keyring: keys,
    // Without the gateway there is no login.
    ...(discord.endpoint === undefined && { loginGuard: createLoginGuard(database, { log, clock }) }),
    announce: ({ applicationName, install, installedGuilds }) => {
      log.info("Connected to Discord", {
        name: applicationName,
        guilds: installedGuilds,
        profile: profile.id,
      });
      log.info("Invite it to a server, to reply and post", { invite: install.posts });
      log.info("Or to reply only", { invite: install.answers });
      log.info("Or add it to your own account", { invite: install.user });
    },
  };
}

/** Starts both services on this machine. Nothing is written to disk: database and keys are in memory. */
async function startPlaygroundBackends({ settings, log, onClose, print }: BootContext): Promise<Backends> {
  const { startPlayground } = await import("../playground/start.ts");
  const { MovableClock } = await import("../base/clock.ts");
  const clock = new MovableClock();
  const profile = withoutCode(loadProfile(settings.platform.profile ?? "neutral"));
  const ownPage = ownPageOf(settings);
  const database = await openSqlite({ url: ":memory:", log });
  onClose(() => database.close());
  const rows = reminderRows(database.queries);
  const place = await startPlayground({
    port: settings.playgroundPort ?? 0,
    profile,
    log,
    clock,
    landing: ownPage && landingOf(ownPage),
    nextPost: (person) => rows.nextPost(person, clock.now()),
  });
  onClose(() => place.close());
  return {
    discord: { token: new Secret(place.discordToken), apiUrl: place.discordApiUrl },
    profile: place.platformProfile,
    apiKey: new Secret(place.apiKey),
    clientSecret: new Secret(place.apiKey),
    clock,
    database,
    keyring: await createMemoryKeyring(keyringChecks(database.queries), clock),
    onProfile: (follow) => place.followedBy(follow),
    announce: () =>
      print(`Milepost's playground is ready. Open this address:\n\n  ${place.pageUrl}\n\nCtrl+C ends it.\n`),
  };
}

export interface Milepost {
  /** Waits this long for running commands and closes everything. `reason` is logged. */
  stop(withinMs: number, reason: string): Promise<void>;
  /** Resolves when Discord closed the connection for good, or the database is gone: the process should end. */
  readonly lost: Promise<MilepostError>;
}

/** Wires and starts the program: with a Discord token the real services, without one the playground. */
export async function compose(settings: Settings, io: ProcessIo): Promise<Milepost> {
  const scrubber = createScrubber();
  const log = logOf(settings, io, scrubber);
  const { onClose, closeAll } = createClosers(log);
  try {
    const boot: BootContext = { ...io, settings, log, onClose };
    const lost = Promise.withResolvers<MilepostError>();
    const backends =
      settings.discord === undefined
        ? await startPlaygroundBackends(boot)
        : await openProductionBackends(boot, settings.discord, lost.resolve);
    const { discord, apiKey, clientSecret, keyring } = backends;
    const { password } = settings.database;
    const { heartbeat } = settings;
    for (const secret of [discord.token, apiKey, clientSecret, password, heartbeat, ...keyring.tagKeys()]) {
      if (secret !== undefined) scrubber.protect(secret);
    }
    const { database, clock } = backends;
    onClose(watchDatabaseFile({ database, clock, onGone: lost.resolve }));
    void database.lost?.then(lost.resolve);
    const bot = await createRestartableBot(boot, backends, lost.resolve);
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
    throw storageFailure(error, pathOf(settings.database.url)) ?? error;
  }
}

function logOf(settings: Settings, { writeLog, isLogReadable }: ProcessIo, scrubber: Scrubber): Log {
  const isQuiet = settings.discord === undefined && settings.logLevel === "info";
  const level = isQuiet ? "warn" : settings.logLevel;
  const log = createLog({ level, clock: systemClock, write: writeLog, isReadable: isLogReadable, scrubber });
  for (const warning of settings.warnings) log.warn(warning);
  return log;
}
