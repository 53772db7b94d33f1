import type { Generated } from "kysely";

export interface ReminderTables {
  readonly reminders: RemindersTable;
  readonly destinations: DestinationsTable;
  readonly occurrences: OccurrencesTable;
  readonly deliveries: DeliveriesTable;
  readonly known_dates: KnownDatesTable;
  readonly seen_entries: SeenEntriesTable;
  readonly reminder_notices: ReminderNoticesTable;
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

export interface OccurrencesTable {
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
  /** The post is of components alone, as earlier versions posted. */
  is_v2: Generated<number>;
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
  /** The name of a refusal; null where `what` says it all. */
  reason: string | null;
  at: number;
}
