import { Client, DiscordAPIError, Events, GatewayDispatchEvents, HTTPError, Options } from "discord.js";

import { MilepostError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { Secret } from "../../base/secret.ts";
import { systemCode } from "../../base/system-code.ts";
import { restOptions, type RestParts } from "../rest/bot-rest.ts";
import type { Incoming } from "../interaction/incoming.ts";
import { ClosableShards } from "./closable-shards.ts";

interface GatewayParts extends RestParts {
  readonly token: Secret;
  readonly log: Log;
  readonly onInteraction: (incoming: Incoming) => void;
  /** Discord closed the connection for good after it had been open: a new token, a changed sharding rule. */
  readonly onLost: (error: MilepostError) => void;
}

export interface GatewayHealth {
  readonly isReady: boolean;
  readonly shards: readonly { readonly id: number; readonly isReady: boolean; readonly pingMs: number }[];
}

const READY_WITHIN_MS = 60_000;
const REST_WITHIN_MS = 10_000;
const SHARD_READY = 0;
/** Discord takes no more on one shard. Without intents a shard is nearly free, and each costs 5 s at the start. */
const GUILDS_A_SHARD = 2500;
const SHARDING_REFUSED = new Set([4010, 4011]);

const TOKEN_REFUSED =
  "Discord refused the token (DISCORD_TOKEN). Make a new one in its developer portal: your application, Bot, Reset Token";

/** Close codes after which Discord takes no reconnect. */
const LOST: Readonly<Record<number, string>> = {
  4004: TOKEN_REFUSED,
  4010: "Discord refused the shard",
  4011: "the bot is in too many servers for one shard",
  4012: "Discord no longer speaks this gateway version",
  4013: "Discord refused the intents",
  4014: "Discord refused the intents as not allowed for this application",
};

/** discord.js's client: no intents, next to no caches. Once connected, it reconnects and resumes by itself. */
export class Gateway {
  readonly #parts: GatewayParts;
  #client: Client | undefined;
  #ending = new AbortController();
  #wasReady = false;
  #isShardingRefused = false;

  constructor(parts: GatewayParts) {
    this.#parts = parts;
  }

  /**
   * One attempt; resolves when every shard is ready. What can't get better by trying again is "bad-settings".
   * `guilds` is Discord's own count, about.
   */
  async connect(guilds: number | undefined, signal?: AbortSignal): Promise<void> {
    await this.close();
    if (signal?.aborted === true) throw notReached(signal.reason);
    this.#ending = new AbortController();
    const client = newClient(this.#parts, {
      shards: this.#isShardingRefused ? "auto" : shardsFor(guilds),
      ended: this.#ending.signal,
    });
    buildNoInteractions(client);
    this.#client = client;
    const closed = Promise.withResolvers<never>();
    closed.promise.catch(() => {});
    this.#listen(client, closed.reject);
    const ready = new Promise<void>((resolve) => void client.once(Events.ClientReady, () => resolve()));
    const stop = AbortSignal.any([
      AbortSignal.timeout(READY_WITHIN_MS),
      ...(signal === undefined ? [] : [signal]),
    ]);
    const aborted = Promise.withResolvers<never>();
    const onAbort = () => aborted.reject(notReached(stop.reason));
    stop.addEventListener("abort", onAbort, { once: true });
    const login = client.login(this.#parts.token.reveal()).catch((error: unknown) => {
      throw loginFailure(error);
    });
    try {
      await Promise.race([login.then(() => ready), closed.promise, aborted.promise]);
      this.#wasReady = true;
    } finally {
      stop.removeEventListener("abort", onAbort);
    }
  }

  /** Whatever it is at, within a second or so; nothing is opened after it. */
  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    this.#ending.abort();
    await client?.destroy();
  }

  health(): GatewayHealth {
    const shards = [...(this.#client?.ws.shards.values() ?? [])].map(({ id, status, ping }) => ({
      id,
      isReady: (status as number) === SHARD_READY,
      pingMs: ping,
    }));
    return { isReady: shards.length > 0 && shards.every(({ isReady }) => isReady), shards };
  }

  #listen(client: Client, refuse: (error: MilepostError) => void): void {
    const { log, onInteraction } = this.#parts;
    client.ws.on(GatewayDispatchEvents.InteractionCreate, (data: Incoming) => onInteraction(data));
    client.on(Events.ShardReady, (shard) => log.debug("A shard is ready", { shard }));
    client.on(Events.ShardResume, (shard, count) => log.info("Resumed at Discord", { shard, count }));
    client.on(Events.ShardReconnecting, (shard) => {
      // A connection closed by us is announced as one to be opened again.
      if (this.#client === client) log.info("Reconnecting to Discord", { shard });
    });
    client.on(Events.ShardError, (error, shard) =>
      log.warn("the gateway connection failed", { shard }, error),
    );
    client.on(Events.ShardDisconnect, ({ code }, shard) => this.#closed({ code, shard, refuse }));
    client.on(Events.Error, (error) => log.error("discord.js reported an error", {}, error));
    client.on(Events.Warn, (reason) => log.warn("discord.js warns", { reason }));
  }

  /** Sharding refused at the start is tried again as Discord recommends; anything else of these is final. */
  #closed(how: {
    readonly code: number;
    readonly shard: number;
    readonly refuse: (error: MilepostError) => void;
  }): void {
    const { code, shard, refuse } = how;
    const reason = LOST[code];
    if (reason === undefined) return;
    this.#parts.log.error("Discord closed the connection for good", { shard, status: code });
    const mayReshard = SHARDING_REFUSED.has(code) && !this.#isShardingRefused && !this.#wasReady;
    if (mayReshard) this.#isShardingRefused = true;
    const error = new MilepostError(mayReshard ? "busy" : "bad-settings", { reason, status: code });
    refuse(error);
    if (this.#wasReady) this.#parts.onLost(error);
  }
}

function shardsFor(guilds: number | undefined): "auto" | number {
  return guilds === undefined ? "auto" : Math.max(1, Math.ceil(guilds / GUILDS_A_SHARD));
}

function newClient(
  parts: RestParts,
  { shards, ended }: { readonly shards: "auto" | number; readonly ended: AbortSignal },
): Client {
  return new Client({
    intents: [],
    // A number alone would be the id of the one shard to run.
    ...(shards === "auto" ? { shards } : { shardCount: shards }),
    presence: {},
    ws: { buildStrategy: (manager) => new ClosableShards(manager, ended) },
    makeCache: Options.cacheWithLimits({
      ApplicationCommandManager: 0,
      ApplicationEmojiManager: 0,
      AutoModerationRuleManager: 0,
      BaseGuildEmojiManager: 0,
      DMMessageManager: 0,
      EntitlementManager: 0,
      GuildBanManager: 0,
      GuildEmojiManager: 0,
      GuildForumThreadManager: 0,
      GuildInviteManager: 0,
      GuildMemberManager: 0,
      GuildMessageManager: 0,
      GuildScheduledEventManager: 0,
      GuildStickerManager: 0,
      GuildTextThreadManager: 0,
      MessageManager: 0,
      PresenceManager: 0,
      ReactionManager: 0,
      ReactionUserManager: 0,
      StageInstanceManager: 0,
      ThreadManager: 0,
      ThreadMemberManager: 0,
      UserManager: 0,
      VoiceStateManager: 0,
    }),
    sweepers: {},
    rest: { ...restOptions(parts), timeout: REST_WITHIN_MS, retries: 1 },
  });
}

/**
 * Interactions are read from the packets. discord.js would also build objects of them for `interactionCreate`, which
 * costs a fifth of an answer's processor time and fails on parts it doesn't know. It has no option for that.
 */
function buildNoInteractions(client: Client): void {
  const builder = builderOf(client);
  if (builder !== undefined) builder.handle = () => {};
}

/** What of discord.js builds interactions; no part of its documented interface, so that it may be missing. */
export function builderOf(client: Client): { handle: unknown } | undefined {
  const actions: unknown = Reflect.get(client, "actions");
  if (typeof actions !== "object" || actions === null || !("InteractionCreate" in actions)) return undefined;
  const { InteractionCreate: builder } = actions;
  return typeof builder === "object" && builder !== null && "handle" in builder ? builder : undefined;
}

/** A plain reason for a start that failed at Discord. "bad-settings" where trying again can't help. */
export function loginFailure(error: unknown): MilepostError {
  if (error instanceof MilepostError) return error;
  const isTokenRefused =
    (error instanceof DiscordAPIError && error.status === 401) || systemCode(error) === "TokenInvalid";
  if (isTokenRefused) return refused(TOKEN_REFUSED, error);
  if (error instanceof DiscordAPIError && error.code === MISSING_ACCESS) {
    return refused("Discord does not let this bot into that server (DISCORD_GUILD_ID)", error);
  }
  if (error instanceof DiscordAPIError && error.status === 400) {
    return refused("Discord refused what the bot registers there", error);
  }
  if (error instanceof Error && error.message.startsWith("Not enough sessions remaining")) {
    return new MilepostError("busy", { reason: "Discord allows no more logins today" }, { cause: error });
  }
  return notReached(error);
}

const MISSING_ACCESS = 50_001;

function refused(reason: string, cause: unknown): MilepostError {
  return new MilepostError("bad-settings", { reason }, { cause });
}

function notReached(cause: unknown): MilepostError {
  return new MilepostError("busy", { reason: `Discord could not be reached${wayOf(cause)}` }, { cause });
}

/** The kind of failure, in parentheses: a status, a code of the system. */
function wayOf(error: unknown): string {
  if (error instanceof HTTPError || error instanceof DiscordAPIError) return ` (HTTP ${error.status})`;
  const code = systemCode(error);
  if (code !== undefined) return ` (${code})`;
  if (!(error instanceof Error)) return "";
  return error.name === "AbortError" || error.name === "TimeoutError" ? " (no answer in time)" : "";
}
