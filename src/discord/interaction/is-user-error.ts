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

/** Returns whether a failure comes from what a member or admin did: they are told, and nothing is logged. */
export function isUserError(error: unknown): boolean {
  return isMilepostError(error) && OWN_DOING.has(error.code);
}

/** Returns the code of any failure. */
export function codeOf(error: unknown): ErrorCode {
  return isMilepostError(error) ? error.code : "internal";
}
