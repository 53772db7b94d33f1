import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { commands } from "../commands/index.ts";
import { roleButton } from "./app/announce/role-presses.ts";
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
import { memberRoles } from "./discord/member-roles.ts";
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

import { followingBot } from "./wire/bot.ts";
import { closers } from "./wire/closers.ts";
import type { Ground, Surroundings } from "./wire/ground.ts";
import { playground, services } from "./wire/worlds.ts";

export type { Surroundings } from "./wire/ground.ts";

/** A bot that is connected and answers. */
export interface Milepost {
  /** Lets running commands end, within this time, and closes everything. `reason` is for the log. */
  stop(withinMs: number, reason: string): Promise<void>;
  /** Settles when Discord closed the connection for good: the process should end. */
  readonly lost: Promise<MilepostError>;
}

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

function logOf(settings: Settings, { writeLog, isLogReadable }: Surroundings, scrubber: Scrubber): Log {
  const isQuiet = settings.discord === undefined && settings.logLevel === "info";
  const level = isQuiet ? "warn" : settings.logLevel;
  const log = createLog({ level, clock: systemClock, write: writeLog, isReadable: isLogReadable, scrubber });
  for (const warning of settings.warnings) log.warn(warning);
  return log;
}

