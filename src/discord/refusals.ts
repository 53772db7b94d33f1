import { type ErrorCode, isMilepostError } from "../base/errors.ts";

/** What members and admins chose or did, not what broke: told, and kept out of the log. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  "too-fast",
  "not-yours",
  "stale-control",
  "bad-input",
  "not-found",
  "private",
  "switched-off",
  "admins-only",
  "not-installed-here",
]);

/** Whether a failure is no fault of anything: the log has nothing of it to look up. */
export function isRefusal(error: unknown): boolean {
  return isMilepostError(error) && REFUSALS.has(error.code);
}
