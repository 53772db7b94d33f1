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
  readonly found_members: FoundMembersTable;
  readonly guilds: GuildsTable;
  readonly boards: BoardsTable;
  readonly reminders: RemindersTable;
  readonly destinations: DestinationsTable;
  readonly occurrences: OccurrencesTable;
  readonly deliveries: DeliveriesTable;
  readonly known_dates: KnownDatesTable;
  readonly seen_entries: SeenEntriesTable;
  readonly reminder_notices: ReminderNoticesTable;
  readonly member_settings: MemberSettingsTable;
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
  /** The end its member was told of. */
  told_end: number | null;
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

export interface FoundMembersTable {
  /** Of the platform's portal. */
  origin: string;
  guild_id: string;
  discord_id: string;
  session_id: string;
  membership_id: string;
  /** As others read it; null where there is none to be found by. */
  name: string | null;
  /** What is searched. */
  folded: string | null;
  since: number;
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
  what: "trending" | "milestones";
  /** Of trending entries; empty: any. */
  kind: string;
  /** The server's own language when it was made. */
  locale: string;
  state: "live" | "held" | "disabled";
  reason: string | null;
  /** The reason whoever made it was told of. */
  told: string | null;
  /** Stands in its message, and is another for each message. */
  post_id: string;
  /** Since when a message may be there that nobody has seen. */
  posting_since: number | null;
  message_id: string | null;
  is_pinned: number;
  /** JSON of what its message shows. */
  shown: string | null;
  shown_at: number | null;
  next_try: number;
  tries: number;
  held_since: number | null;
  /** JSON: when its message was deleted lately. */
  deleted_at: string;
  made_by: string;
  made_at: number;
}

export interface RemindersTable {
  id: string;
  owner_id: string;
  editor_id: string;
  guild_id: string | null;
  state: "active" | "paused" | "ended" | "disabled";
  /** JSON, as is `quiet`. */
  rule: string;
  /** What the post is made from, by whoever writes posts. */
  content: string;
  quiet: string | null;
  when_unsure: "at-most-once" | "at-least-once";
  revision: number;
  next_slot: number | null;
  useful_until: number | null;
  made_at: number;
  changed_at: number;
  purpose: Generated<"personal" | "announcement">;
  /** The key of what its rule is dated by. */
  thing: string | null;
  /** What new entries it waits for. */
  watch: string | null;
  /** Asked about again this often, so many times at most, until it is done. */
  repeat_ms: number | null;
  repeat_most: number | null;
}

export interface DestinationsTable {
  id: string;
  reminder_id: string;
  kind: "channel" | "dm";
  /** Of the channel, or of the person. */
  target: string;
  state: "open" | "paused" | "disabled";
  reason: string | null;
  since: number;
}

interface OccurrencesTable {
  reminder_id: string;
  slot: number;
  useful_until: number;
  state: "planned" | "missed";
  planned_at: number;
  /** The slot it asks about again. */
  repeats: number | null;
  /** JSON: what was new. */
  note: string | null;
}

export interface DeliveriesTable {
  id: string;
  reminder_id: string;
  slot: number;
  destination_id: string;
  kind: "channel" | "dm";
  target: string;
  useful_until: number;
  state: "due" | "sending" | "sent" | "failed" | "held" | "skipped";
  next_try: number;
  /** May go with others to the same place as one post. */
  joins: number;
  /** The delivery whose post this one goes with; its own when it leads. */
  batch: string | null;
  worker: string | null;
  lease_until: number | null;
  fence: number;
  tries: number;
  /** Since when a post may be there that nobody has seen. */
  doubt_since: number | null;
  held_since: number | null;
  code: string | null;
  channel_id: string | null;
  message_id: string | null;
  settled_at: number | null;
  /** When the post has to say that its thing has ended; null: never, or it does. */
  edit_at: number | null;
  /** When it is published to the servers that follow the channel; null: never, or it is. */
  publish_at: number | null;
  /** How often either was tried in vain. */
  after_tries: Generated<number>;
}

export interface KnownDatesTable {
  thing: string;
  start_at: number | null;
  end_at: number | null;
  /** It comes again after so long. */
  every_ms: number | null;
  title: string;
  /** When an answer of the platform last held it. */
  seen_at: number;
  /** Reminders were planned by these dates. */
  is_followed: number;
}

interface SeenEntriesTable {
  watch: string;
  /** Of a trending entry; empty: the watch has begun. */
  key: string;
  seen_at: number;
}

export interface ReminderNoticesTable {
  member_id: string;
  reminder_id: string;
  what: string;
  target: string;
  code: number;
  at: number;
}

export interface MemberSettingsTable {
  discord_id: string;
  /** IANA. */
  zone: string | null;
  /** JSON. */
  quiet: string | null;
  changed_at: number;
}
