import { dirname, join } from "node:path";
import { createHash } from "node:crypto";

import { ByteBudget } from "../base/async/byte-budget.ts";
import type { Clock } from "../base/clock.ts";
import { HOUR_MS } from "../base/duration.ts";
import { RoleToggle } from "../features/posts/engine/role-toggle.ts";
import { conversationRows } from "../features/posts/store/member-rows.ts";
import { createSessions } from "../features/account/create-sessions.ts";
import { createOpenPrivate, probeDeadSessions } from "../sessions/use/open-private.ts";
import { resumeRenewals } from "../sessions/use/renew-tokens.ts";
import { serverChannels } from "../discord/post/server-channels.ts";
import type { Services } from "../features/services.ts";
import type { LinkAccepts, MemberSessions } from "../sessions/use/member-sessions.ts";
import type { Log } from "../base/log.ts";
import type { Metrics } from "../base/metrics.ts";
import { packageVersion } from "../config/package-version.ts";
import { createDefinitions } from "../definitions/create-definitions.ts";
import { CustomIds } from "../discord/interaction/custom-id.ts";
import { createRestConnection } from "../discord/rest/rest-connection.ts";
import { createMemberRoles } from "../discord/rest/member-roles.ts";
import { createMemberPermissions } from "../discord/rest/member-permissions.ts";
import { createOwnPermissions } from "../discord/rest/permissions.ts";
import { Poster } from "../discord/post/poster.ts";
import { createPostWriter } from "../discord/post/post-writer.ts";
import type { Drawer } from "../pictures/drawer.ts";
import type { KeptFiles, Pictures } from "../pictures/pictures.ts";
import { connectPlatform, type PlatformConnection } from "../platform/connection.ts";
import { resolveHosts } from "../platform/profile/hosts.ts";
import { createPlatformClients } from "../platform/create-client.ts";
import { Images } from "../platform/images/images.ts";
import { PictureFolder } from "../platform/images/picture-folder.ts";
import type { StoredSessions } from "../sessions/store/stored-sessions.ts";
import { controlStates } from "../storage/control-states.ts";
import { definitionRows } from "../definitions/definition-rows.ts";
import { facts } from "../storage/facts.ts";
import { holdLease } from "../storage/hold-lease.ts";
import type { BootContext, Backends } from "./context.ts";
import { ownPageOf } from "./serve.ts";
import { discordShare, platformSharing } from "../cluster/shares.ts";
import type { Secret } from "../base/secret.ts";
import { gatewayCluster } from "../cluster/gateway/recounting-shards.ts";
import type { SharedGateway } from "../discord/gateway/shared-gateway.ts";
import { shardSessions } from "../storage/shard-sessions.ts";

/** Gateway sessions are stored for the next start on either database; the rest is for several nodes. */
function sharedGateway(
  { database: { engine, queries, nodes }, discord: { token }, clock }: Backends,
  log: Log,
): SharedGateway {
  const bot = markOf(token);
  const sessions = shardSessions({ queries, clock, bot });
  if (engine === "sqlite") return { sessions };
  return { sessions, cluster: gatewayCluster({ nodes, queries, bot, log }) };
}

/** Returns an identifier of a token that doesn't reveal it. */
function markOf(token: Secret): string {
  return createHash("sha256").update(`gateway\0${token.reveal()}`).digest("base64url").slice(0, 16);
}

export function createPlatformParts(
  boot: BootContext,
  backends: Backends,
  { metrics, started }: { readonly metrics: Metrics; readonly started: { readonly isPublic?: boolean } },
) {
  const { log, onClose } = boot;
  const { profile, apiKey, clientSecret, clock, database } = backends;
  const connection = connectPlatform({
    profile,
    apiKey,
    clientSecret,
    clock,
    random: Math.random,
    log,
    metrics,
    sharing: platformSharing(database.nodes, resolveHosts(profile).allowed),
    version: packageVersion(),
  });
  if (profile.clientCredentials !== undefined && clientSecret === undefined)
    log.warn("clientCredentials needs PLATFORM_CLIENT_SECRET, which isn't set: the platform can't be asked");
  const { patient: platform, forMembers } = createPlatformClients(connection);
  onClose(() => platform.close());
  const definitions = createDefinitions({
    client: platform,
    profile,
    store: definitionRows(database.queries),
    facts: facts(database.queries),
    nodes: database.nodes,
    alone: (name, work) => holdLease(database.nodes, name, work),
    clock,
    log,
    metrics,
  });
  onClose(() => definitions.close());
  const { file } = database;
  const folder =
    file === undefined ? undefined : new PictureFolder({ folder: join(dirname(file), "pictures"), clock });
  const images = new Images({ connection, folder, clock, log, metrics });
  onClose(() => images.close());
  const sessions = sessionsOf(boot, backends, { connection, started });
  // Closed before the connection: an answer under way may hold the only valid tokens.
  onClose(async () => sessions?.close());
  return { platform, forMembers, definitions, images, folder, sessions };
}

/** Creates what talks to Discord besides replies, sharing one REST connection. */
export function createDiscordParts(
  { log, onClose }: BootContext,
  backends: Backends,
  { metrics, started }: { readonly metrics: Metrics; readonly started: { readonly isPoster?: boolean } },
) {
  const { discord, clock, database, keyring } = backends;
  const tagKeys = keyring.tagKeys().map((key) => Buffer.from(key.reveal(), "base64url"));
  const states = controlStates(database.queries, clock);
  const connection = createRestConnection({
    ...discord,
    share: discordShare(database.nodes, () => started.isPoster === true),
    clock,
    log,
    metrics,
  });
  const conversations = conversationRows(database.queries);
  const poster = new Poster({ rest: connection.rest, clock, conversations });
  const write = createPostWriter(new CustomIds(tagKeys, states, clock));
  const permissions = createOwnPermissions({ rest: connection.rest, clock });
  const forMember = createMemberPermissions({ rest: connection.rest, clock });
  const roles = new RoleToggle({ roles: createMemberRoles({ rest: connection.rest, clock }), clock, log });
  onClose(() => roles.stop());
  const channels = serverChannels({ poster, write, permissions, forMember });
  const shared = sharedGateway(backends, log);
  return { tagKeys, states, line: connection, shared, poster, write, channels, roleButton: roles };
}

/** Creates what draws cards, unless the operator turned it off. Nothing is loaded before the first card. */
export function createPictures(
  { settings, log, onClose }: Pick<BootContext, "settings" | "log" | "onClose">,
  files?: KeptFiles,
  load = async () => import("../pictures/drawer.ts"),
): Pictures | undefined {
  if (!settings.hasPictures) return undefined;
  let drawer: Promise<Drawer> | undefined;
  onClose(async () => (await drawer)?.close());
  const newDrawer = async () => {
    try {
      return new (await load()).Drawer({ log, files });
    } catch (error) {
      drawer = undefined;
      throw error;
    }
  };
  const loaded = () => (drawer ??= newDrawer());
  const prepare = async (need?: "perhaps") => (await loaded()).prepare(need);
  return {
    prepare: (need) =>
      void prepare(need).catch((error: unknown) => log.warn("Nothing draws pictures yet", {}, error)),
    kept: async (outline) => (await loaded()).kept(outline),
    draw: async (card, signal, outline) => (await loaded()).draw(card, signal, outline),
  };
}

/** Sixteen of the largest answers at once. */
const PRIVATE_BYTES = 64 * 1024 * 1024;

export function createSessionServices(sessions: MemberSessions | undefined): Pick<Services, "linking"> {
  if (sessions === undefined) return {};
  return {
    linking: { sessions, openPrivate: createOpenPrivate(sessions), memory: new ByteBudget(PRIVATE_BYTES) },
  };
}

/** How long a platform may still accept tokens whose renewal was interrupted by the last stop. */
const RESUMED_WITHIN_MS = HOUR_MS;

/** Finishes renewals the last stop interrupted, and starts deleting expired secrets. */
export function startSessions(sessions: MemberSessions, clock: Clock, log: Log): void {
  sessions.start();
  resumeRenewals(sessions, clock.now() - RESUMED_WITHIN_MS).catch((error: unknown) =>
    log.error("Renewals that were cut off could not be ended", {}, error),
  );
}

/** Sessions are deleted on time, also where nobody can use them. */
export function createSessionSweep(sessions: MemberSessions | undefined, storedSessions: StoredSessions) {
  return async (signal: AbortSignal): Promise<void> => {
    if (sessions === undefined) {
      await storedSessions.sweep();
      return;
    }
    await sessions.sweep();
    await probeDeadSessions(sessions, signal);
  };
}

/** Returns members' sessions, unless the operator turned private commands off. */
function sessionsOf(
  { settings, log }: BootContext,
  { database, keyring, clock, clientSecret }: Backends,
  { connection, started }: { connection: PlatformConnection; started: { isPublic?: boolean } },
): MemberSessions | undefined {
  const { isOn, accepts, idleDays } = settings.privateCommands;
  if (!isOn) return undefined;
  const isPlayground = settings.discord === undefined;
  /** Until Discord says that nobody else can add the bot, the stricter mode applies. */
  const decided = (): LinkAccepts =>
    accepts ?? (isPlayground || started.isPublic === false ? "sealed,cookies" : "sealed");
  const accepted = { accepts: decided, idleDays };
  const publicUrl = ownPageOf(settings);
  return createSessions({ connection, clientSecret, publicUrl, database, keyring, ...accepted, clock, log });
}
