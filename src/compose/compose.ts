import { systemClock } from "../base/clock.ts";
import type { MilepostError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Settings } from "../config/settings.ts";
import { createLog } from "../observability/log.ts";
import { createScrubber, type Scrubber } from "../observability/scrubber.ts";
import { pathOf, storageFailure } from "../storage/sqlite-file.ts";
import { watchDatabaseFile } from "../storage/watch-file.ts";

import { createRestartableBot } from "./bot.ts";
import { createClosers } from "./closers.ts";
import type { BootContext, ProcessIo } from "./context.ts";
import { startPlaygroundBackends, openProductionBackends } from "./backends.ts";

/** A connected bot. */
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
