import { DAY_MS } from "../../base/duration.ts";
import type { Queries } from "../../storage/schema.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";
import type { DeathNotice, LinkOf, SessionState, Notice, PendingNotice } from "../session.ts";
import type { SessionDeps } from "./session-deps.ts";
import { sessionRows, sessionsLock } from "./session-rows.ts";

/** Few enough for one statement. */
const AT_ONCE = 200;

/** Notices for members, one of each kind. */
export function notices(queries: Queries) {
  return {
    async add(discordIds: readonly string[], notice: Notice, at: number): Promise<void> {
      for (let from = 0; from < discordIds.length; from += AT_ONCE) {
        const rows = discordIds.slice(from, from + AT_ONCE).map((id) => ({ discord_id: id, notice, at }));
        await queries
          .insertInto("notices")
          .values(rows)
          .onConflict((conflict) => conflict.columns(["discord_id", "notice"]).doUpdateSet({ at }))
          .execute();
      }
    },
    /** Oldest first. */
    async of(discordId: string): Promise<readonly PendingNotice[]> {
      const rows = await queries
        .selectFrom("notices")
        .select(["id", "discord_id as discordId", "notice", "at"])
        .where("discord_id", "=", discordId)
        .orderBy("id")
        .execute();
      // Only Notices are written.
      return rows.map((row) => ({ ...row, notice: row.notice as Notice }));
    },
    async remove(id: number): Promise<void> {
      await queries.deleteFrom("notices").where("id", "=", id).execute();
    },
    /** Deletes all notices of a member, or those of one kind. */
    async removeOf(discordId: string, notice?: Notice): Promise<void> {
      const all = queries.deleteFrom("notices").where("discord_id", "=", discordId);
      const some = notice === undefined ? all : all.where("notice", "=", notice);
      await some.execute();
    },
    async removeBefore(at: number): Promise<void> {
      await queries.deleteFrom("notices").where("at", "<", at).execute();
    },
  };
}

/** Cookies that live less than a day are near their end in this last part of their life. */
const LAST_PART = 0.2;

interface Learnt {
  readonly state: SessionState;
  /** Set for a final death. */
  readonly why?: DeathNotice;
}

/** Stores a session's new state, if it is still the same link. Returns whether the state is new. */
export async function markState(
  { queries, origin, clock }: SessionDeps,
  { discordId, id, linkedAt }: LinkOf,
  { state, why }: Learnt,
): Promise<boolean> {
  return writeTransaction(
    queries,
    async (transaction) => {
      const rows = sessionRows(transaction);
      const row = await rows.find({ discordId, origin, id });
      if (row === undefined || row.is_final === 1) return false;
      if (linkedAt !== undefined && linkedAt !== row.linked_at) return false;
      if (row.state === state && why === undefined) return false;
      const at = clock.now();
      const final = why === undefined ? {} : { is_final: 1, renewing_since: null };
      await rows.update(row.id, { state, state_since: at, ...final });
      if (state === "dead") await noteDeath(transaction, discordId, { notice: why ?? "died", at });
      else if (state === "alive" && row.state === "dead") await noteRevival(transaction, discordId, at);
      return true;
    },
    sessionsLock(discordId),
  );
}

async function noteDeath(
  transaction: Queries,
  discordId: string,
  { notice, at }: { readonly notice: DeathNotice; readonly at: number },
): Promise<void> {
  const noted = notices(transaction);
  await noted.removeOf(discordId, "works-again");
  await noted.add([discordId], notice, at);
}

/** A member who was not told that it ended is not told that it works again. */
async function noteRevival(transaction: Queries, discordId: string, at: number): Promise<void> {
  const noted = notices(transaction);
  const isUntold = (await noted.of(discordId)).some(({ notice }) => notice === "died");
  if (!isUntold) await noted.add([discordId], "works-again", at);
  else if (!(await hasDead(transaction, discordId))) await noted.removeOf(discordId, "died");
}

/** Returns whether another session of the member has ended without their knowing. */
async function hasDead(queries: Queries, discordId: string): Promise<boolean> {
  const dead = await queries
    .selectFrom("sessions")
    .select("id")
    .where("discord_id", "=", discordId)
    .where("state", "=", "dead" satisfies SessionState)
    .executeTakeFirst();
  return dead !== undefined;
}

/** When a session's cookies began and expire, as far as known. */
interface Life {
  readonly renewedAt: number;
  readonly expiresAt?: number | undefined;
}

/** Returns whether cookies expire within a day or, if short-lived, are in the last fifth of their life. */
export function endsSoon({ renewedAt, expiresAt }: Life, now: number): boolean {
  if (expiresAt === undefined) return false;
  const left = expiresAt - now;
  return left > 0 && left < Math.min(DAY_MS, (expiresAt - renewedAt) * LAST_PART);
}

/** Stores "expires-soon" for active sessions that do, of one member or all. Each expiry is noted once. */
export async function noteEndings(
  { queries, origin, clock }: SessionDeps,
  discordId?: string,
): Promise<void> {
  const at = clock.now();
  let ending = queries
    .selectFrom("sessions")
    .select(["id", "discord_id", "renewed_at", "expires_at"])
    .where("origin", "=", origin)
    .where("is_active", "=", 1)
    .where("state", "!=", "dead" satisfies SessionState)
    .where("expires_at", ">", at)
    .where("expires_at", "<", at + DAY_MS)
    .where((row) => row("told_end", "is distinct from", row.ref("expires_at")));
  if (discordId !== undefined) ending = ending.where("discord_id", "=", discordId);
  const rows = await ending.execute();
  for (const { id, discord_id: member, renewed_at: renewedAt, expires_at: end } of rows) {
    if (end === null || !endsSoon({ renewedAt, expiresAt: end }, at)) continue;
    await writeTransaction(
      queries,
      async (transaction) => {
        await transaction.updateTable("sessions").set({ told_end: end }).where("id", "=", id).execute();
        await notices(transaction).add([member], "expires-soon", at);
      },
      sessionsLock(member),
    );
  }
}
