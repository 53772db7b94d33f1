import { ZodError } from "zod";

import { readQuietHours } from "./reminder-columns.ts";
import { parseRule } from "../../../schedule/next-slot.ts";
import { LATE_AFTER_MS } from "../../../schedule/catch-up.ts";
import { readContent } from "../../../schedule/subject.ts";
import type { DeliveryRow } from "./claim.ts";
import type { DestinationRow, ReminderRow } from "./reminder-rows.ts";
import type { HistoryEntry, DestinationState, ReminderView } from "../reminder-service.ts";

/** The reason of a destination the reminder was moved away from, kept for the history. */
export const MOVED = "moved";

/** Returns a stored reminder as its owner or admins see it; undefined where this version can't read it. */
export function viewOf(
  row: ReminderRow | undefined,
  destinations: readonly DestinationRow[],
): ReminderView | undefined {
  try {
    return row === undefined ? undefined : readView(row, destinations);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ZodError) return undefined;
    throw error;
  }
}

function readView(row: ReminderRow, destinations: readonly DestinationRow[]): ReminderView {
  const quiet = readQuietHours(row);
  return {
    id: row.id,
    revision: row.revision,
    ownerId: row.owner_id,
    editorId: row.editor_id,
    ...(row.guild_id !== null && { guildId: row.guild_id }),
    state: row.state,
    rule: parseRule(row),
    content: readContent(row),
    ...(quiet !== undefined && { quiet }),
    destinations: destinations.filter(({ reason }) => reason !== MOVED).map(placeOf),
    ...(row.next_slot !== null && row.state === "active" && { nextAt: row.next_slot }),
    madeAt: row.made_at,
    changedAt: row.changed_at,
  };
}

export function entryOf(row: DeliveryRow): HistoryEntry {
  const { slot, kind, target, state, code, settled_at: settledAt } = row;
  const late = state === "sent" && settledAt !== null ? settledAt - slot : 0;
  const isWaiting = state === "due" || state === "failed" || state === "held";
  return {
    slot,
    destination: { kind, target },
    state,
    ...(code !== null && { reason: code }),
    ...(settledAt !== null && { settledAt }),
    ...(isWaiting && { nextTryAt: row.next_try }),
    lateMs: late > LATE_AFTER_MS ? late : 0,
    ...(row.channel_id !== null &&
      row.message_id !== null && { message: { channelId: row.channel_id, messageId: row.message_id } }),
  };
}

function placeOf({ kind, target, state, reason, since }: DestinationRow): DestinationState {
  return { kind, target, state, since, ...(reason !== null && { reason }) };
}
