import { commands } from "../../commands/index.ts";
import { isAnswerable } from "../features/shared/capabilities.ts";
import { explain } from "../features/shared/explain.ts";
import { createForgetGuilds } from "../features/servers/engine/forget-guilds.ts";
import { createGuildSettingsStore } from "../features/servers/store/guild-settings-store.ts";
import { heldBackIn, publicLocaleIn, visibilityIn } from "../features/shared/server-visibility.ts";
import { CalendarWorker } from "../features/calendar/engine/calendar-worker.ts";
import { calendarRows } from "../features/calendar/store/calendar-rows.ts";
import { createScheduledEvents } from "../discord/rest/scheduled-events.ts";
import { createBoards } from "../features/boards/create-boards.ts";
import { createReminders, type Reminders } from "../features/reminders/create-reminders.ts";
import { createMemberSettingsStore } from "../features/reminders/store/member-settings.ts";
import { type AfterCommand, commandServices } from "../features/shared/command-context.ts";
import { createServices } from "../features/services.ts";
import { createForgetTraces } from "../features/account/forget-traces.ts";
import { createAwaySessions } from "../features/account/sessions/open-away.ts";
import { addNotices } from "../features/account/sessions/notices.ts";
import type { Metrics } from "../base/metrics.ts";
import type { MilepostError } from "../base/errors.ts";
import { SerialQueue } from "../base/async/serial-queue.ts";
import { wantedIcons } from "../features/shared/wanted-icons.ts";
import { PUBLISHED_FACT } from "../discord/command/publish.ts";
import { ApplicationEmojis } from "../discord/emoji/application-emojis.ts";
import { keepUploaded } from "../discord/emoji/keep-uploaded.ts";
import { createReachGuild } from "../discord/rest/reach-guild.ts";
import { createRuntime, type Runtime } from "../discord/runtime.ts";
import { createMetrics, type MetricsRegistry, noMetricsRegistry } from "../observability/metrics.ts";
import type { Profile } from "../platform/profile/schema.ts";
import { createStoredSessions } from "../sessions/store/stored-sessions.ts";
import { watchVitals } from "./watch-vitals.ts";
import { startHousekeeping } from "../storage/housekeeping.ts";
import { factList, facts } from "../storage/facts.ts";
import { guildRows } from "../features/servers/store/guild-rows.ts";
import { guildData } from "../features/servers/store/guild-data.ts";
import { logTranslations } from "../messages/catalog.ts";

import { createClosers } from "./closers.ts";
import { serveHealth, serveSignIns } from "./serve.ts";
import type { Bot, BootContext, Backends } from "./context.ts";
import {
  createPlatformParts,
  createDiscordParts,
  createPictures,
  createSessionServices,
  createSessionStart,
  createSessionSweep,
} from "./parts.ts";

/** How long running commands have to end when the bot is started anew. */
const RESTART_WITHIN_MS = 5_000;

/** The bot, started anew whenever its platform speaks another profile. */
export async function createRestartableBot(
  boot: BootContext,
  backends: Backends,
  onLost: (error: MilepostError) => void,
): Promise<Bot> {
  let running = await startBot(boot, backends, onLost);
  const queue = new SerialQueue();
  const restart = async (profile: Profile) => {
    await running.stop(RESTART_WITHIN_MS);
    running = await startBot(boot, { ...backends, profile, announce: () => {} }, onLost);
  };
  backends.onProfile?.((profile) => queue.take(() => restart(profile)));
  return { stop: (withinMs) => queue.take(() => running.stop(withinMs)) };
}

/** The bot itself, the same on Discord and on the playground. */
async function startBot(
  boot: BootContext,
  backends: Backends,
  onLost: (error: MilepostError) => void,
): Promise<Bot> {
  const { onClose, closeAll } = createClosers(boot.log);
  try {
    const { runtime, reminders } = await runBot({ ...boot, onClose }, backends, onLost);
    return {
      async stop(withinMs) {
        await Promise.all([runtime.stop(withinMs), reminders.stop(withinMs)]);
        await backends.loginGuard?.stoppedInOrder();
        await closeAll();
      },
    };
  } catch (error) {
    if (boot.signal?.aborted === true) await backends.loginGuard?.stoppedInOrder();
    await closeAll();
    throw error;
  }
}

/**
 * What runs by itself (reminders, boards, the calendar, what is swept and forgotten) belongs to the database, which one
 * process has: a process that runs some of the shards posts what is in its own. What is done for the application as a
 * whole, its commands, description, address and icons, each process may do: nothing is sent but a difference.
 */
async function runBot(
  boot: BootContext,
  backends: Backends,
  onLost: (error: MilepostError) => void,
): Promise<{ readonly runtime: Runtime; readonly reminders: Reminders }> {
  const { settings, log, onClose } = boot;
  const { clock, database } = backends;
  const metrics = settings.health === undefined ? noMetricsRegistry : await createMetrics();
  const { runtime, reminders, boards, definitions, images, icons, platform, started, ...parts } =
    await wireBot(boot, backends, { book: metrics, onLost });
  const { startSessions, sweepSessions, forgetGuilds, calendar } = parts;
  startSessions();
  await serveHealth(boot, () => runtime.health().reasons, metrics);
  await serveSignIns(boot, backends.profile.name, parts.sessions);
  await startVitals(boot, backends, { runtime, metrics: metrics.metrics });
  // What posts needs no connection to the gateway: it waits for no login.
  await reminders.start(runtime.mention);
  boards.start(runtime.mention);
  calendar.start();
  await backends.loginGuard?.beforeLogin(boot.signal);
  const announced = await runtime.start(boot.signal);
  started.isPublic = announced.isPublic;
  backends.announce(announced);
  definitions.start();
  const ending = new AbortController();
  const also = [
    () => sweepSessions(ending.signal),
    () => reminders.sweep(),
    () => forgetGuilds(ending.signal),
    async () => backends.keyring.tidy(),
    () => images.sweep(),
  ];
  const { queries, file: databaseFile } = database;
  onClose(startHousekeeping({ queries, databaseFile, clock, log, also }));
  const wanted = (signal: AbortSignal) => wantedIcons({ platform, definitions }, signal);
  const { applicationId } = announced;
  const uploads = keepUploaded({ emojis: icons, applicationId, wanted, log }, ending.signal);
  onClose(async () => {
    ending.abort();
    await uploads;
  });
  return { runtime, reminders };
}

/** All its parts, none of which has started yet. */
async function wireBot(
  boot: BootContext,
  backends: Backends,
  {
    book: registry,
    onLost,
  }: { readonly book: MetricsRegistry; readonly onLost: (error: MilepostError) => void },
) {
  const { settings, log, onClose } = boot;
  const { discord, clock, profile, database } = backends;
  const { queries } = database;
  logTranslations(log);
  const started: { isPublic?: boolean } = {};
  const { platform, forMembers, definitions, images, sessions } = createPlatformParts(boot, backends, {
    book: registry,
    started,
  });
  const { idleDays } = settings.privateCommands;
  const storedSessions = createStoredSessions({ database, clock, idleDays });
  const guilds = await createGuildSettingsStore({ rows: guildRows(queries), clock, log });
  const { poster, write, channels, roleButton, ...forRuntime } = createDiscordParts(boot, backends, registry);
  const picture = (url: string, signal: AbortSignal) => images.get(url, signal);
  const icons = new ApplicationEmojis({ rest: forRuntime.line.rest, picture, log });
  const services = createServices(
    {
      platform,
      profile,
      definitions,
      images,
      icons,
      operator: settings.operator,
      pictures: createPictures(boot),
      guilds,
      memberSettings: createMemberSettingsStore(queries, clock),
      channels,
      roleToggle: roleButton,
      storedSessions,
      forgetTraces: createForgetTraces(database, forRuntime.states),
      ...createSessionServices(sessions),
    },
    () => ({
      reminders: reminders.service,
      boards: boards.service,
      calendar: settings.areEventsOn ? calendar : undefined,
    }),
  );
  const keeping = { poster, write, queries, services, clock, random: Math.random, log };
  const away = sessions && createAwaySessions(sessions);
  const noteDeleted = (ids: readonly string[]) => database.noteDeleted(ids);
  const reminders = createReminders({ ...keeping, away, noteDeleted });
  onClose(() => reminders.stop(0));
  const boards = createBoards(keeping);
  onClose(() => boards.close());
  const { rest } = forRuntime.line;
  const isOn = settings.areEventsOn;
  const events = createScheduledEvents(rest);
  const calendar = new CalendarWorker({ ...keeping, rows: calendarRows(queries), events, isOn });
  onClose(() => calendar.stop());
  const runtime = createRuntime({
    ...discord,
    ...forRuntime,
    commands: commands.filter((command) => isAnswerable(command, services)),
    afterReply: inTurn([addNotices, reminders.afterCommand, boards.afterCommand]),
    services: (invocation) => commandServices({ ...services, platform: forMembers }, invocation),
    explain,
    visibilityFor: visibilityIn(guilds),
    heldBackNote: heldBackIn(guilds),
    publicLocale: publicLocaleIn(guilds),
    commandScopes: {
      ...factList(facts(queries), "discord.command-scopes"),
      published: (mark) => facts(queries).set(PUBLISHED_FACT, mark),
    },
    log,
    metrics: registry.metrics,
    clock,
    random: Math.random,
    onLost,
  });
  const forgetGuilds = createForgetGuilds({
    traces: guildData(queries),
    facts: facts(queries),
    guilds,
    reach: createReachGuild(rest),
    clock,
    log,
  });
  const sweepSessions = createSessionSweep(sessions, storedSessions);
  return {
    runtime,
    reminders,
    boards,
    definitions,
    images,
    icons,
    platform,
    started,
    sessions,
    startSessions: createSessionStart(sessions, backends, log),
    sweepSessions,
    forgetGuilds,
    calendar,
  };
}

/** Puts what each has to tell above what those before it told. */
function inTurn(all: readonly AfterCommand[]): AfterCommand {
  return async (context, reply) => {
    let told = reply;
    for (const after of all) told = await after(context, told);
    return told;
  };
}

/** Where somebody asks for the metrics, or waits for the heartbeat. */
async function startVitals(
  { settings, log, onClose }: BootContext,
  { database, clock }: Backends,
  { runtime, metrics }: { readonly runtime: Runtime; readonly metrics: Metrics },
): Promise<void> {
  const { heartbeat: address, health } = settings;
  if (address === undefined && health === undefined) return;
  const { createHeartbeat } = await import("../observability/heartbeat.ts");
  const heartbeat = address && createHeartbeat(address, log);
  const reasons = () => runtime.health().reasons;
  const hasBackups = database.engine === "sqlite";
  onClose(watchVitals({ queries: database.queries, hasBackups, reasons, metrics, heartbeat, clock, log }));
}
