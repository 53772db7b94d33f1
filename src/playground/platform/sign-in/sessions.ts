import type { Clock } from "../../../base/clock.ts";
import { DAY_MS, MINUTE_MS } from "../../../base/duration.ts";
import type { Tokens } from "./tokens.ts";

const LIFE_MS = 7 * DAY_MS;
const REMEMBERED_MS = 30 * DAY_MS;
/** How long a replaced token is still accepted. */
const GRACE_MS = 5 * MINUTE_MS;
const MOST = 5_000;

export interface ServiceSession {
  readonly id: number;
  readonly player: number;
  readonly provider: "ProviderA" | "ProviderB";
  readonly csrf: string;
  readonly device: string;
  token: string;
  issuedAt: number;
  expiresAt: number;
  readonly lifeMs: number;
}

interface Token {
  readonly session: ServiceSession;
  until: number;
}

export class ServiceSessions {
  readonly #clock: Clock;
  readonly #tokens: Tokens;
  readonly #byToken = new Map<string, Token>();
  readonly #all = new Map<number, ServiceSession>();
  #lastId = 0;

  constructor(clock: Clock, tokens: Tokens) {
    this.#clock = clock;
    this.#tokens = tokens;
  }

  start(player: number, provider: ServiceSession["provider"], isRemembered = false): ServiceSession {
    const now = this.#clock.now();
    const lifeMs = isRemembered ? REMEMBERED_MS : LIFE_MS;
    this.#lastId += 1;
    const session: ServiceSession = {
      id: this.#lastId,
      player,
      provider,
      csrf: this.#tokens.decimal(),
      device: this.#tokens.base64(22),
      token: this.#newToken(now + lifeMs),
      issuedAt: now,
      expiresAt: now + lifeMs,
      lifeMs,
    };
    this.#all.set(session.id, session);
    this.#byToken.set(session.token, { session, until: session.expiresAt });
    const [oldest] = this.#all.keys();
    if (this.#all.size > MOST && oldest !== undefined) this.revoke(oldest);
    return session;
  }

  /** Returns a token's session; undefined once the token expired or the session ended. */
  find(token: string | undefined): ServiceSession | undefined {
    const found = token === undefined ? undefined : this.#byToken.get(token);
    return found !== undefined && found.until > this.#clock.now() ? found.session : undefined;
  }

  /** Returns whether more than half of its life is over. */
  isDueForRenewal(session: ServiceSession): boolean {
    return this.#clock.now() > session.issuedAt + session.lifeMs / 2;
  }

  /** Replaces the session's token. The old one expires after five minutes. */
  replace(session: ServiceSession): void {
    const old = this.#byToken.get(session.token);
    if (old !== undefined) old.until = Math.min(old.until, this.#clock.now() + GRACE_MS);
    this.renew(session);
  }

  /** Replaces the session's token. The old one is valid until it expires. */
  renew(session: ServiceSession): void {
    const now = this.#clock.now();
    session.issuedAt = now;
    session.expiresAt = now + session.lifeMs;
    session.token = this.#newToken(session.expiresAt);
    this.#byToken.set(session.token, { session, until: session.expiresAt });
  }

  /** Ends one session, or all, at once. Returns how many. */
  revoke(id?: number): number {
    const ended = id === undefined ? [...this.#all.keys()] : [id].filter((one) => this.#all.has(one));
    for (const one of ended) this.#all.delete(one);
    for (const [token, { session }] of this.#byToken) {
      if (!this.#all.has(session.id)) this.#byToken.delete(token);
    }
    return ended.length;
  }

  list(): readonly ServiceSession[] {
    return [...this.#all.values()];
  }

  /** Contains `=` and `&`, as real tokens do. */
  #newToken(expiresAt: number): string {
    return `v=2&exp=${String(Math.floor(expiresAt / 1_000))}&sig=${this.#tokens.base64(43)}`;
  }
}
