import { readFileSync } from "node:fs";
import { join } from "node:path";

import { commands } from "../../commands/index.ts";
import { roleButton } from "../app/announce/role-presses.ts";
import { explain } from "../app/explain.ts";
import { createGuildBook } from "../app/guild-book.ts";
import { publicLocaleIn, visibilityIn } from "../app/guild-visibility.ts";
import { createBoards } from "../app/create-boards.ts";
import { createReminders, type Reminders } from "../app/create-reminders.ts";
import { createSessions } from "../app/create-sessions.ts";
import { waitingState } from "../app/interrupted.ts";
import { openPrivateWith } from "../app/open-private.ts";
import { serverChannels } from "../app/server-channels.ts";
import { createMemberSettings } from "../app/member-settings.ts";
import { createServices, type Services } from "../app/services.ts";
import type { LinkAccepts, MemberSessions } from "../app/sessions.ts";
import { tellingNotices } from "../app/sessions-notices.ts";
import type { MilepostError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import { packageRoot } from "../base/package-root.ts";
import { createDefinitions } from "../definitions/create-definitions.ts";
import { CustomIds } from "../discord/custom-id.ts";
import { openLine } from "../discord/line.ts";
import { memberRoles } from "../discord/member-roles.ts";
import { ownPermissions } from "../discord/permissions.ts";
import { Poster } from "../discord/post.ts";
import { postWriter } from "../discord/post-writer.ts";
import { createRuntime, mentionOf, type Runtime } from "../discord/runtime.ts";
import { createMetrics, type MetricsBook, noMetricsBook } from "../observability/metrics.ts";
import { startHealthServer } from "../observability/server.ts";
import { type ConnectionParts, connectPlatform, type PlatformConnection } from "../platform/connection.ts";
import { createPlatformClient } from "../platform/create-client.ts";
import type { Profile } from "../platform/profile/schema.ts";
import { startHousekeeping } from "../storage/housekeeping.ts";
import { controlStates } from "../storage/tables/control-states.ts";
import { definitionRows } from "../storage/tables/definitions.ts";
import { facts } from "../storage/tables/facts.ts";
import { guildRows } from "../storage/tables/guilds.ts";

import { closers } from "./closers.ts";
import type { Bot, Ground, Worlds } from "./ground.ts";

/** How long running commands have to end when the bot is started anew. */
const RESTART_WITHIN_MS = 5_000;

/** The bot, started anew whenever its platform speaks another profile. */
export async function followingBot(
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
  const { later, closeAll } = closers(ground.log);
  try {
    const { runtime, reminders } = await runBot({ ...ground, later }, worlds, onLost);
    return {
      async stop(withinMs) {
        await Promise.all([runtime.stop(withinMs), reminders.stop(withinMs)]);
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
): Promise<{ readonly runtime: Runtime; readonly reminders: Reminders }> {
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
  const roles = roleButton({ roles: memberRoles(line), clock, log });
  later(() => roles.stop());
  const services = createServices({
    platform,
    profile: worlds.profile,
    definitions,
    operator: settings.operator,
    guilds,
    memberSettings: createMemberSettings(database.queries, clock),
    channels: serverChannels({ ...posting, permissions }),
    roleButton: roles,
    ...privateParts(sessions),
  });
  const { queries } = database;
  const keeping = { ...posting, queries, services, clock, random: Math.random, log };
  const reminders = createReminders(keeping);
  later(() => reminders.stop(0));
  const boards = createBoards({ ...keeping, services: { ...services, reminders: reminders.book } });
  later(() => boards.close());
  const runtime = createRuntime({
    ...discord,
    line,
    commands: boards.telling(reminders.telling(tellingNotices(commands))),
    services: { ...services, reminders: reminders.book, boards: boards.book },
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
  const mention = (name: string) => mentionOf(name, announced.commandIds);
  await reminders.start(mention);
  boards.start(mention);
  const also = [...(sessions === undefined ? [] : [() => sessions.sweep()]), () => reminders.sweep()];
  later(startHousekeeping({ queries, databaseFile: database.file, clock, log, also }));
  return { runtime, reminders };
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
