import type { Generated } from "kysely";

export interface ReminderTables {
  readonly reminders: RemindersTable;
  readonly destinations: DestinationsTable;
  readonly occurrences: OccurrencesTable;
  readonly deliveries: DeliveriesTable;
  readonly known_dates: KnownDatesTable;
  readonly seen_entries: SeenEntriesTable;
  readonly reminder_notices: ReminderNoticesTable;
  readonly sign_ups: SignUpsTable;
  readonly post_files: PostFilesTable;
}

export interface RemindersTable {
  id: string;
  owner_id: string;
  editor_id: string;
  guild_id: string | null;
  state: "active" | "paused" | "ended" | "disabled";
  /** JSON, as is `quiet`. */
  rule: string;
  /** What the post is made from, in JSON. */
  content: string;
  quiet: string | null;
  when_unsure: "at-most-once" | "at-least-once";
  revision: number;
  next_slot: number | null;
  useful_until: number | null;
  made_at: number;
  changed_at: number;
  purpose: Generated<"personal" | "announcement">;
  /** The key of the subject whose dates its rule uses. */
  thing: string | null;
  /** The new entries it waits for. */
  watch: string | null;
  /** The interval of its repeats until it is done, and their limit. */
  repeat_ms: number | null;
  repeat_most: number | null;
}

export interface DestinationsTable {
  id: string;
  reminder_id: string;
  kind: "channel" | "dm";
  /** The id of the channel, or of the member. */
  target: string;
  state: "open" | "paused" | "disabled";
  reason: string | null;
  since: number;
}

export interface OccurrencesTable {
  reminder_id: string;
  slot: number;
  useful_until: number;
  state: "planned" | "missed";
  planned_at: number;
  /** The slot it repeats. */
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
  /** Whether it may be merged with others to the same destination. */
  joins: number;
  /** The delivery that leads the merged post; its own id when it leads. */
  batch: string | null;
  worker: string | null;
  lease_until: number | null;
  fence: number;
  tries: number;
  /** Since when a post may exist that nobody has confirmed. */
  doubt_since: number | null;
  held_since: number | null;
  code: string | null;
  channel_id: string | null;
  message_id: string | null;
  /** Whether the post consists of components only (V2), as earlier versions posted. */
  is_v2: Generated<number>;
  settled_at: number | null;
  /** When the post is edited because its subject ends; null: never, or done. */
  edit_at: number | null;
  /** When it is published to followers; null: never, or done. */
  publish_at: number | null;
  /** How often either failed. */
  after_tries: Generated<number>;
}

/** A member who signed up under the post of an announcement's slot. */
export interface SignUpsTable {
  reminder_id: string;
  slot: number;
  member_id: string;
  /** The order in which they signed up. */
  number: number;
  /** 0: on the waiting list. */
  comes: number;
  /** The language and IANA zone of their DMs. */
  locale: string;
  zone: string;
  /** The reminder that DMs them before it starts. */
  told_by: string | null;
  joined_at: number;
}

/** The bytes of what an announcement's posts carry. */
interface PostFilesTable {
  reminder_id: string;
  content: Buffer;
}

export interface KnownDatesTable {
  thing: string;
  start_at: number | null;
  end_at: number | null;
  /** The period after which it comes again. */
  every_ms: number | null;
  title: string;
  /** When an answer of the platform last contained it. */
  seen_at: number;
  /** Whether reminders were planned by these dates. */
  is_followed: number;
}

interface SeenEntriesTable {
  watch: string;
  /** A trending entry's key; empty: the watch has begun. */
  key: string;
  seen_at: number;
}

export interface ReminderNoticesTable {
  member_id: string;
  reminder_id: string;
  what: string;
  target: string;
  /** A refusal's name; null where `what` says everything. */
  reason: string | null;
  at: number;
}
