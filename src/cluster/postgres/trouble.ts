import { backoffMs } from "../../base/async/backoff.ts";
import { sleep } from "../../base/async/sleep.ts";
import { systemCode } from "../../base/system-code.ts";
import { MilepostError } from "../../base/errors.ts";

/** invalid_authorization_specification, invalid_password. */
const REFUSED = new Set(["28000", "28P01"]);
const NO_DATABASE = "3D000";
/** insufficient_privilege, invalid_schema_name. */
const NOT_ALLOWED = new Set(["42501", "3F000"]);
const CERTIFICATE = /^(?:DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT|UNABLE_TO|ERR_TLS|CERT_)/;

/** Returns a failure to open a database as a sentence for the operator; undefined for any other error. */
export function connectFailure(error: unknown, name: string): MilepostError | undefined {
  const reason = reasonOf(error);
  if (reason === undefined) return undefined;
  const details = { reason: `PostgreSQL at ${name} ${reason}`, mayPass: isUnreachable(error) };
  return new MilepostError("bad-settings", details, { cause: error });
}

function reasonOf(error: unknown): string | undefined {
  const code = systemCode(error) ?? "";
  if (REFUSED.has(code))
    return `refuses this user (${code}). Look at the name in DATABASE_URL, at DATABASE_PASSWORD_FILE, and at pg_hba.conf.`;
  if (code === NO_DATABASE) return "has no such database. Make it with createdb, or correct DATABASE_URL.";
  if (NOT_ALLOWED.has(code))
    return `lets this user make no tables (${code}). Make the user the database's owner, or grant it CREATE on the schema.`;
  if (code === "CERT_HAS_EXPIRED") return `shows a certificate that has expired (${code}). Renew it there.`;
  if (CERTIFICATE.test(code))
    return `shows a certificate that is not trusted (${code}). Name your CA's with sslrootcert=, or correct the host.`;
  if (code === READ_ONLY)
    return `takes no writes (${code}): it is a standby. Name all servers, host1,host2, and the one that does is found.`;
  if (isUnreachable(error)) {
    const words = code === "" ? "no answer in time" : code;
    return `can't be reached (${words}). Is it running, and is the address in DATABASE_URL right?`;
  }
  const message = error instanceof Error ? error.message : "";
  if (message.includes("does not support SSL"))
    return "speaks no TLS. Switch it on there, or set sslmode=disable in a network you trust.";
  if (message.includes("SASL") || message.includes("password must be a string"))
    return "asks for a password. Put it into a file and name that in DATABASE_PASSWORD_FILE.";
  return undefined;
}

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
