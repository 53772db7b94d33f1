import {
  DefaultWebSocketManagerOptions,
  type FetchingStrategyOptions,
  type IContextFetchingStrategy,
  type IIdentifyThrottler,
} from "@discordjs/ws";
import type { APIGatewayBotInfo } from "discord-api-types/v10";

import type { Secret } from "../../base/secret.ts";
import { resumeUrl } from "./gateway-information.ts";
import type { GatewaySession } from "./shared-gateway.ts";

export interface ShardContextOptions {
  readonly token: Secret;
  readonly information: APIGatewayBotInfo;
  readonly shardCount: number;
  readonly throttler: IIdentifyThrottler;
  /** The session to go on with. */
  readonly session: GatewaySession | undefined;
  readonly onSession: (session: GatewaySession) => void;
}

/** What the library asks about one shard, and tells: how far its session was read. */
export class ShardContext implements IContextFetchingStrategy {
  readonly options: FetchingStrategyOptions;
  readonly #given: ShardContextOptions;
  #session: GatewaySession | null;
  #isClosed = false;

  constructor(given: ShardContextOptions) {
    const { token, information, shardCount, session = null } = given;
    this.#given = given;
    this.#session = session && usable(session, information);
    this.options = {
      ...DefaultWebSocketManagerOptions,
      token: token.reveal(),
      intents: 0,
      // A command's event has 2 KB: to inflate it takes as long as to read it, and zlib-stream needs a native package.
      compression: null,
      gatewayInformation: information,
      shardCount,
    };
  }

  get session(): GatewaySession | null {
    return this.#session;
  }

  /** Events Discord has sent to the session, and this process took; 0 without one. */
  get sequence(): number {
    return this.#session?.sequence ?? 0;
  }

  /** What comes from now on is left to whoever goes on with the session. */
  close(): void {
    this.#isClosed = true;
  }

  /** Whether an event is this process's to handle. */
  takes(sequence: number): boolean {
    return !this.#isClosed || sequence <= this.sequence;
  }

  /** A shard that is about to reconnect asks for its session first. Of a closed one it waits for ever. */
  async retrieveSessionInfo(): Promise<GatewaySession | null> {
    return this.#isClosed ? new Promise<never>(() => {}) : this.#session;
  }

  updateSessionInfo(_: number, session: GatewaySession | null): void {
    if (this.#isClosed) return;
    this.#session = session && usable(session, this.#given.information);
    if (this.#session !== null) this.#given.onSession(this.#session);
  }

  async waitForIdentify(shardId: number, signal: AbortSignal): Promise<void> {
    await this.#given.throttler.waitForIdentify(shardId, signal);
  }
}

function usable(session: GatewaySession, { url }: APIGatewayBotInfo): GatewaySession {
  return { ...session, resumeURL: resumeUrl(session.resumeURL, url) };
}
