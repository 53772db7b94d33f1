import { randomBytes } from "node:crypto";

import { MilepostError } from "../../base/errors.ts";
import { type SessionRow, sessionRows, sessionsLock } from "./session-rows.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";
import { keepingChoice } from "./game-choice.ts";
import {
  cookiesContext,
  isSameAccount,
  openAccount,
  readAccount,
  sealNext,
  sealSession,
} from "./seal-session.ts";
import type { SessionDeps } from "./session-deps.ts";
import type { Credential } from "../../platform/credential.ts";
import type { Consent, LinkedAccount, SessionSummary, SettleLink } from "../session.ts";

/** An open session. `jar`: its credential. `linkedAt` distinguishes it from one linked again meanwhile. */
export interface OpenSession {
  readonly summary: SessionSummary;
  readonly revision: number;
  readonly jar: Credential;
}

export interface NewSession {
  readonly discordId: string;
  readonly jar: Credential;
  readonly account: LinkedAccount;
  /** Absent: what the member allowed when the same account was linked before; nothing for a new one. */
  readonly consent?: Consent;
}

const MOST_ACCOUNTS = 10;
/** A few concurrent uses are usual; more means that something is wrong. */
const MOST_RETRIES = 8;

/**
 * Stores a new link and makes it active, replacing the same account's row. Returns the row's id; stores nothing where
 * `settle` throws.
 */
export async function keepLinked(
  { queries, origin, sealer, clock }: SessionDeps,
  { discordId, jar, account, consent }: NewSession,
  settle: SettleLink = async () => {},
): Promise<string> {
  const of = { discordId, origin };
  return writeTransaction(
    queries,
    async (transaction) => {
      const rows = sessionRows(transaction);
      const mine = await rows.list(of);
      const accountIn = (row: SessionRow) => readAccount(openAccount(sealer, row));
      const same = mine.find((row) => isSameAccount(accountIn(row), account));
      if (same === undefined && mine.length >= MOST_ACCOUNTS) {
        throw new MilepostError("bad-input", { reason: `at most ${MOST_ACCOUNTS} accounts can be linked` });
      }
      const id = same?.id ?? randomBytes(16).toString("base64url");
      const allowed = consent ?? {
        away: same?.allows_away === 1,
        snapshots: same?.keeps_snapshots === 1,
      };
      await settle(transaction, { id, consent: allowed });
      const bound = { id, discord_id: discordId, revision: (same?.revision ?? 0) + 1 };
      const kept = keepingChoice(account, same && accountIn(same));
      const parts = { cookies: jar.serialise(), account: JSON.stringify(kept) };
      const now = clock.now();
      const row = {
        ...bound,
        ...sealSession(sealer, bound, parts),
        state: "alive",
        state_since: now,
        // Two links of one account never have the same time, which tells them apart.
        linked_at: now === same?.linked_at ? now + 1 : now,
        last_used_at: now,
        renewed_at: now,
        expires_at: jar.expiresAt ?? null,
        told_end: null,
        renewing_since: null,
        is_final: 0,
        allows_away: Number(allowed.away),
        keeps_snapshots: Number(allowed.snapshots),
      };
      if (same === undefined) await rows.insert({ ...row, origin, is_active: 0 });
      else await rows.update(id, row);
      await rows.activate(of, id);
      return id;
    },
    sessionsLock(discordId),
  );
}

/** Stores a renewal if the session is still the same link. Returns whether it was. */
export async function keepRenewal(
  { queries, origin, sealer, clock, sealing }: SessionDeps,
  { summary, jar, revision }: OpenSession,
): Promise<boolean> {
  if (!jar.isChanged || jar.missing().length > 0) return false;
  const { discordId, id, linkedAt } = summary;
  for (let attempt = 0; attempt < MOST_RETRIES; attempt += 1) {
    const row = await sessionRows(queries).find({ discordId, origin, id });
    if (row?.linked_at !== linkedAt) return false;
    if (row.revision !== revision) jar.adopt(sealer.open(cookiesContext(row), row.cookies));
    const isKept = await sealing(async () => {
      const parts = { cookies: jar.serialise(), account: openAccount(sealer, row) };
      return sessionRows(queries).replace(row.id, row.revision, {
        ...sealNext(sealer, row, parts),
        renewed_at: clock.now(),
        expires_at: jar.expiresAt ?? null,
        renewing_since: jar.kind === "tokens" ? (jar.attemptedAt ?? null) : null,
      });
    });
    if (isKept) return true;
  }
  throw new MilepostError("internal", { reason: "a session changed too often to be kept" });
}
