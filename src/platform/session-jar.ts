import type { SessionHeaders } from "./http/request.ts";

/** What an answer's Set-Cookie did to a session. */
export interface SetCookieReport {
  /** Names whose value is new. */
  readonly changed: readonly string[];
  /** Names the platform took away. */
  readonly removed: readonly string[];
  /** How many cookies were not taken: foreign names or hosts, broken or oversized ones. */
  readonly refused: number;
}

/** A session's cookies while it is used: what goes out, and what an answer changes. */
export interface SessionJar extends SessionHeaders {
  /** Takes the Set-Cookie lines of an answer that came from this address. */
  take(url: URL, setCookies: readonly string[]): SetCookieReport;
  /** Whether anything changed since it was opened. */
  readonly isChanged: boolean;
  /** Names of required cookies that are absent or expired. */
  missing(): readonly string[];
  /** When the first required cookie ends, milliseconds since 1970, if the platform said so. */
  readonly expiresAt: number | undefined;
  /** Takes over what another use of the session kept meanwhile: of each cookie the newer. */
  adopt(serialised: string): void;
  /** Text to seal. Secret. */
  serialise(): string;
}
