/**
 * Every way Milepost can fail, as one union. `features/shared/explain` has a text for each: a new code without a text
 * does not compile.
 */
export type ErrorCode =
  /** The platform announced maintenance. Never a logout. */
  | "platform-maintenance"
  /** The platform did not answer, answered 5xx, or the breaker is open. */
  | "platform-unavailable"
  /** No whole answer before the absolute deadline. */
  | "platform-timeout"
  /** A command did not end within our own deadline. */
  | "run-timeout"
  /** The platform asked us to slow down, or our own throttle's queue is full. */
  | "platform-throttled"
  /** The platform refused the application's key. */
  | "platform-key"
  /** The platform asks for a signed-in account. */
  | "sign-in-needed"
  /** The thing asked for does not exist. */
  | "not-found"
  /** The player keeps it private. */
  | "private"
  /** The answer breaks the schema; `details` names operation and field path. */
  | "platform-answer"
  /** A redirect left the allow-list, a body or header was over its cap, or a host is not allowed. */
  | "platform-refused"
  /** An error of the platform that the profile gives no class. */
  | "platform-error"
  /** The profile lacks an operation or a feature. */
  | "not-offered"
  /** It is for those who manage the server it was asked in. */
  | "admins-only"
  /** The bot is not a member of the server it was asked in. */
  | "not-installed-here"
  /** A server's admins switched it off there. */
  | "switched-off"
  /** A member's input is wrong; `details.reason` says how. */
  | "bad-input"
  /** A button, select or form that this version can't read, or that was changed. */
  | "stale-control"
  /** A control that belongs to another member. */
  | "not-yours"
  /** A control for those who may manage messages. */
  | "moderators-only"
  /** Too many commands or presses; `details.retryAfterMs`. */
  | "too-fast"
  /** The bot is shutting down or its queue is full. */
  | "busy"
  /** A sealed record could not be opened: damaged, moved, or sealed for another place. One code for all. */
  | "unopenable"
  /** Settings, a profile or a keyring can't be used: the start is refused. */
  | "bad-settings"
  /** Our own fault. */
  | "internal";

/** What may stand beside a code: allow-listed names, so that no secret finds a way in. */
export interface ErrorDetails {
  readonly operation?: string;
  /** Path of the field at fault, contract names, `entries[3].identifier`. */
  readonly path?: string;
  /** One plain clause, written by us, free of platform text and of secrets. */
  readonly reason?: string;
  readonly status?: number;
  /** The platform's own error number, or the name it has instead. */
  readonly platformCode?: number | string;
  readonly retryAfterMs?: number;
  /** Starting again later can help, though nobody changes anything. */
  readonly mayPass?: boolean;
}

/** The one error class. Its message is for logs; members read the text of its code. */
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
