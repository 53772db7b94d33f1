import { commands } from "../../commands/index.ts";
import { offeredCommand, wantedIcons } from "./offered-command.ts";
import { explain } from "../features/kit/command/explain.ts";
import { createForgetGuilds } from "../features/servers/engine/forget-guilds.ts";
import { createGuildSettingsStore } from "../features/servers/store/guild-settings-store.ts";
import { heldBackIn, publicLocaleIn, visibilityIn } from "../features/kit/settings/server-visibility.ts";
import { CalendarWorker } from "../features/posts/calendar/calendar-worker.ts";
import { calendarRows } from "../features/posts/store/guild-rows.ts";
import { createGuildLocale, createReachGuild } from "../discord/rest/guild.ts";
import { createScheduledEvents } from "../discord/rest/scheduled-events.ts";
import { createBoards, createReminders } from "../features/posts/create-reminders.ts";
import { RANKING_WANTED, RankingReader } from "../features/ranking/engine/ranking-reader.ts";
import { rankingEntries } from "../features/ranking/board-entries.ts";
import { rankingRows } from "../features/ranking/store/ranking-rows.ts";
import { createOwnCalendars } from "../features/posts/store/own-calendar-rows.ts";
import { createMemberSettingsStore } from "../features/posts/store/member-rows.ts";
import { type CommandServices, commandServices } from "../features/kit/command/command-context.ts";
import { toldAbove } from "./told-above.ts";
import { createKitServices } from "../features/kit/command/services.ts";
import { createRecentPlayers } from "../features/profile/recent-players.ts";
import type { Services } from "../features/services.ts";
import { createDepartedMembers } from "../features/account/departed-members.ts";
import { forgetMember } from "../features/account/member-data.ts";
import { createForgetTraces, FORGOTTEN_CHANGE } from "../features/account/forget-traces.ts";
import { createAwaySessions } from "../sessions/use/open-private.ts";
import { addNotices } from "../features/account/add-notices.ts";
import type { Metrics } from "../base/metrics.ts";
import type { MilepostError } from "../base/errors.ts";
import { SerialQueue } from "../base/async/serial-queue.ts";
import { PUBLISHED_FACT } from "../discord/command/publish.ts";
import { ApplicationEmojis } from "../discord/emoji/application-emojis.ts";
import { keepUploaded } from "../discord/emoji/keep-uploaded.ts";
import { electHousekeeper, electPoster } from "./elections.ts";
import { messageChanges } from "../cluster/shares.ts";
import { holdLease } from "../storage/hold-lease.ts";
import type { LeaderElection } from "../cluster/leader-election.ts";
import { createRuntime, mentionOf, type Runtime } from "../discord/runtime.ts";
import { createMetrics, noMetricsRegistry } from "../observability/metrics.ts";
import type { Profile } from "../platform/profile/schema.ts";
import { createStoredSessions } from "../sessions/store/stored-sessions.ts";
import { watchVitals } from "./watch-vitals.ts";
import { factList, facts } from "../storage/facts.ts";
import { createChangeOwnLook } from "../discord/rest/own-look.ts";
import { guildData } from "../features/servers/store/guild-data.ts";
import { logTranslations } from "../messages/catalog.ts";
import { createClosers } from "./closers.ts";
import { ownPageOf, serveHealth, servePages } from "./serve.ts";
import type { Bot, BootContext, Backends } from "./context.ts";
import {
  createPlatformParts,
  createDiscordParts,
  createPictures,
  createSessionServices,
  createSessionSweep,
  startSessions,
} from "./parts.ts";

/** How long running commands may take when the bot is restarted. */
const RESTART_WITHIN_MS = 5_000;

/** Returns the bot, which restarts when its platform changes its profile. */
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

/** Starts the bot, the same on Discord and in the playground. */
async function startBot(
  boot: BootContext,
  backends: Backends,
  onLost: (error: MilepostError) => void,
): Promise<Bot> {
  const { onClose, closeAll } = createClosers(boot.log);
  const noteStop = async () =>
    backends.loginGuard?.stoppedInOrder().catch((error: unknown) => {
      boot.log.warn("That this stop was meant could not be noted: it counts as a crash", {}, error);
    });
  try {
    const { runtime, posting } = await runBot({ ...boot, onClose }, backends, onLost);
    return {
      async stop(withinMs) {
        await Promise.all([runtime.stop(withinMs), posting.stop(withinMs)]);
        await noteStop();
        await closeAll();
      },
    };
  } catch (error) {
    if (boot.signal?.aborted === true) await noteStop();
    await closeAll();
    throw error;
  }
}

/**
 * Background work (reminders, boards, calendar, sweeps) runs on the leading node only. What concerns the application
 * (commands, description, endpoint, icons) may run on each node, since only differences are sent.
 */
async function runBot(
  boot: BootContext,
  backends: Backends,
  onLost: (error: MilepostError) => void,
): Promise<{ readonly runtime: Runtime; readonly posting: LeaderElection }> {
  const { settings, log, onClose } = boot;
  const registry = settings.health === undefined ? noMetricsRegistry : await createMetrics();
  const { metrics } = registry;
  const parts = await wireBot(boot, backends, metrics, onLost);
  const { runtime, definitions, icons, platform, started, sessions, services } = parts;
  if (sessions !== undefined) startSessions(sessions, backends.clock, log);
  await serveHealth(boot, () => runtime.health().reasons, registry);
  await servePages(boot, { services, sessions, clock: backends.clock });
  await startVitals(boot, backends, { runtime, metrics, started });
  // Posting needs no gateway, so it doesn't wait for the login.
  const posting = electPoster(boot, backends, parts);
  await posting.start();
  onClose(() => posting.stop(0));
  await backends.loginGuard?.beforeLogin(boot.signal);
  const login = runtime.start(boot.signal);
  readNumberFormats();
  const announced = await login;
  started.isPublic = announced.isPublic;
  backends.announce(announced);
  definitions.start();
  const housekeeping = electHousekeeper(boot, backends, parts);
  await housekeeping.start();
  onClose(() => housekeeping.stop(0));
  const ending = new AbortController();
  const { clock } = backends;
  const wanted = (signal: AbortSignal) =>
    wantedIcons({ platform, definitions }, { now: clock.now(), signal });
  const { applicationId } = announced;
  const { nodes } = backends.database;
  const alone = (work: () => Promise<void>) => holdLease(nodes, "emojis", work);
  const uploads = keepUploaded({ emojis: icons, applicationId, wanted, alone, clock, log }, ending.signal);
  onClose(async () => {
    ending.abort();
    await uploads;
  });
  return { runtime, posting };
}

/** The first one of a process takes as long as a whole reply: while Discord is waited for rather than a member. */
function readNumberFormats(): void {
  new Intl.NumberFormat("en-US").format(0);
}

/** Creates all parts without starting them. */
async function wireBot(
  boot: BootContext,
  backends: Backends,
  metrics: Metrics,
  onLost: (error: MilepostError) => void,
) {
  const { settings, log, onClose } = boot;
  const { discord, clock, profile, database } = backends;
  const { queries } = database;
  logTranslations(log);
  const started: { isPublic?: boolean; isPoster?: boolean } = {};
  const { platform, forMembers, definitions, images, folder, sessions } = createPlatformParts(
    boot,
    backends,
    {
      metrics,
      started,
    },
  );
  const { idleDays } = settings.privateCommands;
  const storedSessions = createStoredSessions({ database, clock, idleDays });
  const guilds = await createGuildSettingsStore({ database, clock, log });
  onClose(() => guilds.close());
  const { poster, write, channels, roleButton, ...forRuntime } = createDiscordParts(boot, backends, {
    metrics,
    started,
  });
  const picture = (url: string, signal: AbortSignal) => images.get(url, signal);
  const icons = new ApplicationEmojis({ rest: forRuntime.line.rest, picture, log });
  const common = {
    ...createKitServices({
      platform,
      profile,
      definitions,
      images,
      icons,
      operator: settings.operator,
      pictures: createPictures(boot, folder),
      guilds,
      memberSettings: createMemberSettingsStore(queries, clock),
    }),
    ...createSessionServices(sessions),
  };
  const { nodes } = database;
  const commandIds = new Map<string, string>();
  const mention = (name: string) => mentionOf(name, commandIds);
  const keeping = {
    poster,
    write,
    queries,
    nodes,
    services: common,
    mention,
    clock,
    random: Math.random,
    log,
  };
  const away = sessions && createAwaySessions(sessions);
  const noteDeleted = (ids: readonly string[]) => database.noteDeleted(ids);
  const reminders = createReminders({ ...keeping, away, noteDeleted });
  const ranked = sessions && rankingRows(queries, new URL(sessions.place.hosts.portal).origin);
  const ranking = ranked && { rows: ranked, wake: () => nodes.hint(RANKING_WANTED) };
  const boards = createBoards({ ...keeping, ranking: ranking && rankingEntries(ranking) });
  const { rest } = forRuntime.line;
  const calendar = new CalendarWorker({
    ...keeping,
    reminders: reminders.service,
    rows: calendarRows(queries),
    events: createScheduledEvents(rest),
    localeOf: createGuildLocale({ rest, clock }),
    isOn: settings.areEventsOn,
  });
  const services: Services = {
    ...common,
    ranking,
    reminders: reminders.service,
    boards: boards.service,
    ownCalendars: createOwnCalendars(database, clock),
    publicUrl: ownPageOf(settings),
    calendar: settings.areEventsOn ? calendar : undefined,
    channels,
    roleToggle: roleButton,
    guildData: guildData(database),
    changeOwnLook: createChangeOwnLook(rest),
    recentPlayers: createRecentPlayers(),
    storedSessions,
    controlStates: forRuntime.states,
    forgetTraces: createForgetTraces(database, forRuntime.states),
  };
  const departed = await createDepartedMembers({ database, clock, log });
  onClose(() => departed.close());
  const stopForgetting = nodes.onChange(FORGOTTEN_CHANGE, () => services.recentPlayers.forgetAll());
  onClose(async () => stopForgetting());
  const runtime = createRuntime<CommandServices<Services>>({
    ...discord,
    ...forRuntime,
    commands: commands.flatMap((command) => offeredCommand(command, services) ?? []),
    commandIds,
    afterReply: toldAbove([addNotices, reminders.afterCommand, boards.afterCommand], log),
    services(invocation) {
      void departed.use(invocation.member.id);
      return commandServices({ ...services, platform: forMembers }, invocation);
    },
    onDeauthorized: (memberId) => departed.note(memberId),
    explain,
    visibilityFor: visibilityIn(guilds),
    heldBackNote: heldBackIn(guilds),
    publicLocale: publicLocaleIn(guilds),
    isFirst: (interactionId) => nodes.isFirst(`interaction:${interactionId}`),
    messageChanges: messageChanges(nodes),
    commandScopes: {
      ...factList(facts(queries), "discord.command-scopes"),
      published: (mark) => facts(queries).set(PUBLISHED_FACT, mark),
    },
    log,
    metrics,
    clock,
    random: Math.random,
    onLost,
  });
  const forgetGuilds = createForgetGuilds({
    traces: services.guildData,
    facts: facts(queries),
    guilds,
    reach: createReachGuild(rest),
    clock,
    log,
  });
  return {
    runtime,
    services,
    rankingReader: ranked && new RankingReader({ rows: ranked, services: common, nodes, clock, log }),
    reminders,
    boards,
    definitions,
    images,
    icons,
    platform,
    started,
    sessions,
    sweepSessions: createSessionSweep(sessions, storedSessions),
    forgetGuilds,
    forgetDeparted: (signal: AbortSignal) =>
      departed.sweep((memberId) => forgetMember(services, memberId), signal),
    calendar,
  };
}

/** Starts the checks where someone uses the metrics or the heartbeat. */
async function startVitals(
  { settings, log, onClose }: BootContext,
  { database, clock }: Backends,
  {
    runtime,
    metrics,
    started,
  }: {
    readonly runtime: Runtime;
    readonly metrics: Metrics;
    readonly started: { readonly isPoster?: boolean };
  },
): Promise<void> {
  const { heartbeat: address, health } = settings;
  if (address === undefined && health === undefined) return;
  const { createHeartbeat } = await import("../observability/heartbeat.ts");
  const heartbeat = address && createHeartbeat(address, log);
  const reasons = () => runtime.health().reasons;
  const { queries, engine } = database;
  const nodes = () => database.nodes.count;
  const isPoster = () => started.isPoster === true;
  const hasBackups = engine === "sqlite";
  onClose(watchVitals({ queries, nodes, isPoster, hasBackups, reasons, metrics, heartbeat, clock, log }));
}
