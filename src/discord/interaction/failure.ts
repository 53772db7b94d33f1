import { type ErrorCode, isMilepostError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { Reply } from "../reply/reply.ts";

/** Returns the text for a failure, in the reader's language. */
export type Explain = (
  error: unknown,
  asked: { readonly locale: string; readonly reference: string },
) => Reply;

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

/** Logs a failure under the reference its member is told. */
export function logFailure(
  log: Log,
  { command, reference }: { readonly command: string; readonly reference: string },
  error: unknown,
): void {
  const code = codeOf(error);
  const fields = { reference, command, code };
  if (isUserError(error)) log.debug("refused", fields);
  else if (code === "internal") log.error("a run failed", fields, error);
  else log.warn("a run failed", fields, error);
}

/** Returns the code of any failure. */
export function codeOf(error: unknown): ErrorCode {
  return isMilepostError(error) ? error.code : "internal";
}
