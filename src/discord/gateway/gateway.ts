import type { REST } from "@discordjs/rest";
import { WebSocketShardEvents } from "@discordjs/ws";
import { GatewayCloseCodes, GatewayDispatchEvents } from "discord-api-types/v10";

import { withDeadline } from "../../base/async/deadline.ts";
import { unlessAborted } from "../../base/async/unless-aborted.ts";
import { MilepostError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { Secret } from "../../base/secret.ts";
import type { Incoming } from "../interaction/incoming.ts";
import { GatewayConnection, type ShardPlan } from "./connection.ts";
import { IdentifyThrottler, identifyWaitMs } from "./identify-throttler.ts";
import { loginFailure, TOKEN_REFUSED } from "./login-failure.ts";
import type { Shard } from "./shards.ts";

interface GatewayParts {
  readonly rest: REST;
  readonly token: Secret;
  readonly log: Log;
  /** What the operator said; else as many as the bot's servers need. */
  readonly shards?: ShardPlan | undefined;
  readonly onInteraction: (incoming: Incoming) => void;
  /** Discord closed the connection for good after it had been open: a new token, a changed sharding rule. */
  readonly onLost: (error: MilepostError) => void;
}

export interface GatewayHealth {
  readonly isReady: boolean;
  readonly shards: readonly { readonly id: number; readonly isReady: boolean; readonly pingMs: number }[];
}

const READY_WITHIN_MS = 60_000;
/** Discord takes no more on one shard. Without intents a shard is nearly free, and each costs 5 s at the start. */
const GUILDS_A_SHARD = 2500;

const SHARDING_REFUSED: ReadonlySet<number> = new Set([
  GatewayCloseCodes.InvalidShard,
  GatewayCloseCodes.ShardingRequired,
]);

const SHARDS_REFUSED =
  "Discord refused SHARDS and SHARD_COUNT: it takes at most 2,500 servers on a shard, so raise SHARD_COUNT";

/** Close codes after which Discord takes no reconnect. */
const FINAL: Readonly<Record<number, string>> = {
  [GatewayCloseCodes.AuthenticationFailed]: TOKEN_REFUSED,
  [GatewayCloseCodes.InvalidShard]: "Discord refused the shard",
  [GatewayCloseCodes.ShardingRequired]: "the bot is in too many servers for one shard",
  [GatewayCloseCodes.InvalidAPIVersion]: "Discord no longer speaks this gateway version",
  [GatewayCloseCodes.InvalidIntents]: "Discord refused the intents",
  [GatewayCloseCodes.DisallowedIntents]: "Discord refused the intents as not allowed for this application",
};

/** The bot's side of Discord's gateway: no intents. Once connected, it reconnects and resumes by itself. */
export class Gateway {
  readonly #parts: GatewayParts;
  readonly #throttler = new IdentifyThrottler();
  #connection: GatewayConnection | undefined;
  #wasReady = false;
  #isShardingRefused = false;

  constructor(parts: GatewayParts) {
    this.#parts = parts;
  }

  /**
   * One attempt; resolves when every shard is ready. Throws a MilepostError: "bad-settings" where trying again can't
   * help, else "busy". `guilds` is Discord's own count, about.
   */
  async connect(guilds: number | undefined, signal?: AbortSignal): Promise<void> {
    await this.close();
    const { rest, token } = this.#parts;
    const refused = Promise.withResolvers<never>();
    refused.promise.catch(() => {});
    const connection: GatewayConnection = new GatewayConnection({
      rest,
      token,
      shards: this.#parts.shards ?? { count: this.#isShardingRefused ? null : shardsFor(guilds) },
      throttler: this.#throttler,
      onShard: (shard) => this.#listen(shard, { of: connection, refuse: refused.reject }),
    });
    this.#connection = connection;
    try {
      const { shards, maxConcurrency } = await unlessAborted(connection.plan(), signal);
      const ms = READY_WITHIN_MS + identifyWaitMs(shards, maxConcurrency);
      await withDeadline({ ms, late: noReady, signal }, () =>
        Promise.race([connection.connect(), refused.promise]),
      );
      this.#wasReady = true;
    } catch (error) {
      await this.close();
      throw loginFailure(error);
    }
  }

  /** Never rejects. */
  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.close();
  }

  health(): GatewayHealth {
    const shards = (this.#connection?.shards ?? []).map(({ id, isReady, pingMs }) => ({
      id,
      isReady,
      pingMs,
    }));
    return { isReady: shards.length > 0 && shards.every(({ isReady }) => isReady), shards };
  }

  #listen(shard: Shard, { of: connection, refuse }: Listening): void {
    const { log, onInteraction } = this.#parts;
    const { id } = shard;
    let sequence = 0;
    shard.on(WebSocketShardEvents.Dispatch, ({ data }) => {
      if (data.t === GatewayDispatchEvents.InteractionCreate) onInteraction(data.d as Incoming);
    });
    shard.on(WebSocketShardEvents.Hello, () => void (sequence = connection.sequenceOf(shard)));
    shard.on(WebSocketShardEvents.Ready, () => log.debug("A shard is ready", { shard: id }));
    shard.on(WebSocketShardEvents.Resumed, () => {
      const count = connection.sequenceOf(shard) - sequence;
      log.info("Resumed at Discord", { shard: id, count });
    });
    shard.on(WebSocketShardEvents.Error, ({ error }) =>
      log.warn("the gateway connection failed", { shard: id }, error),
    );
    shard.on(WebSocketShardEvents.Closed, ({ code }) => {
      const reason = FINAL[code];
      if (reason !== undefined) this.#closedForGood({ code, reason, shard: id, refuse });
      // A connection closed by us is said to be closed too.
      else if (this.#connection === connection) log.info("Reconnecting to Discord", { shard: id });
    });
  }

  /**
   * Sharding refused at the start is tried again as Discord recommends, where the operator did not say it; anything
   * else of these is final.
   */
  #closedForGood({ code, reason: usual, shard, refuse }: Closed): void {
    const { log, shards } = this.#parts;
    log.error("Discord closed the connection for good", { shard, status: code });
    const isSharding = SHARDING_REFUSED.has(code);
    const mayReshard = isSharding && shards === undefined && !this.#isShardingRefused && !this.#wasReady;
    if (mayReshard) this.#isShardingRefused = true;
    const reason = isSharding && shards !== undefined ? SHARDS_REFUSED : usual;
    const error = new MilepostError(mayReshard ? "busy" : "bad-settings", { reason, status: code });
    refuse(error);
    if (this.#wasReady) this.#parts.onLost(error);
  }
}

interface Listening {
  readonly of: GatewayConnection;
  /** Ends the attempt to connect. */
  readonly refuse: (error: MilepostError) => void;
}

interface Closed extends Pick<Listening, "refuse"> {
  readonly code: number;
  readonly reason: string;
  readonly shard: number;
}

/** `null`: as many as Discord recommends. */
function shardsFor(guilds: number | undefined): number | null {
  return guilds === undefined ? null : Math.max(1, Math.ceil(guilds / GUILDS_A_SHARD));
}

function noReady(): Error {
  return new DOMException("no READY in time", "TimeoutError");
}
