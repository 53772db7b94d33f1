import { ZodError } from "zod";

import {
  type DestinationRow,
  MOVED,
  readQuietHours,
  type ReminderRow,
  reminderRows,
} from "./reminder-rows.ts";
import { parseRule } from "../../../schedule/next-slot.ts";
import { lateBy } from "../../../schedule/catch-up.ts";
import { readContent } from "../../../schedule/subject.ts";
import type { DeliveryRow } from "./claim-deliveries.ts";
import type {
  DestinationState,
  HistoryEntry,
  ReminderService,
  ReminderView,
} from "../../posts/reminder-service.ts";
import type { Clock } from "../../../base/clock.ts";
import type { Queries } from "../../../storage/schema.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";
import { signUpRows } from "./sign-up-rows.ts";
import { TEST } from "./write-occurrences.ts";
import { repeatsAndSnoozes } from "./occurrence-rows.ts";

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
  const isWaiting = state === "due" || state === "failed" || state === "held";
  return {
    slot,
    destination: { kind, target },
    state,
    ...(code !== null && { reason: code }),
    ...(code === TEST && { isTest: true }),
    ...(settledAt !== null && { settledAt }),
    ...(isWaiting && { nextTryAt: row.next_try }),
    lateMs: state === "sent" && settledAt !== null ? lateBy(slot, settledAt) : 0,
    ...(row.channel_id !== null &&
      row.message_id !== null && { message: { channelId: row.channel_id, messageId: row.message_id } }),
  };
}

function placeOf({ kind, target, state, reason, since }: DestinationRow): DestinationState {
  return { kind, target, state, since, ...(reason !== null && { reason }) };
}

/** A member's own reminders, also without a bot that posts them. */
type MemberReminders = Pick<ReminderService, "ofMember" | "signUpsOf" | "forgetMember">;

export function memberReminders(queries: Queries, clock: Clock): MemberReminders {
  const rows = reminderRows(queries);
  return {
    ofMember: async (memberId) =>
      reminderViews(queries, await rows.list({ ownerId: memberId }), "personal", clock),
    signUpsOf: (memberId) => signUpRows(queries).ofMember(memberId),
    async forgetMember(memberId) {
      const signUps = signUpRows(queries);
      for (const post of await signUps.ofMember(memberId))
        await signUps.leave({ ...post, memberId }, clock.now());
      return writeTransaction(queries, async (transaction) => {
        await transaction.deleteFrom("reminder_notices").where("member_id", "=", memberId).execute();
        await transaction.deleteFrom("conversations").where("member_id", "=", memberId).execute();
        const result = await transaction
          .deleteFrom("reminders")
          .where("owner_id", "=", memberId)
          .where("purpose", "=", "personal")
          .executeTakeFirst();
        return Number(result.numDeletedRows);
      });
    },
  };
}

/** Returns the readable ones of one purpose. */
export async function reminderViews(
  queries: Queries,
  rows: readonly ReminderRow[],
  purpose: ReminderRow["purpose"],
  clock: Clock,
): Promise<readonly ReminderView[]> {
  const wanted = rows.filter((row) => row.purpose === purpose);
  const views = await Promise.all(wanted.map((row) => reminderView(queries, row, clock)));
  return views.filter((view) => view !== undefined);
}

/** Returns a reminder as members see it; undefined where its content can't be read. */
export async function reminderView(
  queries: Queries,
  row: ReminderRow,
  clock: Clock,
): Promise<ReminderView | undefined> {
  const view = viewOf(row, await reminderRows(queries).destinations(row.id));
  if (view === undefined || row.purpose !== "personal") return view;
  const snoozedUntil = await repeatsAndSnoozes(queries).snoozedUntil(row.id, clock.now());
  return { ...view, ...(snoozedUntil !== undefined && { snoozedUntil }) };
}
