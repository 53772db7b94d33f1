import type { Generated, Kysely } from "kysely";

/** The tables as Kysely sees them. Times are milliseconds since 1970. JSON columns hold text. */
export interface Tables {
  readonly migrations: MigrationsTable;
  readonly facts: FactsTable;
  readonly definitions: DefinitionsTable;
  readonly definition_files: DefinitionFilesTable;
  readonly control_states: ControlStatesTable;
  readonly keyring_checks: KeyringChecksTable;
  readonly sessions: SessionsTable;
  readonly session_uses: SessionUsesTable;
  readonly snapshots: SnapshotsTable;
  readonly notices: NoticesTable;
}

export type Queries = Kysely<Tables>;

export interface MigrationsTable {
  number: number;
  name: string;
  checksum: string;
  applied_at: number;
}

/** Single remembered values, by name. */
interface FactsTable {
  name: string;
  value: string;
}

export interface DefinitionsTable {
  table_name: string;
  locale: string;
  hash: number;
  /** Compact JSON of what is shown; null: the platform knows no such hash. */
  record: string | null;
  fetched_at: number;
}

interface DefinitionFilesTable {
  table_name: string;
  locale: string;
  /** Of the manifest the stored rows came from. */
  version: string;
  synced_at: number;
}

interface ControlStatesTable {
  key: string;
  state: string;
  expires_at: number;
}

interface KeyringChecksTable {
  kind: string;
  key_id: number;
  fingerprint: string;
  /** Since when another key of its kind is the primary. */
  superseded_at: number | null;
}

export interface SessionsTable {
  id: string;
  discord_id: string;
  /** Of the platform's portal. */
  origin: string;
  revision: number;
  key_kind: Generated<string>;
  key_id: number;
  /** Sealed. */
  cookies: Buffer;
  /** Sealed: who is signed in. */
  account: Buffer;
  is_active: number;
  state: string;
  state_since: number;
  linked_at: number;
  last_used_at: number;
  renewed_at: number;
  expires_at: number | null;
  allows_away: number;
  keeps_snapshots: number;
}

interface SessionUsesTable {
  id: Generated<number>;
  session_id: string;
  at: number;
  command: string;
  is_away: number;
}

export interface SnapshotsTable {
  id: string;
  session_id: string;
  taken_at: number;
  revision: number;
  key_kind: Generated<string>;
  key_id: number;
  /** Sealed. */
  content: Buffer;
}

interface NoticesTable {
  id: Generated<number>;
  discord_id: string;
  notice: string;
  at: number;
}
