import { backoffMs } from "../../base/async/backoff.ts";
import { sleep } from "../../base/async/sleep.ts";
import { systemCode } from "../../base/system-code.ts";

/**
 * What a failure means. "conflict", "unsent": nothing changed. "lost": it is unknown whether the statement ran.
 * "standby": the server accepts no writes, and another one does. Undefined: it would fail again.
 */
export type Trouble = "conflict" | "unsent" | "lost" | "standby";

/** serialization_failure, deadlock_detected, lock_not_available. */
const CONFLICTS = new Set(["40001", "40P01", "55P03"]);
/** The server ends a session: it shuts down, or the session was idle in a transaction. */
const LOST = new Set(["57P01", "57P02", "57P05", "25P03", "EPIPE", "ECONNRESET", "ETIMEDOUT"]);
/** The driver's own errors have no code. */
const LOST_WORDS = /^(?:Connection terminated|Query read timeout)/;
const UNSENT_WORDS = /not queryable|^Client was closed/;
/** read_only_sql_transaction: a standby's answer to a write. */
export const READ_ONLY = "25006";

export function troubleOf(error: unknown): Trouble | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = systemCode(error);
  if (code === undefined) {
    if (UNSENT_WORDS.test(error.message)) return "unsent";
    return LOST_WORDS.test(error.message) ? "lost" : undefined;
  }
  if (CONFLICTS.has(code)) return "conflict";
  if (code === READ_ONLY) return "standby";
  return LOST.has(code) || code.startsWith("08") ? "lost" : undefined;
}

/** How often a statement or transaction is retried after one of these. */
export const MOST_TRIES = 5;

export function pauseBeforeRetry(tries: number): Promise<void> {
  return sleep(backoffMs(tries, { firstMs: 20, longestMs: 1_000, jitter: 1, random: Math.random }));
}

/** cannot_connect_now, too_many_connections, a standby, and no server there. */
const UNREACHABLE = new Set([
  READ_ONLY,
  "57P03",
  "53300",
  "57P01",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
  "ENOTFOUND",
]);
const UNREACHABLE_WORDS = /timeout|^Connection terminated/;

/** Returns whether connecting may succeed in a moment. */
export function isUnreachable(error: unknown): boolean {
  const code = systemCode(error);
  if (code !== undefined) return UNREACHABLE.has(code);
  return error instanceof Error && UNREACHABLE_WORDS.test(error.message);
}
