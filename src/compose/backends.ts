import { sleep } from "../base/async/sleep.ts";
import { systemClock } from "../base/clock.ts";
import type { MilepostError } from "../base/errors.ts";
import { Secret } from "../base/secret.ts";
import type { DiscordSettings } from "../config/settings.ts";
import { loadProfile, withoutCode } from "../platform/profile/load.ts";
import { createMemoryKeyring, openKeyring } from "../sessions/keyring/keyring.ts";
import { shareKeyring } from "../cluster/share-keyring.ts";
import { openDatabase } from "../cluster/open-database.ts";
import { openSqlite } from "../storage/sqlite-database.ts";
import { keyringChecks } from "../sessions/keyring/keyring-checks.ts";
import { watchKeyring } from "../sessions/keyring/watch-keyring.ts";
import { addLanguage } from "../messages/languages.ts";
import { reminderRows } from "../features/posts/store/reminder-rows.ts";

import { landingOf } from "../features/account/link/own-page-addresses.ts";
import type { BootContext, Backends } from "./context.ts";
import { createLoginGuard } from "./login-guard.ts";
import { ownPageOf } from "./serve.ts";

const SEEN_WITHIN_MS = 2_000;
/** How long a server started beside the bot may take. */
const REACH_WITHIN_MS = 30_000;

/** Opens the real Discord and the operator's platform. */
export async function openProductionBackends(
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
export async function startPlaygroundBackends({
  settings,
  log,
  onClose,
  print,
}: BootContext): Promise<Backends> {
  const { startPlayground } = await import("../playground/start.ts");
  const { MovableClock } = await import("../base/clock.ts");
  const { pseudoLanguage } = await import("../messages/pseudo.ts");
  addLanguage(pseudoLanguage);
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
