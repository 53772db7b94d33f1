import type { ReminderStore } from "../../src/features/posts/engine/ports.ts";
import { DAY_MS } from "../../src/base/duration.ts";

export interface GivenReminder {
  readonly id: string;
  readonly ownerId?: string;
  /** Of a channel, or of a person. */
  readonly target: string;
  /** A channel unless given. */
  readonly kind?: "channel" | "dm";
  readonly slot: number;
  readonly usefulUntil?: number;
  readonly whenUnsure?: "at-most-once" | "at-least-once";
}

/** Stores a reminder that is due once. */
export async function addReminder(store: ReminderStore, given: GivenReminder): Promise<void> {
  const { ownerId = "1", id, target, slot, usefulUntil = slot + DAY_MS, whenUnsure = "at-most-once" } = given;
  const row = {
    id,
    owner_id: ownerId,
    editor_id: ownerId,
    guild_id: null,
    state: "active" as const,
    rule: '{"kind":"watch","what":"proof"}',
    content: "",
    quiet: null,
    when_unsure: whenUnsure,
    revision: 1,
    next_slot: slot,
    useful_until: usefulUntil,
    made_at: slot,
    changed_at: slot,
  };
  const { kind = "channel" } = given;
  const place = { id: `${id}-d`, reminder_id: id, kind, target, state: "open", since: 0 } as const;
  await store.reminders.add(row, [place]);
}

/** How a post about it names it in its channel. */
export const keyOf = ({ id, target, slot }: Pick<GivenReminder, "id" | "target" | "slot">) =>
  `${target} ${id}@${slot}`;
