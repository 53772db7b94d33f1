import { type ErrorCode, isMilepostError } from "../../base/errors.ts";

const OWN_DOING: ReadonlySet<ErrorCode> = new Set([
  "too-fast",
  "not-yours",
  "moderators-only",
  "stale-control",
  "bad-input",
  "not-found",
  "private",
  "switched-off",
  "admins-only",
  "not-installed-here",
]);

/** Whether members or admins chose or did it, and nothing broke: they are told, and the log has nothing to look up. */
export function isUserError(error: unknown): boolean {
  return isMilepostError(error) && OWN_DOING.has(error.code);
}

/** The code of a failure, whatever failed. */
export function codeOf(error: unknown): ErrorCode {
  return isMilepostError(error) ? error.code : "internal";
}
