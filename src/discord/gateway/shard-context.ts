import {
  DefaultWebSocketManagerOptions,
  type FetchingStrategyOptions,
  type IContextFetchingStrategy,
  type IIdentifyThrottler,
} from "@discordjs/ws";
import type { APIGatewayBotInfo } from "discord-api-types/v10";

import type { Secret } from "../../base/secret.ts";
import { resumeUrl } from "./gateway-information.ts";
import type { GatewaySession } from "./gateway-session.ts";

/** Discord greets at once. The library would wait for as long as the first connection may take in all. */
const HELLO_WITHIN_MS = 10_000;

export interface ShardContextOptions {
  readonly token: Secret;
  readonly information: APIGatewayBotInfo;
  readonly shardCount: number;
  readonly throttler: IIdentifyThrottler;
  /** The session to resume, if any. */
  readonly session: GatewaySession | undefined;
  readonly onSession: (session: GatewaySession) => void;
}

/** Gives the library what it asks about one shard, and follows how far its session was read. */
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
      // An interaction has 2 KB: inflating it costs as much as reading it, and zlib-stream needs a native package.
      compression: null,
      gatewayInformation: information,
      shardCount,
      helloTimeout: HELLO_WITHIN_MS,
    };
  }

  get session(): GatewaySession | null {
    return this.#session;
  }

  /** The sequence number of the session's last event that this process took; 0 without a session. */
  get sequence(): number {
    return this.#session?.sequence ?? 0;
  }

  /** Ignores further events: whoever resumes the session gets them. */
  close(): void {
    this.#isClosed = true;
  }

  /** Returns whether this process handles the event with this sequence number. */
  takes(sequence: number): boolean {
    return !this.#isClosed || sequence <= this.sequence;
  }

  /**
   * Called by the library before it reconnects. After `close` it never resolves, which keeps the shard from
   * reconnecting.
   */
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
