import type { Claim, ClaimOptions } from "../../../../src/features/posts/store/claim-deliveries.ts";
import type { ReminderRow } from "../../../../src/features/posts/store/reminder-rows.ts";
import type { ReminderStore } from "../../../../src/features/posts/engine/ports.ts";
import { DAY_MS, MINUTE_MS } from "../../../../src/base/duration.ts";

export const DUE = Date.parse("2026-11-20T12:00:00Z");
export const LEASE_MS = 2 * MINUTE_MS;

interface Given {
  readonly ownerId?: string;
  readonly guildId?: string;
  readonly madeAt?: number;
  readonly state?: ReminderRow["state"];
  /** Null: nothing is planned. */
  readonly slot?: number | null;
  readonly places?: readonly string[];
}

/** Stores a reminder due at `DUE` with an open place for each target, `<id>/<target>`. */
export async function add(store: ReminderStore, id: string, given: Given = {}): Promise<void> {
  const slot = given.slot === undefined ? DUE : given.slot;
  const row = {
    id,
    owner_id: given.ownerId ?? "owner",
    editor_id: "owner",
    guild_id: given.guildId ?? null,
    state: given.state ?? "active",
    rule: '{"kind":"watch","what":"anything"}',
    content: "{}",
    quiet: null,
    when_unsure: "at-most-once" as const,
    revision: 1,
    next_slot: slot,
    useful_until: slot === null ? null : slot + DAY_MS,
    made_at: given.madeAt ?? DUE - DAY_MS,
    changed_at: DUE - DAY_MS,
  };
  const places = (given.places ?? [`to-${id}`]).map((target) => ({
    id: `${id}/${target}`,
    reminder_id: id,
    kind: "channel" as const,
    target,
    state: "open" as const,
    since: DUE - DAY_MS,
  }));
  await store.reminders.add(row, places);
}

interface Occurring {
  readonly slot?: number;
  readonly sendAt?: number;
  readonly usefulUntil?: number;
  readonly joins?: boolean;
  readonly next?: number;
}

/** Plans the slot a reminder has now. */
export async function plan(store: ReminderStore, id: string, occurring: Occurring = {}): Promise<number> {
  const row = await store.reminders.find(id);
  if (row === undefined) throw new Error(`there is no reminder ${id}`);
  const slot = occurring.slot ?? row.next_slot ?? DUE;
  const { sendAt = slot, usefulUntil = slot + DAY_MS, joins = false, next } = occurring;
  const one = {
    reminderId: id,
    from: row.next_slot,
    revision: row.revision,
    occurrence: { slot, usefulUntil, sendAt, joins },
    missed: [],
    ...(next !== undefined && { next: { at: next, usefulUntil: next + DAY_MS } }),
  };
  return store.occurrences.plan([one], slot);
}

/** Stores a reminder and plans its slot. */
export async function addDue(store: ReminderStore, id: string, given: Given & Occurring = {}): Promise<void> {
  await add(store, id, given);
  await plan(store, id, given);
}

type Claiming = Partial<Omit<ClaimOptions, "now" | "leaseMs">>;

export function claim(store: ReminderStore, now: number, claiming: Claiming = {}): Promise<readonly Claim[]> {
  const usual = { worker: "one", limit: 100, busy: [], digestAfterMs: 5 * MINUTE_MS };
  return store.deliveries.claim({ ...usual, ...claiming, now, leaseMs: LEASE_MS });
}

/** Claims exactly one. */
export async function claimOne(store: ReminderStore, now: number, claiming: Claiming = {}): Promise<Claim> {
  const claims = await claim(store, now, claiming);
  const [only] = claims;
  if (only === undefined || claims.length > 1) throw new Error(`${claims.length} claims instead of one`);
  return only;
}

/** The reminders each claim is about, the claims in their order. */
export const subjectsOf = (claims: readonly Claim[]) =>
  claims.map(({ rows }) => rows.map(({ reminder_id: id }) => id));
