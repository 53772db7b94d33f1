import type { Secret } from "../base/secret.ts";
import type { SessionHeaders } from "./http/request.ts";
import type { GrantedTokens } from "./oauth/token-answer.ts";

/** What an answer's Set-Cookie headers changed. */
export interface SetCookieReport {
  /** Names with a new value. */
  readonly changed: readonly string[];
  /** Names that were deleted. */
  readonly removed: readonly string[];
  /** How many cookies were rejected: foreign names or hosts, malformed or too large. */
  readonly refused: number;
}

/**
 * A session in use: what requests carry, and what answers change. By kind, as each begins, is renewed and is given back
 * in its own way.
 */
export type Credential = CookieCredential | TokenCredential | KeyCredential;

/** What all kinds have. */
interface AnyCredential extends SessionHeaders {
  /** Whether anything changed since it was opened. */
  readonly isChanged: boolean;
  /** Returns the names of required parts that are missing. */
  missing(): readonly string[];
  /** When it expires, in milliseconds since 1970, if known. */
  readonly expiresAt: number | undefined;
  /** Adopts what another use of the session stored meanwhile, if that is newer. */
  adopt(serialised: string): void;
  /** Returns the text to seal. Secret. */
  serialise(): string;
}

export interface CookieCredential extends AnyCredential {
  readonly kind: "cookies";
  /** Processes the Set-Cookie lines of an answer from this URL. */
  take(url: URL, setCookies: readonly string[]): SetCookieReport;
}

/** OAuth tokens, which are renewed on request. */
export interface TokenCredential extends AnyCredential {
  readonly kind: "tokens";
  /** Increases with every answer of the token endpoint. */
  readonly generation: number;
  readonly refresh: Secret | undefined;
  readonly access: Secret | undefined;
  /** When they were granted. */
  readonly at: number;
  /** When a renewal began that was not finished. */
  readonly attemptedAt: number | undefined;
  /** Returns whether the access token expires within a minute, or within the last quarter of its life. */
  isDue(): boolean;
  isExpired(): boolean;
  /** Records that a renewal begins, or, with undefined, that it failed. */
  attempt(at: number | undefined): void;
  receive(granted: GrantedTokens): void;
}

/** A key that its member made at the platform, and can delete there. It never changes. */
export interface KeyCredential extends AnyCredential {
  readonly kind: "key";
}

/** Returns whether the platform gave it for the bot: it isn't what a browser was signed in with. */
export function isGivenForBot({ kind }: Pick<Credential, "kind">): boolean {
  return kind !== "cookies";
}
