import type { Generated, Kysely } from "kysely";

import type { ReminderTables } from "./reminder-schema.ts";
import type { SessionTables } from "./session-schema.ts";

/** The tables for Kysely. Times are milliseconds since 1970. JSON columns hold text. */
export interface Tables extends SessionTables, ReminderTables {
  readonly migrations: MigrationsTable;
  /** Single stored values, by name. */
  readonly facts: { name: string; value: string };
  readonly definitions: DefinitionsTable;
  readonly definition_files: DefinitionFilesTable;
  readonly control_states: ControlStatesTable;
  readonly keyring_checks: KeyringChecksTable;
  readonly guilds: GuildsTable;
  readonly boards: BoardsTable;
  readonly member_settings: MemberSettingsTable;
  readonly conversations: { member_id: string; channel_id: string };
  readonly calendar_entries: CalendarEntriesTable;
  readonly ranking_values: RankingValuesTable;
  readonly ranking_servers: { guild_id: string; asked_at: number };
  readonly departed_members: { discord_id: string; since: number };
  readonly calendar_feeds: CalendarFeedsTable;
  readonly calendar_items: CalendarItemsTable;
  readonly gateway_sessions: GatewaySessionsTable;
  readonly shard_counts: { bot: string; shard_count: number };
}

export type Queries = Kysely<Tables>;

export interface CalendarEntriesTable {
  guild_id: string;
  /** Its subject's key. */
  thing: string;
  /** Discord's id; null: it may have been created. */
  event_id: string | null;
  title: string;
  /** As the platform dates it; 0: unknown. */
  start_at: number;
  end_at: number;
  /** "dismissed": someone deleted it. */
  state: "trying" | "made" | "dismissed";
  /** Since when the platform no longer lists it. */
  missing_since: number | null;
}

interface RankingValuesTable {
  origin: string;
  membership_id: string;
  /** Counted from 1970, in UTC. */
  day: number;
  /** JSON. */
  stats: string;
}

interface CalendarFeedsTable {
  member_id: string;
  /** Of the secret in its address. */
  secret_hash: string;
  locale: string;
  made_at: number;
}

export interface CalendarItemsTable {
  member_id: string;
  /** Of what it shows: a subject's key, or `reminder:` and an id. */
  key: string;
  uid: string;
  /** Grows with every change; it never starts over. */
  sequence: number;
  /** JSON. */
  item: string;
  is_canceled: number;
  changed_at: number;
  /** When a file or feed last had it, to the day. */
  shown_at: number;
  missing_since: number | null;
}

export interface MigrationsTable {
  number: number;
  name: string;
  checksum: string;
  applied_at: number;
}

interface DefinitionsTable {
  table_name: string;
  locale: string;
  hash: number;
  /** Compact JSON; null: the platform doesn't know this hash. */
  record: string | null;
  fetched_at: number;
}

interface DefinitionFilesTable {
  table_name: string;
  locale: string;
  /** The manifest version of the stored rows. */
  version: string;
  synced_at: number;
}

interface ControlStatesTable {
  key: string;
  state: string;
  expires_at: number;
  /** The member whose words it may hold; null: the bot's own. Empty: unknown. */
  owner_id: string | null;
}

interface KeyringChecksTable {
  kind: string;
  key_id: number;
  fingerprint: string;
  /** Since when another key of its kind is primary. */
  superseded_at: number | null;
}

export interface GuildsTable {
  guild_id: string;
  revision: number;
  /** JSON. */
  settings: string;
  changed_by: string;
  changed_at: number;
}

export interface BoardsTable {
  id: string;
  guild_id: string;
  channel_id: string;
  what: "trending" | "milestones" | "ranking";
  /** Of trending entries, or a ranking's statistic; empty: any. */
  kind: string;
  /** The server's own language when it was created. */
  locale: string;
  state: "live" | "held" | "disabled";
  reason: string | null;
  /** The reason its maker was told. */
  told: string | null;
  /** In its message, and new for each message. */
  post_id: string;
  /** Since when a message may exist that nobody has confirmed. */
  posting_since: number | null;
  message_id: string | null;
  /** Whether its message consists of components only (V2), as earlier versions posted. */
  is_v2: Generated<number>;
  is_pinned: number;
  /** JSON of what its message shows. */
  shown: string | null;
  shown_at: number | null;
  next_try: number;
  tries: number;
  held_since: number | null;
  /** JSON: when its message was recently deleted. */
  deleted_at: string;
  made_by: string;
  made_at: number;
}

interface MemberSettingsTable {
  discord_id: string;
  /** An IANA zone. */
  zone: string | null;
  /** JSON. */
  quiet: string | null;
  card_mode: "dark" | "light" | null;
  changed_at: number;
}

interface GatewaySessionsTable {
  shard_count: number;
  shard: number;
  /** Identifies the token. */
  bot: string;
  session_id: string;
  sequence: number;
  resume_url: string;
  saved_at: number;
}
