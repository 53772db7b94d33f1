import type { REST } from "@discordjs/rest";
import { type APIGatewayBotInfo, GatewayCloseCodes, GatewayDispatchEvents } from "discord-api-types/v10";
import { WebSocketShardEvents } from "@discordjs/ws";

import { withDeadline } from "../../base/async/deadline.ts";
import { MilepostError } from "../../base/errors.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Secret } from "../../base/secret.ts";
import type { Application } from "../command/describe-application.ts";
import { refuseBesideEndpoint } from "../endpoint/endpoint-url.ts";
import type { Incoming, InteractionSource, SourceHealth } from "../interaction/incoming.ts";
import { FINAL, loginFailure, SHARDING_REFUSED, SHARDS_REFUSED } from "./login.ts";
import { askGateway, Shard, ShardContext } from "./shard.ts";
import { IdentifyThrottler, identifyWaitMs, LoginQuota } from "./login-quota.ts";
import { type GatewaySession, SessionKeeper } from "./session-keeper.ts";
import { OwnShards, type ShardSet, type ShardSetParts } from "./shard-set.ts";
import type { SharedGateway } from "./shared-gateway.ts";

interface GatewayParts {
  readonly rest: REST;
  readonly token: Secret;
  readonly log: Log;
  readonly clock: Clock;
  /** Which shards the operator set; by default this node's share of as many as the bot's servers need. */
  readonly shards?: ShardPlan | undefined;
  /** Without it this process is the only one, and keeps nothing for the next. */
  readonly shared?: SharedGateway | undefined;
  readonly onInteraction: (incoming: Incoming) => void;
  /** Called when Discord closes the connection for good after it was open, as after a token reset. */
  readonly onLost: (error: MilepostError) => void;
}

/** Which shards this process runs, and how many there are in all. */
export interface ShardPlan {
  readonly count: number;
  readonly ids: readonly number[];
}

/** Discord demands more shards. */
const MORE_WANTED: number = GatewayCloseCodes.ShardingRequired;
const READY_WITHIN_MS = 60_000;
/** Discord's limit for one shard. Without intents a shard costs little memory, but 5 s to log in. */
const GUILDS_A_SHARD = 2500;

/** The bot's connection to Discord's gateway, with no intents. Once connected, it reconnects and resumes by itself. */
export class Gateway implements InteractionSource {
  readonly #parts: GatewayParts;
  readonly #throttler: IdentifyThrottler;
  #set: ShardSet | undefined;
  #wasReady = false;
  #isShardingRefused = false;

  constructor(parts: GatewayParts) {
    this.#parts = parts;
    this.#throttler = new IdentifyThrottler(parts.shared?.cluster?.identifyTurns);
  }

  /** Whether another node takes over the shards this one releases. */
  get hasOthers(): boolean {
    return this.#parts.shards === undefined && this.#parts.shared?.cluster?.hasOthers === true;
  }

  /**
   * Tries once to connect; resolves when every shard this node takes at first is ready. Throws "bad-settings" where
   * trying again can't help, else "busy".
   */
  async open(asked: Promise<Application>, signal?: AbortSignal): Promise<void> {
    await this.close();
    const refused = Promise.withResolvers<never>();
    refused.promise.catch(() => {});
    try {
      const [application, information] = await Promise.all([asked, askGateway(this.#parts.rest, signal)]);
      refuseBesideEndpoint(application);
      const count = await this.#agreeOnCount(application.approximate_guild_count, information);
      signal?.throwIfAborted();
      const set = this.#createSet(this.#partsOf(count, information, refused.reject));
      this.#set = set;
      const waitMs = identifyWaitMs(count, information.session_start_limit.max_concurrency);
      await withDeadline(
        {
          ms: READY_WITHIN_MS + waitMs,
          late: () => new DOMException("no READY in time", "TimeoutError"),
          signal,
        },
        () => Promise.race([set.open(), refused.promise]),
      );
      this.#wasReady = true;
    } catch (error) {
      await this.close();
      throw loginFailure(error);
    }
  }

  /** Hands over its shards. Never rejects. */
  async close(): Promise<void> {
    const set = this.#set;
    this.#set = undefined;
    await set?.close();
  }

  health(): SourceHealth {
    const set = this.#set;
    const shards = (set?.shards ?? []).map(({ id, isReady, pingMs }) => ({ id, isReady, pingMs }));
    const isReady = set?.isOpen === true && shards.every((shard) => shard.isReady);
    return { isReady, shards, reasons: isReady ? [] : ["not connected to Discord"] };
  }

  /** The operator's number, or else the largest that any node needs. */
  async #agreeOnCount(guilds: number | undefined, { shards }: APIGatewayBotInfo): Promise<number> {
    const { shards: plan, shared } = this.#parts;
    if (plan !== undefined) return plan.count;
    const need =
      this.#isShardingRefused || guilds === undefined
        ? shards
        : Math.max(1, Math.ceil(guilds / GUILDS_A_SHARD));
    return (await shared?.cluster?.agreeOnCount(need, true)) ?? need;
  }

  #createSet(first: ShardSetParts): ShardSet {
    const { rest, shared } = this.#parts;
    if (shared?.cluster === undefined) return new OwnShards(first);
    return shared.cluster.createShards(first, {
      recommended: async () => (await askGateway(rest)).shards,
      partsFor: async (count) => this.#partsOf(count, await askGateway(rest), () => {}),
    });
  }

  #partsOf(count: number, information: APIGatewayBotInfo, refuse: Refuse): ShardSetParts {
    const { rest, token, log, clock, shards: plan, shared, onInteraction } = this.#parts;
    const sessions = new SessionKeeper(shared?.sessions, log);
    const throttler = this.#throttler.of(information.session_start_limit.max_concurrency);
    const common = { token, information, shardCount: count, throttler };
    const onSession = (session: GatewaySession) => sessions.note(session);
    return {
      shardCount: count,
      ids: plan?.ids,
      sessions,
      create: (id, session) => {
        const shard = new Shard(id, new ShardContext({ ...common, session, onSession }));
        const onFinal = (code: number, reason: string) =>
          this.#closedForGood({ code, reason, shard: id, count, refuse });
        listenToShard(shard, { log, onInteraction, onFinal });
        return shard;
      },
      logins: new LoginQuota({
        left: information.session_start_limit.remaining,
        ask: async () => (await askGateway(rest)).session_start_limit.remaining,
        clock,
        log,
      }),
      clock,
      log,
    };
  }

  /**
   * A refused shard count is tried again with the number Discord recommends, unless the operator set one. Every other
   * final close code is an error.
   */
  #closedForGood({ code, reason: usual, shard, count, refuse }: Closed): void {
    const { log, shards, onLost } = this.#parts;
    log.error("Discord closed the connection for good", { shard, status: code });
    const isSharding = SHARDING_REFUSED.has(code);
    const mayReshard = isSharding && shards === undefined && !this.#isShardingRefused && !this.#wasReady;
    if (mayReshard) this.#isShardingRefused = true;
    const reason = isSharding && shards !== undefined ? SHARDS_REFUSED : usual;
    const error = new MilepostError(mayReshard ? "busy" : "bad-settings", { reason, status: code });
    refuse(error);
    if (!this.#wasReady) return;
    if (code === MORE_WANTED) void this.#growOr(count, () => onLost(error));
    else onLost(error);
  }

  async #growOr(count: number, lose: () => void): Promise<void> {
    const isGrowing = await this.#set?.grow(count);
    if (isGrowing === false && this.#set !== undefined) lose();
  }
}

type Refuse = (error: MilepostError) => void;

interface Closed {
  readonly code: number;
  readonly reason: string;
  readonly shard: number;
  /** The number of shards in all. */
  readonly count: number;
  /** Ends the attempt to connect. */
  readonly refuse: Refuse;
}

interface ShardListener {
  readonly log: Log;
  readonly onInteraction: (incoming: Incoming) => void;
  /** Called when Discord closes the shard and accepts no reconnect. */
  readonly onFinal: (code: number, reason: string) => void;
}

/** Interactions older than this can't be acknowledged any more. */
const ACKNOWLEDGED_WITHIN_MS = 3_000;

function listenToShard(shard: Shard, { log, onInteraction, onFinal }: ShardListener): void {
  const { id } = shard;
  let sequence = 0;
  let tries = 0;
  /** Until then events may be repeats of what another process read before it was killed. */
  let repeatsUntil = shard.context.session === null ? 0 : Number.POSITIVE_INFINITY;
  shard.on(WebSocketShardEvents.Dispatch, ({ data }) => {
    const isInteraction = data.t === GatewayDispatchEvents.InteractionCreate;
    if (!isInteraction || !shard.context.takes(data.s)) return;
    const incoming = data.d as Incoming;
    const isRepeated = performance.now() < repeatsUntil;
    onInteraction(isRepeated ? { ...incoming, isRepeated } : incoming);
  });
  shard.on(WebSocketShardEvents.Hello, () => {
    sequence = shard.context.sequence;
    tries = 0;
  });
  shard.on(WebSocketShardEvents.Ready, () => {
    repeatsUntil = 0;
    log.debug("A shard is ready", { shard: id });
  });
  shard.on(WebSocketShardEvents.Resumed, () => {
    repeatsUntil = Math.min(repeatsUntil, performance.now() + ACKNOWLEDGED_WITHIN_MS);
    log.info("Resumed at Discord", { shard: id, count: shard.context.sequence - sequence });
  });
  shard.on(WebSocketShardEvents.Error, ({ error }) =>
    log.warn("the gateway connection failed", { shard: id }, error),
  );
  shard.on(WebSocketShardEvents.Closed, ({ code }) => {
    const reason = FINAL[code];
    if (reason !== undefined) return onFinal(code, reason);
    // The library emits this for connections we close, too.
    if (shard.isLeft) return;
    tries += 1;
    if (isPowerOfTwo(tries)) log.info("Reconnecting to Discord", { shard: id, code, count: tries });
  });
}

/** Says which of the tries in a row are logged: while Discord is down the library makes two a second. */
function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0;
}
