import type { SessionRow } from "./session-rows.ts";
import type { RowContext, Sealer } from "../seal/sealer.ts";
import type { LinkedAccount, SessionState, SessionSummary } from "../session.ts";

type Bound = Pick<SessionRow, "id" | "discord_id" | "revision">;

/** What a session's credential is bound to. */
export function cookiesContext({ id, discord_id: discordId, revision }: Bound): RowContext {
  return { label: "milepost/session/v1", discordId, rowId: id, revision };
}

/** What a session's account is bound to. */
function accountContext(row: Bound): RowContext {
  return { ...cookiesContext(row), label: "milepost/account/v1" };
}

/** Seals both parts of a row with one key. */
export function sealSession(
  sealer: Sealer,
  bound: Bound,
  parts: { readonly cookies: string; readonly account: string },
): Pick<SessionRow, "key_id" | "cookies" | "account"> {
  const { keyId, records } = sealer.seal([
    [cookiesContext(bound), parts.cookies],
    [accountContext(bound), parts.account],
  ]);
  const [cookies = Buffer.alloc(0), account = Buffer.alloc(0)] = records;
  return { key_id: keyId, cookies, account };
}

export function sealNext(
  sealer: Sealer,
  row: Bound,
  parts: { readonly cookies: string; readonly account: string },
): Pick<SessionRow, "revision" | "key_id" | "cookies" | "account"> {
  const next = { ...row, revision: row.revision + 1 };
  return { revision: next.revision, ...sealSession(sealer, next, parts) };
}

export function openAccount(sealer: Sealer, row: SessionRow): string {
  return sealer.open(accountContext(row), row.account);
}

/** Returns a session without its credential, which stays sealed. */
export function summaryOf(sealer: Sealer, row: SessionRow): SessionSummary {
  return {
    id: row.id,
    discordId: row.discord_id,
    account: readAccount(openAccount(sealer, row)),
    isActive: row.is_active === 1,
    state: row.state as SessionState,
    stateSince: row.state_since,
    linkedAt: row.linked_at,
    lastUsedAt: row.last_used_at,
    renewedAt: row.renewed_at,
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
    isFinal: row.is_final === 1,
    consent: { away: row.allows_away === 1, snapshots: row.keeps_snapshots === 1 },
  };
}

/** We sealed it, so its shape is known. */
export function readAccount(text: string): LinkedAccount {
  return JSON.parse(text) as LinkedAccount;
}

/** Returns whether two accounts are the same: by the profile's id, else by a common game account. */
export function isSameAccount(one: LinkedAccount, other: LinkedAccount): boolean {
  if (one.membershipId !== undefined && other.membershipId !== undefined) {
    return one.membershipId === other.membershipId;
  }
  return one.accounts.some(({ membershipType, id }) =>
    other.accounts.some((same) => same.membershipType === membershipType && same.id === id),
  );
}
