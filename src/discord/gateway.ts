import { Client, DiscordAPIError, Events, GatewayDispatchEvents, Options, type REST } from "discord.js";

import { MilepostError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Secret } from "../base/secret.ts";
import type { Incoming } from "./incoming.ts";

interface GatewayParts {
  readonly token: Secret;
  readonly apiUrl?: string | undefined;
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
const HANDLERS_SWEPT_EVERY_MS = 300_000;
const SHARD_READY = 0;

/** Close codes after which Discord takes no reconnect. */
const LOST: Readonly<Record<number, string>> = {
  4004: "Discord refused the token (DISCORD_TOKEN)",
  4010: "Discord refused the shard",
  4011: "the bot is in too many servers for one shard",
  4012: "Discord no longer speaks this gateway version",
  4013: "Discord refused the intents",
  4014: "Discord refused the intents as not allowed for this application",
};

/** discord.js's client: no intents, next to no caches. It reconnects and resumes by itself. */
export class Gateway {
  readonly #client: Client;
  readonly #parts: GatewayParts;
  readonly #closed = Promise.withResolvers<never>();
  #wasReady = false;

  constructor(parts: GatewayParts) {
    this.#parts = parts;
    this.#client = newClient(parts.apiUrl);
    this.#client.rest.setToken(parts.token.reveal());
    this.#closed.promise.catch(() => {});
    this.#listen();
  }

  get rest(): REST {
    return this.#client.rest;
  }

  /** Resolves when every shard is ready. What can't get better by trying again is "bad-settings". */
  async connect(signal?: AbortSignal): Promise<void> {
    const ready = new Promise<void>((resolve) => void this.#client.once(Events.ClientReady, () => resolve()));
    const stop = AbortSignal.any([
      AbortSignal.timeout(READY_WITHIN_MS),
      ...(signal === undefined ? [] : [signal]),
    ]);
    const aborted = Promise.withResolvers<never>();
    stop.addEventListener("abort", () => aborted.reject(notReached(stop.reason)), { once: true });
    const login = this.#client.login(this.#parts.token.reveal()).catch((error: unknown) => {
      throw loginFailure(error);
    });
    await Promise.race([login.then(() => ready), this.#closed.promise, aborted.promise]);
    this.#wasReady = true;
  }

  async close(): Promise<void> {
    await this.#client.destroy();
  }

  health(): GatewayHealth {
    const shards = this.#client.ws.shards.map(({ id, status, ping }) => ({
      id,
      isReady: (status as number) === SHARD_READY,
      pingMs: ping,
    }));
    return { isReady: shards.length > 0 && shards.every(({ isReady }) => isReady), shards };
  }

  #listen(): void {
    const { log, onInteraction } = this.#parts;
    const client = this.#client;
    client.ws.on(GatewayDispatchEvents.InteractionCreate, (data: Incoming) => onInteraction(data));
    client.on(Events.ShardReady, (shard) => log.info("connected to Discord", { shard }));
    client.on(Events.ShardResume, (shard, count) => log.info("resumed at Discord", { shard, count }));
    client.on(Events.ShardReconnecting, (shard) => log.info("reconnecting to Discord", { shard }));
    client.on(Events.ShardError, (error, shard) =>
      log.warn("the gateway connection failed", { shard }, error),
    );
    client.on(Events.ShardDisconnect, ({ code }, shard) => this.#lost(code, shard));
    client.on(Events.Error, (error) => log.error("discord.js reported an error", {}, error));
    client.on(Events.Warn, (reason) => log.warn("discord.js warns", { reason }));
    client.rest.on("invalidRequestWarning", ({ count }) => {
      log.error("Discord refuses many requests; at 10,000 in 10 minutes it bans this address", { count });
    });
  }

  #lost(code: number, shard: number): void {
    const reason = LOST[code];
    if (reason === undefined) return;
    const error = new MilepostError("bad-settings", { reason, status: code });
    this.#parts.log.error("Discord closed the connection for good", { shard, status: code });
    this.#closed.reject(error);
    if (this.#wasReady) this.#parts.onLost(error);
  }
}

function newClient(apiUrl: string | undefined): Client {
  return new Client({
    intents: [],
    shards: "auto",
    presence: {},
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
    rest: {
      timeout: REST_WITHIN_MS,
      handlerSweepInterval: HANDLERS_SWEPT_EVERY_MS,
      invalidRequestWarningInterval: 500,
      ...(apiUrl !== undefined && { api: apiUrl }),
    },
  });
}

/** A plain reason for a start that failed at Discord. */
export function loginFailure(error: unknown): MilepostError {
  if (error instanceof MilepostError) return error;
  const isTokenRefused =
    (error instanceof DiscordAPIError && error.status === 401) ||
    (error instanceof Error && "code" in error && error.code === "TokenInvalid");
  if (isTokenRefused) {
    return new MilepostError(
      "bad-settings",
      { reason: "Discord refused the token (DISCORD_TOKEN)" },
      { cause: error },
    );
  }
  if (error instanceof Error && error.message.startsWith("Not enough sessions remaining")) {
    return new MilepostError("busy", {
      reason: "Discord allows no more logins today; wait before the next start",
    });
  }
  return notReached(error);
}

function notReached(cause: unknown): MilepostError {
  return new MilepostError("internal", { reason: "Discord could not be reached" }, { cause });
}
