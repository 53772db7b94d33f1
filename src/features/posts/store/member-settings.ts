import type { Clock } from "../../../base/clock.ts";
import { type QuietHours, quietHoursSchema } from "../../../base/quiet-hours.ts";
import type { Queries } from "../../../storage/schema.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";

/** A member's settings, in every server. */
interface MemberSettings {
  /** An IANA zone; absent: the server's, else UTC. */
  readonly zone?: string;
  readonly quiet?: QuietHours;
  /** How pictures look; absent: the server's, else dark. */
  readonly cardMode?: "dark" | "light";
}

/** Null removes a setting. */
type MemberChanges = { readonly [K in keyof MemberSettings]: MemberSettings[K] | null };

export type MemberSettingsStore = ReturnType<typeof createMemberSettingsStore>;

export function createMemberSettingsStore(queries: Queries, clock: Clock) {
  return {
    of: (memberId: string) => read(queries, memberId),
    /** Changes settings and returns all of them; concurrent changes of different ones are both kept. */
    change: (memberId: string, changes: MemberChanges) =>
      writeTransaction(
        queries,
        async (transaction) => {
          const settings = changed(await read(transaction, memberId), changes);
          await write(transaction, memberId, { ...settings, changedAt: clock.now() });
          return settings;
        },
        `settings ${memberId}`,
      ),
    /** Returns whether there was anything to delete. */
    forget: (memberId: string) => forget(queries, memberId),
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
