import type { MilepostError } from "../../base/errors.ts";
import type { Int64 } from "../../base/int64.ts";
import type { Secret } from "../../base/secret.ts";

/** One request to the platform, as the stack passes it down. */
export interface PlatformRequest {
  /** For errors, logs and metrics. */
  readonly operation: string;
  /**
   * Requests of one class and origin share a breaker. A "page" is given as it came, its body unread and its
   * redirect not followed. A "picture" is given as bytes; it is asked for once, with no key and no cookie. A "token"
   * is a form, sent once, and given as it came: what it says is the token endpoint's own.
   */
  readonly class: "public" | "private" | "file" | "page" | "picture" | "token";
  readonly method: "GET" | "POST";
  readonly url: URL;
  /** JSON text of a POST; of a "token" a form. */
  readonly body?: string;
  readonly envelope: "wrapped" | "bare" | "auto";
  /** The body is a feed of news: its items are given, in no envelope. */
  readonly isFeed?: boolean;
  /** Caps the body, on the wire and inflated. */
  readonly maxBytes: number;
  /** Aborts it. Each layer may narrow it. */
  readonly signal: AbortSignal;
  /** When `deadline` will abort it, by the monotonic clock. A wait beyond it is not begun. */
  readonly deadlineAt?: number;
  /** The application's own: of a "token", or of a public call to an API that wants one. */
  readonly authorization?: Secret;
  /** A member's session, for private requests. */
  readonly session?: SessionHeaders;
  /** Nobody waits: tried again, further and further apart, until it succeeds or the signal says stop. */
  readonly isBackground?: boolean;
}

/** Who a session says its account is. */
export interface NamedAccount {
  readonly membershipId: Int64;
  /** The service's own word, or a cookie that whoever pasted it could have changed. */
  readonly source: "service" | "cookie";
}

/** What a signed-in request carries beside the key. Asked once for every hop, and told what each hop set. */
export interface SessionHeaders {
  cookie(url: URL): string | undefined;
  csrf(): string | undefined;
  /** The value of `Authorization`, for a session of tokens. */
  authorization?(url: URL): string | undefined;
  /** Whose session it says it is, without being asked. */
  account?(): NamedAccount | undefined;
  /** Takes the Set-Cookie lines of an answer from `url`: the platform renews sessions so. */
  take?(url: URL, setCookies: readonly string[]): unknown;
}

/** What came back over HTTP: body inflated, capped and whole. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** What a request is for: the value in the envelope, still in the wire's words. */
export interface Answer {
  readonly payload: unknown;
  /** When it arrived, milliseconds since 1970. */
  readonly at: number;
  readonly bytes: number;
  /**
   * An error that an answer without an envelope names in words the profile doesn't know. A record may have a member
   * of that name: it is a failure only where nothing of what was asked for is there.
   */
  readonly reported?: MilepostError;
}

/** One layer of the stack, and the transport at its bottom. Failures are MilepostErrors. */
export type Send = (request: PlatformRequest) => Promise<Answer>;
export type Transport = (request: PlatformRequest) => Promise<RawAnswer>;

/** Returns the lines of a header; none where it is absent. */
export function linesOf(header: string | readonly string[] | undefined): readonly string[] {
  return header === undefined ? [] : [header].flat();
}
