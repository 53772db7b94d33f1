import type { Kysely } from "kysely";

/** The tables as Kysely sees them. Times are milliseconds since 1970. JSON columns hold text. */
export interface Tables {
  readonly migrations: MigrationsTable;
  readonly facts: FactsTable;
  readonly definitions: DefinitionsTable;
  readonly definition_files: DefinitionFilesTable;
  readonly control_states: ControlStatesTable;
  readonly keyring_checks: KeyringChecksTable;
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
}
