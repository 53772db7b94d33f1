import { createHash } from "node:crypto";

import { LRUCache } from "lru-cache";

import type { Clock } from "../../../base/clock.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../base/duration.ts";
import { type ProviderId, type Tokens } from "./tokens.ts";
import type { ServiceSession, ServiceSessions } from "./sessions.ts";

const CODE_LIVES_MS = 5 * MINUTE_MS;
const ACCESS_LIVES_MS = HOUR_MS;
const REFRESH_LIVES_MS = 90 * DAY_MS;
const MOST = 5_000;

export interface CodeGrant {
  readonly player: number;
  readonly provider: ProviderId;
  /** For PKCE; null: none was sent. */
  readonly challenge: string | null;
  readonly redirectUri: string | null;
}

export interface IssuedTokens {
  readonly access: string;
  readonly refresh: string;
  readonly session: ServiceSession;
  readonly accessLivesSeconds: number;
  readonly refreshLivesSeconds: number;
}

interface Issued {
  readonly session: ServiceSession;
  readonly until: number;
  readonly kind: "access" | "refresh";
  /** A refresh token works once. A second use revokes all tokens of its consent. */
  isUsed: boolean;
}

export class OAuthTokens {
  readonly #clock: Clock;
  readonly #tokens: Tokens;
  readonly #sessions: ServiceSessions;
  readonly #codes = new LRUCache<string, CodeGrant & { readonly until: number }>({ max: MOST });
  readonly #issued = new LRUCache<string, Issued>({ max: MOST });

  constructor(clock: Clock, tokens: Tokens, sessions: ServiceSessions) {
    this.#clock = clock;
    this.#tokens = tokens;
    this.#sessions = sessions;
  }

  code(grant: CodeGrant): string {
    const code = this.#tokens.plain(32);
    this.#codes.set(code, { ...grant, until: this.#clock.now() + CODE_LIVES_MS });
    return code;
  }

  /** Returns tokens; undefined when the code is unknown, used or expired, or verifier or redirect URI differ. */
  exchange(code: string, verifier: string | null, redirectUri: string | null): IssuedTokens | undefined {
    const grant = this.#codes.peek(code);
    this.#codes.delete(code);
    if (grant === undefined || grant.until <= this.#clock.now()) return undefined;
    if (grant.redirectUri !== redirectUri || !isVerified(grant.challenge, verifier)) return undefined;
    return this.#issue(this.#sessions.start(grant.player, grant.provider, true));
  }

  refresh(token: string): IssuedTokens | undefined {
    const issued = this.#issued.peek(token);
    if (issued?.kind !== "refresh") return undefined;
    if (issued.isUsed) this.revoke(token);
    if (issued.isUsed || this.#sessionOf(issued) === undefined) return undefined;
    issued.isUsed = true;
    return this.#issue(issued.session);
  }

  /** Ends the session and all tokens of the same consent. */
  revoke(token: string): void {
    const issued = this.#issued.peek(token);
    if (issued === undefined) return;
    this.#sessions.revoke(issued.session.id);
    for (const [other, { session }] of this.#issued) {
      if (session === issued.session) this.#issued.delete(other);
    }
  }

  find(token: string): ServiceSession | undefined {
    const issued = this.#issued.peek(token);
    return issued?.kind === "access" ? this.#sessionOf(issued) : undefined;
  }

  #sessionOf({ session, until }: Issued): ServiceSession | undefined {
    return until > this.#clock.now() && this.#sessions.list().includes(session) ? session : undefined;
  }

  #issue(session: ServiceSession): IssuedTokens {
    const [access, refresh] = [this.#tokens.plain(40), this.#tokens.plain(40)];
    const add = (token: string, kind: Issued["kind"], livesMs: number) => {
      this.#issued.set(token, { session, kind, until: this.#clock.now() + livesMs, isUsed: false });
    };
    add(access, "access", ACCESS_LIVES_MS);
    add(refresh, "refresh", REFRESH_LIVES_MS);
    return {
      access,
      refresh,
      session,
      accessLivesSeconds: ACCESS_LIVES_MS / 1_000,
      refreshLivesSeconds: REFRESH_LIVES_MS / 1_000,
    };
  }
}

function isVerified(challenge: string | null, verifier: string | null): boolean {
  if (challenge === null) return true;
  return (
    createHash("sha256")
      .update(verifier ?? "")
      .digest("base64url") === challenge
  );
}
