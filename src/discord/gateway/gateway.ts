import type { REST } from "@discordjs/rest";
import { type APIGatewayBotInfo, GatewayCloseCodes } from "discord-api-types/v10";

import { withDeadline } from "../../base/async/deadline.ts";
import { SerialQueue } from "../../base/async/serial-queue.ts";
import { sleep } from "../../base/async/sleep.ts";
import { MilepostError } from "../../base/errors.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Secret } from "../../base/secret.ts";
import type { Application } from "../command/describe-application.ts";
import { refuseBesideEndpoint } from "../endpoint/endpoint-url.ts";
import type { InteractionSource, SourceHealth } from "../interaction-source.ts";
import type { Incoming } from "../interaction/incoming.ts";
import { SHARDING_REFUSED, SHARDS_REFUSED } from "./close-reasons.ts";
import { askGateway } from "./gateway-information.ts";
import { IdentifyThrottler, identifyWaitMs } from "./identify-throttler.ts";
import { LoginQuota } from "./login-quota.ts";
import { listenToShard } from "./listen-to-shard.ts";
import { loginFailure } from "./login-failure.ts";
import { SessionKeeper } from "./session-keeper.ts";
import { Shard } from "./shard.ts";
import { ShardContext } from "./shard-context.ts";
import { ShardSet } from "../../cluster/gateway/shared-shards.ts";
import {
  COUNT_CHANGE,
  type GatewayNodes,
  type GatewaySession,
  ONLY_NODE,
  type SharedGateway,
} from "./shared-gateway.ts";

interface GatewayParts {
  readonly rest: REST;
  readonly token: Secret;
  readonly log: Log;
  readonly clock: Clock;
  /** Which shards the operator set; by default this node's share of as many as the bot's servers need. */
  readonly shards?: ShardPlan | undefined;
  /** What nodes share; without it this process is the only one, and keeps nothing for the next. */
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
const RECOUNT_LOOK_MS = 1_000;
/** While two shard counts run side by side, every interaction arrives twice; so the change is limited in time. */
const RECOUNT_WITHIN_MS = 600_000;
const RECOUNT_AGAIN_MS = 60_000;
/** Discord's limit for one shard. Without intents a shard costs little memory, but 5 s to log in. */
const GUILDS_A_SHARD = 2500;

/** The bot's connection to Discord's gateway, with no intents. Once connected, it reconnects and resumes by itself. */
export class Gateway implements InteractionSource {
  readonly #parts: GatewayParts;
  readonly #throttler: IdentifyThrottler;
  #set: ShardSet | undefined;
  /** Shards of the previous count, kept until all of the new count are ready. */
  #old: ShardSet | undefined;
  readonly #recounts = new SerialQueue();
  readonly #follow = () => void this.#recounts.take(() => this.#followCount());
  #stopListening: () => void = () => {};
  #wasReady = false;
  #isShardingRefused = false;

  constructor(parts: GatewayParts) {
    this.#parts = parts;
    this.#throttler = new IdentifyThrottler(parts.log, parts.shared?.reserveIdentify);
  }

  /** Whether another node takes over the shards this one releases. */
  get hasOthers(): boolean {
    return this.#parts.shards === undefined && this.#nodes.count > 1;
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
      const set = this.#createSet(count, information, refused.reject);
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
      this.#stopListening = this.#nodes.onChange(COUNT_CHANGE, this.#follow);
      // Another node may have raised the count since this one agreed.
      this.#follow();
    } catch (error) {
      await this.close();
      throw loginFailure(error);
    }
  }

  /** Hands over its shards. Never rejects. */
  async close(): Promise<void> {
    this.#stopListening();
    const all = [this.#old, this.#set];
    [this.#old, this.#set] = [undefined, undefined];
    await Promise.all(all.flatMap((set) => set?.close({ isOver: false }) ?? []));
  }

  health(): SourceHealth {
    const set = this.#old ?? this.#set;
    const shards = (set?.shards ?? []).map(({ id, isReady, pingMs }) => ({ id, isReady, pingMs }));
    const isReady = set?.isOpen === true && shards.every((shard) => shard.isReady);
    return { isReady, shards, reasons: isReady ? [] : ["not connected to Discord"] };
  }

  get #nodes(): GatewayNodes {
    return this.#parts.shared?.nodes ?? ONLY_NODE;
  }

  /** The operator's number, or else the largest that any node needs. */
  async #agreeOnCount(guilds: number | undefined, { shards }: APIGatewayBotInfo): Promise<number> {
    const { shards: plan, shared } = this.#parts;
    if (plan !== undefined) return plan.count;
    const need =
      this.#isShardingRefused || guilds === undefined
        ? shards
        : Math.max(1, Math.ceil(guilds / GUILDS_A_SHARD));
    return (await shared?.agreeOnCount?.(need, true)) ?? need;
  }

  #createSet(count: number, information: APIGatewayBotInfo, refuse: Refuse): ShardSet {
    const { rest, token, log, clock, shards: plan, shared, onInteraction } = this.#parts;
    const sessions = new SessionKeeper(shared?.sessions, log);
    const throttler = this.#throttler.of(information.session_start_limit.max_concurrency);
    const common = { token, information, shardCount: count, throttler };
    const onSession = (session: GatewaySession) => sessions.note(session);
    return new ShardSet({
      shardCount: count,
      ids: plan?.ids,
      nodes: this.#nodes,
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
    });
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

  /** Has all nodes run the number of shards Discord recommends, or calls `lose` where that is no more than now. */
  async #growOr(count: number, lose: () => void): Promise<void> {
    const { rest, shards: plan, shared, log } = this.#parts;
    // The bot is stopping, or already has more.
    const isOver = () => this.#set === undefined || this.#set.shardCount > count;
    try {
      const { shards } = await askGateway(rest);
      if (isOver()) return;
      const mayGrow = plan === undefined && shared?.agreeOnCount !== undefined && shards > count;
      if (!mayGrow) return lose();
      await shared.agreeOnCount(shards);
    } catch (error) {
      if (isOver()) return;
      log.warn("The bot could not get another number of shards", {}, error);
      lose();
    }
  }

  /** Runs the new number of shards, and keeps the old ones until all new ones are ready. */
  async #followCount(): Promise<void> {
    const { rest, shared, shards: plan, log } = this.#parts;
    const set = this.#set;
    if (set === undefined || plan !== undefined || shared?.agreeOnCount === undefined) return;
    try {
      const count = await shared.agreeOnCount(set.shardCount);
      if (count === set.shardCount || this.#set !== set) return;
      log.info("The bot gets another number of shards", { count });
      const information = await askGateway(rest);
      if (this.#set !== set) return;
      const next = this.#createSet(count, information, () => {});
      await this.#replace(set, next);
    } catch (error) {
      log.warn("The bot could not get another number of shards; trying again", {}, error);
      setTimeout(this.#follow, RECOUNT_AGAIN_MS).unref();
    }
  }

  async #replace(set: ShardSet, next: ShardSet): Promise<void> {
    this.#old = set;
    this.#set = next;
    try {
      await next.open();
    } catch (error) {
      await next.close({ isOver: true });
      if (this.#set === next) [this.#old, this.#set] = [undefined, set];
      throw error;
    }
    set.settle();
    const giveUpAt = performance.now() + RECOUNT_WITHIN_MS;
    while (this.#set === next && performance.now() < giveUpAt && !(await next.isWhole()))
      await sleep(RECOUNT_LOOK_MS);
    if (this.#old === set) this.#old = undefined;
    await set.close({ isOver: true });
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
