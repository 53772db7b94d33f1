import type { Generated } from "kysely";

export interface SessionTables {
  readonly sessions: SessionsTable;
  readonly session_uses: SessionUsesTable;
  readonly snapshots: SnapshotsTable;
  readonly temporary_secrets: TemporarySecretsTable;
  readonly notices: NoticesTable;
  readonly found_members: FoundMembersTable;
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
  /** Sealed: the account that is signed in. */
  account: Buffer;
  is_active: number;
  state: string;
  state_since: number;
  linked_at: number;
  last_used_at: number;
  renewed_at: number;
  expires_at: number | null;
  /** The expiry its member was told of. */
  told_end: number | null;
  allows_away: number;
  keeps_snapshots: number;
  /** When a token renewal began, until it is finished. */
  renewing_since: number | null;
  /** 1: ended by the platform's own word; never probed again. */
  is_final: Generated<number>;
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

export interface TemporarySecretsTable {
  id: string;
  /** Of the platform's portal. */
  origin: string;
  kind: string;
  /** Unique within its kind. */
  name: string;
  discord_id: string;
  revision: number;
  key_kind: Generated<string>;
  key_id: number;
  /** Sealed. */
  content: Buffer;
  expires_at: number;
}

interface NoticesTable {
  id: Generated<number>;
  discord_id: string;
  notice: string;
  at: number;
}

interface FoundMembersTable {
  /** Of the platform's portal. */
  origin: string;
  guild_id: string;
  discord_id: string;
  session_id: string;
  membership_id: string;
  /** The player name others see; null where there is none. */
  name: string | null;
  /** The name as it is searched. */
  folded: string | null;
  since: number;
}
