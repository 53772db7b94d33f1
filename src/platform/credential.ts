import type { Secret } from "../base/secret.ts";
import type { SessionHeaders } from "./http/request.ts";
import type { GrantedTokens } from "./oauth/token-answer.ts";

/** What an answer's Set-Cookie did to a session. */
export interface SetCookieReport {
  /** Names whose value is new. */
  readonly changed: readonly string[];
  /** Names the platform took away. */
  readonly removed: readonly string[];
  /** How many cookies were not taken: foreign names or hosts, broken or oversized ones. */
  readonly refused: number;
}

/** A session while it is used, cookies or tokens: what goes out, and what an answer changes. */
export interface Credential extends SessionHeaders {
  /** Takes the Set-Cookie lines of an answer that came from this address. */
  take(url: URL, setCookies: readonly string[]): SetCookieReport;
  /** Whether anything changed since it was opened. */
  readonly isChanged: boolean;
  /** Names of what it can't do without and lacks. */
  missing(): readonly string[];
  /** When it ends, milliseconds since 1970, if the platform said so. */
  readonly expiresAt: number | undefined;
  /** Takes over what another use of the session kept meanwhile, where that is newer. */
  adopt(serialised: string): void;
  /** Text to seal. Secret. */
  serialise(): string;
  /** Of tokens, which are renewed by asking; cookies are renewed by answers. */
  readonly tokens?: RenewableTokens;
}

/** Tokens, as those see them who renew them. */
export interface RenewableTokens {
  /** Counts up with every answer of the token endpoint. */
  readonly generation: number;
  readonly refresh: Secret | undefined;
  readonly access: Secret | undefined;
  /** When they came. */
  readonly at: number;
  /** A renewal that was begun, and whose end nobody noted. */
  readonly attemptedAt: number | undefined;
  /** Whether the access token ends within a minute, or the last quarter of its life. */
  isDue(): boolean;
  isExpired(): boolean;
  /** Notes that a renewal begins, or, with undefined, that it came to nothing. */
  attempt(at: number | undefined): void;
  receive(granted: GrantedTokens): void;
}
