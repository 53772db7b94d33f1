import type { REST } from "@discordjs/rest";
import { type SessionInfo, WebSocketManager } from "@discordjs/ws";
import type { APIGatewayBotInfo } from "discord-api-types/v10";

import { MilepostError } from "../../base/errors.ts";
import type { Secret } from "../../base/secret.ts";
import type { IdentifyThrottler } from "./identify-throttler.ts";
import { type Shard, Shards } from "./shards.ts";

interface ConnectionOptions {
  readonly rest: REST;
  readonly token: Secret;
  readonly shards: ShardPlan;
  readonly throttler: IdentifyThrottler;
  /** Told of each shard before it connects. */
  readonly onShard: (shard: Shard) => void;
}

/** Which shards this process runs. */
export interface ShardPlan {
  /** Of the bot; `null`: as many as Discord recommends. */
  readonly count: number | null;
  /** All of them unless given. */
  readonly ids?: readonly number[];
}

/** What a login is about to take. */
interface LoginPlan {
  readonly shards: readonly number[];
  readonly maxConcurrency: number;
}

/** The shards of one attempt to connect, with sessions of their own. */
export class GatewayConnection {
  readonly #manager: WebSocketManager;
  readonly #shards: Shards;
  readonly #sessions = new Map<number, SessionInfo>();
  #url = "";
  #isClosed = false;

  constructor({ rest, token, shards: { count, ids }, throttler, onShard }: ConnectionOptions) {
    let shards: Shards | undefined;
    this.#manager = new WebSocketManager({
      token: token.reveal(),
      intents: 0,
      rest,
      shardCount: count,
      shardIds: ids === undefined ? null : [...ids],
      // A command's event has 2 KB: to inflate it takes as long as to read it, and zlib-stream needs a native package.
      compression: null,
      buildStrategy: (manager) => (shards = new Shards(manager, onShard)),
      buildIdentifyThrottler: async (manager) =>
        throttler.of(concurrencyOf(await manager.fetchGatewayInformation())),
      // A shard that is about to reconnect asks for its session first. Of a closed connection it waits for ever.
      retrieveSessionInfo: (id) => (this.#isClosed ? new Promise<never>(() => {}) : this.#session(id)),
      updateSessionInfo: (id, session) => this.#keepSession(id, session),
    });
    this.#shards = shards ?? new Shards(this.#manager, onShard);
  }

  get shards(): readonly Shard[] {
    return this.#shards.all;
  }

  /** Events Discord has sent to this shard's session; 0 without one. */
  sequenceOf(shard: Shard): number {
    return this.#sessions.get(shard.id)?.sequence ?? 0;
  }

  /** Asks Discord where and how to log in. Throws "busy" where it takes no more logins today. */
  async plan(): Promise<LoginPlan> {
    const information = await this.#manager.fetchGatewayInformation();
    this.#url = gatewayUrl(information);
    const shards = await this.#manager.getShardIds();
    if (information.session_start_limit.remaining < shards.length) {
      throw new MilepostError("busy", { reason: "Discord allows no more logins today" });
    }
    return { shards, maxConcurrency: concurrencyOf(information) };
  }

  /** Resolves when every shard is ready; rejects when one could not connect. */
  connect(): Promise<void> {
    return this.#manager.connect();
  }

  /** For good. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#shards.destroy();
  }

  #session(id: number): SessionInfo | null {
    return this.#sessions.get(id) ?? null;
  }

  #keepSession(id: number, session: SessionInfo | null): void {
    if (session === null) this.#sessions.delete(id);
    else
      this.#sessions.set(id, {
        ...session,
        resumeURL: isSocketUrl(session.resumeURL) ? session.resumeURL : this.#url,
      });
  }
}

function concurrencyOf({ session_start_limit: { max_concurrency: given } }: APIGatewayBotInfo): number {
  return Math.max(1, Math.trunc(given) || 1);
}

/** Something on the way to Discord may answer in its place; the library trusts what it is told. */
function gatewayUrl({ url, shards, session_start_limit: limit }: Partial<APIGatewayBotInfo>): string {
  const isWhole = Number.isSafeInteger(shards) && typeof limit?.remaining === "number";
  if (isWhole && isSocketUrl(url)) return url;
  throw new MilepostError("busy", { reason: "Discord did not say where its gateway is" });
}

function isSocketUrl(url: unknown): url is string {
  return typeof url === "string" && URL.canParse(url) && /^wss?:/.test(url);
}
