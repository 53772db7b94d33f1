import { DAY_MS } from "../../base/duration.ts";
import type { Queries } from "../../storage/schema.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";
import type { DeathNotice, LinkOf, SessionState } from "../session.ts";
import { notices } from "./notice-rows.ts";
import type { SessionDeps } from "./session-deps.ts";
import { sessionRows, sessionsLock } from "./session-rows.ts";

/** Cookies that live shorter are near their end when this part of their life is left. */
const LAST_PART = 0.2;

interface Learnt {
  readonly state: SessionState;
  /** Of a death that is final. */
  readonly why?: DeathNotice;
}

/** Follows what was learnt of a session, where it is still the link it was learnt of. Returns whether it is new. */
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

/** Who was not told yet that it died is not told either that it works again. */
async function noteRevival(transaction: Queries, discordId: string, at: number): Promise<void> {
  const noted = notices(transaction);
  const isUntold = (await noted.of(discordId)).some(({ notice }) => notice === "died");
  if (!isUntold) await noted.add([discordId], "works-again", at);
  else if (!(await hasDead(transaction, discordId))) await noted.removeOf(discordId, "died");
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

/** Notes "expires-soon" for active sessions whose cookies end soon, a member's or everybody's. Each end is noted once. */
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
