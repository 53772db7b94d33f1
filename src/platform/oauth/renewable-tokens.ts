import type { Int64 } from "../../base/int64.ts";
import type { Secret } from "../../base/secret.ts";

/** What a token endpoint gave. Times are milliseconds since 1970. */
export interface GrantedTokens {
  readonly access: Secret;
  readonly accessEnds?: number | undefined;
  /** Absent: the one before stays, where there was one. */
  readonly refresh?: Secret | undefined;
  readonly refreshEnds?: number | undefined;
  readonly account?: Int64 | undefined;
  readonly at: number;
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
