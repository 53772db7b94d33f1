/**
 * Every way Milepost can fail. `features/kit/explain` has a text for each: a new code without a text does not
 * compile.
 */
export type ErrorCode =
  /** The platform announced maintenance. Never treated as a logout. */
  | "platform-maintenance"
  /** The platform did not answer, answered 5xx, or the breaker is open. */
  | "platform-unavailable"
  /** No complete answer before the deadline. */
  | "platform-timeout"
  /** A command exceeded our own deadline. */
  | "run-timeout"
  /** The platform asked us to slow down, or our own throttle's queue is full. */
  | "platform-throttled"
  /** The platform rejected the application's key. */
  | "platform-key"
  /** The platform requires a signed-in account. */
  | "sign-in-needed"
  /** The requested thing does not exist. */
  | "not-found"
  /** The player keeps it private. */
  | "private"
  /** The answer doesn't match the schema; `details` has operation and field path. */
  | "platform-answer"
  /** A redirect left the allow-list, a body or header exceeded its limit, or a host is not allowed. */
  | "platform-refused"
  /** An error of the platform that the profile does not classify. */
  | "platform-error"
  /** The profile lacks an operation or a feature. */
  | "not-offered"
  /** Only members with Manage Server may do this. */
  | "admins-only"
  /** The bot is not a member of this server. */
  | "not-installed-here"
  /** The server's admins turned it off. */
  | "switched-off"
  /** A member's input is wrong; `details.reason` says how. */
  | "bad-input"
  /** A button, select or form that this version can't read, or that was tampered with. */
  | "stale-control"
  /** The control belongs to another member. */
  | "not-yours"
  /** The control is for members with Manage Messages. */
  | "moderators-only"
  /** Too many commands or presses; see `details.retryAfterMs`. */
  | "too-fast"
  /** The bot is shutting down, or its queue is full. */
  | "busy"
  /** A sealed record could not be opened: damaged, moved, or sealed for another place. One code for all causes. */
  | "unopenable"
  /** Settings, a profile or a keyring can't be used, so the start is refused. */
  | "bad-settings"
  /** A bug of ours. */
  | "internal";

/** What an error may carry besides its code: an allow-list, so that no secret gets in. */
export interface ErrorDetails {
  readonly operation?: string;
  /** The path of the invalid field, in contract names: `entries[3].identifier`. */
  readonly path?: string;
  /** One plain clause of our own, without platform text or secrets. */
  readonly reason?: string;
  readonly status?: number;
  /** The platform's own error number or name. */
  readonly platformCode?: number | string;
  readonly retryAfterMs?: number;
  /** Whether a later start may succeed although nothing was changed. */
  readonly mayPass?: boolean;
}

/** Milepost's only error class. Its message is for logs; members read the text of its code. */
export class MilepostError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}, options?: { readonly cause?: unknown }) {
    super(describe(code, details), options);
    this.name = "MilepostError";
    this.code = code;
    this.details = details;
  }
}

export function isMilepostError(error: unknown, code?: ErrorCode): error is MilepostError {
  return error instanceof MilepostError && (code === undefined || error.code === code);
}

function describe(code: ErrorCode, details: ErrorDetails): string {
  const given = Object.entries(details).filter(([, value]) => value !== undefined);
  const parts = given.map(([name, value]) => `${name}=${String(value)}`);
  return parts.length === 0 ? code : `${code}: ${parts.join(", ")}`;
}

/**
 * Returns the work's result, or `instead` where it fails with a MilepostError (with one of the given codes, if any).
 */
export async function orElse<T, Instead>(
  work: Promise<T>,
  instead: Instead,
  ...codes: readonly ErrorCode[]
): Promise<T | Instead> {
  try {
    return await work;
  } catch (error) {
    if (isMilepostError(error) && (codes.length === 0 || codes.includes(error.code))) return instead;
    throw error;
  }
}
