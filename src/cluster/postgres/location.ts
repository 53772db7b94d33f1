import { existsSync } from "node:fs";

import { type ClientConfig, type CustomTypesConfig, types as parsers } from "pg";

import { isLoopbackHost } from "../../base/address.ts";
import { MilepostError } from "../../base/errors.ts";
import { eachServer } from "../../base/postgres-address.ts";
import type { Secret } from "../../base/secret.ts";

export interface Location {
  /** The server used now. */
  readonly config: ClientConfig;
  /** How many servers the address names; one accepts writes at a time. */
  readonly servers: number;
  /** Switches to the next server, unless that happened since `from`. */
  moveOn(from: ClientConfig): void;
  /** For the operator, without a password. */
  readonly name: string;
  /** Who may listen to the connection or answer it, over a network; undefined: nobody else. */
  readonly warning: string | undefined;
}

/** How long connecting to all servers in turn may take, and to one at least. */
const CONNECT_WITHIN_MS = 5_000;
const CONNECT_ONE_WITHIN_MS = 1_000;
/** How long an answer may take. The server ends longer statements slightly earlier. */
const ANSWER_WITHIN_MS = 35_000;
const STATEMENT_WITHIN_MS = 30_000;
const LOCK_WITHIN_MS = 5_000;
const IDLE_IN_TRANSACTION_MS = 60_000;

const BIGINT_OID = 20;

/** Integers become numbers, as with SQLite; one that would be rounded is an error. */
const types: CustomTypesConfig = {
  getTypeParser: (oid: number, format) =>
    // The driver's own parsers are typed as loosely.
    oid === BIGINT_OID ? readInteger : (parsers.getTypeParser(oid, format) as (text: string) => unknown),
};

function readInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new MilepostError("internal", { reason: "a number of the database is too large" });
}

/** Parses DATABASE_URL. Throws "bad-settings" for impossible TLS options. */
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
    warning: servers.map(({ warning }) => warning).find((one) => one !== undefined),
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
  // The driver's own meaning of these words differs from PostgreSQL's tools.
  options.set("uselibpqcompat", "true");
  // With two of them the driver takes the last.
  options.set("sslmode", mode);
  // Besides the address the driver would treat it as empty.
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
    host: isSocket || address.port === "" ? host : `${host}:${address.port}`,
    database,
    warning: isSocket || isLoopbackHost(host) ? undefined : WARNINGS[mode],
  };
}

/**
 * Sent first on every connection: elsewhere in the search_path other roles may have functions that fit a call better than
 * the server's own.
 */
export const OWN_SCHEMA_ALONE = `select pg_catalog.set_config('search_path',
  coalesce(pg_catalog.quote_ident(pg_catalog.current_schema()), ''), false)`;

/** Sent after connecting: poolers reject such settings at the start. */
export const SESSION_SETTINGS = [
  OWN_SCHEMA_ALONE,
  `set statement_timeout = ${STATEMENT_WITHIN_MS}`,
  `set lock_timeout = ${LOCK_WITHIN_MS}`,
  `set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
  // Different on each server, and after each start or crash, which resets statistics.
  `select pg_catalog.set_config('milepost.server',
    pg_catalog.concat_ws(' ', pg_catalog.pg_postmaster_start_time(), pg_catalog.pg_stat_get_bgwriter_stat_reset_time()), false)`,
].join("; ");

const WARNINGS: Readonly<Record<string, string>> = {
  disable: "What is said to PostgreSQL is not encrypted: set sslmode=verify-full, or trust the network",
  require:
    "What is said to PostgreSQL is encrypted for whoever answers: set sslmode=verify-full, or trust the network",
};

function refuse(reason: string): never {
  throw new MilepostError("bad-settings", { reason: `DATABASE_URL: ${reason}.` });
}
