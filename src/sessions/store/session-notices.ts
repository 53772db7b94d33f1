import { DAY_MS } from "../../base/duration.ts";
import type { Queries } from "../../storage/schema.ts";
import { notices } from "./notice-rows.ts";
import { sessionsLock } from "./session-rows.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";
import type { DeathNotice, SessionState } from "../session.ts";

/** Cookies that live shorter are near their end when this part of their life is left. */
const LAST_PART = 0.2;

interface Change {
  readonly discordId: string;
  readonly before: string;
  readonly state: SessionState;
  readonly at: number;
  readonly why?: DeathNotice | undefined;
}

/**
 * Notes what a new state means for its member: that the session died, that it works again. Who was not told yet
 * that it died is told neither.
 */
export async function noteState(
  transaction: Queries,
  { discordId, before, state, at, why = "died" }: Change,
): Promise<void> {
  const noted = notices(transaction);
  if (state === "dead") {
    await noted.removeOf(discordId, "works-again");
    await noted.add([discordId], why, at);
  } else if (state === "alive" && before === "dead") {
    const isUntold = (await noted.of(discordId)).some(({ notice }) => notice === "died");
    if (!isUntold) await noted.add([discordId], "works-again", at);
    else if (!(await hasDead(transaction, discordId))) await noted.removeOf(discordId, "died");
  }
}

/** Whether it is of another of the member's sessions that they have yet to be told. */
async function hasDead(queries: Queries, discordId: string): Promise<boolean> {
  const dead = await queries
    .selectFrom("sessions")
    .select("id")
    .where("discord_id", "=", discordId)
    .where("state", "=", "dead" satisfies SessionState)
    .executeTakeFirst();
  return dead !== undefined;
}

/** When the cookies of a session began and end, as far as the platform said so. */
interface Life {
  readonly renewedAt: number;
  readonly expiresAt?: number | undefined;
}

/** Whether cookies end within a day, or, short-lived ones, in the last fifth of their life. */
export function endsSoon({ renewedAt, expiresAt }: Life, now: number): boolean {
  if (expiresAt === undefined) return false;
  const left = expiresAt - now;
  return left > 0 && left < Math.min(DAY_MS, (expiresAt - renewedAt) * LAST_PART);
}

interface Whose {
  readonly origin: string;
  /** Undefined: everybody's. */
  readonly discordId?: string | undefined;
  readonly at: number;
}

/** Notes "expires-soon" for active sessions whose cookies end soon. Each end is noted once. */
export async function noteEndings(queries: Queries, { origin, discordId, at }: Whose): Promise<void> {
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
