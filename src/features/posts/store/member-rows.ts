import { type Selectable, sql } from "kysely";

import type { Clock } from "../../../base/clock.ts";
import { quietHoursSchema } from "../../../base/quiet-hours.ts";
import type { Queries } from "../../../storage/schema.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";
import type { ReminderNoticesTable } from "../../../storage/reminder-schema.ts";
import type { MemberChanges, MemberSettings, MemberSettingsStore } from "../../kit/settings/settings.ts";

export function createMemberSettingsStore(queries: Queries, clock: Clock): MemberSettingsStore {
  return {
    of: (memberId) => read(queries, memberId),
    change: (memberId, changes) =>
      writeTransaction(
        queries,
        async (transaction) => {
          const settings = changed(await read(transaction, memberId), changes);
          await write(transaction, memberId, { ...settings, changedAt: clock.now() });
          return settings;
        },
        `settings ${memberId}`,
      ),
    forget: (memberId) => forget(queries, memberId),
  };
}

async function read(queries: Queries, memberId: string): Promise<MemberSettings> {
  const all = queries.selectFrom("member_settings").selectAll();
  const row = await all.where("discord_id", "=", memberId).executeTakeFirst();
  if (row === undefined) return {};
  return {
    ...(row.zone !== null && { zone: row.zone }),
    ...(row.quiet !== null && { quiet: quietHoursSchema.parse(JSON.parse(row.quiet)) }),
    ...(row.card_mode !== null && { cardMode: row.card_mode }),
  };
}

function changed(before: MemberSettings, changes: MemberChanges): MemberSettings {
  const { zone = before.zone, quiet = before.quiet, cardMode = before.cardMode } = changes;
  return { ...(zone && { zone }), ...(quiet && { quiet }), ...(cardMode && { cardMode }) };
}

async function write(
  queries: Queries,
  memberId: string,
  { zone, quiet, cardMode, changedAt }: MemberSettings & { readonly changedAt: number },
): Promise<void> {
  if (zone === undefined && quiet === undefined && cardMode === undefined) {
    await forget(queries, memberId);
    return;
  }
  const settings = {
    zone: zone ?? null,
    quiet: quiet === undefined ? null : JSON.stringify(quiet),
    card_mode: cardMode ?? null,
    changed_at: changedAt,
  };
  await queries
    .insertInto("member_settings")
    .values({ discord_id: memberId, ...settings })
    .onConflict((conflict) => conflict.column("discord_id").doUpdateSet(settings))
    .execute();
}

async function forget(queries: Queries, memberId: string): Promise<boolean> {
  const settings = queries.deleteFrom("member_settings").where("discord_id", "=", memberId);
  return (await settings.executeTakeFirst()).numDeletedRows > 0n;
}

export type ReminderNoticeRow = Selectable<ReminderNoticesTable>;

/** Notices for members about trouble with their reminders; one per kind of trouble and reminder. */
export function reminderNotices(queries: Queries) {
  return {
    async add(row: ReminderNoticeRow) {
      const { target, reason, at } = row;
      await queries
        .insertInto("reminder_notices")
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(["member_id", "reminder_id", "what"]).doUpdateSet({ target, reason, at }),
        )
        .execute();
    },
    /** Oldest first. */
    of: (memberId: string, limit: number) =>
      queries
        .selectFrom("reminder_notices")
        .selectAll()
        .where("member_id", "=", memberId)
        .orderBy("at")
        .orderBy("reminder_id")
        .limit(limit)
        .execute(),
    /** Deletes a notice that was shown or is outdated. */
    async remove({ member_id, reminder_id, what }: ReminderNoticeRow) {
      const ofMember = queries.deleteFrom("reminder_notices").where("member_id", "=", member_id);
      await ofMember.where("reminder_id", "=", reminder_id).where("what", "=", what).execute();
    },
    async removeBefore(instant: number) {
      const old = queries.deleteFrom("reminder_notices").where("at", "<", instant);
      return Number((await old.executeTakeFirst()).numDeletedRows);
    },
  };
}

/** The stored DM channel ids of members. */
export type ConversationRows = ReturnType<typeof conversationRows>;

export function conversationRows(queries: Queries) {
  return {
    async get(memberId: string) {
      const all = queries.selectFrom("conversations").select("channel_id");
      return (await all.where("member_id", "=", memberId).executeTakeFirst())?.channel_id;
    },
    /** Not stored for members without reminders: they may have been forgotten meanwhile. */
    async set(memberId: string, channelId: string) {
      await sql`insert into conversations (member_id, channel_id) select ${memberId}, ${channelId}
        where exists (select 1 from reminders where owner_id = ${memberId})
        on conflict (member_id) do update set channel_id = excluded.channel_id`.execute(queries);
    },
    delete: (memberId: string) =>
      queries.deleteFrom("conversations").where("member_id", "=", memberId).execute(),
    /** Returns members with a post due by then and no known DM channel, soonest first. */
    async lackingBy(
      instant: number,
      { except, limit }: { readonly except: readonly string[]; readonly limit: number },
    ): Promise<readonly string[]> {
      const { rows } = await sql<{ target: string }>`select target from reminders
        join destinations on destinations.reminder_id = reminders.id
        where reminders.state = 'active' and next_slot is not null and next_slot <= ${instant}
          and kind = 'dm' and destinations.state = 'open'
          and target not in (${sql.join([...except, ""])})
          and not exists (select 1 from conversations where member_id = target)
        order by next_slot limit ${limit}`.execute(queries);
      return [...new Set(rows.map(({ target }) => target))];
    },
    /** Deletes those of members without reminders. */
    async forgetUnused() {
      await sql`delete from conversations where not exists (
        select 1 from reminders where owner_id = member_id)`.execute(queries);
    },
  };
}
