import { existsSync } from "node:fs";

import { type ClientConfig, type CustomTypesConfig, types as parsers } from "pg";

import { isLoopbackHost } from "../../base/address.ts";
import { MilepostError } from "../../base/errors.ts";
import { eachServer } from "../../base/postgres-address.ts";
import type { Secret } from "../../base/secret.ts";

/** Where a database is, and how it is spoken to. */
export interface Location {
  /** Of the server that is used now. */
  readonly config: ClientConfig;
  /** Of several servers one takes writes at a time. */
  readonly servers: number;
  /** The server of this configuration is no use: the next one is used, unless it is already. */
  moveOn(from: ClientConfig): void;
  /** For the operator, without a password. */
  readonly name: string;
  /** What is said to it can be read by others on the way. */
  readonly isOpen: boolean;
}

/** How long connections to all servers may take, one after the other, and to one at least. */
const CONNECT_WITHIN_MS = 5_000;
const CONNECT_ONE_WITHIN_MS = 1_000;
/** How long an answer may take. The server ends what takes longer a little sooner. */
const ANSWER_WITHIN_MS = 35_000;
const STATEMENT_WITHIN_MS = 30_000;
const LOCK_WITHIN_MS = 5_000;
const IDLE_IN_TRANSACTION_MS = 60_000;

const BIGINT_OID = 20;

/** Whole numbers are numbers, as SQLite gives them; one that would be rounded is a fault. */
const types: CustomTypesConfig = {
  getTypeParser: (oid: number, format) =>
    // The type of the driver's own parsers is as open as this.
    oid === BIGINT_OID ? readInteger : (parsers.getTypeParser(oid, format) as (text: string) => unknown),
};

function readInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new MilepostError("internal", { reason: "a number of the database is too large" });
}

/** Reads DATABASE_URL. Throws "bad-settings" where TLS is asked for as nobody can do it. */
export function readLocation(url: string, password: Secret | undefined): Location {
  const urls = eachServer(url);
  const withinMs = Math.max(CONNECT_ONE_WITHIN_MS, CONNECT_WITHIN_MS / urls.length);
  const servers = urls.map((one) => readServer(one, password, withinMs));
  const used = () => servers[at % servers.length]?.config ?? {};
  let at = 0;
  return {
    get config() {
      return used();
    },
    servers: servers.length,
    moveOn(from) {
      if (used() === from) at += 1;
    },
    name: `${servers.map(({ host }) => host).join(",")}/${servers[0]?.database}`,
    isOpen: servers.some(({ isOpen }) => isOpen),
  };
}

function readServer(url: string, password: Secret | undefined, connectWithinMs: number) {
  const address = new URL(url);
  const options = address.searchParams;
  const host = options.get("host") ?? decodeURIComponent(address.hostname);
  const isSocket = host === "" || host.startsWith("/");
  const mode = options.get("sslmode") ?? "disable";
  const root = options.get("sslrootcert");
  if (root !== null && !existsSync(root)) refuse(`there is no file ${root} (sslrootcert)`);
  if (mode === "verify-ca" && root === null)
    refuse("sslmode=verify-ca needs sslrootcert=, the file of your own CA's certificate");
  // The driver's own meaning of these words is not that of PostgreSQL's tools.
  options.set("uselibpqcompat", "true");
  // Said twice, the driver takes the last.
  options.set("sslmode", mode);
  // Beside the address the driver takes it for empty.
  if (password !== undefined) options.set("password", password.reveal());
  const database = decodeURIComponent(address.pathname.slice(1));
  return {
    config: {
      connectionString: address.href,
      application_name: "milepost",
      connectionTimeoutMillis: connectWithinMs,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
      types,
    },
    host: isSocket ? host : address.host,
    database,
    isOpen: !isSocket && !isLoopbackHost(host) && mode === "disable",
  };
}

/** Sent once a connection is there: poolers take no such settings as it begins. */
export const SESSION_SETTINGS = [
  `set statement_timeout = ${STATEMENT_WITHIN_MS}`,
  `set lock_timeout = ${LOCK_WITHIN_MS}`,
  `set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
  // Another text on each server, after each of its starts, and after it recovered from a crash: then statistics are reset.
  `select set_config('milepost.server',
    concat_ws(' ', pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time()), false)`,
].join("; ");

function refuse(reason: string): never {
  throw new MilepostError("bad-settings", { reason: `DATABASE_URL: ${reason}.` });
}
