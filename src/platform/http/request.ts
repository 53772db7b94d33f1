import type { MilepostError } from "../../base/errors.ts";
import type { PlatformId } from "../../base/int64.ts";
import type { Secret } from "../../base/secret.ts";

/** One request to the platform, as the layers pass it down. */
export interface PlatformRequest {
  /** For errors, logs and metrics. */
  readonly operation: string;
  /**
   * Requests of one class and origin share a breaker. "page": returned unread, redirects not followed. "picture":
   * returned as bytes, tried once, with no key or cookie. "token": a form, sent once, returned unread, since its
   * meaning is the token endpoint's own.
   */
  readonly class: "public" | "private" | "file" | "page" | "picture" | "token";
  readonly method: "GET" | "POST";
  readonly url: URL;
  /** JSON text of a POST; a form for a "token". */
  readonly body?: string;
  readonly envelope: "wrapped" | "bare" | "auto";
  /** Whether the body is a feed, whose items are returned without an envelope. */
  readonly isFeed?: boolean;
  /** Whether each line of the body is an entry of a list, without an envelope. */
  readonly isLines?: boolean;
  /** The language, where the profile has it in a header. */
  readonly language?: string | undefined;
  /** The entity tag of the copy at hand: a status of 304 means that it is still right. */
  readonly entityTag?: string | undefined;
  /** Whether a large file has to be parsed as a whole, since what is wanted is deeper inside. */
  readonly isWhole?: boolean;
  /** The limit of the body, on the wire and inflated. */
  readonly maxBytes: number;
  /** Aborts it. Each layer may narrow it. */
  readonly signal: AbortSignal;
  /** When `deadline` will abort it, by the monotonic clock. Longer waits are not begun. */
  readonly deadlineAt?: number;
  /** The application's own authorization, of a "token" or of a public call. */
  readonly authorization?: Secret;
  /** A member's session, for private requests. */
  readonly session?: SessionHeaders;
  /** Called before each wait for a turn or another try. */
  readonly onWait?: OnWait;
  /** Nobody waits for it: retried ever further apart until it succeeds or is aborted. */
  readonly isBackground?: boolean;
}

/** Told why a request waits, and for how long. */
export type OnWait = (error: MilepostError, ms: number) => void;

/** The account a session claims to belong to. */
export interface NamedAccount {
  readonly membershipId: PlatformId;
  /** The platform's own word, or a cookie that could have been altered. */
  readonly source: "service" | "cookie";
}

/** What a signed-in request carries besides the key. Called for every hop, with what each hop set. */
export interface SessionHeaders {
  cookie(url: URL): string | undefined;
  csrf(): string | undefined;
  /** Returns what authorizes a session of tokens or of a member's own key; cookies have none. */
  readonly authorization?: ((url: URL) => string | undefined) | undefined;
  /** The header that goes in; undefined: `Authorization`. */
  readonly header?: string | undefined;
  /** Returns the account the session claims, without a request. */
  account?(): NamedAccount | undefined;
  /** Processes the Set-Cookie lines of an answer from `url`. */
  take?(url: URL, setCookies: readonly string[]): unknown;
}

/** A complete HTTP answer, its body inflated and within limits. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** The envelope's content, still in the wire's words. */
export interface Answer {
  readonly payload: unknown;
  readonly headers?: RawAnswer["headers"];
  /** When it was made, as far as it says so, else when it arrived; in milliseconds since 1970. */
  readonly at: number;
  readonly bytes: number;
  /**
   * An error of unknown meaning in an answer without an envelope. Records may have a field of that name, so it counts
   * only where nothing of the requested data is there.
   */
  readonly reported?: MilepostError;
  /** Whether the copy at hand is still right; then there is no payload. */
  readonly isUnchanged?: boolean;
}

/** One layer of the stack. Failures are MilepostErrors. */
export type Send = (request: PlatformRequest) => Promise<Answer>;
export type Transport = (request: PlatformRequest) => Promise<RawAnswer>;

/** Returns the values of a header; none where it is absent. */
export function linesOf(header: string | readonly string[] | undefined): readonly string[] {
  return header === undefined ? [] : [header].flat();
}
