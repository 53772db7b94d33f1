import { MilepostError } from "../../base/errors.ts";
import { systemCode } from "../../base/system-code.ts";
import { isUnreachable, READ_ONLY } from "./trouble.ts";

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
